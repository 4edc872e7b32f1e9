"""``python -m tools.passed play NAME FILE`` lets the search pass; ``learn NAME FILE...`` learns from it.

What is learned is what hands look like after the pass (`moonshot.bots.search.passed`). NAME is the name of
the habits it belongs to, such as standard. For each seat of a deal the true hands of the others stand beside
some in which the cards that the seat cannot know were dealt at random; the numbers are fitted so that the
true ones are found (cross-entropy), by Adam.
"""

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from moonshot.bots import search
from moonshot.bots.search import habits, passed
from moonshot.bots.search.passes import judge_passes
from moonshot.engine import Match, Pass, Rules, cards_of, deal_hands, view_of
from moonshot.engine.cards import QUEEN_BIT, SPADES_SUIT, SUIT_MASKS, mask_of
from moonshot.engine.events import Dealt
from moonshot.engine.passing import receiver_of
from tools.rounds import RoundParser

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

DEALT_AGAIN = 24
"""So many other deals stand beside the true one."""
BATCH = 200
WEIGHT_DECAY = 1e-4
COOLING = 0.75
"""Each time through, the steps are so much smaller."""


def passes(rules: Sequence[Rules], deals: int, seed: int, playouts: int) -> Iterator[list[int]]:
    """Of deals under these rules in turn the place of the direction, each pass, and each hand then."""
    for number in range(deals):
        place = number // len(rules) % len(passed.DIRECTIONS)
        terms = replace(rules[number % len(rules)], pass_cycle=(passed.DIRECTIONS[place],))
        match = Match(terms, match_id=f"passed-{number}", first_dealer=number % terms.players)
        secret = hashlib.sha256(f"passed/{seed}/{number}".encode()).digest()
        match.apply(Dealt(1, match.next_dealer, *deal_hands(terms, match.next_dealer, secret)))
        given = [judge_passes(view_of(match, seat), playouts, number).best for seat in range(terms.players)]
        for seat, cards in enumerate(given):
            match.act(seat, Pass(tuple(sorted(cards))))
        assert match.deal is not None
        yield [place, *map(mask_of, given), *match.deal.hands]


def facts_of(part: int, hand: int, shared: int) -> list[int]:
    """The facts about a hand, as places in the table of all parts."""
    begin = part * passed.FACTS
    found = [begin + passed.CARD + card for card in cards_of(hand)]
    for place, suit in enumerate(SUIT_MASKS):
        row = place * passed.SHARES + (shared & suit).bit_count()
        found.append(begin + passed.LENGTH + row * passed.LENGTHS + (hand & suit).bit_count())
    spades = (hand & SUIT_MASKS[SPADES_SUIT]).bit_count() if hand & QUEEN_BIT else 0
    return [*found, begin + passed.QUEEN + spades]


def examples(deals: Sequence[Sequence[int]], seed: int) -> Ints:
    """For each seat of each deal the facts of the true hands, then those of hands dealt again."""
    chance = np.random.default_rng(seed)
    found: list[list[list[int]]] = []
    for place, *masks in deals:
        direction, given, hands = passed.DIRECTIONS[place], masks[:4], masks[4:]
        for me in range(4):
            giver = next(seat for seat in range(4) if receiver_of(direction, seat, 4) == me)
            others = [seat for seat in range(4) if seat != me]
            fixed = [hands[seat] & given[me] for seat in others]
            free = [card for seat in others for card in cards_of(hands[seat] & ~given[me])]
            lines = []
            for turn in range(1 + DEALT_AGAIN):
                cards = chance.permutation(free).tolist() if turn else free
                line: list[int] = []
                for seat, known in zip(others, fixed, strict=True):
                    size = hands[seat].bit_count() - known.bit_count()
                    hand, cards = known | mask_of(cards[:size]), cards[size:]
                    shared = passed.shared_cards(direction, me, seat, given[me], given[giver])
                    line += facts_of(passed.part_of(direction, me, seat), hand, shared)
                lines.append(line)
            found.append(lines)
    return np.array(found, np.int64)


def likelihoods(numbers: Floats, facts: Ints) -> Floats:
    """For each example the logarithm of how much likelier the true hands are than those dealt again."""
    sums = numbers[facts].sum(2)
    most = sums.max(1, keepdims=True)
    found: Floats = sums[:, 0] - most[:, 0] - np.log(np.exp(sums[:, 1:] - most).mean(1))
    return found


def learn(facts: Ints, times: int, rate: float, seed: int) -> Floats:
    """The numbers of all parts, in a row."""
    chance = np.random.default_rng(seed)
    numbers, mean, square = (np.zeros(passed.PARTS * passed.FACTS) for _ in range(3))
    step = 0
    for turn in range(times):
        order = chance.permutation(len(facts))
        for start in range(0, len(order), BATCH):
            some = facts[order[start : start + BATCH]]
            sums = numbers[some].sum(2)
            shares = np.exp(sums - sums.max(1, keepdims=True))
            shares /= shares.sum(1, keepdims=True)
            shares[:, 0] -= 1.0
            each = np.repeat(shares.ravel() / len(some), some.shape[2])
            slope = np.bincount(some.ravel(), each, minlength=len(numbers)) + WEIGHT_DECAY * numbers
            step += 1
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope * slope
            size = rate * COOLING**turn / (1 - 0.9**step)
            numbers -= size * mean / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return numbers


def play(args: argparse.Namespace) -> None:
    """Deal, let the search pass, and keep it."""
    search.demand()
    found: list[list[int]] = []
    for deal in passes(habits.LEARNED[args.name], args.deals, args.seed, args.playouts):
        found.append(deal)
        if len(found) % 100 == 0 or len(found) == args.deals:
            np.save(args.file, np.array(found, np.int64))
    print(f"{len(found)} deals in {args.file}")


def fit(args: argparse.Namespace) -> None:
    """Learn, say how well on deals left out, and write the file."""
    deals = [line for file in args.files for line in np.load(file).tolist()]
    apart = max(1, len(deals) // 10)
    numbers = learn(examples(deals[apart:], args.seed), args.times, args.rate, args.seed)
    left_out = likelihoods(numbers, examples(deals[:apart], args.seed + 1))
    print(f"{len(deals)} deals; left out, the true hands are e^{left_out.mean():.3f} times as likely")
    rows = np.rint(numbers / habits.UNIT).astype(np.int16).reshape(passed.PARTS, passed.FACTS)
    np.savez_compressed(str(passed.file_of(args.name)), rows=rows)


def main() -> None:
    """Do what the command line says."""
    parser = RoundParser("python -m tools.passed", __doc__, play, fit)
    parser.playing.add_argument("--playouts", type=int, default=2500, help="for each pass")
    parser.learning.add_argument("--times", type=int, default=12)
    parser.learning.add_argument("--rate", type=float, default=0.03)
    parser.do()


if __name__ == "__main__":
    main()
