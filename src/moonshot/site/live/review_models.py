"""Reviews of matches, as the database holds them."""

from typing import ClassVar

from django.db import models
from django.utils import timezone


class Review(models.Model):
    """What the search thinks of a seat's decisions. No name stands in it; the logs know them."""

    WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"

    table = models.CharField(max_length=32)
    no = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, default=WAITING)
    decisions = models.PositiveIntegerField(default=0)
    """How many there are, once that is known."""
    body = models.TextField(default="[]")
    """The options of each decision that has been weighed, in order."""
    asked_at = models.DateTimeField(default=timezone.now)
    touched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        """Once for each seat of a match; found by what waits."""

        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "no", "seat"], name="live_review_once")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "asked_at"], name="live_review_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.table}-{self.no}, seat {self.seat}"
