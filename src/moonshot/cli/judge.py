"""`moonshot judge`: rules questions in, answers out, one JSON line each.

A question describes one deal as far as it has been played; the answer says where it stands. Both formats are
in docs/judge.md. All rules come from the engine; this module reads, asks and writes.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from moonshot.cli.json_lines import (
    answer_lines,
    answer_object,
    error_object,
    json_text,
    read_stdin,
    run_quietly,
    write_stdout,
)
from moonshot.cli.rules_cache import RulesCache
from moonshot.engine.cards import CARD_TEXTS, cards_text, parse_card
from moonshot.engine.deal import DONE, PLAYING, Deal
from moonshot.engine.errors import HeartsError, MoveError, RulesError, StateError
from moonshot.engine.passing import HOLD, receivers_of
from moonshot.engine.rules import Rules
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, moon_shooter, score_deal
from moonshot.engine.strict_json import JsonError, StrictJson

FIELDS: Final = frozenset(
    (
        "id",
        "rules",
        "deal_no",
        "dealer",
        "totals",
        "hands",
        "passes",
        "plays",
        "moon_choice",
        "overtime",
    )
)
"""The fields of a question. All but ``hands`` may be left out."""

_BIGGEST: Final = 1_000_000_000
_CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}
_BIT_BY_TEXT: Final = {text: 1 << card for card, text in enumerate(CARD_TEXTS)}


def judge() -> None:
    """Answer rules questions, one JSON line each, from standard input."""
    sys.exit(run_quietly(_serve))


def _serve() -> int:
    answer_lines(read_stdin, write_stdout, answerer(), refusal)
    return 0


def answerer() -> Callable[[bytes], str]:
    """A function from a question's line to its answer's line, with its own cache of rules."""
    strict = StrictJson()
    rules_of = RulesCache(playable_rules)

    def answered(question: dict[str, Any]) -> dict[str, Any]:
        return {"ok": True, **judged(question, rules_of)}

    return lambda line: answer_object(strict, line, answered, refusal)


def refusal(error: HeartsError, number: Any = None) -> str:
    """The answer to a question that cannot be answered."""
    return json_text({"id": number, "ok": False, "error": error_object(error)})


def playable_rules(value: Any) -> Rules:
    """The rules of a preset's name or an object of fields. Raises RulesError when they cannot be played."""
    try:
        rules = Rules.from_dict(value)
    except RulesError as error:
        at = "rules" if error.at in ("", "rules") else f"rules.{error.at}"
        raise RulesError(error.code, error.message, at) from None
    problems = rules.problems()
    if problems:
        message = " ".join(problem.message for problem in problems)
        raise RulesError(problems[0].code, message, f"rules.{problems[0].field}")
    return rules


def judged(question: Mapping[str, Any], rules_of: Callable[[Any], Rules]) -> dict[str, Any]:
    """What stands after the moves of a question. Raises HeartsError with the place of the first fault."""
    for name in question:
        if name not in FIELDS:
            raise JsonError("unknown_field", f"A question has no field called {name[:40]!r}.", name[:40])
    rules = rules_of(question.get("rules", "standard"))
    deal_no = _whole(question.get("deal_no", 1), 1, _BIGGEST, "deal_no")
    dealer = _whole(question.get("dealer", 0), 0, rules.players - 1, "dealer")
    totals = _totals(question.get("totals"), rules.players) if "totals" in question else (0,) * rules.players
    choice = question.get("moon_choice")
    if choice not in (None, OTHERS_PLUS, SELF_MINUS):
        raise JsonError("bad_choice", "Choose others_plus or self_minus, or give null.", "moon_choice")
    overtime = question.get("overtime", False)
    if not isinstance(overtime, bool):
        raise JsonError("bad_type", "Give true or false.", "overtime")
    deal = _dealt(rules, question.get("hands"), deal_no, dealer)
    _pass(deal, question.get("passes"))
    _play(deal, question.get("plays", ""))
    return _standing(deal, totals, overtime, choice)


def _dealt(rules: Rules, value: Any, deal_no: int, dealer: int) -> Deal:
    hands = []
    for seat, text in enumerate(_texts(value, rules.players, "hands")):
        hands.append(_hand(text, f"hands[{seat}]"))
    together = 0
    for hand in hands:
        together |= hand
    kitty = rules.facts.deck & ~together if rules.kitty_size else 0
    return Deal(rules, hands, deal_no=deal_no, dealer=dealer, kitty=kitty)


