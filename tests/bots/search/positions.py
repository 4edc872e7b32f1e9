"""Deals under any rules as the engine plays them, and as the search does."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from moonshot.bots.search.guide import guide_of
from moonshot.bots.search.state import GAME, HANDS, REDEALT, TURN, State, new_state, open_play
from moonshot.engine import Deal, Match, Rules, cards_of
from moonshot.engine.events import Dealt
from tests.laws.strategies import some_deal, some_hands, some_pass, some_style, valid_rules

Pair = tuple[Deal, Any, State]


def any_rules(seed: int) -> tuple[Rules, random.Random]:
    """Playable rules of any kind, and chance for what follows."""
    rng = random.Random(seed)
    return valid_rules(rng.choice), rng


def opened(rules: Rules, rng: random.Random) -> Pair:
    """A deal at trick one, the rules as the search wants them, and the state of the deal."""
    deal = some_deal(rules, rng)
    facts = guide_of(rules.facts)
    return deal, facts, opened_state(facts, deal.hands, deal.dealer, deal.kitty)


def opened_state(facts: Any, hands: list[int], dealer: int, kitty: int) -> State:
    """The state of a deal whose cards are dealt and passed."""
    state = new_state()
    state[HANDS, : len(hands)] = hands
    open_play(facts, state, dealer, kitty)
    return state


def finished(state: State) -> tuple[list[int], list[int], list[int]]:
    """The rows of a state as plain lists."""
    return state[0].tolist(), state[1].tolist(), state[2].tolist()


def turn_of(state: State) -> int:
    """Whose turn it is."""
    return int(state[GAME, TURN])


def is_redealt(state: State) -> bool:
    """Whether the rules deal again."""
    return bool(state[GAME, REDEALT])


def some_totals(rules: Rules, rng: random.Random) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Totals before a deal, often near what ends or resets a match."""
    near = [0, rules.end_score, rules.end_score - 26, *(at for at, _ in rules.exact)]
    return np.array([rng.choice(near) - rng.randrange(30) for _ in range(rules.players)], np.int64)


def match_in_play(rules: Rules, rng: random.Random) -> Match:
    """A match whose deal ``deal_no`` (of some number) is at its first card, or is to be dealt again."""
    match = Match(rules, match_id="search", first_dealer=rng.randrange(rules.players))
    hands, kitty = some_hands(rules, rng)
    match.apply(Dealt(match.next_deal_no, match.next_dealer, hands, kitty))
    while match.phase == "passing":
        assert match.deal is not None
        seat = match.acting[0]
        match.act(seat, _pass(some_pass(rules, match.deal.hands[seat], rng)))
    return match


def _pass(cards: tuple[int, ...]) -> Any:
    from moonshot.engine import Pass

    return Pass(cards)


def playing_on(match: Match, rng: random.Random) -> Iterator[Match]:
    """Play the deal to its end; yields before each card."""
    from moonshot.engine import Play

    style = some_style(rng)
    while match.turn is not None:
        yield match
        match.act(match.turn, Play(style(cards_of(match.legal_mask()), rng)))
