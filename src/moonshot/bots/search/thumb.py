"""Rules of thumb: how every seat plays the rest of a deal in the mind of the search.

They see one hand, the trick and which cards are still out, never whose. They are play, not rules: every card
chosen is one of those the engine's legality allows.
"""

from typing import Any, Final

from moonshot.bots.search.chance import Stream, below
from moonshot.bots.search.compiling import inlined
from moonshot.bots.search.state import FIRST, GAME, HANDS, HELD, HOLDER, LED, TRICK, TURN, State, legal_cards
from moonshot.engine.cards import SUIT_MASKS, lowest_card
from moonshot.engine.legality import winning_card

NOBODY: Final = -1

RANKS: Final = tuple(sum(1 << suit * 13 + rank for suit in range(4)) for rank in range(13))
"""The mask of the four cards of each rank."""

# How much each thing weighs. Found by playing deals against themselves with one number changed at a time.
L_NOISE: Final = 2
L_NONE: Final = -42
L_UNDER: Final = -16
L_LEN: Final = -2
L_SINGLE: Final = 4
L_COUNT: Final = 2
L_POINTS: Final = -1
L_ABOVE: Final = -8
L_FLUSH: Final = 32
L_HOLD: Final = -5
L_GUARD: Final = -6
L_FRESH: Final = 6
FRESHLEAD: Final = 7
F_FRESH1: Final = 4
F_FRESH2: Final = 5
F_HIGH: Final = 0
D_NOISE: Final = 3
D_HI: Final = 25
D_LO: Final = 4
D_NONE: Final = -9
D_BIG: Final = 9
D_BIGLEN: Final = -2
D_POINT: Final = 7
D_SINGLE: Final = 7
D_LEN: Final = -3


@inlined
def highest(mask: int) -> int:
    """The highest card of a mask that is not empty."""
    return mask.bit_length() - 1


@inlined
def thumb_card(facts: Any, state: State, stream: Stream, shooter: int) -> int:
    """The card the seat in turn plays; ``shooter`` is the seat on its way to a moon, or NOBODY."""
    game = state[GAME]
    legal = legal_cards(facts, state)
    if legal & (legal - 1) == 0:
        return lowest_card(legal)
    seat = game[TURN]
    hand = state[HANDS, seat]
    out = game[HELD] & ~hand
    trick = game[TRICK]
    if trick == 0:
        return _shooting_lead(legal, out) if shooter == seat else _lead(facts, legal, hand, out, stream)
    led = game[LED]
    suit = SUIT_MASKS[led]
    if not legal & suit:
        if shooter == seat:
            return _shooting_discard(facts, legal)
        if shooter >= 0:
            return _defending_discard(facts, legal, game[HOLDER] == shooter)
        return _discard(facts, legal, hand, out, stream)
    best = winning_card(trick, led)
    after = facts.players - 1 - trick.bit_count()
    if shooter == seat:
        return _shooting_follow(facts, legal, trick, best, after == 0, out & suit)
    stop = shooter >= 0 and game[HOLDER] == shooter and trick & facts.moon_set != 0
    return _follow(facts, legal, trick, best, after, out & suit, game[FIRST] != 0, stop)


@inlined
def _lead(facts: Any, legal: int, hand: int, out: int, stream: Stream) -> int:  # noqa: C901
    """The suit that is least likely to be mine to take, low; or its highest while it is fresh and clean."""
    chosen = 0
    chosen_score = -100000
    for number in range(4):
        suit = SUIT_MASKS[number]
        mine = legal & suit
        if not mine:
            continue
        theirs = out & suit
        card = lowest_card(mine)
        score = below(stream, L_NOISE)
        length = mine.bit_count()
        score += L_LEN * length
        if length == 1:
            score += L_SINGLE
        if not theirs:
            score += L_NONE
        else:
            count = theirs.bit_count()
            score += L_UNDER * (theirs & ((1 << card) - 1)).bit_count() // count + L_COUNT * count
            if theirs & facts.big:
                top = highest(theirs & facts.big)
                if hand & suit & ~((2 << top) - 1):
                    score += L_ABOVE
                else:
                    score += L_FLUSH
                    below_top = mine & ((1 << top) - 1)
                    if below_top:
                        card = highest(below_top)
            elif hand & suit & facts.big:
                score += L_HOLD + L_GUARD * length
            elif not (hand | out) & suit & facts.point_cards:
                if count >= FRESHLEAD:
                    card = highest(mine)
                    score += L_FRESH
            elif (theirs & facts.point_cards).bit_count() > 1:
                score += L_POINTS
        if score > chosen_score:
            chosen = card
            chosen_score = score
    return chosen


