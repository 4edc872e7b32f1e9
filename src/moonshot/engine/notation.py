"""One hand as plain text: small enough for a message, complete enough to replay.

A hand in notation is what a player sends who says "this hand was scored wrong": the rules, the totals before,
the cards dealt, passed and played, and the result. Reading it plays every move by the rules again. One line
holds one fact, so a fault is told with its line. docs/record.md describes the lines.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from moonshot.engine.cards import cards_text, mask_of, parse_cards
from moonshot.engine.deal import DONE, Deal
from moonshot.engine.errors import HeartsError, RecordError, StateError
from moonshot.engine.events import Dealt, MoonChosen, Recorded
from moonshot.engine.match import Match
from moonshot.engine.presets import preset_of
from moonshot.engine.rules import RULES_VERSION, Rules
from moonshot.engine.scoring import OTHERS_PLUS, SELF_MINUS, DealScore, moon_shooter, score_deal
from moonshot.engine.strict_json import JsonError, StrictJson

TITLE: Final = f"Moonshot hand, rules version {RULES_VERSION}"
_LONGEST: Final = 1 << 16
_LONGEST_LINE: Final = 4096


@dataclass(frozen=True, slots=True)
class HandReport:
    """One deal with all that its score depends on.

    ``totals`` and ``overtime`` stand before the deal; ``choice`` is the moon shooter's. ``score`` is None
    while the deal is not over or the choice is due.
    """

    deal: Deal
    totals: tuple[int, ...]
    overtime: bool = False
    choice: str | None = None
    match_id: str = ""

    @property
    def score(self) -> DealScore | None:
        """What the rules make of the finished deal."""
        if self.deal.phase != DONE:
            return None
        return score_deal(
            self.deal.rules,
            self.deal.taken,
            self.deal.tricks_won,
            self.totals,
            deal_no=self.deal.deal_no,
            overtime=self.overtime,
            choice=self.choice,
        )


def hand_report(match_events: Sequence[Recorded], deal_no: int | None = None) -> HandReport:
    """The report of deal ``deal_no`` (the last one dealt, when None) of a match's recorded events.

    Raises StateError (``no_deal``) when no such deal has been dealt.
    """
    match = Match.replay(match_events[:1])
    found: HandReport | None = None
    for event in match_events[1:]:
        choice = event.choice if isinstance(event, MoonChosen) else None
        match.apply(event)
        if isinstance(event, Dealt) and match.deal is not None and deal_no in (None, event.deal_no):
            # The match goes on to play this very Deal, so the report grows with it.
            found = HandReport(match.deal, match.totals, match.overtime, None, match.match_id)
        elif choice is not None and found is not None and found.deal is match.deal:
            found = HandReport(found.deal, found.totals, found.overtime, choice, found.match_id)
    if found is None:
        raise StateError("no_deal", "That hand has not been dealt.", "deal_no")
    return found


def write_hand(report: HandReport) -> str:
    """The notation of a hand, finished or not."""
    deal = report.deal
    lines = [
        TITLE,
        f"Rules: {_rules_text(deal.rules)}",
        f"Hand: {deal.deal_no}",
        f"Dealer: {deal.dealer}",
        f"Totals: {_numbers(report.totals)}",
    ]
    if report.match_id:
        lines.insert(1, f"Match: {json.dumps(report.match_id)}")
    if report.overtime:
        lines.append("Overtime: yes")
    lines += [f"Seat {seat}: {cards_text(hand)}" for seat, hand in enumerate(deal.dealt)]
    if deal.kitty:
        lines.append(f"Kitty: {cards_text(deal.kitty)}")
    lines += [f"Pass {seat}: {cards_text(cards)}" for seat, cards in enumerate(deal.passes) if cards]
    size = deal.rules.players
    for start in range(0, len(deal.plays), size):
        leader = deal.leader_of(start // size)
        lines.append(
            f"Trick {start // size + 1}: {leader} led {cards_text(deal.plays[start : start + size])}"
        )
    if report.choice is not None:
        lines.append(f"Moon: {report.choice}")
    if deal.phase == "redeal":
        lines.append("Redeal: yes")
    score = report.score
    if score is not None:
        lines += [f"Points: {_numbers(score.points)}", f"After: {_numbers(score.settlement.totals)}"]
    return "\n".join(lines) + "\n"


def read_hand(text: str) -> HandReport:
    """Read and replay a hand. Raises RecordError naming the line, and the rule that a move breaks."""
    return _HandReader(text).read()


def _rules_text(rules: Rules) -> str:
    known = preset_of(rules)
    return known.id if known is not None else json.dumps(rules.changes(), separators=(",", ":"))


def _numbers(values: Sequence[int]) -> str:
    return " ".join(str(value) for value in values)


class _HandReader:
    """Reads line after line, each with its name before the colon."""

    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise RecordError("too_long", f"A hand has at most {_LONGEST} characters.")
        lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1)]
        self._lines = [(number, line) for number, line in lines if line]
        self._next = 0
        self._number = 1

    def read(self) -> HandReport:
        """The whole hand."""
        title = self._lines[0][1] if self._lines else ""
        if title != TITLE:
            self._fail("bad_format", f"The first line is: {TITLE}")
        self._next = 1
        match_id = self._read_match()
        rules = self._read_rules()
        deal_no = self._whole(self._take("Hand"), least=1)
        dealer = self._whole(self._take("Dealer"), most=rules.players - 1)
        totals = self._wholes(self._take("Totals"), rules.players)
        overtime = self._flag("Overtime")
        deal = self._read_deal(rules, deal_no, dealer)
        self._read_passes(deal)
        self._read_tricks(deal)
        report = HandReport(deal, totals, overtime, self._read_choice(deal), match_id)
        self._compare(report)
        if self._next < len(self._lines):
            self._number = self._lines[self._next][0]
            self._fail("unknown_line", "This line is not expected here.")
        return report

    # -- lines -------------------------------------------------------------------------------------------

    def _fail(self, code: str, message: str) -> NoReturn:
        raise RecordError(code, message, f"line {self._number}", line=self._number)

    def _peek(self, name: str) -> str | None:
        """What follows ``name:`` on the next line, if that is its name; the line is taken then."""
        if self._next >= len(self._lines):
            return None
        number, line = self._lines[self._next]
        found, colon, value = line.partition(":")
        if not colon or " ".join(found.split()).lower() != name.lower():
            return None
        self._number = number
        self._next += 1
        if len(line) > _LONGEST_LINE:
            self._fail("too_long", f"A line has at most {_LONGEST_LINE} characters.")
        return value.strip()

    def _take(self, name: str) -> str:
        value = self._peek(name)
        if value is None:
            last = self._lines[-1][0]
            self._number = self._lines[self._next][0] if self._next < len(self._lines) else last + 1
            self._fail("missing_line", f"Here the line {name} is missing.")
        return value

    def _whole(self, text: str, least: int = 0, most: int = 1_000_000_000) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 12 and least <= int(text) <= most):
            self._fail("bad_type", f"Give a whole number from {least} to {most}.")
        return int(text)

    def _wholes(self, text: str, count: int) -> tuple[int, ...]:
        words = text.split()
        if len(words) != count:
            self._fail("bad_type", f"Give {count} whole numbers, one a seat.")
        return tuple(self._whole(word, least=-1_000_000_000) for word in words)

    def _flag(self, name: str) -> bool:
        value = self._peek(name)
        if value not in (None, "yes"):
            self._fail("bad_type", f"{name} is yes, or the line is left out.")
        return value is not None

    def _cards(self, text: str) -> tuple[int, ...]:
        try:
            return parse_cards(text)
        except HeartsError as error:
            self._fail(error.code, error.message)

    # -- what they say -----------------------------------------------------------------------------------

    def _read_match(self) -> str:
        text = self._peek("Match")
        if text is None:
            return ""
        try:
            value: Any = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, str) or len(value) > 200:
            self._fail("bad_type", "A match's name stands in double quotes.")
        return value

    def _read_rules(self) -> Rules:
        text = self._take("Rules")
        try:
            if text.startswith("{"):
                changes, repeated = StrictJson().read(text)
                if repeated is not None:
                    self._fail(repeated.code, repeated.message)
                rules = Rules.from_dict(changes)
            else:
                rules = Rules.from_dict(text)
        except (JsonError, HeartsError) as error:
            self._fail(error.code, error.message)
        problems = rules.problems()
        if problems:
            self._fail(problems[0].code, " ".join(problem.message for problem in problems))
        return rules

    def _read_deal(self, rules: Rules, deal_no: int, dealer: int) -> Deal:
        hands, numbers = [], []
        for seat in range(rules.players):
            hands.append(mask_of(self._cards(self._take(f"Seat {seat}"))))
            numbers.append(self._number)
        kitty = mask_of(self._cards(self._peek("Kitty") or ""))
        try:
            return Deal(rules, hands, deal_no=deal_no, dealer=dealer, kitty=kitty)
        except StateError as error:
            place = error.at.removeprefix("hands[").removesuffix("]")
            self._number = numbers[int(place)] if place.isdecimal() else self._number
            self._fail(error.code, error.message)

    def _read_passes(self, deal: Deal) -> None:
        for seat in range(deal.rules.players):
            text = self._peek(f"Pass {seat}")
            if text is None:
                continue
            cards = self._cards(text)
            try:
                deal.pass_cards(seat, cards)
            except HeartsError as error:
                self._fail(error.code, error.message)

    def _read_tricks(self, deal: Deal) -> None:
        trick = 1
        while (text := self._peek(f"Trick {trick}")) is not None:
            leader, led, cards = text.partition(" led ")
            if not led or self._whole(leader) != deal.turn or deal.in_trick:
                self._fail("wrong_leader", f"Seat {deal.turn} is to play here.")
            played = self._cards(cards)
            if not 1 <= len(played) <= deal.rules.players:
                self._fail("bad_type", f"A trick has {deal.rules.players} cards.")
            for card in played:
                try:
                    deal.play(card)
                except HeartsError as error:
                    self._fail(error.code, f"{cards_text((card,))}: {error.message}")
            trick += 1

    def _read_choice(self, deal: Deal) -> str | None:
        choice = self._peek("Moon")
        if choice is None:
            return None
        due = deal.phase == DONE and deal.rules.moon == "choice" and moon_shooter(deal.facts, deal.taken) >= 0
        if not due or choice not in (OTHERS_PLUS, SELF_MINUS):
            self._fail("bad_choice", "Only a shooter chooses, others_plus or self_minus.")
        return choice

    def _compare(self, report: HandReport) -> None:
        """Compare the result lines with what the rules say."""
        score = report.score
        if self._flag("Redeal") != (report.deal.phase == "redeal"):
            self._fail(
                "wrong_redeal", "By the rules the cards are dealt again exactly when a hand is barred."
            )
        if score is None:
            return
        for name, values in (("Points", score.points), ("After", score.settlement.totals)):
            if self._wholes(self._take(name), report.deal.rules.players) != values:
                self._fail(f"wrong_{name.lower()}", f"By the rules this is {_numbers(values)}.")
