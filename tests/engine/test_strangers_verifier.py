"""A verifier in another language, which knows docs/fair-deals.md and nothing else, agrees with ours."""

import json
import random
import subprocess
from collections.abc import Callable
from typing import Any, Final

import pytest

from moonshot.engine import PRESETS, Rules, cards_of, cards_text
from moonshot.engine.shuffle import commitment, deal_hands
from tools.environment import ROOT, node_program

DEALS: Final = 10_000
ODD: Final = (
    Rules.from_dict({"players": 3, "kitty": "first_trick"}),
    Rules.from_dict({"players": 5, "kitty": "last_trick"}),
    Rules.from_dict({"players": 6}),
)
RULES: Final = (*ODD, *(preset.rules for preset in PRESETS.values()))


def hex_32(chance: random.Random) -> str:
    return chance.randbytes(32).hex()


def some_deal(chance: random.Random) -> dict[str, Any]:
    """A record of one deal, as far as its shuffle goes."""
    rules = chance.choice(RULES)
    secret, match, number = chance.randbytes(32), f"Ära {chance.random()}", chance.randint(1, 2**32 - 1)
    seeds = ["".join(chance.choices("abc é♥🂡", k=chance.randint(0, 12))) for _ in range(chance.randint(0, 6))]
    dealer = chance.randrange(rules.players)
    hands, kitty = deal_hands(rules, dealer, secret, seeds)
    deal = {
        "deal": number,
        "dealer": dealer,
        "commitment": commitment(secret, match, number),
        "seeds": seeds,
        "secret": secret.hex(),
        "hands": [cards_text(cards_of(hand)) for hand in hands],
        "kitty": cards_text(cards_of(kitty)),
    }
    return {"match": match, "rules": rules.to_dict(), "deals": [deal]}


Change = Callable[[dict[str, Any], dict[str, Any], random.Random], None]


def other_cards(_: dict[str, Any], deal: dict[str, Any], chance: random.Random) -> None:
    """Two cards of two hands change places, and both hands are sorted again, as a cheat would."""
    one, two = chance.sample(range(len(deal["hands"])), 2)
    hands = [hand.split() for hand in deal["hands"]]
    here, there = chance.randrange(len(hands[one])), chance.randrange(len(hands[two]))
    hands[one][here], hands[two][there] = hands[two][there], hands[one][here]
    order = {card: number for number, card in enumerate(cards_text(cards_of((1 << 52) - 1)).split())}
    deal["hands"] = [" ".join(sorted(hand, key=order.__getitem__)) for hand in hands]


CHANGES: Final[tuple[Change, ...]] = (
    other_cards,
    lambda record, _, chance: record.update(match=record["match"] + chance.choice(" .0x")),
    lambda _, deal, __: deal.update(deal=deal["deal"] % (2**32 - 1) + 1),
    lambda record, deal, _: deal.update(dealer=(deal["dealer"] + 1) % record["rules"]["players"]),
    lambda _, deal, chance: deal.update(commitment=hex_32(chance)),
    lambda _, deal, chance: deal.update(secret=hex_32(chance)),
    lambda _, deal, chance: deal.update(seeds=[*deal["seeds"], chance.choice("xyz")]),
    lambda record, deal, chance: deal.update(
        secret=(made := chance.randbytes(32)).hex(),
        commitment=commitment(made, record["match"], deal["deal"]),
    ),
)


def answers(records: list[dict[str, Any]]) -> list[str]:
    done = subprocess.run(
        [node_program(), ROOT / "examples" / "verify_deals.mjs", "--lines"],
        input="\n".join(map(json.dumps, records)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.slow
def test_ten_thousand_deals_are_fair_and_ten_thousand_changed_ones_are_not() -> None:
    chance = random.Random(31)
    records = [some_deal(chance) for _ in range(DEALS)]
    assert answers(records) == ["fair"] * DEALS
    for number, record in enumerate(records):
        CHANGES[number % len(CHANGES)](record, record["deals"][0], chance)
    assert answers(records) == ["NOT"] * DEALS


def test_golden_records_are_fair_to_a_stranger() -> None:
    files = sorted((ROOT / "tests" / "golden").glob("*.json"))
    done = subprocess.run(
        [node_program(), ROOT / "examples" / "verify_deals.mjs", *files],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count(" fair\n") > 100
