"""The line-JSON messages between the arena and a program that plays: docs/outside-players.md."""

import json
from typing import Any, Final

from moonshot.engine import (
    RULES_VERSION,
    ChooseMoon,
    HeartsError,
    Move,
    Pass,
    Play,
    Rules,
    Trick,
    View,
    card_text,
    cards_of,
)
from moonshot.engine import parse_card as read_card

PROTOCOL: Final = 1
SEED_BITS: Final = 53
"""Every whole number below this power of two is exact in every language's JSON."""
MOST_CARDS: Final = 52


class MessageError(Exception):
    """A line that is no answer, in words."""


def hello_message(rules: Rules, seat: int, seconds: float) -> dict[str, Any]:
    """The first line that a program reads."""
    facts = rules.facts
    points = {card_text(card): value for card, value in enumerate(facts.points) if value}
    if facts.bonus_card >= 0:
        card = card_text(facts.bonus_card)
        points[card] = points.get(card, 0) + facts.bonus_points
    return {
        "t": "hello",
        "protocol": PROTOCOL,
        "rules_version": RULES_VERSION,
        "rules": rules.to_dict(),
        "points": points,
        "seat": seat,
        "seconds": seconds,
    }


def view_message(view: View, number: int, seed: int) -> dict[str, Any]:
    """A question: the view of the seat that has to move."""
    return {"t": "view", "id": number, "seed": seed % (1 << SEED_BITS), "view": view_json(view)}


def view_json(view: View) -> dict[str, Any]:
    """All of a view as JSON types, but for the rules, which the hello told: cards as text, masks as lists."""
    return {
        "match_id": view.match_id,
        "seat": view.seat,
        "phase": view.phase,
        "deal_no": view.deal_no,
        "dealer": view.dealer,
        "direction": view.direction,
        "pass_to": view.pass_to,
        "commitment": view.commitment,
        "hand": _cards(view.hand),
        "passed": None if view.passed is None else [card_text(card) for card in view.passed],
        "received": None if view.received is None else _cards(view.received),
        "has_passed": view.has_passed,
        "turn": view.turn,
        "acting": view.acting,
        "legal": _cards(view.legal),
        "ply": view.ply,
        "trick": None if view.trick is None else _trick(view.trick),
        "tricks": [_trick(trick) for trick in view.tricks],
        "broken": view.broken,
        "hand_sizes": view.hand_sizes,
        "taken": [_cards(mask) for mask in view.taken],
        "tricks_won": view.tricks_won,
        "points": view.points,
        "shooter": view.shooter,
        "totals": view.totals,
        "results": [
            {
                "deal_no": row.deal_no,
                "dealer": row.dealer,
                "direction": row.direction,
                "points": row.points,
                "totals": row.totals,
                "moon": row.moon,
                "moon_mode": row.moon_mode,
                "sun": row.sun,
                "queen": row.queen,
                "bonus": row.bonus,
            }
            for row in view.results
        ],
        "overtime": view.overtime,
        "tied": view.tied,
        "winners": view.winners,
    }


def encode(message: dict[str, Any]) -> bytes:
    """One line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_answer(line: bytes) -> dict[str, Any]:
    """A line from a program as an object. Raises MessageError."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise MessageError(f"This is not JSON: {_quoted(line)}") from None
    if not isinstance(data, dict):
        raise MessageError(f"This is not a JSON object: {_quoted(line)}")
    return data


def check_hello(data: dict[str, Any]) -> None:
    """Raise MessageError unless ``data`` is a program's hello."""
    if data.get("t") != "hello":
        raise MessageError(f"The first answer must be hello, not {data.get('t')!r:.60}.")
    if data.get("protocol") != PROTOCOL or isinstance(data.get("protocol"), bool):
        raise MessageError(f"This speaks protocol {data.get('protocol')!r:.60}; {PROTOCOL} is wanted.")


def read_move(data: dict[str, Any]) -> Move:
    """The move of an answer. Whether it is legal is for the rules to say. Raises MessageError."""
    if data.get("t") != "move":
        raise MessageError(f"A move is wanted, not {data.get('t')!r:.60}.")
    named = [name for name in ("play", "pass", "choose_moon") if name in data]
    if len(named) != 1:
        raise MessageError("A move has one of play, pass and choose_moon.")
    value = data[named[0]]
    if named[0] == "play":
        return Play(_read_card(value))
    if named[0] == "choose_moon" and isinstance(value, str):
        return ChooseMoon(value)
    if named[0] == "pass" and isinstance(value, list) and len(value) <= MOST_CARDS:
        return Pass(tuple(_read_card(card) for card in value))
    raise MessageError(f"{named[0]} has a value of the wrong kind.")


def _read_card(value: Any) -> int:
    if not isinstance(value, str):
        raise MessageError(f"A card is text such as QS, not {value!r:.60}.")
    try:
        return read_card(value)
    except HeartsError as error:
        raise MessageError(error.message[:200]) from None


def _cards(mask: int) -> list[str]:
    return [card_text(card) for card in cards_of(mask)]


def _trick(trick: Trick) -> dict[str, Any]:
    cards = [card_text(card) for card in trick.cards]
    return {"leader": trick.leader, "cards": cards, "winner": trick.winner}


def _quoted(line: bytes) -> str:
    return repr(line[:60].decode("utf-8", "replace"))
