"""Make the records in tests/golden: matches that every later version must replay to the same scores.

Run: python -m tools.golden_records. Records that are there already stay as they are, because what an old
version wrote is the point of them; remove one by hand to have it made anew.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

from moonshot.engine import PRESETS, ChooseMoon, Match, Pass, Play, Rules, cards_of, parse_card
from moonshot.engine.events import Recorded
from moonshot.engine.record import match_record, write_record

GOLDEN = Path(__file__).parent.parent / "tests" / "golden"
PRESET_DEALS = 3
SMALL = tuple(f"{rank}{suit}" for suit in "CDSH" for rank in "23456789")
"""Taken out for short matches: what is left are 20 cards, five hearts and the queen among them."""

Wanted = Callable[[Match], bool]


def _anything(_: Match) -> bool:
    return True


def _overtime_given_up(match: Match) -> bool:
    """Whether a tie at the end was followed by a deal after which the end score was out of reach again."""
    end = match.rules.end_score
    return any(
        max(row.totals) >= end and max(after.totals) < end
        for row, after in zip(match.results, match.results[1:], strict=False)
    )


ENDS: dict[str, tuple[Rules, Wanted]] = {
    "end-score": (Rules(end_score=50), lambda match: len(match.winners) == 1),
    "end-exceed": (Rules(end_score=50, end_at="exceed"), lambda match: 50 in match.results[-2].totals),
    "end-hands": (Rules(end_score=0, end_hands=2), lambda match: len(match.winners) == 1),
    "end-shared": (Rules(end_hands=1, tie="shared"), lambda match: len(match.winners) > 1),
    "end-overtime": (Rules(end_hands=1), lambda match: match.deal_no >= 3),
    "end-overtime-recheck": (
        Rules(
            players=5, removed=SMALL, end_score=18, overtime="recheck", moon="self_minus", pass_cycle=("H",)
        ),
        _overtime_given_up,
    ),
    "end-exact-wins": (
        Rules(end_score=40, exact_wins=True, end_at="exceed"),
        lambda match: 40 in match.totals and max(match.totals) > min(match.totals),
    ),
    "end-exact-reset": (
        Rules(end_score=60, exact=((50, 25), (60, 30)), end_hands=8),
        lambda match: any(
            before + points != after
            for row, last in zip(match.results[1:], match.results, strict=False)
            for before, points, after in zip(last.totals, row.points, row.totals, strict=True)
        ),
    ),
    "end-cap": (
        Rules(players=4, removed=SMALL, end_score=100_000, pass_cycle=("H",)),
        lambda match: match.deal_no == 100,
    ),
    "moon-choice": (
        Rules(players=4, removed=SMALL, moon="choice", end_hands=6, pass_count=2, bonus_card="JD"),
        lambda match: {row.moon_mode for row in match.results} == {None, "others_plus", "self_minus"},
    ),
    "moon-sun": (
        Rules(players=4, removed=SMALL, sun="double", moon="self_minus", end_hands=6, pass_count=2),
        lambda match: any(row.sun for row in match.results),
    ),
    "moon-clever": (
        Rules(
            players=4, removed=SMALL, moon="self_minus_unless_others_plus_wins", end_score=40, pass_count=2
        ),
        lambda match: {row.moon_mode for row in match.results} == {None, "others_plus", "self_minus"},
    ),
    "redeal": (
        Rules(players=4, removed=SMALL, first_trick_fallback="redeal", end_hands=4, pass_count=2),
        _anything,
    ),
    "kitty-scatter": (
        Rules(
            players=5,
            removed=(),
            kitty="first_heart",
            pass_cycle=("S", "L2", "R2"),
            pass_count=4,
            end_hands=3,
        ),
        _anything,
    ),
    "six-second-seat": (
        Rules(players=6, pass_cycle=("L2", "R2", "A"), end_hands=3, no_pass_cards=("QS", "KS", "AS")),
        _anything,
    ),
}
"""Each with its rules and what has to happen in the match."""


def play(rules: Rules, name: str, seed: int, deals: int) -> tuple[Match, list[Recorded]]:
    """A random match of at most so many deals; now and then a player takes all he can."""
    rng = random.Random(f"{name} {seed}")  # noqa: S311 - golden records are the same on every run
    match = Match(rules, match_id=f"golden-{name}", first_dealer=rng.randrange(rules.players))
    events: list[Recorded] = [match.started()]
    greedy: int | None = None

    def happen(event: Recorded) -> None:
        match.apply(event)
        events.append(event)

    while match.phase != "over" and len(match.results) < deals:
        phase = match.phase
        if phase in ("between", "redeal"):
            happen(match.commit(rng.randbytes(32)))
            happen(match.deal_event([f"seed {rng.randrange(1000)}"][: rng.randrange(2)]))
            greedy = rng.randrange(rules.players) if rng.random() < 0.5 else None
        elif phase == "passing":
            seat = rng.choice(match.acting)
            assert match.deal is not None
            kept = [parse_card(card) for card in rules.no_pass_cards]
            cards = sorted(cards_of(match.deal.hands[seat]), key=lambda card: (card in kept, rng.random()))
            happen(match.verify(seat, Pass(tuple(cards[: rules.pass_count]))))
        elif phase == "choosing_moon":
            happen(match.verify(match.acting[0], ChooseMoon(rng.choice(("others_plus", "self_minus")))))
        else:
            seat = match.acting[0]
            cards = sorted(cards_of(match.legal_mask()), key=lambda card: card % 13)
            happen(match.verify(seat, Play(cards[-1] if seat == greedy else rng.choice(cards))))
    return match, events


def redealt(events: list[Recorded]) -> bool:
    """Whether some deal was dealt twice."""
    numbers = [event.deal_no for event in events if event.kind == "dealt"]
    return len(numbers) > len(set(numbers))


def find(name: str, rules: Rules, wanted: Wanted, deals: int) -> list[Recorded]:
    """The events of the first match in which what is wanted happens."""
    for seed in range(100_000):
        match, events = play(rules, name, seed, deals)
        done = deals == PRESET_DEALS or match.phase == "over"
        if done and wanted(match) and (name != "redeal" or redealt(events)):
            return events
    raise SystemExit(f"{name}: no such match among the first 100,000")


def main() -> None:
    """Make the records that are missing."""
    jobs: dict[str, tuple[Rules, Wanted, int]] = {
        name: (preset.rules, _anything, PRESET_DEALS) for name, preset in PRESETS.items()
    }
    jobs |= {name: (rules, wanted, 100) for name, (rules, wanted) in ENDS.items()}
    for name, (rules, wanted, deals) in jobs.items():
        file = GOLDEN / f"{name}.json"
        if file.exists():
            continue
        assert not rules.problems(), (name, rules.problems())
        record = match_record(find(name, rules, wanted, deals))
        file.write_text(write_record(record), encoding="utf-8")
        sys.stdout.write(f"{file.name}: {len(record['deals'])} deals, {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
