"""Choosing a card: every legal card is played out in the same worlds, and the poorer half dropped each time.

Each card is also tried as the beginning of a moon: the same worlds, with me shooting. A card is as good as
its better way.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from moonshot.bots.counting import count_cards
from moonshot.bots.search.chance import Stream, stream_of
from moonshot.bots.search.compiling import compiled
from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.playout import play_on
from moonshot.bots.search.scores import MARGIN, Stake, payoff, score, stake_of
from moonshot.bots.search.state import (
    COLUMNS,
    GAME,
    HANDS,
    REDEALT,
    TAKEN,
    State,
    open_play,
    put,
    replay,
)
from moonshot.bots.search.thumb import NOBODY
from moonshot.bots.search.worlds import WAYS, Unseen, draw, unseen_of
from moonshot.engine import View
from moonshot.engine.cards import cards_of

Ints = np.ndarray[Any, np.dtype[np.int64]]
Floats = np.ndarray[Any, np.dtype[np.float64]]

MOST_MISSES: Final = 200
"""So many worlds are drawn for one that the rules accept, before any is taken."""


@dataclass(frozen=True, slots=True)
class Position:
    """A view in play, in the form the search wants."""

    facts: Any
    me: int
    hand: int
    played: Ints
    """All cards of the deal so far, in order."""
    leader: int
    """Who led trick one."""
    dealer: int
    seats: Ints
    """The seat of each card of ``played``."""
    unseen: Unseen
    kitty: int
    """The cards of the kitty when its taker has shown them, else 0."""
    moves: Ints
    """The cards worth telling apart."""


def position_of(view: View) -> Position:
    """Read a view of a seat during play, whoever is to play a card."""
    facts = view.rules.facts
    tricks = [*view.tricks] if view.trick is None else [*view.tricks, view.trick]
    played = [card for trick in tricks for card in trick.cards]
    seats = [(trick.leader + place) % facts.players for trick in tricks for place in range(len(trick.cards))]
    assert view.seat is not None
    assert view.turn is not None
    count = count_cards(view)
    shown = 0
    for card in played:
        shown |= 1 << card
    taken = 0
    for cards in view.taken:
        taken |= cards
    on_table = view.trick.cards if view.trick is not None else ()
    return Position(
        facts=guide_of(facts),
        me=view.seat,
        hand=view.hand,
        played=np.array(played, np.int64),
        leader=tricks[0].leader if tricks else view.turn,
        dealer=view.dealer,
        seats=np.array(seats, np.int64),
        unseen=unseen_of(count),
        kitty=taken & ~shown,
        moves=np.array(distinct(view, count.unseen, on_table), np.int64),
    )


def distinct(view: View, unseen: int, on_table: tuple[int, ...]) -> list[int]:
    """The legal cards, of each run of equals the lowest: same worth, and no card of others in between."""
    facts = view.rules.facts
    others = unseen
    for card in on_table:
        others |= 1 << card
    special = facts.moon_set | facts.scoring_cards
    moves: list[int] = []
    last = -1
    for card in cards_of(view.legal):
        between = ((1 << card) - (2 << last)) & (others | view.hand & ~view.legal) if last >= 0 else 0
        alike = (
            last >= 0
            and last // 13 == card // 13
            and not between
            and facts.points[last] == facts.points[card]
            and (special >> last & 1) == (special >> card & 1)
            and facts.bonus_card not in (last, card)
        )
        if not alike:
            moves.append(card)
        last = card
    return moves


@dataclass(frozen=True, slots=True)
class Judged:
    """What the search found: for each move its value in points (high is good) and how sure that is."""

    moves: tuple[int, ...]
    values: tuple[float, ...]
    shooting: tuple[float, ...]
    """The value of going for the moon from this card on; minus infinity where that is out of reach."""
    worlds: tuple[int, ...]
    playouts: int

    @property
    def best(self) -> int:
        """The move of the highest value; of equals the first."""
        worth = [max(pair) for pair in zip(self.values, self.shooting, strict=True)]
        most = max(self.worlds)
        known = [
            value if seen == most else float("-inf") for value, seen in zip(worth, self.worlds, strict=True)
        ]
        return self.moves[known.index(max(known))]


def judge_plays(view: View, budget: int, seed: int) -> Judged:
    """Judge the legal cards of a view with about ``budget`` playouts."""
    position = position_of(view)
    stake = stake_of(view)
    count = len(position.moves)
    sums = np.zeros((2, count))
    worlds = np.zeros(count, np.int64)
    stream = stream_of(seed, view.deal_no, view.seat, view.ply)
    playouts = _search(position, stake, budget, stream, sums, worlds)
    means = sums / np.maximum(1, worlds)
    return Judged(
        moves=tuple(int(card) for card in position.moves),
        values=tuple(float(value) for value in means[0]),
        shooting=tuple(float(value) for value in means[1]),
        worlds=tuple(int(seen) for seen in worlds),
        playouts=playouts,
    )


def _search(position: Position, stake: Stake, budget: int, stream: Stream, sums: Floats, worlds: Ints) -> int:
    unseen = position.unseen
    return int(
        search_plays(
            position.facts,
            stream,
            position.me,
            position.hand,
            position.played,
            position.seats,
            position.leader,
            position.dealer,
            position.kitty,
            unseen.holds,
            unseen.groups,
            unseen.step_group,
            unseen.step_seat,
            unseen.careful,
            unseen.rooms,
            unseen.pool,
            unseen.ways,
            WAYS,
            stake.totals,
            stake.deal_no,
            stake.overtime,
            stake.urgency,
            stake.spread,
            position.moves,
            budget,
            sums,
            worlds,
        )
    )


@compiled
def draw_state(
    facts: Any,
    stream: Stream,
    state: State,
    hands: Ints,
    me: int,
    hand: int,
    played: Ints,
    seats: Ints,
    leader: int,
    dealer: int,
    kitty: int,
    holds: Ints,
    groups: Ints,
    step_group: Ints,
    step_seat: Ints,
    careful: Ints,
    rooms: Ints,
    pool: Ints,
    ways: Floats,
    choose: Floats,
) -> bool:
    """Draw a world and bring ``state`` to where the deal stands in it. False when the rules reject it."""
    draw(stream, hands, holds, groups, step_group, step_seat, careful, rooms, pool, ways, choose)
    for seat in range(facts.players):
        state[HANDS, seat] = hands[seat]
    state[HANDS, me] = hand
    for index in range(len(played)):
        state[HANDS, seats[index]] |= 1 << played[index]
    open_play(facts, state, dealer, kitty | hands[facts.players])
    return replay(facts, state, leader, played)


@compiled
def search_plays(  # noqa: C901 - one loop, compiled as a whole
    facts: Any,
    stream: Stream,
    me: int,
    hand: int,
    played: Ints,
    seats: Ints,
    leader: int,
    dealer: int,
    kitty: int,
    holds: Ints,
    groups: Ints,
    step_group: Ints,
    step_seat: Ints,
    careful: Ints,
    rooms: Ints,
    pool: Ints,
    ways: Floats,
    choose: Floats,
    totals: Ints,
    deal_no: int,
    overtime: bool,
    urgent: float,
    spread: float,
    moves: Ints,
    budget: int,
    sums: Floats,
    worlds: Ints,
) -> int:
    """Add up the payoffs of each move, shooting or not, dropping the poorer half of the moves each time.

    Returns the number of playouts.
    """
    count = len(moves)
    alive = np.arange(count)
    left = count
    root = np.zeros((4, COLUMNS), np.int64)
    state = np.zeros((4, COLUMNS), np.int64)
    hands = np.zeros(8, np.int64)
    points = np.zeros(8, np.int64)
    after = np.zeros(8, np.int64)
    halvings = 1
    while (1 << halvings) < count:
        halvings += 1
    shooting = True
    done = 0
    for halving in range(halvings):
        share = (budget - done) // (halvings - halving)
        rounds = max(1, share // (left * (2 if shooting else 1)))
        for _ in range(rounds):
            for _ in range(MOST_MISSES):
                if draw_state(
                    facts,
                    stream,
                    root,
                    hands,
                    me,
                    hand,
                    played,
                    seats,
                    leader,
                    dealer,
                    kitty,
                    holds,
                    groups,
                    step_group,
                    step_seat,
                    careful,
                    rooms,
                    pool,
                    ways,
                    choose,
                ):
                    break
            if halving == 0 and worlds[0] == 0:
                others = 0
                for seat in range(facts.players):
                    if seat != me:
                        others |= root[TAKEN, seat]
                shooting = facts.moon_set != 0 and others & facts.moon_set == 0
            for place in range(left):
                move = alive[place]
                for way in range(2 if shooting else 1):
                    state[:] = root
                    put(facts, state, moves[move])
                    play_on(facts, state, stream, me if way else NOBODY)
                    if state[GAME, REDEALT]:
                        continue
                    end, winners = score(facts, state, totals, deal_no, overtime, points, after)
                    sums[way, move] += (
                        payoff(facts, me, points, after, end, winners, urgent, spread) - way * MARGIN
                    )
                    done += 1
                worlds[move] += 1
        if not shooting:
            sums[1] = -np.inf
        # Sort the living by what they are worth so far, and keep the better half.
        worth = np.empty(left)
        for place in range(left):
            move = alive[place]
            worth[place] = -max(sums[0, move], sums[1, move])
        order = np.argsort(worth)
        kept = alive[:left][order]
        left = max(1, (left + 1) // 2) if halving + 1 < halvings else left
        for place in range(left):
            alive[place] = kept[place]
        if shooting and halving == 0:
            shooting = _worth_shooting(sums, worlds, alive[:left])
    return done


@compiled
def _worth_shooting(sums: Floats, worlds: Ints, alive: Ints) -> bool:
    """False when going for the moon is so much worse that more playouts will not change that."""
    best = -np.inf
    moon = -np.inf
    for move in alive:
        best = max(best, sums[0, move] / worlds[move])
        moon = max(moon, sums[1, move] / worlds[move])
    return moon > best - 3.0
