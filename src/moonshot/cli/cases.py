"""`moonshot cases FILE`: the engine's answers to a file of rules cases.

Each case isolates one rule: it gives rules, a situation that may be no more than part of a deal, and what is
expected, which is never looked at. The answers therefore come straight from the engine's rule functions.
docs/judge.md lists the kinds of cases and the form of each answer.
"""

import sys
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Final

import typer

from moonshot.cli.json_items import ArrayItems
from moonshot.cli.json_lines import (
    CHUNK,
    answer_object,
    error_object,
    json_text,
    run_quietly,
    write_stdout,
)
from moonshot.cli.rules_cache import RulesCache
from moonshot.engine.cards import CLUBS, HEARTS, card_text, cards_of, mask_of, parse_card, parse_cards
from moonshot.engine.ending import Settlement, settle
from moonshot.engine.errors import HeartsError, RulesError
from moonshot.engine.facts import ANYTIME, OPEN_ANY
from moonshot.engine.legality import (
    breaks_hearts,
    follow_mask,
    lead_mask,
    must_redeal,
    opening_seat,
    trick_winner,
)
from moonshot.engine.passing import direction_of, receivers_of
from moonshot.engine.rules import DIRECTIONS, Rules
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, moon_shooter, score_deal
from moonshot.engine.strict_json import JsonError, StrictJson

_BIGGEST: Final = 1_000_000_000
_ALL_HEARTS: Final = "ALLH"


def cases(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A JSON array of cases; - for standard input.")
    ],
) -> None:
    """Answer each case of FILE with one JSON line: its id and the answer."""
    sys.exit(run_quietly(lambda: _serve(file)))


