"""Bots that search, for tests of the processes in which they do."""

import os
import time
from typing import Any

from moonshot.bots import Policy
from moonshot.bots import find_policy as built_in
from moonshot.bots.policy import NotReadyError
from moonshot.engine import Move, Pass, Play, View, cards_of
from moonshot.site.live.bot_worker import Weighed

LEVELS = ("deep", "slow", "stuck", "fatal", "broken", "garbage")


class Deep:
    """Passes and plays its highest cards, and takes ``playouts`` for it."""

    def __init__(self, name: str, *, ready: bool = True) -> None:
        self.name = name
        self.playouts = 1000
        self.ready = ready

    def choose(self, view: View, seed: int) -> Any:
        return self.think(view, seed, self.playouts)

    def think(self, view: View, seed: int, playouts: int) -> Any:
        if not self.ready:
            raise NotReadyError("asleep")
        if seed != 1 or playouts != 1:  # not while it is warmed
            self.spoil(playouts)
            if self.name == "garbage":
                return "QS"
        if view.phase == "passing":
            return Pass(cards_of(view.hand)[-view.rules.pass_count :])
        return Play(cards_of(view.legal)[-1])

    def spoil(self, playouts: int) -> None:
        match self.name:
            case "slow":
                time.sleep(playouts / 10_000)
            case "stuck":
                time.sleep(600)
            case "fatal":
                os._exit(3)
            case "broken":
                raise ZeroDivisionError("no idea")


def find_policy(level: str) -> Policy:
    return Deep(level) if level in LEVELS else built_in(level)


def none_ready(level: str) -> Policy:
    return Deep(level, ready=False) if level in LEVELS else built_in(level)


def nothing() -> None:
    """All that these bots need to be prepared."""


def weigh(view: View, seed: int, playouts: int, made: Move | None = None) -> Weighed:
    """The highest cards first; each costs its rank. Last the move that was made."""
    if view.phase == "passing":
        cards = cards_of(view.hand)
        passes = [cards[place - 3 : place] for place in range(len(cards), 2, -1)]
        rows = tuple((Pass(chosen), float(place), 0.5) for place, chosen in enumerate(passes))
        return rows if made is None else (*rows, (made, 20.0, 0.5))
    return tuple((Play(card), card % 13 + 0.123, 0.01) for card in cards_of(view.legal)[::-1])


def weigh_wrong(view: View, seed: int, playouts: int, made: Move | None = None) -> Weighed:
    """Cannot."""
    raise ZeroDivisionError("no idea")
