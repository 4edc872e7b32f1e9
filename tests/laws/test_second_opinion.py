"""The engine against the textbook, a second and independent reading of the rules, at every ply."""

import random
import time

import pytest

from moonshot.engine import Match, Rules, card_text, cards_of, mask_of
from moonshot.engine.cards import FULL_DECK, QUEEN_BIT, SUIT_MASKS
from moonshot.engine.events import DealScored, Dealt, Event, Exchanged, Played, Recorded, TrickTaken
from moonshot.engine.legality import follow_mask, lead_mask
from tests.laws import textbook
from tests.laws.strategies import play_match, seed_combinations, valid_rules
from tests.laws.textbook import Book, TextbookDeal

SECONDS = 9.0


def texts(mask: int) -> list[str]:
    return [card_text(card) for card in cards_of(mask)]


class Follower:
    """Plays the events of a match through the textbook and compares all that can be compared."""

    def __init__(self, rules: Rules) -> None:
        self.book: Book = rules.to_dict()
        self.deal: TextbookDeal | None = None
        self.hands: list[list[str]] = []
        self.passes: list[list[str]] = []
        self.kitty: list[str] = []
        self.totals = [0] * rules.players
        self.overtime = False
        self.positions = 0

    def see(self, match: Match, event: Recorded, happened: tuple[Event, ...]) -> None:
        if isinstance(event, Dealt):
            assert sorted([*self._all(event.hands), *texts(event.kitty)]) == sorted(textbook.deck(self.book))
            self.hands = [texts(hand) for hand in event.hands]
            self.passes = [[] for _ in self.hands]
            self.kitty = texts(event.kitty)
            self.deal = None
        if event.kind == "passed":
            self.passes[event.seat] = [card_text(card) for card in event.cards]
        if event.kind == "recalled":
            self.passes[event.seat] = []
        if event.kind in ("dealt", "passed") and match.phase in ("playing", "redeal"):
            way = textbook.direction(self.book, match.deal_no)
            assert (way == "H") == (not any(isinstance(fact, Exchanged) for fact in happened))
            hands = textbook.after_pass(self.book, way, self.hands, self.passes)
            self.deal = TextbookDeal(self.book, hands, self.kitty, match.dealer)
        if self.deal is None:
            return
        if isinstance(event, Played):
            self.deal.play(card_text(event.card))
        self._compare_deal(match)
        for fact in happened:
            if isinstance(fact, TrickTaken):
                assert fact.winner == self.deal.turn
            if isinstance(fact, DealScored):
                self._compare_score(match, fact, getattr(event, "choice", None))
        if match.phase == "choosing_moon":
            assert self._outcome(match.deal_no, None) == {"state": "choosing_moon"}

    def _all(self, hands: tuple[int, ...]) -> list[str]:
        return [card for hand in hands for card in texts(hand)]

    def _compare_deal(self, match: Match) -> None:
        ours, deal = match.deal, self.deal
        assert ours is not None
        assert deal is not None
        assert [texts(hand) for hand in ours.hands] == [
            sorted(hand, key=textbook.PACK.index) for hand in deal.hands
        ]
        assert [set(texts(taken)) for taken in ours.taken] == [set(taken) for taken in deal.taken]
        assert ours.tricks_won == deal.won
        assert ours.broken == deal.broken
        assert deal.over == (ours.phase == "done")
        if deal.over:
            return
        assert ours.turn == deal.turn
        assert deal.redeals() == (match.phase == "redeal")
        if match.phase == "playing":
            self.positions += 1
            assert texts(match.legal_mask()) == sorted(deal.legal(), key=textbook.PACK.index)

    def _outcome(self, deal_no: int, choice: str | None) -> dict[str, object]:
        assert self.deal is not None
        return textbook.after_deal(
            self.book, self.deal.taken, self.deal.won, self.totals, deal_no, self.overtime, choice
        )

    def _compare_score(self, match: Match, fact: DealScored, choice: str | None) -> None:
        assert self.deal is not None
        outcome = self._outcome(fact.deal_no, choice)
        assert list(fact.points) == outcome["points"]
        assert list(fact.totals) == outcome["totals"]
        assert fact.moon == outcome["moon"]
        assert fact.moon_mode == outcome["way"]
        assert list(match.winners) == outcome["winners"]
        state = "over" if match.phase == "over" else "overtime" if match.tied else "next_deal"
        assert state == outcome["state"]
        if fact.moon is not None:
            assert fact.sun == textbook.shot_sun(self.book, self.deal.won, fact.moon)
        self.totals = list(fact.totals)
        self.overtime = state == "overtime" or (self.overtime and self.book["overtime"] == "latched")


def follow(rules: Rules, rng: random.Random, deals: int) -> int:
    """Compare a random match under ``rules``; the number of positions whose legal sets were compared."""
    follower = Follower(rules)
    for match, event, happened in play_match(rules, rng, deals=deals):
        follower.see(match, event, happened)
    return follower.positions


@pytest.mark.slow
def test_R9_random_matches_agree_with_the_textbook() -> None:
    """As many random rules as fit in the time; a failure names its seed."""
    began = time.monotonic()
    seed = 0
    while time.monotonic() - began < SECONDS or seed < 200:
        rng = random.Random(seed)
        rules = valid_rules(rng.choice)
        try:
            follow(rules, rng, deals=3)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, rules {rules.changes()}: {error}") from error
        seed += 1


@pytest.mark.slow
def test_R9_random_positions_agree_with_the_textbook() -> None:
    """Any hand against any trick, reachable or not: many more positions a second than whole matches give."""
    began = time.monotonic()
    seed = 0
    while time.monotonic() - began < SECONDS or seed < 200:
        rng = random.Random(seed)
        rules = valid_rules(rng.choice)
        book = rules.to_dict()
        for _ in range(100):
            compare_position(rules, book, rng, seed)
        seed += 1


def compare_position(rules: Rules, book: Book, rng: random.Random, seed: int) -> None:
    pack = list(cards_of(rules.facts.deck & some_suits(rng)) or cards_of(rules.facts.deck))
    rng.shuffle(pack)
    size = rng.randrange(1, rules.hand_size + 1)
    hand, rest = pack[:size], [card for card in range(52) if card not in pack[:size]]
    trick = rng.sample(rest, rng.randrange(rules.players))
    first = rng.random() < 0.4
    broken = rng.random() < 0.5
    if trick:
        mask = follow_mask(rules.facts, mask_of(hand), trick[0] // 13, mask_of(trick), first, broken)
    else:
        mask = lead_mask(rules.facts, mask_of(hand), first, broken)
    held = [card_text(card) for card in hand]
    lying = [card_text(card) for card in trick]
    expected = textbook.legal(book, held, lying, 1 if first else 2, broken)
    assert texts(mask) == sorted(expected, key=textbook.PACK.index), (seed, held, lying, first, broken)


def some_suits(rng: random.Random) -> int:
    """All cards, or those of some suits and single cards, so that bare and one-sided hands come up."""
    if rng.random() < 0.3:
        return FULL_DECK
    mask = SUIT_MASKS[rng.randrange(4)]
    for _ in range(rng.randrange(3)):
        mask |= rng.choice((SUIT_MASKS[rng.randrange(4)], 1 << rng.randrange(52), QUEEN_BIT))
    return mask


def test_the_combinations_of_the_source_documents_agree_with_the_textbook() -> None:
    rules = list(seed_combinations())
    assert len(set(rules)) == 1152
    rng = random.Random(1152)
    assert sum(follow(each, rng, deals=1) for each in rules) > 40_000
