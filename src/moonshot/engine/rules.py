"""The rules of a table as one frozen value.

Every field is a choice a table may make; the defaults are the platform's *Standard* rules. What the choices
mean for play is stated in the modules that use them (legality, passing, scoring, ending); this module only
reads, checks types and writes. `Rules.problems()` says whether the choices fit together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

from moonshot.engine.cards import card_text, parse_card
from moonshot.engine.errors import CardError, RulesError

if TYPE_CHECKING:
    from moonshot.engine.facts import RuleFacts
    from moonshot.engine.problems import Problem

RULES_VERSION: Final = 1
"""Raised by any change that could replay a stored match differently."""

DIRECTIONS: Final = ("L", "R", "A", "L2", "R2", "S", "H")
HEART_TABLES: Final[Mapping[str, tuple[int, ...]]] = {
    "one": (1,) * 13,
    "zero": (0,) * 13,
    "face5": (1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5),
    "pip10": (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10),
    "pip14": (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    "greek": (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15),
}
"""Points of the hearts from the two to the ace."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "kitty": ("none", "first_trick", "last_trick", "first_heart"),
    "opening_leader": ("lowest_club", "left_of_dealer"),
    "opening_card": ("lowest_club", "any_club", "any"),
    "first_trick_fallback": ("any_card", "redeal"),
    "lead_hearts": ("after_break", "anytime", "never"),
    "break_by": ("heart_played", "heart_discarded"),
    "qs_breaks": ("never", "any_play", "discard"),
    "lead_exception": ("only_hearts", "only_penalties"),
    "qs_lead": ("anytime", "after_break", "never"),
    "qs_discard": ("free", "must_when_void", "must_when_safe", "after_break"),
    "bonus_floor": ("none", "hand_zero", "total_zero"),
    "moon": (
        "off",
        "others_plus",
        "self_minus",
        "choice",
        "self_minus_unless_others_plus_wins",
        "others_plus_unless_it_loses",
        "others_plus_unless_it_ends",
    ),
    "moon_bonus": ("independent", "absorbed"),
    "sun": ("off", "double"),
    "end_at": ("reach", "exceed"),
    "tie": ("another_hand", "shared"),
    "overtime": ("latched", "recheck"),
}
"""The words each field of words may hold; the position of a word is its code in RuleFacts."""

