"""Second worlds: the same deal as one seat saw it, with other cards where that seat could not look.

A second world is not a mask over the first. Its hands, passes and plays form a legal history of their own:
cards hidden from the observer change owners, the passes are chosen anew so that the hands after the exchange
come out right, and the whole history is replayed.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from moonshot.engine import Deal, Match, Rules, cards_of, mask_of
from moonshot.engine.events import Committed, Dealt, Passed, Recorded
from moonshot.engine.passing import receiver_of
from tests.laws.strategies import some_pass

Observer = int | None
Passes = dict[int, tuple[int, ...]]


def second_history(
    now: Match, events: Sequence[Recorded], observer: Observer, rng: random.Random
) -> list[Recorded] | None:
    """Another history of this deal that ``observer`` should not be able to tell from ``events``.

    ``now`` is the match after ``events``. Returns None when no cards could be exchanged; the history may turn
    out illegal, which only replaying it tells.
    """
    deal, players = now.deal, now.rules.players
    assert deal is not None
    hands = _final_hands(deal)
    known = [hands[seat] if seat == observer else _played(deal, seat) for seat in range(players)]
    if observer is not None and deal.received is not None:
        for receiver, share in _shares(deal, observer, deal.passes[observer] or ()):
            known[receiver] |= mask_of(share)
    kitty_shown = deal.kitty_trick >= 0
    swapped = _swapped(hands, 0 if kitty_shown else deal.kitty, known, rng)
    if swapped is None:
        return None
    hands, kitty = swapped
    passes: Passes = {}
    if deal.received is not None:
        passes = _passes_towards(deal, hands, observer, rng)
        hands = _before_exchange(deal, hands, passes)
    return _rewritten(
        events, observer, tuple(hands), deal.kitty if kitty_shown else kitty, passes, now.rules, rng
    )


def _played(deal: Deal, seat: int) -> int:
    """The cards ``seat`` has played, from the hands alone."""
    return _final_hands(deal)[seat] & ~deal.hands[seat]


def _final_hands(deal: Deal) -> list[int]:
    """The hands after the exchange (or as dealt, before it), played cards included."""
    if deal.received is None:
        return list(deal.dealt)
    return [
        hand & ~mask_of(cards or ()) | got
        for hand, cards, got in zip(deal.dealt, deal.passes, deal.received, strict=True)
    ]


def _swapped(
    hands: list[int], kitty: int, known: list[int], rng: random.Random
) -> tuple[list[int], int] | None:
    """Exchange a few cards between places the observer cannot look into; None where that is impossible."""
    places, fixed = [*hands, kitty], [*known, 0]
    for _ in range(rng.choice((1, 1, 2, 6))):
        hidden = [place for place in range(len(places)) if places[place] & ~fixed[place]]
        if len(hidden) < 2:
            return None
        one, other = rng.sample(hidden, 2)
        mine = 1 << rng.choice(cards_of(places[one] & ~fixed[one]))
        theirs = 1 << rng.choice(cards_of(places[other] & ~fixed[other]))
        places[one] ^= mine | theirs
        places[other] ^= mine | theirs
    return None if places == [*hands, kitty] else (places[:-1], places[-1])


def _shares(deal: Deal, seat: int, cards: Sequence[int]) -> list[tuple[int, tuple[int, ...]]]:
    """Who gets which of the ``cards`` that ``seat`` passes."""
    players = len(deal.hands)
    if deal.direction != "S":
        return [(receiver_of(deal.direction, seat, players), tuple(cards))]
    size = len(cards) // (players - 1)
    return [
        ((seat + step) % players, tuple(cards[(step - 1) * size : step * size])) for step in range(1, players)
    ]


def _passes_towards(deal: Deal, final: list[int], observer: Observer, rng: random.Random) -> Passes:
    """Passes that lead to the hands ``final`` and agree with what the observer gave and received."""
    assert deal.received is not None
    left = list(final)
    passes: Passes = {}
    if observer is not None:
        passes[observer] = deal.passes[observer] or ()
        left[observer] = deal.received[observer]
        for receiver, share in _shares(deal, observer, passes[observer]):
            left[receiver] &= ~mask_of(share)
    for giver in range(len(final)):
        if giver == observer:
            continue
        passes[giver] = ()
        for receiver, share in _shares(deal, giver, deal.passes[giver] or ()):
            cards = rng.sample(cards_of(left[receiver]), len(share))
            left[receiver] &= ~mask_of(cards)
            passes[giver] += tuple(cards)
    return passes


def _before_exchange(deal: Deal, final: list[int], passes: Passes) -> list[int]:
    hands = list(final)
    for seat, cards in passes.items():
        for receiver, share in _shares(deal, seat, cards):
            hands[receiver] &= ~mask_of(share)
            hands[seat] |= mask_of(share)
    return hands


def _rewritten(
    events: Sequence[Recorded],
    observer: Observer,
    hands: tuple[int, ...],
    kitty: int,
    passes: Passes,
    rules: Rules,
    rng: random.Random,
) -> list[Recorded]:
    """The same events with other hands, secret and passes."""
    rewritten: list[Recorded] = []
    for event in events:
        if isinstance(event, Committed):
            rewritten.append(replace(event, secret="ff" * 32))
        elif isinstance(event, Dealt):
            rewritten.append(replace(event, hands=hands, kitty=kitty))
        elif isinstance(event, Passed) and event.seat != observer:
            cards = passes.get(event.seat) or some_pass(rules, hands[event.seat], rng)
            rewritten.append(replace(event, cards=cards))
        else:
            rewritten.append(event)
    return rewritten
