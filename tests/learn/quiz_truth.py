"""What the engine says about each option of a question: `moonshot judge` and whole matches, asked anew."""

from collections.abc import Callable
from typing import Any

from moonshot.cli.judge import judged
from moonshot.cli.rules_cache import RulesCache
from moonshot.engine import Match, MoveError, Pass, Play, Rules, cards_of, cards_text, mask_of, parse_cards
from moonshot.engine.events import Dealt, TrickTaken
from moonshot.engine.scoring import moon_shooter
from moonshot.learn.quiz import Case, Question

_rules = RulesCache(Rules.from_dict)


def judge(case: Case, **changes: Any) -> dict[str, Any]:
    """What the judge says of a case."""
    return judged({**case.to_dict(), **changes}, _rules)


def match_of(case: Case, *, playing: bool = True) -> tuple[Match, list[Any]]:
    """A whole match brought to the place of the case, and all events on the way."""
    before = case.deal_no - 1
    match = Match(case.rules, first_dealer=(case.dealer - before) % case.rules.players)
    match.results = (None,) * before  # type: ignore[assignment]
    match.deal_no = before
    match.totals, match.overtime = case.totals, case.overtime
    dealt = mask_of(card for hand in case.hands for card in cards_of(hand))
    kitty = case.rules.facts.deck & ~dealt
    events = list(match.apply(Dealt(case.deal_no, case.dealer, case.hands, kitty)))
    for seat, cards in enumerate(case.passes or ()):
        events += match.act(seat, Pass(cards))
    for card in case.plays if playing else ():
        assert match.turn is not None
        events += match.act(match.turn, Play(card))
    return match, events


def mask(text: str | None) -> int:
    """A text of cards as a mask."""
    return mask_of(parse_cards(text or ""))


def tricks(said: dict[str, Any]) -> list[dict[str, Any]]:
    """The finished tricks of an answer."""
    return [trick for trick in said["tricks"] if trick["winner"] is not None]


def points(rules: Rules, cards: int) -> int:
    """The penalty points of cards, by the rules' own table."""
    return sum(rules.card_points[card] for card in cards_of(cards))


