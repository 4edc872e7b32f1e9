"""Reading a record back: every move is replayed by the rules, every derived fact compared.

What is wrong is told with its place, and everything before that place is kept.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from moonshot.engine.cards import mask_of, parse_card
from moonshot.engine.errors import HeartsError, RecordError
from moonshot.engine.events import Committed, Dealt, MoonChosen, Passed, Played, Recorded
from moonshot.engine.match import CHOOSING_MOON, OVER, Match
from moonshot.engine.record_marks import MARK_FIELDS, Marks, Thought, read_marks
from moonshot.engine.record_values import (
    LONGEST_NAME,
    is_hex,
    need,
    only,
    read_cards,
    same,
    short_text,
    typed,
    whole,
)
from moonshot.engine.record_writing import DEAL_FIELDS, FIELDS, FORMAT, PLAYER_FIELDS, VERSION, match_record
from moonshot.engine.rules import RULES_VERSION, Rules
from moonshot.engine.strict_json import JsonError, StrictJson, mended

_MOST_SEEDS: Final = 16


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """What could be read of a record.

    ``match`` is the match after its last good event, None when not even its rules could be read; ``events``
    rebuild it; ``record`` is the record of just those events; ``error`` tells where it broke, if it did.
    ``thoughts`` says for each event how a bot found it, None where none did or that is not in the record.
    """

    match: Match | None
    events: tuple[Recorded, ...]
    record: dict[str, Any]
    error: RecordError | None
    thoughts: tuple[Thought | None, ...] = ()


def read_record(text: str | bytes) -> ReadRecord:
    """Read and replay a record. Never raises for its content: see `ReadRecord.error`."""
    try:
        value, error = _parsed(text)
    except JsonError as found:
        return ReadRecord(None, (), {}, _from_json(found))
    reading = _Reading()
    try:
        reading.read(value)
    except RecordError as found:
        error = error or found
    if reading.match is None:
        return ReadRecord(None, (), {}, error)
    record = match_record(
        reading.events,
        players=reading.players,
        times=reading.times,
        auto=reading.auto,
        thoughts=reading.thoughts,
    )
    return ReadRecord(reading.match, tuple(reading.events), record, error, tuple(reading.thoughts))


def _parsed(text: str | bytes) -> tuple[dict[str, Any], RecordError | None]:
    """The record's JSON; where it breaks down, what stands before that with the error."""
    strict = StrictJson()
    try:
        value, repeated = strict.read(text)
    except JsonError as error:
        if error.place is None:
            raise
        whole = text.decode() if isinstance(text, bytes) else text
        try:
            value, _ = strict.read(mended(whole, error.place))
        except JsonError:
            raise error from None
        return value, _from_json(error, whole.count("\n", 0, error.place) + 1)
    return value, None if repeated is None else _from_json(repeated)


def _from_json(error: JsonError, line: int | None = None) -> RecordError:
    return RecordError(error.code, error.message, error.at, line=line)


