"""What is kept of somebody's daily deals: taking it along, and forgetting it."""

from typing import Any

from moonshot.site.daily.models import Try


def about(account: str) -> list[dict[str, Any]]:
    """All of somebody's tries, as JSON values."""
    return [
        {
            "day": one.day_id.isoformat(),
            "table": one.table,
            "counted": one.counted,
            "began": one.began_at.isoformat(),
            "ended": None if one.ended_at is None else one.ended_at.isoformat(),
            "points": one.points,
            "moon": one.moon,
            "passed": one.passed.split(),
        }
        for one in Try.objects.filter(account=account).order_by("pk")
    ]


def forget(account: str) -> None:
    """Take somebody out of the results of all days."""
    Try.objects.filter(account=account).delete()
