"""OpenSpiel's information-set tree search over OpenSpiel's own hearts, as a player of `moonshot arena`.

    moonshot arena steady "exec:python -m bench.openspiel_player --seconds 0.05" --keep --deals 100

    python -m bench.openspiel_player --simulations 350 --beside expert

The second says how many milliseconds of a processor both take for the same decisions, which other work on
the machine changes little.

It speaks the protocol of docs/outside-players.md. Each view is turned into a state of OpenSpiel's game: some
world that agrees with everything the seat knows, replayed action by action; `ISMCTSBot` then draws its own
worlds from it. Options: ``--seconds`` or ``--simulations`` a decision, ``--rollouts`` of each leaf, ``--uct``
the weight of exploring.
"""

import argparse
import itertools
import json
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pyspiel

from moonshot.bots import find_policy, search
from moonshot.bots.outside.messages import view_json
from moonshot.engine import Match, Rules, card_text, parse_card, view_of
from moonshot.engine.passing import receiver_of

OURS: Final = [(0, 1, 3, 2)[action % 4] * 13 + action // 4 for action in range(52)]
"""Our card for each of OpenSpiel's actions: it counts rank by rank, with suits C D H S."""
THEIRS: Final = [OURS.index(card) for card in range(52)]
DIRECTIONS: Final = ("H", "L", "A", "R")
"""Our direction for each of its chance events."""
SEATS: Final = 4
OWN: Final = 0
TRIES: Final = 2000
OPTIONS: Final = (
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "jd_bonus",
    "avoid_all_tricks_bonus",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
)
OF_A_DEAL: Final = (
    "pass_cycle",
    "end_score",
    "end_at",
    "end_hands",
    "tie",
    "overtime",
    "exact",
    "exact_wins",
)
"""Fields that do not matter within a deal."""


def rules_of(options: dict[str, bool]) -> Rules:
    """Our rules for OpenSpiel's options."""
    breaks = options["must_break_hearts"]
    return Rules(
        opening_card="any_club" if options["can_lead_any_club"] else "lowest_club",
        first_trick_barred=("hearts", "qs") if options["no_pts_on_first_trick"] else (),
        lead_hearts="after_break" if breaks else "anytime",
        qs_breaks="any_play" if breaks and options["qs_breaks_hearts"] else "never",
        lead_exception="only_penalties" if options["can_lead_hearts_instead_of_qs"] else "only_hearts",
        bonus_card="JD" if options["jd_bonus"] else None,
        no_trick_bonus=-5 if options["avoid_all_tricks_bonus"] else 0,
    )


def options_for(rules: Rules) -> dict[str, bool]:
    """The options under which OpenSpiel plays by ``rules``. Raises ValueError when there are none."""
    plain = Rules()
    wanted = replace(rules, **{name: getattr(plain, name) for name in OF_A_DEAL})
    for values in itertools.product((False, True), repeat=len(OPTIONS)):
        options = dict(zip(OPTIONS, values, strict=True))
        if rules_of(options) == wanted:
            return options
    raise ValueError("OpenSpiel's hearts does not know these rules.")


class Position:
    """What a view says, in our numbers of cards and with seats counted from the own one.

    Seat 0 is the observer also in OpenSpiel's state: there seat 0 is the first to pass, and its sampling of
    worlds fails (2.0 deals worlds without legal actions) when another seat has passed already.
    """

    def __init__(self, view: dict[str, Any]) -> None:
        own: int = view["seat"]
        self.direction: str = view["direction"]
        self.hand = {parse_card(card) for card in view["hand"]}
        self.passed = [parse_card(card) for card in view["passed"] or ()]
        self.received = [parse_card(card) for card in view["received"] or ()]
        tricks = [*view["tricks"], *([view["trick"]] if view["trick"] else [])]
        self.plays = [parse_card(card) for trick in tricks for card in trick["cards"]]
        self.played: list[set[int]] = [set() for _ in range(SEATS)]
        self.void: list[set[int]] = [set() for _ in range(SEATS)]
        for trick in tricks:
            cards = [parse_card(card) for card in trick["cards"]]
            for place, card in enumerate(cards):
                seat = (trick["leader"] + place - own) % SEATS
                self.played[seat].add(card)
                if card // 13 != cards[0] // 13:
                    self.void[seat].add(cards[0] // 13)

    def hands(self, rng: random.Random) -> list[set[int]]:
        """All hands after the pass, in some way that agrees with the view."""
        gone = set(self.plays)
        hands = [set(cards) for cards in self.played]
        hands[OWN] |= self.hand
        if self.received:  # the exchange is over, so our cards are where they went
            hands[self.receiver] |= set(self.passed) - gone
        free = sorted(set(range(52)) - set().union(*hands))
        for _ in range(TRIES):
            found = self._fill([set(hand) for hand in hands], free, rng)
            if found is not None:
                return found
        raise LookupError("No world was found.")

    def _fill(self, hands: list[set[int]], free: Sequence[int], rng: random.Random) -> list[set[int]] | None:
        order = [(sum(card // 13 in void for void in self.void), rng.random(), card) for card in free]
        for _, _, card in sorted(order, reverse=True):
            seats = [s for s in range(SEATS) if len(hands[s]) < 13 and card // 13 not in self.void[s]]
            if not seats:
                return None
            hands[rng.choices(seats, [13 - len(hands[s]) for s in seats])[0]].add(card)
        return hands

    @property
    def receiver(self) -> int:
        """Who gets the cards of this seat."""
        return receiver_of(self.direction, OWN, SEATS)


def state_of(game: Any, position: Position, rng: random.Random) -> Any:
    """A state of OpenSpiel's game that agrees with the view. Raises LookupError when none was found."""
    for _ in range(TRIES):
        state = _replayed(game.new_initial_state(), position, position.hands(rng), rng)
        if state is not None:
            return state
    raise LookupError("No world was found.")


def _replayed(state: Any, position: Position, hands: list[set[int]], rng: random.Random) -> Any:
    """Replay the deal with these final hands; None when the rules forbid some action of it."""
    passes: list[list[int]] = [[] for _ in range(SEATS)]
    if position.direction != "H" and position.received:
        for giver in range(SEATS):
            taker = receiver_of(position.direction, giver, SEATS)
            if giver == OWN:
                passes[giver] = position.passed
            elif taker == OWN:
                passes[giver] = position.received
            else:
                passes[giver] = rng.sample(sorted(hands[taker]), 3)
        before = [set(hand) for hand in hands]
        for giver in range(SEATS):
            before[receiver_of(position.direction, giver, SEATS)] -= set(passes[giver])
        hands = [before[seat] | set(passes[seat]) for seat in range(SEATS)]
    state.apply_action(DIRECTIONS.index(position.direction))
    for row in zip(*(sorted(hand) for hand in hands), strict=True):
        for card in row:
            state.apply_action(THEIRS[card])
    for action in [THEIRS[card] for cards in passes for card in cards] + [THEIRS[c] for c in position.plays]:
        if action not in state.legal_actions():
            return None
        state.apply_action(action)
    return state


class Player:
    """Answers views."""

    def __init__(self, rules: Rules, limits: argparse.Namespace) -> None:
        self._game = pyspiel.load_game("hearts", {"pass_cards": True, **options_for(rules)})
        self._limits = limits

    def answer(self, view: dict[str, Any], seed: int) -> dict[str, Any]:
        """The move for a view."""
        rng = random.Random(f"{seed}/{view['ply']}")
        state = state_of(self._game, Position(view), rng)
        if view["phase"] != "passing":
            return {"play": card_text(OURS[self._search(state, rng, 1)])}
        cards = []
        for _ in range(3):
            action = self._search(state, rng, 3)
            state.apply_action(action)
            cards.append(card_text(OURS[action]))
        return {"pass": cards}

    def _search(self, state: Any, rng: random.Random, parts: int) -> int:
        """The most visited action; ``parts`` decisions make one move and share its time."""
        legal: list[int] = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        limits = self._limits
        evaluator = pyspiel.RandomRolloutEvaluator(limits.rollouts, rng.randrange(2**31))
        bot = pyspiel.ISMCTSBot(
            seed=rng.randrange(2**31),
            evaluator=evaluator,
            uct_c=limits.uct,
            max_simulations=limits.simulations or 10**9,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
            max_wall_clock_time=-1.0 if limits.simulations else limits.seconds / parts,
        )
        action: int = bot.step(state)
        return action


def beside(name: str, player: Player, deals: int) -> str:
    """What a decision costs this player and a bot of ours, over the same views of whole deals."""
    policy, driver = find_policy(name), find_policy("steady")
    search.warm()
    spent = {"OpenSpiel": 0.0, name: 0.0}
    decisions = 0
    for number in range(deals + 1):
        match = Match(Rules(), match_id=f"beside {number}")
        match.apply(match.commit(number.to_bytes(32, "big")))
        match.apply(match.deal_event())
        while match.phase in ("passing", "playing"):
            seat = match.acting[0]
            view = view_of(match, seat)
            told = view_json(view)
            if number:  # the first deal is for warming up
                began = time.process_time()
                player.answer(told, number)
                between = time.process_time()
                policy.choose(view, number)
                spent["OpenSpiel"] += between - began
                spent[name] += time.process_time() - between
                decisions += 1
            match.act(seat, driver.choose(view, number))
    told_times = ", ".join(f"{who} {1000 * seconds / decisions:.1f}" for who, seconds in spent.items())
    return f"ms of a processor for a decision, mean of {decisions}: {told_times}"


def main() -> None:
    """Say hello, then answer every view until the end."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--simulations", type=int, default=0)
    parser.add_argument("--rollouts", type=int, default=1)
    parser.add_argument("--uct", type=float, default=20.0)
    parser.add_argument("--beside", help="a bot: print what a decision costs it and this player")
    parser.add_argument("--deals", type=int, default=10)
    limits = parser.parse_args()
    if limits.beside:
        print(beside(limits.beside, Player(Rules(), limits), limits.deals))
        return
    player: Player | None = None
    for line in sys.stdin:
        message = json.loads(line)
        reply: dict[str, Any]
        if message["t"] == "hello":
            player = Player(Rules.from_dict(message["rules"]), limits)
            reply = {"t": "hello", "protocol": 1, "name": "OpenSpiel ISMCTS"}
        elif message["t"] == "view" and player is not None:
            move = player.answer(message["view"], message["seed"])
            reply = {"t": "move", "id": message["id"], **move}
        else:
            continue
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
