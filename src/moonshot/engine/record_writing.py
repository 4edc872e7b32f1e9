"""Writing the record of a match from its recorded events, in one canonical form."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from moonshot.engine.cards import cards_text
from moonshot.engine.events import (
    Committed,
    Dealt,
    MatchStarted,
    MoonChosen,
    Passed,
    Played,
    Recalled,
    Recorded,
)
from moonshot.engine.match import OVER, Match
from moonshot.engine.record_marks import Thought, thoughts_dict
from moonshot.engine.rules import RULES_VERSION
from moonshot.engine.strict_json import laid_out

FORMAT: Final = "moonshot-record"
VERSION: Final = 1

FIELDS: Final = (
    "format", "version", "rules_version", "match", "rules", "players", "first_dealer", "deals", "result",
)  # fmt: skip
"""The fields of a record, in the order they are written."""
DEAL_FIELDS: Final = (
    "deal", "dealer", "commitment", "seeds", "secret", "hands", "kitty", "passes", "plays", "moon_choice",
    "redeal", "points", "totals",
)  # fmt: skip
"""The fields of each deal, in the order they are written; those of `MARK_FIELDS` may follow."""
_OfADeal = Committed | Dealt | Passed | Recalled | Played | MoonChosen

PLAYER_FIELDS: Final = ("name", "bot", "level")


def match_record(
    match_events: Sequence[Recorded],
    *,
    players: Sequence[Mapping[str, Any]] = (),
    times: Sequence[int | None] | None = None,
    auto: Collection[int] = (),
    thoughts: Sequence[Thought | None] | None = None,
    finished_only: bool = False,
) -> dict[str, Any]:
    """The record of a match, finished or not, from its recorded events.

    Args: ``players`` one mapping a seat with ``name``, ``bot`` and ``level``; ``times`` the milliseconds from
    the match's start of each event; ``auto`` the places in ``match_events`` of cards that were played for a
    player; ``thoughts`` how a bot found each event, None where none did; ``finished_only`` leaves out a deal
    that is still running, and with it every hidden card.
    Raises StateError or MoveError when the events do not follow each other.
    """
    match = Match.replay(match_events[:1])
    deals: list[_Deal] = []
    for place, event in enumerate(match_events[1:], start=1):
        match.apply(event)
        assert not isinstance(event, MatchStarted)  # a second start has just been refused
        if isinstance(event, Committed) or (isinstance(event, Dealt) and not (deals and deals[-1].undealt)):
            deals.append(_Deal(match.next_deal_no, match.next_dealer))
        thought = None if thoughts is None else thoughts[place]
        deals[-1].add(event, None if times is None else times[place], thought, auto=place in auto)
        deals[-1].note(match)
    if finished_only:
        while deals and deals[-1].points is None:
            deals.pop()
    over = match.phase == OVER
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules_version": RULES_VERSION,
        "match": match.match_id,
        "rules": match.rules.to_dict(),
        "players": [{name: player.get(name) for name in PLAYER_FIELDS} for player in players],
        "first_dealer": match.first_dealer,
        "deals": [deal.to_dict() for deal in deals],
        "result": {"totals": list(match.totals), "winners": list(match.winners)} if over else None,
    }


def write_record(record: Mapping[str, Any]) -> str:
    """The canonical text of a record: fixed order of fields, fixed layout, one newline at the end."""
    ordered = {name: record[name] for name in FIELDS}
    return laid_out(ordered) + "\n"


@dataclass(slots=True)
class _Deal:
    """One deal of a record while its events are gathered."""

    number: int
    dealer: int
    committed: Committed | None = None
    dealt: Dealt | None = None
    passes: list[tuple[Passed, int | None, Thought | None]] = field(default_factory=list)
    plays: list[tuple[int, int | None, Thought | None]] = field(default_factory=list)
    auto: list[int] = field(default_factory=list)
    choice: str | None = None
    choosing: Thought | None = None
    redeal: bool = False
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None

    @property
    def undealt(self) -> bool:
        """Promised, but not dealt yet."""
        return self.dealt is None

    def add(self, event: _OfADeal, time: int | None, thought: Thought | None, *, auto: bool) -> None:
        """Take in one event of this deal."""
        if isinstance(event, Committed):
            self.committed = event
        elif isinstance(event, Dealt):
            self.dealt = event
        elif isinstance(event, Passed):
            self.passes.append((event, time, thought))
        elif isinstance(event, Recalled):
            self.passes = [made for made in self.passes if made[0].seat != event.seat]
        elif isinstance(event, Played):
            if auto:
                self.auto.append(len(self.plays))
            self.plays.append((event.card, time, thought))
        else:
            self.choice, self.choosing = event.choice, thought

    def note(self, match: Match) -> None:
        """Take over what the match made of it."""
        self.redeal = match.phase == "redeal" and not self.undealt
        if len(match.results) == self.number:
            self.points = match.results[-1].points
            self.totals = match.results[-1].totals

    def to_dict(self) -> dict[str, Any]:
        """The deal as it stands in a record. Its secret is written only once it has been revealed."""
        committed, dealt = self.committed, self.dealt
        over = self.redeal or self.points is not None
        record: dict[str, Any] = {
            "deal": self.number,
            "dealer": self.dealer,
            "commitment": None if committed is None else committed.commitment,
            "seeds": [] if dealt is None else list(dealt.seeds),
            "secret": (committed.secret or None) if committed is not None and over else None,
            "hands": None if dealt is None else [cards_text(hand) for hand in dealt.hands],
            "kitty": "" if dealt is None else cards_text(dealt.kitty),
            "passes": [{"seat": made.seat, "cards": cards_text(made.cards)} for made, _, _ in self.passes],
            "plays": cards_text([card for card, _, _ in self.plays]),
            "moon_choice": self.choice,
            "redeal": self.redeal,
            "points": None if self.points is None else list(self.points),
            "totals": None if self.totals is None else list(self.totals),
        }
        passes, plays = [when for _, when, _ in self.passes], [when for _, when, _ in self.plays]
        if (passes or plays) and None not in passes and None not in plays:
            record["times"] = {"passes": passes, "plays": plays}
        if self.auto:
            record["auto"] = self.auto
        by_pass, by_play = [how for _, _, how in self.passes], [how for _, _, how in self.plays]
        if any((*by_pass, *by_play, self.choosing)):
            record["thoughts"] = thoughts_dict(by_pass, by_play, self.choosing)
        return record
