"""What a record may say beside the moves of a deal: when and by whom they were made, how a bot found them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from moonshot.engine.errors import RecordError
from moonshot.engine.record_values import (
    LONGEST_NAME,
    is_hex,
    need,
    only,
    same,
    short_text,
    typed,
    whole,
    wholes,
)

MARK_FIELDS: Final = ("times", "auto", "thoughts")
"""The fields of a deal that may be left out, in the order they are written."""
_THOUGHT_FIELDS: Final = ("policy", "version", "seed", "playouts")
_SEED_DIGITS: Final = 16


@dataclass(frozen=True, slots=True)
class Thought:
    """How a bot found a move: the policy and its version, its seed, and how many playouts it took.

    ``instead`` is the level that should have chosen, where another had to.
    """

    policy: str
    version: int
    seed: int
    playouts: int = 0
    instead: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As it stands in a record."""
        fields = {
            "policy": self.policy,
            "version": self.version,
            "seed": f"{self.seed:0{_SEED_DIGITS}x}",
            "playouts": self.playouts,
        }
        return {**fields, "instead": self.instead} if self.instead else fields


@dataclass(slots=True)
class Marks:
    """The marks of one deal: each list has an item for each pass or card, or is empty."""

    pass_times: list[int] = field(default_factory=list)
    play_times: list[int] = field(default_factory=list)
    auto: set[int] = field(default_factory=set)
    of_passes: list[Thought | None] = field(default_factory=list)
    of_plays: list[Thought | None] = field(default_factory=list)
    of_choice: Thought | None = None

    def of_pass(self, index: int) -> tuple[int | None, Thought | None]:
        """When a pass was made, and how it was found."""
        return _at(self.pass_times, index), _at(self.of_passes, index)

    def of_play(self, ply: int) -> tuple[int | None, Thought | None]:
        """When a card was played, and how it was found."""
        return _at(self.play_times, ply), _at(self.of_plays, ply)

    def compare(self, deal: Mapping[str, Any], plays: int, at: str) -> None:
        """Refuse marks of moves that were not made."""
        made = [len(deal["passes"]), plays]
        if "times" in deal:
            same([len(self.pass_times), len(self.play_times)], made, f"{at}.times", "wrong_times")
        if self.auto and max(self.auto) >= plays:
            raise RecordError("wrong_times", "A ply that was not played is marked.", f"{at}.auto")
        if "thoughts" in deal:
            same([len(self.of_passes), len(self.of_plays)], made, f"{at}.thoughts", "wrong_thoughts")
            if self.of_choice is not None and deal["moon_choice"] is None:
                raise RecordError("wrong_thoughts", "Nothing was chosen here.", f"{at}.thoughts.moon_choice")


def read_marks(deal: Mapping[str, Any], at: str) -> Marks:
    """The marks of a deal. Raises RecordError."""
    marks = Marks()
    if "times" in deal:
        times = typed(deal["times"], dict, f"{at}.times")
        only(times, ("passes", "plays"), f"{at}.times")
        marks.pass_times = wholes(need(times, "passes", f"{at}.times"), f"{at}.times.passes")
        marks.play_times = wholes(need(times, "plays", f"{at}.times"), f"{at}.times.plays")
    if "auto" in deal:
        plies = wholes(deal["auto"], f"{at}.auto")
        if plies != sorted(set(plies)):
            raise RecordError("bad_type", "Plies stand in ascending order.", f"{at}.auto")
        marks.auto = set(plies)
    if "thoughts" in deal:
        _read_thoughts(marks, typed(deal["thoughts"], dict, f"{at}.thoughts"), f"{at}.thoughts")
    return marks


def thoughts_dict(
    passes: Sequence[Thought | None], plays: Sequence[Thought | None], choice: Thought | None
) -> dict[str, Any]:
    """The field ``thoughts`` of a deal."""
    return {
        "passes": [None if thought is None else thought.to_dict() for thought in passes],
        "plays": [None if thought is None else thought.to_dict() for thought in plays],
        "moon_choice": None if choice is None else choice.to_dict(),
    }


def _read_thoughts(marks: Marks, given: Mapping[str, Any], at: str) -> None:
    only(given, ("passes", "plays", "moon_choice"), at)
    marks.of_passes, marks.of_plays = (
        [
            _thought(item, f"{at}.{name}[{index}]")
            for index, item in enumerate(typed(need(given, name, at), list, f"{at}.{name}"))
        ]
        for name in ("passes", "plays")
    )
    marks.of_choice = _thought(need(given, "moon_choice", at), f"{at}.moon_choice")


def _thought(value: Any, at: str) -> Thought | None:
    if value is None:
        return None
    only(typed(value, dict, at), (*_THOUGHT_FIELDS, "instead"), at)
    policy, version, seed, playouts = (need(value, name, at) for name in _THOUGHT_FIELDS)
    if not is_hex(seed, _SEED_DIGITS):
        raise RecordError("bad_type", f"Give {_SEED_DIGITS} hexadecimal digits in lower case.", f"{at}.seed")
    return Thought(
        short_text(policy, f"{at}.policy", LONGEST_NAME),
        whole(version, f"{at}.version"),
        int(seed, 16),
        whole(playouts, f"{at}.playouts"),
        short_text(value.get("instead", ""), f"{at}.instead", LONGEST_NAME),
    )


def _at(items: list[Any], index: int) -> Any:
    return items[index] if index < len(items) else None