BARRED_GROUPS: Final = ("hearts", "qs", "other_penalties", "bonus")
_WHOLE_NUMBERS: Final = ("players", "pass_count", "bonus_points", "no_trick_bonus", "end_score", "end_hands")
_SWITCHES: Final = ("first_trick_breaks", "moon_needs_bonus", "exact_wins")
_BIGGEST: Final = 100_000
_UNSUPPORTED: Final = (
    "joker",
    "royal",
    "turbo",
    "booster_nines",
    "draw_hearts",
    "cancellation",
    "partnership",
    "auction",
    "domino",
    "heartsette",
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One table's rules. The fields, their values and meaning: docs/rules-schema.md.

    Values are normalised on creation: cards become canonical text, lists become tuples, tables become
    sorted pairs. Raises RulesError (``bad_rules``) with the field's name for a value of the wrong type.
    Values of the right type that do not fit together are kept and reported by `problems`.

    >>> Rules(players=3).hand_size
    17
    >>> [problem.code for problem in Rules(end_score=0).problems()]
    ['E_NEVER_ENDS']
    """

    players: int = 4
    removed: str | tuple[str, ...] = "auto"
    kitty: str = "none"
    pass_cycle: str | tuple[str, ...] = "auto"  # noqa: S105 (not a password)
    pass_count: int = 3
    no_pass_cards: tuple[str, ...] = ()
    opening_leader: str = "lowest_club"
    opening_card: str = "lowest_club"
    first_trick_barred: tuple[str, ...] = ("hearts", "qs")
    first_trick_fallback: str = "any_card"
    lead_hearts: str = "after_break"
    break_by: str = "heart_played"
    first_trick_breaks: bool = True
    qs_breaks: str = "never"
    lead_exception: str = "only_hearts"
    qs_lead: str = "anytime"
    qs_discard: str = "free"
    heart_points: str | tuple[int, ...] = "one"
    penalties: tuple[tuple[str, int], ...] = (("QS", 13),)
    bonus_card: str | None = None
    bonus_points: int = -10
    bonus_floor: str = "none"
    no_trick_bonus: int = 0
    moon: str = "others_plus"
    moon_value: str | int = "auto"
    moon_needs_bonus: bool = False
    moon_bonus: str = "independent"
    sun: str = "off"
    sun_value: str | int = "auto"
    end_score: int = 100
    end_at: str = "reach"
    end_hands: int = 0
    exact: tuple[tuple[int, int], ...] = ()
    exact_wins: bool = False
    tie: str = "another_hand"
    overtime: str = "latched"

    def __post_init__(self) -> None:
        for name in FIELD_NAMES:
            object.__setattr__(self, name, _normal(name, getattr(self, name)))

    @classmethod
    def from_dict(cls, value: str | Mapping[str, Any]) -> "Rules":
        """Read a preset's name, or changed fields with an optional ``preset`` to start from.

        Raises RulesError: ``unknown_preset``, ``not_supported``, ``unknown_field`` or ``bad_rules``.
        """
        from moonshot.engine.presets import PRESETS

        changes = {"preset": value} if isinstance(value, str) else value
        if not isinstance(changes, Mapping):
            raise RulesError("bad_rules", "Rules are a preset's name or an object of fields.", "rules")
        base = changes.get("preset", "standard")
        if not isinstance(base, str) or base not in PRESETS:
            if isinstance(base, str) and base.lower() in _UNSUPPORTED:
                raise RulesError(
                    "not_supported", f"{base} is a form of Hearts that is not supported.", "preset"
                )
            raise RulesError("unknown_preset", f"There is no preset called {str(base)[:40]!r}.", "preset")
        for name in changes:
            if name != "preset" and name not in FIELD_NAMES:
                raise RulesError(
                    "unknown_field", f"Rules have no field called {str(name)[:40]!r}.", str(name)[:40]
                )
        if len(changes) == ("preset" in changes):
            return PRESETS[base].rules
        values = {name: getattr(PRESETS[base].rules, name) for name in FIELD_NAMES}
        values.update((name, value) for name, value in changes.items() if name != "preset")
        return _shared(cls(**values))

    def to_dict(self) -> dict[str, Any]:
        """Every field in JSON types: lists for tuples, an object for penalties, objects for exact scores."""
        return {name: _plain(name, getattr(self, name)) for name in FIELD_NAMES}

    def changes(self, base: "Rules | None" = None) -> dict[str, Any]:
        """The fields (as in `to_dict`) in which these rules differ from ``base``, by default Standard."""
        other = (base or Rules()).to_dict()
        return {name: value for name, value in self.to_dict().items() if value != other[name]}

    def problems(self) -> "tuple[Problem, ...]":
        """Every reason why these rules cannot be played; empty when they can."""
        from moonshot.engine.problems import problems

        return problems(self)

    def warnings(self) -> "tuple[Problem, ...]":
        """What is playable but probably not meant."""
        from moonshot.engine.problems import warnings

        return warnings(self)

    @cached_property
    def facts(self) -> "RuleFacts":
        """The same rules as ints, for the functions that play by them. Only for rules without problems."""
        from moonshot.engine.facts import facts_of

        return facts_of(self)

    @cached_property
    def removed_cards(self) -> tuple[str, ...]:
        """The cards taken out, with ``auto`` worked out for the number of players."""
        if self.removed != "auto":
            return tuple(self.removed)
        if self.kitty != "none":
            return ()
        return {3: ("2D",), 5: ("2D", "2C"), 6: ("2C", "3C", "2D", "2S")}.get(self.players, ())

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The pass cycle, with ``auto`` worked out for the number of players."""
        if self.pass_cycle != "auto":  # noqa: S105 (not a password)
            return tuple(self.pass_cycle)
        cycles = {
            3: ("L", "R", "H"),
            4: ("L", "R", "A", "H"),
            5: ("L", "R", "L2", "R2", "H"),
            6: ("L", "R", "A", "H"),
        }
        return cycles.get(self.players, ("H",))

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return (52 - len(self.removed_cards)) // self.players

    @property
    def kitty_size(self) -> int:
        """Cards left over after the deal; they go to the kitty."""
        return (52 - len(self.removed_cards)) % self.players

    @cached_property
    def card_points(self) -> tuple[int, ...]:
        """The penalty points of each of the 52 cards (never negative; the bonus card stands apart)."""
        table = self.heart_points
        points = [0] * 39 + list(HEART_TABLES[table] if isinstance(table, str) else table)
        for card, value in self.penalties:
            points[parse_card(card)] = value
        for card in self.removed_cards:
            points[parse_card(card)] = 0
        return tuple(points)


@lru_cache(maxsize=256)
def _shared(rules: Rules) -> Rules:
    """One value for all equal ones, so that what follows from the rules is worked out once."""
    return rules


FIELD_NAMES: Final = tuple(field.name for field in fields(Rules))


def _normal(name: str, value: Any) -> Any:
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise _bad(name, f"choose one of {', '.join(CHOICES[name])}")
        return value
    if name in _WHOLE_NUMBERS:
        return _whole(name, value, at_least=0 if name in ("end_score", "end_hands") else -_BIGGEST)
    if name in _SWITCHES:
        if not isinstance(value, bool):
            raise _bad(name, "choose true or false")
        return value
    return _READERS[name](name, value)


def _whole(name: str, value: Any, at_least: int = -_BIGGEST) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not at_least <= value <= _BIGGEST:
        raise _bad(name, f"give a whole number from {at_least} to {_BIGGEST}")
    return value


def _auto_or_whole(name: str, value: Any) -> Any:
    return value if value == "auto" else _whole(name, value, at_least=0)


def _items(name: str, value: Any, longest: int = 52) -> list[Any]:
    if not isinstance(value, (list, tuple)) or len(value) > longest:
        raise _bad(name, f"give a list of at most {longest}")
    return list(value)


def _removed(name: str, value: Any) -> Any:
    return (
        value if value == "auto" else tuple(_known_card_or_text(name, item) for item in _items(name, value))
    )


def _known_card_or_text(name: str, value: Any) -> str:
    """A removed card that is no card at all is a problem to report (E_REMOVED_NOT_IN_DECK), not an error."""
    if not isinstance(value, str) or len(value) > 10:
        raise _bad(name, "give cards such as 2D")
    try:
        return card_text(parse_card(value))
    except CardError:
        return value


def _card(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _bad(name, "give a card such as QS")
    try:
        return card_text(parse_card(value))
    except CardError as error:
        raise _bad(name, error.message) from None


def _cards(name: str, value: Any) -> tuple[str, ...]:
    cards = {parse_card(_card(name, item)) for item in _items(name, value)}
    return tuple(card_text(card) for card in sorted(cards))


def _cycle(name: str, value: Any) -> Any:
    if value == "auto":
        return value
    cycle = tuple(_items(name, value, 24))
    if not cycle or any(direction not in DIRECTIONS for direction in cycle):
        raise _bad(name, f"give a list of {', '.join(DIRECTIONS)}")
    return cycle


def _barred(name: str, value: Any) -> tuple[str, ...]:
    groups = _items(name, value)
    if any(group not in BARRED_GROUPS for group in groups):
        raise _bad(name, f"give a list of {', '.join(BARRED_GROUPS)}")
    return tuple(group for group in BARRED_GROUPS if group in groups)


def _heart_points(name: str, value: Any) -> Any:
    if isinstance(value, str):
        if value not in HEART_TABLES:
            raise _bad(name, f"choose one of {', '.join(HEART_TABLES)} or give 13 numbers")
        return value
    points = tuple(_whole(name, item, at_least=0) for item in _items(name, value, 13))
    if len(points) != 13:
        raise _bad(name, "give 13 numbers, from the two to the ace")
    return next((table for table, numbers in HEART_TABLES.items() if numbers == points), points)


def _penalties(name: str, value: Any) -> tuple[tuple[str, int], ...]:
    pairs = value.items() if isinstance(value, Mapping) else _items(name, value)
    table: dict[str, int] = {}
    for pair in pairs:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise _bad(name, "give points for each card, such as QS: 13")
        card = _card(name, pair[0])
        if card in table:
            raise _bad(name, f"{card} is named twice")
        table[card] = _whole(name, pair[1], at_least=1)
    return tuple(sorted(table.items(), key=lambda item: parse_card(item[0])))


def _bonus_card(name: str, value: Any) -> str | None:
    return None if value is None else _card(name, value)


def _exact(name: str, value: Any) -> tuple[tuple[int, int], ...]:
    return tuple(_reset(name, item) for item in _items(name, value, 20))


def _reset(name: str, value: Any) -> tuple[int, int]:
    pair = value
    if isinstance(value, Mapping) and set(value) == {"at", "to"}:
        pair = (value["at"], value["to"])
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        raise _bad(name, "give each reset as at and to")
    return _whole(name, pair[0]), _whole(name, pair[1])


_READERS: Final = {
    "removed": _removed,
    "pass_cycle": _cycle,
    "no_pass_cards": _cards,
    "first_trick_barred": _barred,
    "heart_points": _heart_points,
    "penalties": _penalties,
    "bonus_card": _bonus_card,
    "moon_value": _auto_or_whole,
    "sun_value": _auto_or_whole,
    "exact": _exact,
}


def _plain(name: str, value: Any) -> Any:
    if name == "penalties":
        return dict(value)
    if name == "exact":
        return [{"at": at, "to": to} for at, to in value]
    return list(value) if isinstance(value, tuple) else value


def _bad(name: str, what: str) -> RulesError:
    return RulesError("bad_rules", f"{name}: {what.removesuffix('.')}.", name)
