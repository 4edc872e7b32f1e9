"""What the lobby keeps in the database: invitations, wishes for quick play, the list of open tables.

All of it can be lost without harm to a match: the tables' logs know nothing of it.
"""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Invite(models.Model):
    """How people get into a private table: a short code to say, a long token for the link."""

    code = models.CharField(primary_key=True, max_length=6)
    token = models.CharField(max_length=32, unique=True)
    table = models.CharField(max_length=32, unique=True)
    owner = models.CharField(max_length=26, db_index=True)
    listed = models.BooleanField(default=False)
    """Shown in the lobby: anybody may sit down."""
    created_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(default=timezone.now)
    """When somebody was last there."""
    ended_at = models.DateTimeField(null=True, default=None)
    """The table is gone, and code and link with it. Kept for a while, so that they can say so."""

    def __str__(self) -> str:
        return f"invitation to {self.table}"


class Admission(models.Model):
    """Somebody who came with the code or the link, and so may sit down."""

    table = models.CharField(max_length=32)
    account = models.CharField(max_length=26)

    class Meta:
        """Once for each table and account."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "account"], name="live_admission_once")
        ]

    def __str__(self) -> str:
        return f"{self.account} at {self.table}"


class Wish(models.Model):
    """Somebody wants to play now. One for each account, whatever number of windows asks."""

    account = models.CharField(primary_key=True, max_length=26)
    name = models.CharField(max_length=60)
    mode = models.CharField(max_length=16)
    when = models.CharField(max_length=8)
    strength = models.FloatField(null=True, default=None)
    asked_at = models.FloatField()
    starts_at = models.FloatField()
    alive_at = models.FloatField()
    """When a node last saw the person; a wish outlives its socket by some seconds."""
    table = models.CharField(max_length=32, blank=True, default="")
    """The table that is being made, or is ready when ``seated``."""
    claimed_at = models.FloatField(default=0.0)
    seated = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.name} wants {self.mode}"


class Listing(models.Model):
    """An open table as the lobby shows it."""

    table = models.CharField(primary_key=True, max_length=32)
    body = models.TextField()
    """The row of the lobby, in the wire's JSON."""
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.table


class ChatLine(models.Model):
    """Where somebody's words stand in the log, so that reports find them and time removes them."""

    table = models.CharField(max_length=32)
    seq = models.PositiveIntegerField()
    account = models.CharField(max_length=26)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        """Once for each entry."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "seq"], name="live_chat_line_once")
        ]

    def __str__(self) -> str:
        return f"{self.table}/{self.seq}"
