"""What is kept of matches beside their logs, for lists and statistics. Logs can make all of it again."""

from typing import ClassVar

from django.db import models


class KeptMatch(models.Model):
    """A finished match."""

    table = models.CharField(max_length=32)
    no = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    ended_at = models.DateTimeField()
    rules_name = models.CharField(max_length=80)
    deals = models.PositiveIntegerField()

    class Meta:
        """Once for each match."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "no"], name="live_kept_match_once")
        ]

    def __str__(self) -> str:
        return f"{self.table}-{self.no}"


class KeptSeat(models.Model):
    """Somebody's seat in a finished match. Goes with the account."""

    match = models.ForeignKey(KeptMatch, on_delete=models.CASCADE, related_name="seats")
    account = models.CharField(max_length=26)
    total = models.IntegerField()
    won = models.BooleanField()
    counts = models.TextField()
    """`learn.deal_counts` of the hands dealt to this seat, as JSON."""

    class Meta:
        """Found by account."""

        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["account"], name="live_kept_seat_of")]

    def __str__(self) -> str:
        return f"a seat in {self.match_id}"


class DealCounts(models.Model):
    """One row: the counts of all deals of all matches that are kept."""

    counts = models.TextField()

    class Meta:
        """Words for the admin."""

        verbose_name_plural = "deal counts"

    def __str__(self) -> str:
        return "all deals"