def _serve(file: Path) -> int:
    try:
        if str(file) == "-":
            answer_cases(sys.stdin.buffer, write_stdout)
        else:
            with file.open("rb") as opened:
                answer_cases(opened, write_stdout)
    except (OSError, JsonError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        sys.stderr.write(f"moonshot cases: {file}: {error}\n")
        return 2
    return 0


def answer_cases(source: BinaryIO, write: Callable[[bytes], object]) -> None:
    """Answer the cases of ``source`` in order. Raises JsonError when it is no JSON array."""
    answer = answerer()
    items = ArrayItems()
    while chunk := source.read1(CHUNK):  # type: ignore[attr-defined]
        lines = BytesIO()
        try:
            for item in items.feed(chunk):
                line = refusal(item) if isinstance(item, JsonError) else answer(item)
                lines.write(line.encode() + b"\n")
        finally:
            write(lines.getvalue())
    items.finish()


def answerer() -> Callable[[bytes], str]:
    """A function from a case's text to its answer's line."""
    strict = StrictJson()
    rules_of = RulesCache(_rules)

    def answered(case: dict[str, Any]) -> dict[str, Any]:
        return {"answer": answer_case(case, rules_of)}

    return lambda item: answer_object(strict, item, answered, refusal)


def refusal(error: HeartsError, number: Any = None) -> str:
    """The line for a case that has no answer."""
    return json_text({"id": number, "answer": None, "error": error_object(error)})


def _rules(value: Any) -> Rules:
    """The rules of a case. Rules that could not carry a whole match may still show one of their parts."""
    rules = Rules.from_dict(value)
    for problem in rules.problems():
        if problem.code in ("E_PLAYERS", "E_REMOVED_NOT_IN_DECK"):
            raise RulesError(problem.code, problem.message, f"rules.{problem.field}")
    return rules


def answer_case(case: Mapping[str, Any], rules_of: Callable[[Any], Rules] = _rules) -> Any:
    """The answer to one case. Raises HeartsError when the case cannot be understood."""
    kind = case.get("kind")
    situation = case.get("situation", {})
    if not isinstance(situation, dict):
        raise JsonError("bad_type", "A situation is a JSON object.", "situation")
    if kind == "validate":
        return _validate(case.get("rules", "standard"))
    if not isinstance(kind, str) or kind not in _KINDS:
        raise JsonError("bad_kind", f"The kinds are {', '.join((*_KINDS, 'validate'))}.", "kind")
    return _KINDS[kind](rules_of(case.get("rules", "standard")), Situation(situation))


def _validate(value: Any) -> list[str]:
    return sorted({problem.code for problem in Rules.from_dict(value).problems()})


class Situation:
    """The fields of a situation, read with their types."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def whole(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        return _whole(self._fields.get(name, default), name)

    def switch(self, name: str) -> bool:
        """True or false, false where it is left out."""
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise JsonError("bad_type", "Give true or false.", f"situation.{name}")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """A text."""
        value = self._fields.get(name, default)
        if not isinstance(value, str):
            raise JsonError("bad_type", "Give a text.", f"situation.{name}")
        return value

    def texts(self, name: str, count: int | None = None) -> list[str]:
        """A list of texts, ``count`` of them where that matters."""
        return [item for item in self._list(name, count) if _is_text(item, name)]

    def wholes(self, name: str, count: int | None = None) -> list[int]:
        """A list of whole numbers, ``count`` of them where that matters."""
        return [_whole(item, name) for item in self._list(name, count)]

    def _list(self, name: str, count: int | None) -> list[Any]:
        value = self._fields.get(name)
        if not isinstance(value, list) or (count is not None and len(value) != count):
            size = "a list" if count is None else f"a list of {count}, one a seat"
            raise JsonError("bad_type", f"Give {size}.", f"situation.{name}")
        return value


def _whole(value: Any, name: str) -> int:
    if type(value) is not int or not -_BIGGEST <= value <= _BIGGEST:
        raise JsonError("bad_type", "Give a whole number.", f"situation.{name}")
    return value


def _is_text(value: Any, name: str) -> bool:
    if not isinstance(value, str):
        raise JsonError("bad_type", "Give a list of texts.", f"situation.{name}")
    return True


# -- sets of cards in words --------------------------------------------------------------------------------


def word_mask(word: str, at: str) -> int:
    """The cards of one word: a card, ``ALLH`` for the hearts, or ``ALLH-5H-2H`` for all but those."""
    if not word.upper().startswith(_ALL_HEARTS):
        return 1 << parse_card(word, at)
    mask = HEARTS
    for missing in word[len(_ALL_HEARTS) :].split("-")[1:]:
        mask &= ~(1 << parse_card(missing, at))
    return mask


def set_mask(text: str, at: str) -> int:
    """The cards of several words. Raises CardError for one that is no card."""
    mask = 0
    for index, word in enumerate(text.split()):
        mask |= word_mask(word, f"{at}[{index}]")
    return mask


def chosen_text(text: str, chosen: int) -> str:
    """The cards of a hand written as ``text`` that are in ``chosen``, in the words and order of the hand."""
    words = []
    for word in text.split():
        mask = word_mask(word, "hand")
        if mask & ~chosen == 0:
            words.append(card_text(cards_of(mask)[0]) if mask & (mask - 1) == 0 else word.upper())
        else:
            words += [card_text(card) for card in cards_of(mask & chosen)]
    return " ".join(words)


# -- the kinds ---------------------------------------------------------------------------------------------


def _deal(rules: Rules, _: Situation) -> Any:
    return {"removed": list(rules.removed_cards), "hand": rules.hand_size, "kitty": rules.kitty_size}


def _pass(rules: Rules, situation: Situation) -> Any:
    numbers = situation.wholes("hands_no")
    if min(numbers, default=1) < 1:
        raise JsonError("bad_type", "Hands are numbered from 1.", "situation.hands_no")
    return {"dirs": [direction_of(rules, number) for number in numbers]}


def _pass_to(rules: Rules, situation: Situation) -> Any:
    seat = _seat(rules, situation, "seat")
    receivers = []
    for direction in situation.texts("dirs"):
        if direction not in DIRECTIONS:
            raise JsonError("bad_type", f"Directions are {', '.join(DIRECTIONS)}.", "situation.dirs")
        to = receivers_of(direction, rules.players)
        receivers.append(None if to is None else to[seat])
    return {"to": receivers}


def _open(rules: Rules, situation: Situation) -> Any:
    texts = situation.texts("hands", rules.players)
    hands = tuple(set_mask(text, f"situation.hands[{seat}]") for seat, text in enumerate(texts))
    leader = opening_seat(rules.facts, hands, _seat(rules, situation, "dealer", 0))
    legal = lead_mask(rules.facts, hands[leader], True, rules.facts.lead_hearts == ANYTIME)
    only = cards_of(legal) if legal & (legal - 1) == 0 else ()
    return {"leader": leader, "card": card_text(only[0]) if only else None}


def _legal(rules: Rules, situation: Situation) -> Any:
    facts = rules.facts
    text = situation.text("hand")
    hand = set_mask(text, "situation.hand")
    trick = parse_cards(situation.text("trick", ""), "situation.trick")
    first = situation.whole("trick_no", 2) == 1
    broken = situation.switch("broken")
    opens = not trick and facts.opening_card != OPEN_ANY and hand & CLUBS
    if not opens and must_redeal(facts, hand, first):
        return "redeal"
    if trick:
        legal = follow_mask(facts, hand, trick[0] // 13, mask_of(trick), first, broken)
    else:
        legal = lead_mask(facts, hand, first, broken)
    return chosen_text(text, legal)


def _broken(rules: Rules, situation: Situation) -> Any:
    facts = rules.facts
    broken = facts.lead_hearts == ANYTIME
    for number, text in enumerate(situation.texts("tricks")):
        cards = parse_cards(text, f"situation.tricks[{number}]")
        broken = broken or any(breaks_hearts(facts, card, cards[0] // 13, number == 0) for card in cards)
    return broken


def _winner(_: Rules, situation: Situation) -> Any:
    seats, cards = [], []
    for index, play in enumerate(situation.texts("plays")):
        seat, _colon, card = play.partition(":")
        if not seat.strip().isdecimal() or len(seat) > 9:
            raise JsonError("bad_type", "Write each play as seat:card.", f"situation.plays[{index}]")
        seats.append(int(seat))
        cards.append(parse_card(card.strip(), f"situation.plays[{index}]"))
    return seats[trick_winner(tuple(cards))] if cards else None


def _score(rules: Rules, situation: Situation) -> Any:
    players = rules.players
    texts = situation.texts("taken", players)
    taken = [set_mask(text, f"situation.taken[{seat}]") for seat, text in enumerate(texts)]
    before = situation.wholes("before", players) if "before" in situation else [0] * players
    tricks = situation.wholes("tricks", players) if "tricks" in situation else None
    choice = situation.text("choice") if "choice" in situation else None
    if choice not in (None, OTHERS_PLUS, SELF_MINUS):
        raise JsonError("bad_choice", "Choose others_plus or self_minus.", "situation.choice")
    score = score_deal(
        rules,
        taken,
        tricks,
        before,
        deal_no=_deal_no(situation),
        overtime=situation.switch("ot"),
        choice=choice,
    )
    if score is None:
        return {"state": "choosing_moon", "shooter": moon_shooter(rules.facts, taken)}
    answer = {"hand": list(score.points), **_settled(score.settlement)}
    if score.moon_mode is not None:
        answer["moon"] = f"sun:{score.moon_mode}" if score.sun else score.moon_mode
    return answer


def _end(rules: Rules, situation: Situation) -> Any:
    totals = situation.wholes("totals", rules.players)
    return _settled(settle(rules, totals, _deal_no(situation), situation.switch("ot")))


def _settled(after: Settlement) -> dict[str, Any]:
    state = "next_hand" if after.state == "next_deal" else after.state
    answer: dict[str, Any] = {"totals": list(after.totals), "state": state}
    if after.winners:
        answer["winners"] = list(after.winners)
    if after.tied:
        answer["tied"] = list(after.tied)
    return answer


def _deal_no(situation: Situation) -> int:
    """The number of the hand just played; the first where it does not matter and is left out."""
    names = ("hand_no", "deal_no", "hands_no", "hands")
    return next((situation.whole(name) for name in names if name in situation), 1)


def _seat(rules: Rules, situation: Situation, name: str, default: int | None = None) -> int:
    seat = situation.whole(name, default)
    if not 0 <= seat < rules.players:
        raise JsonError("bad_seat", f"Seats are 0 to {rules.players - 1}.", f"situation.{name}")
    return seat


_KINDS: Final[Mapping[str, Callable[[Rules, Situation], Any]]] = {
    "deal": _deal,
    "pass": _pass,
    "passto": _pass_to,
    "open": _open,
    "legal": _legal,
    "broken": _broken,
    "winner": _winner,
    "score": _score,
    "end": _end,
}
