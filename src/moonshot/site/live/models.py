"""Tables and their logs, as the database holds them.

Only the schema lives here. The hot path writes and reads through `sqlite_log` or `postgres_log`, not through
the ORM; admin, backup and statistics use these models.
"""

from typing import ClassVar

from django.db import models

from moonshot.site.live.kept_models import DealCounts, KeptMatch, KeptSeat
from moonshot.site.live.lobby_models import Admission, ChatLine, Invite, Listing, Wish
from moonshot.site.live.review_models import Review

__all__ = [
    "Admission",
    "ChatLine",
    "DealCounts",
    "Entry",
    "Invite",
    "KeptMatch",
    "KeptSeat",
    "Listing",
    "Restored",
    "Review",
    "Table",
    "Wish",
]


class Table(models.Model):
    """A table that hosts matches for its owner; everything else about it stands in its log."""

    id = models.CharField(primary_key=True, max_length=32)
    owner = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    closed = models.BooleanField(default=False)
    """Left for good."""
    finished = models.BooleanField(default=False)
    """Its present match is over, as far as is known: a hint for lists, the log alone is the truth."""
    due_at = models.DateTimeField(null=True, default=None)
    """From then on any node may take the table up; null while it waits for people."""

    class Meta:
        """Found by owner, newest first, and by the moment at which it wants to be woken."""

        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["owner", "closed", "-created_at"], name="live_table_of_owner"),
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="live_table_due"),
        ]

    def __str__(self) -> str:
        return self.id


class Entry(models.Model):
    """All that one accepted command caused. The key (table, seq) is also the only lock: whoever appends
    second is refused, reads what it missed and tries again.
    """

    pk = models.CompositePrimaryKey("table_id", "seq")
    # The key above serves as the index, and a checked reference would fail a whole group commit at once.
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="entries", db_constraint=False, db_index=False
    )
    seq = models.PositiveIntegerField()
    stored_at = models.DateTimeField(auto_now_add=True)
    body = models.TextField()

    class Meta:
        """Words for the admin."""

        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seq}"


class Restored(models.Model):
    """The database was replaced by a backup. Running nodes see a new row and forget what they remember."""

    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Words for the admin."""

        verbose_name_plural = "restores"

    def __str__(self) -> str:
        return f"restored at {self.at:%Y-%m-%d %H:%M:%S}"
