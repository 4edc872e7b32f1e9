"""The smallest player for `moonshot arena`: passes and plays its lowest cards. It needs Python alone.

Usage: `moonshot arena steady "exec:python3 examples/low_card.py"`. One JSON object a line comes in on
standard input, one goes out on standard output; docs/outside-players.md describes them.
"""

import json
import sys
from typing import Any

RANKS = "23456789TJQKA"


def answer(message: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """The move for a view."""
    view = message["view"]
    if view["phase"] == "passing":
        kept = rules["no_pass_cards"]
        cards = sorted(view["hand"], key=lambda card: (card in kept, -RANKS.index(card[0])))
        return {"pass": cards[: rules["pass_count"]]}
    if view["phase"] == "choosing_moon":
        return {"choose_moon": "others_plus"}
    return {"play": min(view["legal"], key=lambda card: RANKS.index(card[0]))}


def main() -> None:
    """Say hello, then answer every view until the end."""
    rules: dict[str, Any] = {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "hello":
            rules = message["rules"]
            reply = {"t": "hello", "protocol": 1, "name": "Low card"}
        elif message["t"] == "view":
            reply = {"t": "move", "id": message["id"], **answer(message, rules)}
        else:  # "refused": our move was against the rules and has been replaced; "end": nothing more comes
            continue
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
