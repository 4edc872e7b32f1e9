"""A view as a vector."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from moonshot.bots.environments import layout as at
from moonshot.engine import View
from moonshot.engine.cards import mask_of
from moonshot.engine.passing import allowed_in_pass

Vector = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.int8]]

_START: Final = at.START


def to_pass(view: View, chosen: int) -> int:
    """The mask of the cards that may be added to a pass of which ``chosen`` are chosen already."""
    if view.phase != "passing" or view.passed is not None or view.seat not in view.acting:
        return 0
    may, must = allowed_in_pass(view.rules.facts, view.hand)
    return must & ~chosen or may & ~chosen


def allowed_actions(view: View, chosen: int) -> Mask:
    """1 for each action that the seat of the view may take now."""
    mask = np.zeros(at.ACTIONS, np.int8)
    mask[: at.CARDS] = _bits(view.legal | to_pass(view, chosen))
    if view.phase == "choosing_moon" and view.turn == view.seat:
        mask[at.CARDS :] = 1
    return mask


def observation(view: View, chosen: int, turn: int | None) -> Vector:
    """The view as a vector. ``turn`` is the seat whose action is awaited, ``chosen`` the own pass so far."""
    writer = _Writer(view)
    facts = view.rules.facts
    writer.cards("hand", view.hand)
    writer.cards("legal", view.legal | to_pass(view, chosen))
    writer.cards("chosen", chosen)
    writer.cards("passed", mask_of(view.passed or ()))
    writer.cards("received", view.received or 0)
    played, void = _history(view)
    table = [0] * view.players
    if view.trick is not None:
        for place, card in enumerate(view.trick.cards):
            table[(view.trick.leader + place) % view.players] = 1 << card
    writer.cards_of_seats("on_table", table)
    writer.cards_of_seats("captured", view.taken)
    writer.cards_of_seats("played", played)
    for seat, suits in enumerate(void):
        start = _START["void"] + writer.place(seat) * at.SUITS
        writer.vector[start : start + at.SUITS] = [suits >> suit & 1 for suit in range(at.SUITS)]
    writer.numbers("card_points", facts.points)
    if facts.bonus_card >= 0:
        writer.vector[_START["card_points"] + facts.bonus_card] += facts.bonus_points
    if view.phase in at.PHASES:
        writer.vector[_START["phase"] + at.PHASES.index(view.phase)] = 1
    writer.vector[_START["direction"] + at.DIRECTIONS.index(view.direction)] = 1
    writer.of_seats("seat", [1] * view.players)
    leader = view.trick.leader if view.trick is not None and view.phase == "playing" else None
    marks = {"turn": turn, "leader": leader, "dealer": view.dealer, "shooter": view.shooter}
    for name, marked in marks.items():
        if marked is not None:
            writer.vector[_START[name] + writer.place(marked)] = 1
    writer.of_seats("has_passed", view.has_passed)
    writer.of_seats("hand_size", view.hand_sizes)
    writer.of_seats("tricks_won", view.tricks_won)
    writer.of_seats("points", view.points)
    writer.of_seats("total", view.totals)
    choosing = to_pass(view, chosen) != 0
    writer.numbers("to_choose", [facts.pass_count - chosen.bit_count() if choosing else 0])
    writer.numbers("ply", [view.ply])
    writer.numbers("broken", [view.broken])
    writer.numbers("deal_no", [view.deal_no])
    writer.numbers("end_score", [facts.end_score])
    return np.clip(writer.vector, -at.BOUND, at.BOUND, out=writer.vector)


class _Writer:
    """Fills the blocks of one vector."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.vector: Vector = np.zeros(at.SIZE, np.float32)
        self._seat = view.seat
        self._players = view.players

    def place(self, seat: int) -> int:
        """Where ``seat`` sits as the observer counts."""
        return (seat - self._seat) % self._players

    def cards(self, name: str, mask: int, offset: int = 0) -> None:
        start = _START[name] + offset
        self.vector[start : start + at.CARDS] = _bits(mask)

    def cards_of_seats(self, name: str, masks: Iterable[int]) -> None:
        for seat, mask in enumerate(masks):
            if mask:
                self.cards(name, mask, self.place(seat) * at.CARDS)

    def numbers(self, name: str, values: Iterable[float]) -> None:
        row = list(values)
        self.vector[_START[name] : _START[name] + len(row)] = row

    def of_seats(self, name: str, values: Iterable[float]) -> None:
        for seat, value in enumerate(values):
            self.vector[_START[name] + self.place(seat)] = value


def _history(view: View) -> tuple[list[int], list[int]]:
    """For each seat the mask of the cards it has played, and the mask of suits that it failed to follow."""
    played = [0] * view.players
    void = [0] * view.players
    for trick in (*view.tricks, *([view.trick] if view.trick is not None else [])):
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % view.players
            played[seat] |= 1 << card
            led = trick.cards[0] // 13
            if card // 13 != led:
                void[seat] |= 1 << led
    return played, void


def _bits(mask: int) -> Any:
    """The 52 bits of a mask, the lowest first."""
    return np.unpackbits(np.frombuffer(mask.to_bytes(8, "little"), np.uint8), bitorder="little")[: at.CARDS]
