"""What live tables tell: their views, and how little of them has to be sent again."""

import json
from typing import Any

import msgspec
import pytest

from moonshot.engine import Rules, preset
from moonshot.site.live import wire
from moonshot.site.live.telling import Moment, Shown, Telling, tell_all
from moonshot.site.live.views import encode, public_fields, rules_name
from moonshot.tables import commands as c
from moonshot.tables.events import TableEvent
from moonshot.tables.terms import PRACTICE
from tests.tables.company import COIN, QUICK, Company
from tests.tables.seen import encode_update


def live_view(table: Company, seat: int | None = 0) -> dict[str, Any]:
    view: dict[str, Any] = json.loads(encode_update(1, table.table, seat, now=table.now))["view"]
    return view


def test_the_view_of_a_table_where_people_gather() -> None:
    table = Company(people=("ann", "bea"), gather=True)
    table.ask("bea", c.Propose, "deniro")
    view = live_view(table)
    assert (view["phase"], view["kind"], view["host"], view["code"]) == ("gathering", "private", 0, "K7M2QX")
    assert view["link"] == "/join/abc"
    assert view["players"][2] == {
        "name": "",
        "bot": False,
        "level": None,
        "connected": False,
        "empty": True,
        "host": False,
        "stand_in": False,
        "handle": None,
    }
    assert view["proposal"].pop("rules") == preset("deniro").to_dict()
    name = rules_name(preset("deniro"))
    assert view["proposal"] == {"no": 1, "by": 1, "rules_name": name, "yes": [1], "waiting": [0]}
    assert (live_view(table, None)["code"], live_view(table, None)["link"]) == (None, None)
    assert view["chat"]["text"]


def test_the_view_of_a_clock_a_vote_and_somebody_absent() -> None:
    table = Company(terms=QUICK, people=("ann", "bea", "cai"))
    table.ask("bea", c.ProposeVote, "timer_off")
    table.present(0, 1)
    table.wait(3.0)
    view = live_view(table)
    assert view["clock"] == {
        "kind": "online",
        "on": True,
        "left_ms": [102_000, 102_000, 102_000, None],
        "bank_ms": [60_000, 60_000, 60_000, 60_000],
        "limit_ms": 45_000,
        "misses": [0, 0, 0, 0],
        "fast": [False, False, False, False],
    }
    vote = {"kind": "timer_off", "by": 1, "seat": None, "yes": [1], "no": [], "ends_in_ms": 27_000}
    assert view["vote"] == vote
    assert view["absent"] == {"seat": 2, "giving_up_in_ms": 57_000}
    assert not view["chat"]["text"]


def moment_of(table: Company) -> Moment:
    return Moment(lambda: public_fields(table.table, now=table.now), table.now)


class Reader:
    """A connection that keeps what it is sent, and merges it as a client does."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.shown: Shown | None = None
        self.view: dict[str, Any] = {}
        self.sizes: list[int] = []
        self.first = b""

    def send(self, message: bytes) -> None:
        self.sizes.append(len(message))
        self.first = self.first or message
        self.view = {**self.view, **json.loads(message)["view"]}


def companies() -> dict[str, Company]:
    """Tables at which different things are told."""
    kitty = Rules.from_dict({"players": 3, "kitty": "first_trick", "moon": "choice"})
    return {
        "strangers and bots": Company(terms=QUICK, people=("ann", "bea")),
        "friends without a clock": Company(),
        "coins": Company(terms=COIN, people=("ann", "bea", "cai"), pace="instant"),
        "practice": Company(terms=PRACTICE, people=("ann",), pace="click"),
        "three with a kitty": Company(people=("ann", "bea", "cai"), rules=kitty, pace="fast"),
        "a redeal and a bonus": Company(people=("ann", "bea"), rules=preset("windows")),
    }


def go_on(table: Company) -> None:
    """Let the next thing happen at a table."""
    acting = [seat for seat in table.table.match.acting if not table.table.is_auto(seat)]
    if table.table.phase in ("deal_done", "redeal"):
        for seat in table.table.people:
            table.move(seat)
    elif table.table.phase == "choosing_moon" and acting:
        table.ask(table.people[acting[0]], c.ChooseMoon, table.table.match.deal_no, "others_plus")
    elif acting and table.table.phase != "trick_done":
        table.move(acting[0])
    elif table.table.due() is None:
        table.move(0)
    else:
        table.wait_until_due()


@pytest.mark.parametrize("kind", companies())
def test_what_has_changed_adds_up_to_the_whole_view(kind: str) -> None:
    table = companies()[kind]
    people = len(table.people)
    readers = [Reader(seat) for seat in (0, people - 1, None, 0)]

    def tell(told: tuple[TableEvent, ...] = ()) -> None:
        tell_all(readers, table.table, moment_of(table), told)  # type: ignore[arg-type]
        for reader in readers:
            assert reader.view == live_view(table, reader.seat)

    tell()
    assert readers[0].sizes[0] > 2000
    first = readers[0].first
    assert encode(msgspec.json.decode(first, type=wire.ServerMessage)) == first
    for number in range(300):
        before = len(table.told)
        go_on(table)
        if number % 3 == 0 and table.table.phase == "passing":
            tell(tuple(table.told[before:]))
            before = len(table.told)
            table.ask(table.people[0], c.RecallCards, table.table.match.deal_no)
        if number == 100:
            readers.append(Reader(people - 1))
        tell(tuple(table.told[before:]))
    assert table.table.match.deal_no > 2
    usual = sorted(readers[0].sizes[1:])
    assert usual[len(usual) // 2] < 600
    assert usual[int(len(usual) * 0.9)] < 900
    assert len(readers[4].sizes) >= 200


def test_nothing_is_sent_when_nothing_has_changed() -> None:
    table = Company(people=("ann", "bea"))
    reader = Reader(0)
    for _ in range(3):
        Telling(table.table, moment_of(table)).tell(reader)  # type: ignore[arg-type]
    assert len(reader.sizes) == 1
