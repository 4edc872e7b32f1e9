"""What the page of a match is filled with: tables, a chart, the tricks in text, and data for the stepper."""

import json
from dataclasses import dataclass
from typing import Any, Final

from django.utils.safestring import SafeString

from moonshot.engine import card_text, cards_of
from moonshot.learn.retelling import Told, ToldDeal, ToldTrick, retell
from moonshot.site.live.past import PastMatch
from moonshot.site.live.rules_words import rules_name
from moonshot.site.pages.figures import faces

SUITS: Final = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_RANKS: Final = {"T": "10"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A card in text."""

    card: str
    rank: str
    suit: str
    mark: str
    """What is special about it here: given, received, won, broke."""


def shown(card: str, mark: str = "") -> Shown:
    """A card as the templates write it."""
    return Shown(card, _RANKS.get(card[0], card[0]), SUITS[card[1]], mark)


def match_page(past: PastMatch) -> dict[str, Any]:
    """The context of the page of a match."""
    told = retell(past.record)
    names = [player["name"] for player in past.record["players"]]
    players = [
        {"name": name, "bot": player["bot"], "level": player["level"], "seat": seat}
        for seat, (name, player) in enumerate(zip(names, past.record["players"], strict=True))
    ]
    deals = [_deal(place, deal, names) for place, deal in enumerate(told.deals, start=1)]
    return {
        "match": past,
        "title": _title(past, told, names),
        "rules_name": rules_name(told.rules),
        "players": players,
        "standing": _standing(told, players),
        "deals": deals,
        "chart": _chart(told, names) if any(deal.points for deal in told.deals) else None,
        "data": _data(told, players),
        "faces": faces(card_text(card) for card in cards_of(told.rules.facts.deck)),
    }


def _title(past: PastMatch, told: Told, names: list[str]) -> str:
    if not past.over:
        return "A match that goes on"
    winners = [names[seat] for seat in told.winners]
    if len(winners) == 1:
        return f"{winners[0]} won"
    return f"{', '.join(winners[:-1])} and {winners[-1]} won together"


def _standing(told: Told, players: list[dict[str, Any]]) -> list[dict[str, Any]]:
    rows = sorted(players, key=lambda one: (one["seat"] not in told.winners, told.totals[one["seat"]]))
    return [{**one, "total": told.totals[one["seat"]], "wins": one["seat"] in told.winners} for one in rows]


def _deal(place: int, deal: ToldDeal, names: list[str]) -> dict[str, Any]:
    seats = range(len(names))
    before: tuple[int, ...] = (0,) * len(names)
    tricks = []
    for number, trick in enumerate(deal.tricks, start=1):
        gained = trick.points[trick.winner] - before[trick.winner]
        tricks.append(
            {
                "number": number,
                "plays": [_play(trick, seat) for seat in seats],
                "winner": names[trick.winner],
                "gained": gained,
                "leader": trick.leader,
            }
        )
        before = trick.points
    return {
        "place": place,
        "deal": deal,
        "way": deal.direction,
        "dealer": names[deal.dealer],
        "hands": [
            {
                "name": names[seat],
                "dealt": [
                    shown(card, "given" if deal.given is not None and card in deal.given[seat] else "")
                    for card in deal.dealt[seat]
                ],
                "received": [] if deal.received is None else [shown(c) for c in deal.received[seat]],
            }
            for seat in seats
        ],
        "kitty": [shown(card) for card in deal.kitty],
        "tricks": tricks,
        "row": [
            {"points": None if deal.points is None else deal.points[seat], "total": deal.totals[seat]}
            for seat in seats
        ],
        "moon": None if deal.moon is None else names[deal.moon],
        "sun": deal.sun,
    }


def _play(trick: ToldTrick, seat: int) -> Shown:
    place = (seat - trick.leader) % len(trick.cards)
    mark = "won" if seat == trick.winner else ""
    return shown(trick.cards[place], f"{mark} led".strip() if place == 0 else mark)


def _chart(told: Told, names: list[str]) -> dict[str, Any]:
    """Places in hundredths of the room that the lines have, so that it may be of any size."""
    rows = [deal.totals for deal in told.deals if deal.points is not None]
    lines = [[0, *(row[seat] for row in rows)] for seat in range(len(names))]
    every = [value for line in lines for value in line]
    low, high = min(every), max([*every, 26])

    def x(step: int) -> float:
        return round(step / len(rows) * 100, 2)

    def y(value: float) -> float:
        return round((high - value) / (high - low) * 100, 2)

    size = next((size for size in (5, 10, 20, 25, 50, 100, 200, 250) if (high - low) / size <= 5), 500)
    first = -(-low // size) * size
    every_nth = -(-len(rows) // 12)
    return {
        "ticks": [{"value": tick, "y": y(tick)} for tick in range(first, high + 1, size)],
        "deals": [{"n": step, "x": x(step)} for step in range(1, len(rows) + 1) if step % every_nth == 0],
        "lines": [
            {"points": " ".join(f"{x(step)},{y(value)}" for step, value in enumerate(line)), "seat": seat}
            for seat, line in enumerate(lines)
        ],
        # In the order in which the lines end, from above.
        "names": sorted(
            ({"name": names[seat], "total": line[-1], "seat": seat} for seat, line in enumerate(lines)),
            key=lambda one: -one["total"],
        ),
    }


def _data(told: Told, players: list[dict[str, Any]]) -> SafeString:
    """What the stepper steps through, as JSON that may stand in a page."""
    deals = [
        {
            "no": deal.deal_no,
            "way": deal.direction,
            "dealer": deal.dealer,
            "dealt": deal.dealt,
            "given": deal.given,
            "received": deal.received,
            "hands": deal.hands,
            "tricks": [
                {
                    "leader": trick.leader,
                    "winner": trick.winner,
                    "cards": trick.cards,
                    "points": trick.points,
                    "broke": trick.broke,
                }
                for trick in deal.tricks
            ],
            "points": deal.points,
            "totals": deal.totals,
            "moon": deal.moon,
        }
        for deal in told.deals
    ]
    text = json.dumps({"players": players, "deals": deals}, ensure_ascii=False, separators=(",", ":"))
    return SafeString(text.replace("<", "\\u003c"))