@inlined
def _follow(
    facts: Any, legal: int, trick: int, best: int, after: int, out: int, first: bool, stop: bool
) -> int:
    """Under the best card as high as possible; over it only when that is free, or must be."""
    under = legal & ((1 << best) - 1)
    over = legal & ~under
    dirty = trick & facts.point_cards
    prize = trick & facts.bonus
    if under & facts.big and not stop:
        return highest(under & facts.big)
    safe = over & ~facts.point_cards
    if stop and over:
        return highest(safe) if safe else highest(over)
    if after == 0:
        if safe and (prize or not dirty):
            return highest(safe)
    elif safe and not dirty:
        if first:
            return highest(safe)
        if not out & facts.point_cards and out.bit_count() >= (F_FRESH1 if after == 1 else F_FRESH2):
            return highest(safe)
    if under:
        plain = under & ~facts.bonus
        return highest(plain) if plain else highest(under)
    if safe:
        low = lowest_card(safe)
        return highest(safe) if after == 0 or (out >> low).bit_count() <= F_HIGH else low
    return lowest_card(over)


@inlined
def _discard(facts: Any, legal: int, hand: int, out: int, stream: Stream) -> int:
    """The great penalty, else the card of most danger."""
    if legal & facts.big:
        return highest(legal & facts.big)
    chosen = 0
    chosen_score = -100000
    for number in range(4):
        suit = SUIT_MASKS[number]
        mine = legal & suit
        if not mine:
            continue
        card = highest(mine)
        if facts.bonus >> card & 1 and mine & (mine - 1):
            card = highest(mine & ~facts.bonus)
        theirs = out & suit
        count = theirs.bit_count()
        score = below(stream, D_NOISE)
        length = (hand & suit).bit_count()
        score += D_LEN * length
        if count:
            score += D_HI * (theirs & ((1 << card) - 1)).bit_count() // count
            score += D_LO * (theirs & ((mine & -mine) - 1)).bit_count() // count
            if theirs & facts.big and card > highest(theirs & facts.big):
                score += D_BIG + D_BIGLEN * length
        else:
            score += D_NONE
        if facts.worth[card] > 0:
            score += D_POINT
        elif facts.worth[card] < 0:
            score -= 30
        if length == 1:
            score += D_SINGLE
        if score > chosen_score:
            chosen = card
            chosen_score = score
    return chosen


@inlined
def _defending_discard(facts: Any, legal: int, feeds: bool) -> int:
    """Nothing that feeds a moon and nothing high if it can be helped; a point for anybody else ends it."""
    if not feeds and legal & facts.moon_set:
        return lowest_card(legal & facts.moon_set)
    return _lowest_rank(legal & ~facts.moon_set or legal)


@inlined
def _lowest_rank(mask: int) -> int:
    """Of a mask that is not empty the card of the lowest rank, of equals that of the lowest suit."""
    rank = 0
    while not mask & RANKS[rank]:
        rank += 1
    return lowest_card(mask & RANKS[rank])


@inlined
def _shooting_lead(legal: int, out: int) -> int:
    """A card that nobody can beat, from the longest suit; else the highest of the longest suit."""
    chosen = 0
    chosen_score = -1000
    for number in range(4):
        mine = legal & SUIT_MASKS[number]
        if not mine:
            continue
        card = highest(mine)
        score = 2 * mine.bit_count()
        over = (out & SUIT_MASKS[number]) >> card
        score += 40 if over == 0 else -8 * over.bit_count()
        if score > chosen_score:
            chosen = card
            chosen_score = score
    return chosen


@inlined
def _shooting_follow(facts: Any, legal: int, trick: int, best: int, last: bool, out: int) -> int:
    """Take the trick when it counts or when that is cheap; else keep what is high."""
    over = legal & ~((1 << best) - 1)
    if over:
        if last:
            return lowest_card(over)
        top = highest(over)
        if trick & facts.point_cards or not out >> top:
            return top
    plain = legal & ~facts.moon_set
    return lowest_card(plain) if plain else lowest_card(legal)


@inlined
def _shooting_discard(facts: Any, legal: int) -> int:
    """The lowest card that a moon does not need."""
    plain = legal & ~facts.moon_set
    return _lowest_rank(plain or legal)
