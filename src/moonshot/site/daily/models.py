"""The deals of days and the tries at them, as the database holds them."""

from typing import ClassVar

from django.db import models


class Day(models.Model):
    """A day's deal. All of it follows from ``secret``, drawn the day before and known to the server alone."""

    day = models.DateField(primary_key=True)
    secret = models.CharField(max_length=64)
    level = models.CharField(max_length=16)
    version = models.PositiveIntegerField()
    """Of the policies: with another one the bots might play other cards."""
    promised_at = models.DateTimeField()

    class Meta:
        """Newest first."""

        ordering: ClassVar[list[str]] = ["-day"]

    def __str__(self) -> str:
        return self.day.isoformat()


class Try(models.Model):
    """Somebody's table with a day's deal. Goes with the account."""

    day = models.ForeignKey(Day, on_delete=models.CASCADE, related_name="tries")
    account = models.CharField(max_length=26)
    table = models.CharField(max_length=32, unique=True)
    counted = models.BooleanField()
    """The one that counts, once it is over in time; the others are practice."""
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, default=None)
    points = models.IntegerField(null=True, default=None)
    moon = models.BooleanField(default=False)
    """Shot by this person."""
    passed = models.CharField(max_length=20, default="")
    """The cards, in ascending order; nothing where none were passed."""

    class Meta:
        """One that counts for each account and day; found by account."""

        verbose_name_plural = "tries"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["day", "account"], condition=models.Q(counted=True), name="daily_one_counted_try"
            )
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["account", "day"], name="daily_try_of")]

    def __str__(self) -> str:
        return f"{self.day_id}, {self.table}"