class _Reading:
    """A record while it is read: the events found good so far, and the match they make."""

    def __init__(self) -> None:
        self.match: Match | None = None
        self.events: list[Recorded] = []
        self.times: list[int | None] = []
        self.thoughts: list[Thought | None] = []
        self.auto: set[int] = set()
        self.players: list[dict[str, Any]] = []

    def read(self, record: Mapping[str, Any]) -> None:
        """Read all of it. Raises RecordError at the first fault."""
        only(record, FIELDS, "")
        for name, expected in (("format", FORMAT), ("version", VERSION), ("rules_version", RULES_VERSION)):
            value = need(record, name, "")
            if type(value) is not type(expected) or value != expected:
                raise RecordError(f"bad_{name}", f"This reads {name} {expected}.", name)
        match = self._start(record)
        self.players = _players(need(record, "players", ""), match.rules.players)
        for index, deal in enumerate(typed(need(record, "deals", ""), list, "deals")):
            at = f"deals[{index}]"
            number = match.next_deal_no
            try:
                _DealReading(self, match, at).read(typed(deal, dict, at))
            except RecordError as error:
                error.deal_no = number
                raise
        over = match.phase == OVER
        result = {"totals": list(match.totals), "winners": list(match.winners)} if over else None
        same(need(record, "result", ""), result, "result", "wrong_result")

    def _start(self, record: Mapping[str, Any]) -> Match:
        match_id = short_text(need(record, "match", ""), "match", LONGEST_NAME)
        rules = typed(need(record, "rules", ""), dict, "rules")
        first_dealer = whole(need(record, "first_dealer", ""), "first_dealer")
        try:
            known = Rules.from_dict(rules)
            missing = [name for name in known.to_dict() if name not in rules]
            if missing or "preset" in rules:
                raise RecordError("bad_rules", "A record states every field of its rules.", "rules")
            self.match = Match(known, match_id=match_id, first_dealer=first_dealer)
        except RecordError:
            raise
        except HeartsError as error:
            at = "first_dealer" if error.code == "bad_seat" else f"rules.{error.at}"
            raise RecordError(error.code, error.message, at) from None
        self.keep(self.match.started())
        return self.match

    def keep(self, event: Recorded, time: int | None = None, thought: Thought | None = None) -> None:
        """Note a good event."""
        self.events.append(event)
        self.times.append(time)
        self.thoughts.append(thought)