def _pass(deal: Deal, value: Any) -> None:
    if value is None:
        return
    if deal.direction == HOLD:
        if not isinstance(value, list) or any(value):
            raise MoveError("wrong_phase", "Nobody passes in this deal.", "passes")
        return
    for seat, text in enumerate(_texts(value, deal.rules.players, "passes")):
        cards = _cards(text, f"passes[{seat}]")
        try:
            deal.pass_cards(seat, cards)
        except MoveError as error:
            at = error.at.replace("cards", f"passes[{seat}]", 1)
            raise MoveError(error.code, error.message, at) from None


def _play(deal: Deal, value: Any) -> None:
    if value is None:
        return
    if not isinstance(value, str):
        raise JsonError("bad_type", "Give the cards played as one text.", "plays")
    cards = _cards(value, "plays")
    try:
        for card in cards:
            if deal.legal_mask() >> card & 1:
                deal.push(card)
            else:
                deal.play(card)  # says why not
    except MoveError as error:
        raise MoveError(error.code, error.message, f"plays[{len(deal.plays)}]") from None


def _standing(deal: Deal, totals: tuple[int, ...], overtime: bool, choice: str | None) -> dict[str, Any]:
    rules = deal.rules
    playing = deal.phase == PLAYING
    state: str = deal.phase
    points = after = moon = None
    winners: tuple[int, ...] = ()
    if deal.phase == DONE:
        score = score_deal(
            rules,
            deal.taken,
            deal.tricks_won,
            totals,
            deal_no=deal.deal_no,
            overtime=overtime,
            choice=choice,
        )
        if score is None:
            state = "choosing_moon"
            moon = moon_shooter(rules.facts, deal.taken)
        else:
            points, moon = score.points, score.moon
            state, after, winners = score.settlement.state, score.settlement.totals, score.settlement.winners
    return {
        "pass_to": receivers_of(deal.direction, rules.players),
        "hands": [cards_text(hand) for hand in deal.hands],
        "turn": deal.turn if playing else None,
        "legal": cards_text(deal.legal_mask()) if playing else None,
        "broken": deal.broken,
        "tricks": _tricks(deal),
        "points": points,
        "totals": after,
        "moon": moon,
        "state": state,
        "winners": winners,
    }


def _tricks(deal: Deal) -> list[dict[str, Any]]:
    size = deal.rules.players
    texts = [CARD_TEXTS[card] for card in deal.plays]
    leader = deal.opener
    tricks: list[dict[str, Any]] = []
    for number, winner in enumerate(deal.winners):
        cards = " ".join(texts[number * size : (number + 1) * size])
        tricks.append({"leader": leader, "cards": cards, "winner": winner})
        leader = winner
    if deal.in_trick:
        tricks.append({"leader": leader, "cards": " ".join(texts[-deal.in_trick :]), "winner": None})
    return tricks


# -- reading the fields ----------------------------------------------------------------------------------


def _cards(text: str, at: str) -> list[int]:
    words = text.split()
    try:
        return [_CARD_BY_TEXT[word] for word in words]
    except KeyError:
        return [parse_card(word, f"{at}[{index}]") for index, word in enumerate(words)]


def _hand(text: str, at: str) -> int:
    """The mask of a hand. Bits of cards named twice would run together, so their number tells."""
    words = text.split()
    try:
        hand = sum([_BIT_BY_TEXT[word] for word in words])
    except KeyError:
        hand = sum(1 << card for card in _cards(text, at))
    if hand.bit_count() != len(words):
        raise StateError("bad_hands", "A card is named twice.", at)
    return hand


def _texts(value: Any, players: int, at: str) -> list[str]:
    if not isinstance(value, list) or len(value) != players:
        raise JsonError("bad_type", f"Give a list of {players} texts, one a seat.", at)
    for seat, text in enumerate(value):
        if not isinstance(text, str):
            raise JsonError("bad_type", "Give the cards as one text.", f"{at}[{seat}]")
    return value


def _whole(value: Any, least: int, most: int, at: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise JsonError("bad_type", f"Give a whole number from {least} to {most}.", at)
    return value


def _totals(value: Any, players: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != players:
        raise JsonError("bad_type", f"Give a list of {players} whole numbers, one a seat.", "totals")
    return tuple(_whole(total, -_BIGGEST, _BIGGEST, f"totals[{seat}]") for seat, total in enumerate(value))
