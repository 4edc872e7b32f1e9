"""The wire: what a view holds, that the documentation names all of it, and that encoding is quick."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from moonshot.engine import Rules, card_text, cards_of, events, preset
from moonshot.site.live import wire
from moonshot.site.live.frames import to_command
from moonshot.site.live.views import encode, event_of, rules_name
from moonshot.tables import EMOJI, PHRASES, Table, commands
from moonshot.tables import commands as c
from moonshot.tables import events as e
from moonshot.tables.events import Continued, Incident, Left, Opened, TableEvent, TrickCleared
from tests.tables.build import World
from tests.tables.seen import encode_update, viewer_of

ROOT = Path(__file__).resolve().parents[3]
DOCS = (ROOT / "docs" / "protocol.md").read_text("utf-8")


SITTING = {"connected": True, "empty": False, "host": False, "stand_in": False, "handle": None}


def wire_view(table: Table, seat: int | None) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode_update(7, table, seat, connected={0}))
    assert (found["t"], found["seq"], found["events"]) == ("update", 7, [])
    view: dict[str, Any] = found["view"]
    return view


def test_the_first_view_of_a_table() -> None:
    world = World()
    view = wire_view(world.table, 0)
    hand = list(view["hand"])
    assert len(hand) == 13
    commitment = world.table.match.committed
    assert commitment is not None
    assert view == {
        "table": "t",
        "match": "t-1",
        "rules": Rules().to_dict(),
        "rules_name": "Standard",
        "preset": "standard",
        "phase": "passing",
        "seat": 0,
        "players": [
            {"name": "Me", "bot": False, "level": None, **SITTING, "host": True},
            {"name": "Bot 0", "bot": True, "level": "lowest", **SITTING},
            {"name": "Bot 1", "bot": True, "level": "lowest", **SITTING},
            {"name": "Bot 2", "bot": True, "level": "lowest", **SITTING},
        ],
        "deal": 1,
        "dealer": world.table.match.dealer,
        "direction": "L",
        "pass_to": [1, 2, 3, 0],
        "pass_count": 3,
        "hand": hand,
        "counts": [13, 13, 13, 13],
        "passed": None,
        "received": None,
        "received_from": None,
        "has_passed": [False, False, False, False],
        "turn": None,
        "legal": [],
        "why": {},
        "ply": 0,
        "trick": None,
        "last_trick": None,
        "broken": False,
        "taken": [[], [], [], []],
        "tricks_won": [0, 0, 0, 0],
        "points": [0, 0, 0, 0],
        "totals": [0, 0, 0, 0],
        "rows": [],
        "overtime": False,
        "tied": [],
        "winners": [],
        "shooter": None,
        "moon_options": None,
        "commitment": commitment.commitment,
        "reveals": [],
        "pace": "normal",
        "paused": False,
        "waiting": [],
        "kind": "practice",
        "host": 0,
        "locked": False,
        "code": None,
        "link": None,
        "clock": None,
        "vote": None,
        "proposal": None,
        "spectators": 0,
        "chat": {"text": False, "phrases": list(PHRASES), "emoji": list(EMOJI)},
        "saving": False,
        "absent": None,
        "stalling": None,
        "offers": [],
    }


def test_received_cards_are_shown_until_the_own_first_card() -> None:
    world = World()
    world.play_until(lambda view: view.match.legal != 0)
    view = wire_view(world.table, 0)
    assert len(view["received"]) == 3
    assert view["received_from"] == 3
    assert set(view["received"]) <= set(view["hand"])
    assert set(view["why"]) == set(view["hand"]) - set(view["legal"])
    world.step()
    view = wire_view(world.table, 0)
    assert (view["received"], view["received_from"]) == (None, None)
    assert len(view["passed"]) == 3


def test_a_spectator_sees_public_facts_only() -> None:
    world = World()
    world.play_until(lambda view: view.match.ply > 5)
    view = wire_view(world.table, None)
    assert (view["seat"], view["hand"], view["legal"], view["passed"], view["received"]) == (
        None,
        [],
        [],
        None,
        None,
    )
    assert sum(view["counts"]) == 52 - view["ply"]


def test_the_score_sheet() -> None:
    world = World(rules=preset("deniro"), pace="instant")
    world.play_until(lambda view: view.phase == "deal_done")
    view = wire_view(world.table, 0)
    row = view["rows"][0]
    assert row["check"] == sum(row["points"])
    assert row["totals"] == view["totals"]
    assert {"deal", "direction", "points", "totals", "moon", "sun", "queen", "bonus", "check"} == set(row)
    assert view["reveals"][0]["deal"] == 1
    assert view["waiting"] == ["continue"]
    assert view["preset"] == "deniro"


def test_house_rules_have_no_preset() -> None:
    world = World(rules=Rules(end_score=77))
    view = wire_view(world.table, 0)
    assert (view["rules_name"], view["preset"], view["rules"]["end_score"]) == ("House rules", None, 77)
    assert rules_name(Rules(end_score=77)) == "House rules"


def test_moon_options_are_the_shooters() -> None:
    from tests.tables.test_bots import moon_world

    world = moon_world(shooter_is_bot=False)
    view = wire_view(world.table, 0)
    assert (view["phase"], view["shooter"]) == ("choosing_moon", 0)
    assert view["moon_options"] == {"others_plus": [0, 26, 26], "self_minus": [-26, 0, 0]}
    assert wire_view(world.table, 1)["moon_options"] is None
    world.send(c.ChooseMoon("m", 1, "self_minus"))
    view = wire_view(world.table, 0)
    assert (view["shooter"], view["moon_options"], view["rows"][0]["moon"]) == (None, None, 0)


EVENTS: list[tuple[TableEvent, dict[str, Any] | None]] = [
    (events.MatchStarted("t-1", {}, 0), {"kind": "match_started"}),
    (events.Committed(1, "c", "secret"), None),
    (events.Dealt(2, 1, (1, 2, 4, 8)), {"kind": "dealt", "deal": 2, "dealer": 1, "direction": "R"}),
    (events.Passed(1, (3, 4, 5)), {"kind": "passed", "seat": 1}),
    (events.Recalled(1), {"kind": "recalled", "seat": 1}),
    (events.Played(2, 36), {"kind": "played", "seat": 2, "card": "QS"}),
    (events.HeartsBroken(2, 39), {"kind": "hearts_broken", "seat": 2, "card": "2H"}),
    (
        events.TrickTaken(1, (0, 1, 2, 3), 0),
        {"kind": "trick_taken", "winner": 0, "leader": 1, "cards": ["2C", "3C", "4C", "5C"]},
    ),
    (events.MoonShot(3, 1, sun=True), {"kind": "moon", "deal": 3, "seat": 1, "sun": True}),
    (events.MoonChosen(1, "self_minus"), {"kind": "moon_chosen", "seat": 1, "choice": "self_minus"}),
    (events.Redeal(1, 2), {"kind": "redeal", "seat": 2}),
    (
        events.DealScored(1, (1, 2, 3, 20), (1, 2, 3, 20), None, None, sun=False),
        {"kind": "deal_scored", "deal": 1, "points": [1, 2, 3, 20], "totals": [1, 2, 3, 20]},
    ),
    (events.Revealed(1, "secret"), None),
    (events.OvertimeStarted((0, 1)), {"kind": "overtime", "tied": [0, 1]}),
    (events.MatchOver((2,), (9, 9, 1, 100)), {"kind": "over", "winners": [2], "totals": [9, 9, 1, 100]}),
    (TrickCleared(), None),
    (Continued(0, "seed"), None),
    (Incident(1, "RuntimeError"), None),
    (e.Thought("expert", 1, 12345, 1000), None),
    (Left(1, "steady"), {"kind": "left", "seat": 1}),
    (Opened("t", {}, (), "fast", "secret"), None),
    (e.Sat(1, "Bea", "secret-account", handle="h"), {"kind": "sat", "seat": 1, "name": "Bea"}),
    (e.Stood(1), {"kind": "stood", "seat": 1}),
    (e.HostSet(None), {"kind": "host", "seat": None}),
    (e.LockSet(on=True), {"kind": "locked", "on": True}),
    (e.Removed(1, "secret-account"), {"kind": "removed", "seat": 1}),
    (e.Proposed(1, 0, Rules().to_dict()), {"kind": "proposed", "no": 1, "by": 0, "rules_name": "Standard"}),
    (e.Confirmed(1, yes=True), {"kind": "confirmed", "seat": 1, "yes": True}),
    (e.RulesSet(Rules().to_dict()), {"kind": "rules_set", "rules_name": "Standard"}),
    (e.TookSeat(1, "Bea", "secret-account"), {"kind": "took_seat", "seat": 1, "name": "Bea"}),
    (e.Renamed(1, "Bea"), {"kind": "renamed", "seat": 1, "name": "Bea"}),
    (e.TimedOut(1, 500), {"kind": "timed_out", "seat": 1}),
    (e.Overran(1, 500), None),
    (e.Restored(1), {"kind": "returned", "seat": 1}),
    (e.TimerOff(), {"kind": "timer_off"}),
    (e.StoodIn(1, "steady"), {"kind": "stand_in", "seat": 1, "voted": False}),
    (e.KeptWaiting(1), None),
    (e.TakenBack(1, 36, 2), {"kind": "taken_back", "seat": 1, "card": "QS"}),
    (e.PlayedOut(None), {"kind": "played_out", "seat": None}),
    (e.Returned(1), {"kind": "returned", "seat": 1}),
    (e.VoteOpened("rematch", 1), {"kind": "vote_opened", "about": "rematch", "by": 1}),
    (e.VoteCast(1, yes=False), {"kind": "voted", "seat": 1, "yes": False}),
    (e.VoteClosed("rematch", passed=True), {"kind": "vote_closed", "about": "rematch", "passed": True}),
    (
        e.Said(1, "Bea", "h", text="a *** word", original="a bad word"),
        {
            "kind": "said",
            "seat": 1,
            "name": "Bea",
            "handle": "h",
            "phrase": None,
            "emoji": None,
            "text": "a *** word",
        },
    ),
    (e.Closed(), None),
    (e.PaceSet("fast"), {"kind": "pace", "pace": "fast"}),
    (e.PauseSet(on=True), {"kind": "paused", "on": True}),
]


def test_every_recorded_event_has_its_words_or_none() -> None:
    assert {type(event) for event, _ in EVENTS} >= set(e.TABLE_RECORDED_BY_KIND.values())


@pytest.mark.parametrize(("event", "told"), EVENTS, ids=[event.kind for event, _ in EVENTS])
def test_what_is_told_of_an_event(event: TableEvent, told: dict[str, Any] | None) -> None:
    found = event_of(event, viewer_of(World().table, 0))
    assert (None if found is None else msgspec.to_builtins(found)) == told


def test_the_exchange_is_told_to_each_receiver_alone() -> None:
    world = World()
    world.play_until(lambda view: view.phase == "playing")
    exchanged = next(event for event in world.told if isinstance(event, events.Exchanged))
    for seat in range(4):
        told = msgspec.to_builtins(event_of(exchanged, viewer_of(world.table, seat)))
        assert told["received"] == [card_text(card) for card in cards_of(exchanged.received[seat])]
        assert len(told["received"]) == 3
        assert told["from"] == (seat - 1) % 4
    assert event_of(exchanged, viewer_of(world.table, None)) is None


def test_every_wire_command_becomes_a_table_command() -> None:
    samples = {
        "cards": ["QS", "2C"],
        "card": "TD",
        "choice": "self_minus",
        "pace": "fast",
        "seed": "s",
        "on": True,
        "deal": 3,
        "ply": 9,
        "id": "x",
        "seat": 2,
        "level": "steady",
        "rules": {"preset": "standard"},
        "proposal": 1,
        "yes": True,
        "kind": "rematch",
        "phrase": "hello",
        "emoji": None,
        "text": None,
    }
    for kind in get_args(wire.Command):
        if kind is wire.Ping:  # answered by the socket; no table hears of it
            continue
        message = kind(**{name: samples[name] for name in kind.__struct_fields__})
        command = to_command(message)
        assert type(command).__name__ == kind.__name__
        assert command.id == "x"
    assert to_command(wire.PassCards("x", 3, ["QS", "10d"])) == commands.PassCards("x", 3, (36, 21))


def structs() -> list[type[msgspec.Struct]]:
    found = [
        kind for _, kind in inspect.getmembers(wire, inspect.isclass) if issubclass(kind, msgspec.Struct)
    ]
    return [kind for kind in found if not kind.__name__.startswith("_") and kind is not msgspec.Struct]


@pytest.mark.parametrize("kind", structs(), ids=lambda kind: kind.__name__)
def test_the_documentation_names_every_message_and_field(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    for name in (*kind.__struct_encode_fields__, *([tag] if isinstance(tag, str) else [])):
        assert re.search(rf"[`\"]{name}[`\"]", DOCS), (
            f"docs/protocol.md does not name {name} of {kind.__name__}"
        )


def test_the_documentation_names_every_refusal_code() -> None:
    sources = [
        *((ROOT / "src/moonshot/site/live" / name) for name in ("frames.py", "host.py", "socket.py")),
        *(ROOT / "src/moonshot/tables").glob("*.py"),
        *(ROOT / "src/moonshot/engine").glob("reasons.py"),
        *(ROOT / "src/moonshot/engine").glob("passing.py"),
    ]
    text = "\n".join(source.read_text("utf-8") for source in sources)
    codes = set(re.findall(r'(?:Error|Refusal)\(\s*"([a-z_]+)"', text)) | set(
        re.findall(r'code="([a-z_]+)"', text)
    )
    codes |= set(re.findall(r'return "([a-z_]+)", ', text))
    assert {"stale", "must_follow_suit", "pass_count", "too_late", "not_json"} <= codes
    for code in codes - {"bad_log", "same_name"}:  # never refuse what a client sends
        assert f"`{code}`" in DOCS, code


def test_the_documentation_names_every_phase_pace_and_close_code() -> None:
    for literal in (wire.Phase, wire.PaceName, wire.MoonChoice, wire.ByeCode):
        for word in get_args(literal):
            assert f"`{word}`" in DOCS
    for code in wire.CLOSE_CODES.values():
        assert f"| {code} |" in DOCS


def test_the_rules_on_the_wire_are_all_rules() -> None:
    assert set(wire.RulesFields.__annotations__) == set(Rules().to_dict())
    for name in ("standard", "deniro_3", "spot", "hooligan", "greek"):
        msgspec.convert(preset(name).to_dict(), wire.RulesFields)


def test_every_view_fits_its_own_schema() -> None:
    world = World(rules=preset("deniro_3"), pace="click")
    for _ in range(60):
        world.step()
        for seat in (0, 1, 2, None):
            data = encode_update(1, world.table, seat, world.told[-3:])
            assert encode(msgspec.json.decode(data, type=wire.ServerMessage)) == data


def test_the_generated_files_are_up_to_date() -> None:
    check = subprocess.run(
        [sys.executable, "tools/protocol_types.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (check.returncode, check.stderr) == (0, "")


def test_a_whole_view_in_the_middle_of_a_match_is_below_four_kilobytes() -> None:
    world = World(pace="instant")
    world.play_until(lambda view: view.match.deal_no == 3 and view.match.ply > 20)
    assert len(encode_update(9, world.table, 0)) < 4096