class _DealReading:
    """One deal while it is read."""

    def __init__(self, reading: _Reading, match: Match, at: str) -> None:
        self.reading = reading
        self.match = match
        self.at = at
        self.number = match.next_deal_no
        self.marks = Marks()

    def read(self, deal: Mapping[str, Any]) -> None:
        """Read the deal. Raises RecordError at the first fault; what stood before is kept."""
        only(deal, (*DEAL_FIELDS, *MARK_FIELDS), self.at)
        number = whole(self._need(deal, "deal"), f"{self.at}.deal")
        dealer = whole(self._need(deal, "dealer"), f"{self.at}.dealer")
        self._same(number, self.number, "deal", "wrong_deal")
        self._same(dealer, self.match.next_dealer, "dealer", "wrong_dealer")
        self.marks = read_marks(deal, self.at)
        secret = self._promise(deal)
        hands = self._need(deal, "hands")
        if hands is not None:
            self._deal_out(deal, hands)
            self._pass(self._need(deal, "passes"))
            self._play(self._need(deal, "plays"))
            self._choose(self._need(deal, "moon_choice"))
        self._compare(deal, secret, dealt=hands is not None)

    def _promise(self, deal: Mapping[str, Any]) -> str | None:
        """Read commitment and secret; the secret, if it stands there."""
        commitment: str | None = self._need(deal, "commitment")
        secret: str | None = self._need(deal, "secret")
        for name, value in (("commitment", commitment), ("secret", secret)):
            if value is not None and not is_hex(value, 64):
                at = f"{self.at}.{name}"
                raise RecordError("bad_type", "Give 64 hexadecimal digits in lower case, or null.", at)
        if commitment is not None:
            self._apply(Committed(self.number, commitment, secret or ""), f"{self.at}.commitment")
        elif secret is not None:
            raise RecordError("not_promised", "There is no commitment to open.", f"{self.at}.secret")
        return secret

    def _deal_out(self, deal: Mapping[str, Any], hands: Any) -> None:
        players = self.match.rules.players
        at = f"{self.at}.hands"
        texts = typed(hands, list, at)
        if len(texts) != players:
            raise RecordError("bad_hands", f"Give {players} hands, one a seat.", at)
        masks = tuple(mask_of(read_cards(text, f"{at}[{seat}]")) for seat, text in enumerate(texts))
        kitty = mask_of(read_cards(self._need(deal, "kitty"), f"{self.at}.kitty"))
        seeds = typed(self._need(deal, "seeds"), list, f"{self.at}.seeds")
        if len(seeds) > _MOST_SEEDS:
            raise RecordError("bad_type", f"At most {_MOST_SEEDS} seeds.", f"{self.at}.seeds")
        for index, seed in enumerate(seeds):
            short_text(seed, f"{self.at}.seeds[{index}]", LONGEST_NAME)
        event = Dealt(self.number, self.match.next_dealer, masks, kitty, tuple(seeds))
        self._apply(event, f"{self.at}.hands", keep_place=True)

    def _pass(self, passes: Any) -> None:
        for index, made in enumerate(typed(passes, list, f"{self.at}.passes")):
            at = f"{self.at}.passes[{index}]"
            only(typed(made, dict, at), ("seat", "cards"), at)
            seat = whole(need(made, "seat", at), f"{at}.seat")
            cards = read_cards(need(made, "cards", at), f"{at}.cards")
            self._apply(Passed(seat, cards), at, *self.marks.of_pass(index))

    def _play(self, plays: Any) -> None:
        at = f"{self.at}.plays"
        for ply, word in enumerate(typed(plays, str, at).split()):
            place = f"{at}[{ply}]"
            try:
                card = parse_card(word, place)
            except HeartsError as error:
                raise RecordError(error.code, error.message, place, ply=ply) from None
            turn = self.match.turn
            if self.match.phase != "playing" or turn is None:
                raise RecordError("wrong_phase", "No card can be played here.", place, ply=ply)
            if ply in self.marks.auto:
                self.reading.auto.add(len(self.reading.events))
            self._apply(Played(turn, card), place, *self.marks.of_play(ply), ply=ply)

    def _choose(self, choice: Any) -> None:
        if choice is None:
            return
        at = f"{self.at}.moon_choice"
        if self.match.phase != CHOOSING_MOON or self.match.turn is None:
            raise RecordError("wrong_phase", "There is nothing to choose here.", at)
        self._apply(MoonChosen(self.match.turn, typed(choice, str, at)), at, None, self.marks.of_choice)

    def _compare(self, deal: Mapping[str, Any], secret: str | None, *, dealt: bool) -> None:
        """Compare what follows from the moves with what the record says about it."""
        if not dealt:
            empty: dict[str, Any] = {"seeds": [], "kitty": "", "passes": [], "plays": "", "moon_choice": None}
            for name, value in empty.items():
                self._same(self._need(deal, name), value, name, "not_dealt")
        redeal = dealt and self.match.phase == "redeal"
        scored = len(self.match.results) == self.number
        row = self.match.results[-1] if scored else None
        self._same(self._need(deal, "redeal"), redeal, "redeal", "wrong_redeal")
        points = None if row is None else list(row.points)
        totals = None if row is None else list(row.totals)
        self._same(self._need(deal, "points"), points, "points", "wrong_points")
        self._same(self._need(deal, "totals"), totals, "totals", "wrong_totals")
        if secret is not None and not (redeal or scored):
            raise RecordError("early_secret", "The secret of a running deal is told.", f"{self.at}.secret")
        moves = [] if self.match.deal is None or not dealt else self.match.deal.plays
        self.marks.compare(deal, len(moves), self.at)

    def _apply(
        self,
        event: Recorded,
        at: str,
        time: int | None = None,
        thought: Thought | None = None,
        *,
        ply: int | None = None,
        keep_place: bool = False,
    ) -> None:
        try:
            self.match.apply(event)
        except HeartsError as error:
            place = f"{self.at}.{error.at}" if keep_place and error.at else at
            raise RecordError(error.code, error.message, place, ply=ply) from None
        self.reading.keep(event, time, thought)

    def _need(self, deal: Mapping[str, Any], name: str) -> Any:
        return need(deal, name, self.at)

    def _same(self, value: Any, expected: Any, name: str, code: str) -> None:
        same(value, expected, f"{self.at}.{name}", code)


def _players(value: Any, count: int) -> list[dict[str, Any]]:
    players = typed(value, list, "players")
    if players and len(players) != count:
        raise RecordError("bad_players", f"Name {count} players, or none.", "players")
    for seat, player in enumerate(players):
        at = f"players[{seat}]"
        only(typed(player, dict, at), PLAYER_FIELDS, at)
        short_text(need(player, "name", at), f"{at}.name", LONGEST_NAME)
        typed(need(player, "bot", at), bool, f"{at}.bot")
        level = need(player, "level", at)
        if level is not None:
            short_text(level, f"{at}.level", LONGEST_NAME)
    return players
