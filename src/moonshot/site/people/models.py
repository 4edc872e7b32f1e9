"""The account: one person, with or without a password, under one id for ever."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone

from moonshot.site.people.ids import handle_of, new_account_id


class AccountManager(BaseUserManager["Account"]):
    """Makes accounts."""

    def create_superuser(self, name: str, password: str, **fields: Any) -> "Account":
        """An account that may use the administration pages."""
        account = self.model(name=name, guest=False, is_staff=True, is_superuser=True, **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account


class Account(AbstractBaseUser, PermissionsMixin):
    """A person. A guest is an account without a password; signing up later keeps the id and so everything."""

    id = models.CharField(primary_key=True, max_length=26, default=new_account_id, editable=False)
    handle = models.CharField(max_length=16, unique=True, editable=False)
    """The public id."""
    name = models.CharField(max_length=40)
    look = models.CharField(max_length=80, blank=True, default="")
    """The skeleton of a chosen name; empty as long as none has been chosen."""
    number = models.PositiveIntegerField(default=1)
    """Tells accounts with names that look alike apart; shown from 2 on."""
    guest = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    may_write = models.BooleanField(default=True)
    """Free text at tables that allow it; taken away by moderators."""
    hears = models.CharField(
        max_length=8,
        default="all",
        choices=[("all", "everything"), ("phrases", "phrases and faces only"), ("nothing", "nothing")],
    )
    """How much of what others say at tables is sent to this person."""
    barred_until = models.DateTimeField(null=True, blank=True)
    """No live tables until then; set by moderators."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    USERNAME_FIELD = "id"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        """No two accounts are shown alike."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["look", "number"], condition=~models.Q(look=""), name="people_name_shown"
            )
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name as others see it: with a number where an account was there first."""
        return shown_name(self.name, self.number)

    @property
    def has_chosen(self) -> bool:
        """Whether this person has chosen the name."""
        return self.look != "" or not self.guest

    @property
    def is_barred(self) -> bool:
        """Whether live tables are closed to this person at the moment."""
        return not self.is_active or (self.barred_until is not None and self.barred_until > timezone.now())

    def save(self, *args: Any, **options: Any) -> None:
        """Store the account; the handle follows from the id."""
        self.handle = handle_of(self.id)
        super().save(*args, **options)


def shown_name(name: str, number: int) -> str:
    """A name as others see it. Nobody can choose a name with `#`.

    >>> shown_name("Anna", 1), shown_name("Anna", 2)
    ('Anna', 'Anna #2')
    """
    return name if number == 1 else f"{name} #{number}"


class NameChange(models.Model):
    """An older name of an account, for moderators."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="older_names")
    name = models.CharField(max_length=60)
    until = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} until {self.until:%Y-%m-%d}"


class Relation(models.Model):
    """Whom somebody does not want to hear, or not to meet. Kept for ever, and never told to the other."""

    MUTE = "mute"
    BLOCK = "block"

    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="relations")
    other = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="related_by")
    kind = models.CharField(max_length=8, choices=[(MUTE, "mute"), (BLOCK, "block")])
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        """One of each kind for a pair."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["account", "other", "kind"], name="people_relation_once")
        ]

    def __str__(self) -> str:
        return f"{self.account_id} {self.kind}s {self.other_id}"


class Report(models.Model):
    """A complaint about one person at one table, with its evidence. Several complaints make one report."""

    OPEN, APPEALED, CLOSED = "open", "appealed", "closed"
    RESULTS: ClassVar[list[tuple[str, str]]] = [
        ("", "not decided yet"),
        ("warned", "warned"),
        ("chat_off", "may not write"),
        ("barred", "barred from live tables"),
        ("nothing", "nothing to be found"),
    ]

    table = models.CharField(max_length=32)
    accused = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="reports")
    """None when they have deleted themselves since."""
    accused_name = models.CharField(max_length=60)
    created_at = models.DateTimeField(default=timezone.now)
    chat = models.JSONField(default=list)
    record = models.JSONField(default=dict)
    state = models.CharField(
        max_length=8,
        default=OPEN,
        choices=[(OPEN, "open"), (APPEALED, "appealed"), (CLOSED, "closed")],
    )
    result = models.CharField(max_length=12, blank=True, default="", choices=RESULTS)
    action_note = models.TextField(blank=True, default="", max_length=2000)
    decided_by = models.ForeignKey(
        Account, null=True, blank=True, on_delete=models.PROTECT, related_name="decisions"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    told = models.BooleanField(default=True)
    """Whether the accused knows the result; nobody is told that they were reported without one."""
    appeal = models.TextField(blank=True, default="", max_length=1000)
    """What the accused has to say about the decision, once."""
    appealed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One open report for a person at a table."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["table", "accused"], condition=models.Q(state="open"), name="people_open_report"
            )
        ]

    def __str__(self) -> str:
        return f"{self.accused_name} at {self.table}"


class Complaint(models.Model):
    """What one person said in a report."""

    REASONS: ClassVar[list[tuple[str, str]]] = [
        ("insults", "insults or threats"),
        ("name", "offensive name"),
        ("cheating", "cheating or playing together"),
        ("stalling", "stalling or leaving on purpose"),
        ("spam", "spam or advertising"),
        ("other", "something else"),
    ]

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="complaints")
    reporter = models.ForeignKey(Account, null=True, on_delete=models.SET_NULL, related_name="complaints")
    reporter_name = models.CharField(max_length=60)
    reason = models.CharField(max_length=12, choices=REASONS)
    note = models.TextField(blank=True, default="", max_length=500)
    at = models.DateTimeField(default=timezone.now)
    seen = models.BooleanField(default=False)
    """Whether the reporter has been told the result."""

    class Meta:
        """One for each person and report."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["report", "reporter"], name="people_complaint_once")
        ]

    def __str__(self) -> str:
        return f"{self.reporter_name}: {self.reason}"
