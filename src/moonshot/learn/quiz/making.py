"""How questions are made: positions drawn from a seed and played by the engine, kinds in a register.

A kind is a function from a `Maker` to a `Draft`, or to None when this draw did not come to anything. Nothing
here or in the kinds states a rule: what is right is read off a `Deal` or asked of a function of the engine.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from moonshot.engine import PRESETS, Deal, Rules, card_text, cards_of, mask_of
from moonshot.engine.cards import HEARTS, rank_of
from moonshot.engine.deal import PLAYING
from moonshot.engine.passing import allowed_in_pass, receivers_of
from moonshot.learn.quiz.question import NUMBER, SEAT, YES, Answer, Draft, Question
from moonshot.learn.sentences import Sentence, say

ATTEMPTS: Final = 60
"""Draws until a kind that fits its rules is given up; tests see to it that this is far more than enough."""
_TRIES: Final = 400

Choose = Callable[["Maker", Deal], int]
Fits = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of question. ``house`` names changes to the rules that are told with the question."""

    name: str
    level: str
    make: Callable[["Maker"], Draft | None]
    fits: Fits
    house: str | None


KINDS: Final[dict[str, Kind]] = {}
"""Every kind by its name, in the order of the modules."""

HOUSE: Final[dict[str, dict[str, Any]]] = {}
"""House rules that questions bring along, by the name of the sentence that tells them."""


def always(rules: Rules) -> bool:  # noqa: ARG001 - the signature of a test for rules
    """Fits any rules."""
    return True


def kind(
    name: str, level: str, fits: Fits = always, *, house: str | None = None
) -> Callable[[Callable[["Maker"], Draft | None]], Callable[["Maker"], Draft | None]]:
    """Enter a function as a kind of question."""

    def enter(make: Callable[["Maker"], Draft | None]) -> Callable[["Maker"], Draft | None]:
        assert name not in KINDS
        KINDS[name] = Kind(name, level, make, fits, house)
        return make

    return enter


@lru_cache(maxsize=512)
def rules_for(kind_name: str, rules_id: str) -> Rules | None:
    """The rules a kind plays by at a preset's table, or None when it does not fit there."""
    one = KINDS[kind_name]
    rules = PRESETS[rules_id].rules
    if one.house is not None:
        changed = replace(rules, **HOUSE[one.house])
        if changed == rules or changed.problems():
            return None
        rules = changed
    return rules if one.fits(rules) else None


class Maker:
    """Draws positions under some rules from one source of chance."""

    def __init__(self, rules: Rules, rng: random.Random) -> None:
        self.rules = rules
        self.facts = rules.facts
        self.players = rules.players
        self.rng = rng

    # -- dealing -----------------------------------------------------------------------------------------

    def shuffled(self, mask: int) -> list[int]:
        """The cards of a mask in some order."""
        cards = list(cards_of(mask))
        self.rng.shuffle(cards)
        return cards

    def hands(self, given: dict[int, int] | None = None) -> tuple[tuple[int, ...], int]:
        """Some hands and the kitty; ``given`` are cards that a seat gets whatever happens."""
        given = given or {}
        fixed = 0
        for mask in given.values():
            fixed |= mask
        pack = self.shuffled(self.facts.deck & ~fixed)
        hands = []
        for seat in range(self.players):
            mask = given.get(seat, 0)
            while mask.bit_count() < self.facts.hand_size:
                mask |= 1 << pack.pop()
            hands.append(mask)
        return tuple(hands), mask_of(pack)

    def deal(self, given: dict[int, int] | None = None, *, deal_no: int | None = None) -> Deal:
        """A deal in which everybody has passed; ``given`` are cards held after the pass."""
        hands, kitty = self.hands(given)
        deal_no = deal_no or self.rng.randint(1, 2 * len(self.rules.directions))
        dealer = self.rng.randrange(self.players)
        way = self.rules.directions[(deal_no - 1) % len(self.rules.directions)]
        receivers = receivers_of(way, self.players)
        if receivers is None:
            return Deal(self.rules, hands, deal_no=deal_no, dealer=dealer, kitty=kitty)
        came = [self.rng.sample(cards_of(hand), self.facts.pass_count) for hand in hands]
        went = [came[receivers[seat]] for seat in range(self.players)]
        dealt = [hand & ~mask_of(came[seat]) | mask_of(went[seat]) for seat, hand in enumerate(hands)]
        deal = Deal(self.rules, dealt, deal_no=deal_no, dealer=dealer, kitty=kitty)
        for seat in range(self.players):
            deal.pass_cards(seat, tuple(went[seat]))
        return deal

    def before_pass(self) -> Deal | None:
        """A deal in which nobody has passed yet, or None where nobody ever passes to one seat."""
        numbers = [
            no
            for no in range(1, 2 * len(self.rules.directions) + 1)
            if receivers_of(self.rules.directions[(no - 1) % len(self.rules.directions)], self.players)
        ]
        if not numbers:
            return None
        hands, kitty = self.hands()
        dealer = self.rng.randrange(self.players)
        return Deal(self.rules, hands, deal_no=self.rng.choice(numbers), dealer=dealer, kitty=kitty)

    def any_pass(self, deal: Deal, seat: int) -> tuple[int, ...]:
        """Some cards that a seat may pass."""
        free, must = allowed_in_pass(self.facts, deal.hands[seat])
        rest = self.shuffled(free & ~must)
        return tuple([*cards_of(must), *rest][: self.facts.pass_count])

    # -- playing -----------------------------------------------------------------------------------------

    def seek(
        self,
        wanted: Callable[[Deal], bool],
        *,
        choose: Choose | None = None,
        early: bool = False,
        tries: int = _TRIES,
        given: Callable[["Maker"], dict[int, int]] | None = None,
    ) -> Deal | None:
        """A deal played to a place that is wanted, or None. ``early`` looks from the first card on."""
        choose = choose or any_card
        for _ in range(tries):
            deal = self.deal(given(self) if given else None)
            start = 0 if early else self.rng.randrange(self.facts.plies)
            while True:
                if len(deal.plays) >= start and wanted(deal):
                    return deal
                if deal.phase != PLAYING or (early and not deal.first):
                    break
                deal.push(choose(self, deal))
        return None

    def played_out(
        self, given: dict[int, int] | None = None, choose: Choose | None = None, *, deal_no: int | None = None
    ) -> Deal:
        """A deal played to its end (or to a redeal)."""
        deal = self.deal(given, deal_no=deal_no)
        choose = choose or any_card
        while deal.phase == PLAYING:
            deal.push(choose(self, deal))
        return deal

    def totals(self, low: int = 0, high: int = 90) -> tuple[int, ...]:
        """Some totals before a deal."""
        return tuple(self.rng.randint(low, high) for _ in range(self.players))