class Truth:
    """Asks about one question."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.case = question.draft.case
        self.rules = self.case.rules
        self.facts = question.draft.facts
        self.said = judge(self.case)

    def options(self) -> list[bool]:
        """For each option whether the engine says so."""
        test: Callable[[Any], bool] = getattr(self, self.facts["of"])
        return [test(option) for option in self.question.options]

    # -- legal cards
    def legal(self, cards: int) -> bool:
        return mask(self.said["legal"]) == cards

    def barred_one(self, card: int) -> bool:
        return not mask(self.said["legal"]) & card

    def legal_one(self, card: int) -> bool:
        return mask(self.said["legal"]) & card == card

    def legal_count(self, count: int) -> bool:
        return len(self.said["legal"].split()) == count

    def reason(self, code: str) -> bool:
        match, _ = match_of(self.case)
        assert match.turn is not None
        try:
            match.verify(match.turn, Play(self.facts["card"]))
        except MoveError as error:
            return error.code == code
        return False

    def may_lead(self, answer: bool) -> bool:
        return ("H" in self.said["legal"]) == answer

    def queen_may_lead(self, answer: bool) -> bool:
        return ("QS" in self.said["legal"].split()) == answer

    # -- tricks
    def winner(self, seat: int) -> bool:
        return bool(tricks(self.said)[-1]["winner"] == seat)

    def trick_points(self, count: int) -> bool:
        return points(self.rules, mask(tricks(self.said)[-1]["cards"])) == count

    def _takes(self, card: int) -> bool:
        said = judge(self.case, plays=cards_text((*self.case.plays, *cards_of(card))))
        return bool(tricks(said)[-1]["winner"] == self.said["turn"])

    def wins(self, card: int) -> bool:
        return self._takes(card)

    def loses(self, card: int) -> bool:
        return not self._takes(card)

    def highest_loser(self, card: int) -> bool:
        legal = [1 << one for one in cards_of(mask(self.said["legal"]))]
        return card == max(one for one in legal if not self._takes(one))

    def _taken(self, seat: int) -> int:
        return sum(mask(trick["cards"]) for trick in tricks(self.said) if trick["winner"] == seat)

    def points_so_far(self, count: int) -> bool:
        taken = self._taken(self.facts["seat"])
        bonus = self.rules.bonus_card is not None and mask(self.rules.bonus_card) & taken
        return points(self.rules, taken) + (self.rules.bonus_points if bonus else 0) == count

    def known_void(self, seat: int) -> bool:
        for trick in tricks(self.said):
            cards = parse_cards(trick["cards"])
            if cards[0] // 13 == self.facts["suit"]:
                card = cards[(seat - trick["leader"]) % self.rules.players]
                if card // 13 != cards[0] // 13:
                    return True
        return False

    def _others(self) -> int:
        return sum(
            mask(hand) for seat, hand in enumerate(self.said["hands"]) if seat != self.question.scene.me
        )

    def still_out(self, count: int) -> bool:
        return len([card for card in cards_of(self._others()) if card // 13 == self.facts["suit"]]) == count

    def highest_out(self, card: int) -> bool:
        return 1 << max(one for one in cards_of(self._others()) if one // 13 == self.facts["suit"]) == card

    def points_left(self, count: int) -> bool:
        return points(self.rules, sum(mask(hand) for hand in self.said["hands"])) == count

    # Breaking hearts.
    def broken(self, answer: bool) -> bool:
        return bool(self.said["broken"] == answer)

    def breaker(self, card: int) -> bool:
        plays = self.case.plays
        number = next(
            n for n in range(len(plays) + 1) if judge(self.case, plays=cards_text(plays[:n]))["broken"]
        )
        return 1 << plays[number - 1] == card

    # -- deal and pass
    def hand_size(self, count: int) -> bool:
        return {hand.bit_count() for hand in self.case.hands} == {count}

    def points_in_deal(self, count: int) -> bool:
        return sum(self.rules.card_points) == count

    def kitty_size(self, count: int) -> bool:
        return 52 - len(self.rules.removed_cards) - sum(hand.bit_count() for hand in self.case.hands) == count

    def removed(self, card: int) -> bool:
        return not any(hand & card for hand in self.case.hands)

    def next_dealer(self, seat: int) -> bool:
        match, _ = match_of(self.case)
        while match.phase == "playing":
            assert match.turn is not None
            match.act(match.turn, Play(cards_of(match.legal_mask())[0]))
        if match.phase == "choosing_moon":
            assert match.turn is not None
        return match.next_dealer == seat if len(match.results) == self.case.deal_no else seat == self._after()

    def _after(self) -> int:
        return (self.case.dealer + 1) % self.rules.players

    def opener(self, seat: int) -> bool:
        return bool(self.said["turn"] == seat)

    def opens_with(self, card: int) -> bool:
        return mask(self.said["legal"]) == card

    def kitty(self, seat: int) -> bool:
        _, events = match_of(self.case)
        return [event.winner for event in events if isinstance(event, TrickTaken) and event.kitty] == [seat]

    def redeal(self, word: str) -> bool:
        barred = self.rules.facts.barred
        plays_any = self.said["state"] == "playing" and mask(self.said["legal"]) & barred != 0
        return word == (
            "redealt" if self.said["state"] == "redeal" else "plays_any" if plays_any else "plays_on"
        )

    def pass_to(self, seat: int) -> bool:
        return bool(self.said["pass_to"][self.facts["seat"]] == seat)

    def pass_from(self, seat: int) -> bool:
        return bool(self.said["pass_to"][seat] == self.facts["seat"])

    def direction(self, word: str) -> bool:
        if word == "way_H":
            return self.said["pass_to"] is None
        players = self.rules.players
        step = {"L": 1, "R": players - 1, "A": players // 2, "L2": 2, "R2": players - 2}[word[4:]]
        return self.said["pass_to"] is not None and self.said["pass_to"][0] == step

    def holds(self, number: int) -> bool:
        return judge(self.case, deal_no=number, passes=None)["pass_to"] is None

    def pass_count(self, count: int) -> bool:
        match, _ = match_of(self.case)
        try:
            match.verify(0, Pass(cards_of(self.case.hands[0])[:count]))
        except MoveError:
            return False
        return True

    def received(self, cards: int) -> bool:
        seat = self.facts["seat"]
        assert self.case.passes is not None
        kept = self.case.hands[seat] & ~mask_of(self.case.passes[seat])
        return bool(mask(self.said["hands"][seat]) & ~kept == cards)

    # -- points, moons, endings
    def card_points(self, count: int) -> bool:
        return bool(self.rules.card_points[self.facts["card"]] == count)

    def costs_nothing(self, card: int) -> bool:
        return points(self.rules, card) == 0

    def dearest(self, cards: int) -> bool:
        options = [one for one in self.question.options if isinstance(one, int)]
        return points(self.rules, cards) == max(points(self.rules, one) for one in options)

    def points(self, scores: tuple[int, ...]) -> bool:
        return bool(tuple(self.said["points"]) == scores)

    def points_of_seat(self, count: int) -> bool:
        return bool(self.said["points"][self.facts["seat"]] == count)

    def totals(self, scores: tuple[int, ...]) -> bool:
        return bool(tuple(self.said["totals"]) == scores)

    def is_moon(self, answer: bool) -> bool:
        match, _ = match_of(self.case)
        seat = match.results[-1].moon if len(match.results) == self.case.deal_no else match.shooter
        return bool((seat == self.facts["seat"]) == answer)

    def needs(self, cards: int) -> bool:
        def shot(held: int) -> bool:
            return moon_shooter(self.rules.facts, [held] + [0] * (self.rules.players - 1)) == 0

        return shot(cards) and not any(shot(cards & ~(1 << card)) for card in cards_of(cards))

    def state(self, word: str) -> bool:
        return bool(self.said["state"] == word)

    def match_winner(self, seat: int) -> bool:
        return bool(tuple(self.said["winners"]) == (seat,))
