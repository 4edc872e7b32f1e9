"""What several tests of reported faults use."""

from typing import Any

from moonshot.engine import (
    Rules,
    seen_by,
)
from moonshot.engine.events import Event

STANDARD = Rules()


def shown_to(event: Event, seat: int | None) -> Any:
    """What the seat sees of an event, whatever its class."""
    return seen_by(event, seat)