def any_card(maker: Maker, deal: Deal) -> int:
    """Any card that may be played."""
    return maker.rng.choice(cards_of(deal.legal_mask()))


def no_heart(maker: Maker, deal: Deal) -> int:
    """A card that is no heart where there is one: keeps hearts closed for long."""
    legal = deal.legal_mask()
    return maker.rng.choice(cards_of(legal & ~HEARTS or legal))


def texts(cards: int | Iterable[int]) -> tuple[str, ...]:
    """The codes of cards, for a sentence."""
    return tuple(card_text(card) for card in (cards_of(cards) if isinstance(cards, int) else cards))


def suit_letter(card: int) -> str:
    """C, D, S or H."""
    return card_text(card)[1]


def by_rank(cards: int) -> list[int]:
    """The cards of a mask, the highest ranks first."""
    return sorted(cards_of(cards), key=lambda card: (-rank_of(card), card))


def numbers_near(right: int, *likely: int, step: int = 1) -> tuple[int, ...]:
    """Wrong numbers: likely mistakes first, then neighbours."""
    around = (right + step, right - step, right + 2 * step, right - 2 * step)
    return (*likely, *(number for number in around if number >= 0 or right < 0))


def turned(points: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The same scores at other seats."""
    for by in range(1, len(points)):
        yield points[by:] + points[:by]


# -- from a draft to a question --------------------------------------------------------------------------


@lru_cache(maxsize=256)
def build(kind_name: str, rules_id: str, seed: int) -> Question | None:
    """The question of a kind for a preset's table and a seed; None when the kind does not fit there."""
    rules = rules_for(kind_name, rules_id)
    if rules is None:
        return None
    one = KINDS[kind_name]
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"{kind_name}/{rules_id}/{seed}/{attempt}")  # noqa: S311 - to be repeated
        draft = one.make(Maker(rules, rng))
        if draft is None:
            continue
        options = _options(draft, rng)
        if options is not None:
            house: tuple[Sentence, ...] = () if one.house is None else (say(f"quiz.house.{one.house}"),)
            right = options.index(draft.right)
            return Question(kind_name, one.level, rules_id, seed, house, draft, options, right)
    return None


def _options(draft: Draft, rng: random.Random) -> tuple[Answer, ...] | None:
    wrong: list[Answer] = []
    for one in draft.wrong:
        if one != draft.right and one not in wrong:
            wrong.append(one)
    if not wrong:
        return None
    options = [draft.right, *wrong[:3]]
    if draft.show == YES:
        return (True, False)
    if draft.show == NUMBER:
        return tuple(sorted(options, key=int))  # type: ignore[arg-type]
    if draft.show == SEAT:
        return tuple(sorted(options, key=lambda seat: draft.scene.relative(int(seat))))  # type: ignore[arg-type]
    rng.shuffle(options)
    return tuple(options)
