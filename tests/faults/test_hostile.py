"""Whatever a client sends: a typed refusal to it alone, the state unchanged, the server alive (C11, X3)."""

import contextlib
import json
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from tests.faults.servers import Servers, Site

pytestmark = pytest.mark.faults
NEW_TABLE = {"rules": "standard", "level": "steady", "pace": "instant"}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    with Servers(tmp_path_factory.mktemp("hostile") / "data", fixed=False) as servers:
        servers.start()
        yield servers


@pytest.fixture
def site(servers: Servers) -> Iterator[Site]:
    site = Site(servers.address)
    site.call("/api/me")
    yield site
    site.close()


class Guest:
    """A guest at a table of its own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.table = site.call("/api/tables", NEW_TABLE)["table"]
        self.link = site.connect(self.table)
        self.view: dict[str, Any] = {}
        self.view = self.settled()

    def settled(self) -> dict[str, Any]:
        """The view once the bots have done their part."""
        while True:
            message = json.loads(self.link.recv(timeout=60))
            if message["t"] == "update":
                view = self.view = {**self.view, **message["view"]}
                others = [passed for seat, passed in enumerate(view["has_passed"]) if seat != view["seat"]]
                if view["legal"] or (view["phase"] == "passing" and all(others)) or view["waiting"]:
                    return view

    def ask(self, frame: str | bytes) -> dict[str, Any]:
        """What comes back to a frame."""
        self.link.send(frame)
        return json.loads(self.link.recv(timeout=60))  # type: ignore[no-any-return]

    def again(self) -> dict[str, Any]:
        """The view that a new connection gets."""
        self.link = self.site.connect(self.table)
        return json.loads(self.link.recv(timeout=60))  # type: ignore[no-any-return]

    def play_on(self) -> None:
        """Pass, so that the match goes on."""
        self.link.send(json.dumps({"t": "pass", "id": "go", "deal": 1, "cards": self.view["hand"][:3]}))
        self.view = self.settled()


def play(**fields: Any) -> str:
    return json.dumps({"t": "play", "id": "x", **fields})


Attack = Callable[[dict[str, Any]], str | bytes]

WHILE_PASSING: list[tuple[str, Attack, str]] = [
    ("a card while passing", lambda view: play(ply=0, card=view["hand"][0]), "wrong_phase"),
    (
        "thrice the same card",
        lambda view: json.dumps({"t": "pass", "id": "x", "deal": 1, "cards": [view["hand"][0]] * 3}),
        "pass_repeated",
    ),
    (
        "cards of others",
        lambda view: json.dumps({"t": "pass", "id": "x", "deal": 1, "cards": foreign(view)[:3]}),
        "not_in_hand",
    ),
    (
        "four cards",
        lambda view: json.dumps({"t": "pass", "id": "x", "deal": 1, "cards": view["hand"][:4]}),
        "pass_count",
    ),
    (
        "another deal",
        lambda view: json.dumps({"t": "pass", "id": "x", "deal": 2, "cards": view["hand"][:3]}),
        "stale",
    ),
    ("a recall of nothing", lambda view: '{"t":"recall","id":"x","deal":1}', "wrong_phase"),
    ("a continue of nothing", lambda view: '{"t":"continue","id":"x","deal":1,"ply":0}', "wrong_phase"),
    ("a moon", lambda view: '{"t":"choose_moon","id":"x","deal":1,"choice":"others_plus"}', "wrong_phase"),
    ("another's seat", lambda view: '{"t":"recall","id":"x","deal":1,"seat":2}', "bad_message"),
]

WHILE_PLAYING: list[tuple[str, Attack, str]] = [
    # Whoever has been passed the card that opens the deal is at ply 0, and no ply is older.
    ("an old ply", lambda view: play(ply=abs(view["ply"] - 1), card=view["legal"][0]), "stale"),
    ("a ply to come", lambda view: play(ply=view["ply"] + 1, card=view["legal"][0]), "stale"),
    ("a card of others", lambda view: play(ply=view["ply"], card=foreign(view)[0]), "not_in_hand"),
    ("no card at all", lambda view: play(ply=view["ply"], card="XX"), "bad_card"),
    (
        "a pass",
        lambda view: json.dumps({"t": "pass", "id": "x", "deal": 1, "cards": view["hand"][:3]}),
        "wrong_phase",
    ),
]

NO_COMMANDS: list[tuple[str, str | bytes, str]] = [
    ("half a JSON", '{"t":"play","id":"x","ply":', "not_json"),
    ("binary", b"\x00\x01\x02", "not_text"),
    ("binary JSON", b'{"t":"leave","id":"x"}', "not_text"),
    ("an array", "[1,2,3]", "bad_message"),
    ("deep nesting", "[" * 2000 + "]" * 2000, "bad_message"),
    ("5 KB", '{"t":"leave","id":"' + "x" * 5000 + '"}', "too_long"),
    ("a wrong type", play(ply="0", card="2C"), "bad_message"),
    ("a huge number", '{"t":"play","id":"x","ply":' + "9" * 400 + ',"card":"2C"}', "bad_message"),
    ("twice a name", '{"t":"pause","id":"x","on":true,"on":false}', "bad_message"),
    ("NaN", '{"t":"play","id":"x","ply":NaN,"card":"2C"}', "not_json"),
]


def foreign(view: dict[str, Any]) -> list[str]:
    deck = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
    return [card for card in deck if card not in view["hand"]]


def check_refused(guest: Guest, answer: dict[str, Any], code: str, before: dict[str, Any]) -> None:
    assert (answer["t"], answer["code"]) == ("refused", code)
    assert set(answer) == {"t", "id", "code", "message", "at"}
    assert "Traceback" not in answer["message"]
    after = guest.again()
    assert after["view"] == before["view"]
    assert after["seq"] == before["seq"]


def test_attacks_while_passing(site: Site) -> None:
    guest = Guest(site)
    before = guest.again()
    for _, attack, code in WHILE_PASSING:
        check_refused(guest, guest.ask(attack(guest.view)), code, before)


def test_attacks_while_playing(site: Site) -> None:
    guest = Guest(site)
    guest.play_on()
    before = guest.again()
    for _, attack, code in WHILE_PLAYING:
        check_refused(guest, guest.ask(attack(guest.view)), code, before)


def test_out_of_turn(site: Site) -> None:
    guest = Guest(site)
    guest.play_on()
    guest.link.send(json.dumps({"t": "pace", "id": "p", "pace": "slow"}))
    guest.link.send(play(ply=guest.view["ply"], card=guest.view["legal"][0]))
    while True:
        message = json.loads(guest.link.recv(timeout=60))
        view = guest.view = {**guest.view, **message.get("view", {})}
        if message["t"] == "update" and view["legal"]:
            guest.link.send(play(ply=view["ply"], card=view["legal"][0]).replace('"x"', f'"{view["ply"]}"'))
        elif message["t"] == "update" and view["phase"] == "playing":
            break
    answer = guest.ask(play(ply=view["ply"], card=view["hand"][0]).replace('"x"', '"y"'))
    while answer["t"] != "refused":
        answer = json.loads(guest.link.recv(timeout=60))
    assert answer["code"] in ("not_your_turn", "stale")  # stale when a bot was quicker than this test


def test_what_is_no_command(site: Site) -> None:
    guest = Guest(site)
    before = guest.again()
    for _, frame, code in NO_COMMANDS:
        check_refused(guest, guest.ask(frame), code, before)


def test_a_frame_of_a_megabyte_ends_its_own_connection_only(site: Site) -> None:
    guest, other = Guest(site), Guest(site)
    before = guest.again()
    with pytest.raises(ConnectionClosed) as caught:
        guest.link.send('{"t":"leave","id":"' + "x" * 1_000_000 + '"}')
        guest.link.recv(timeout=60)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009
    assert guest.again()["view"] == before["view"]
    assert other.ask('{"t":"pause","id":"x","on":true}')["t"] == "update"


def test_three_bad_frames_end_the_connection(site: Site) -> None:
    guest = Guest(site)
    for _ in range(3):
        assert guest.ask("{")["code"] == "not_json"
    with pytest.raises(ConnectionClosed) as caught:
        guest.link.recv(timeout=60)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1007


def test_a_flood_is_read_no_faster_than_the_rate(site: Site) -> None:
    guest, other = Guest(site), Guest(site)
    for number in range(400):
        guest.link.send(json.dumps({"t": "recall", "id": f"n{number}", "deal": 1}))
    started = time.monotonic()
    codes = [json.loads(guest.link.recv(timeout=60))["code"] for _ in range(80)]
    assert set(codes) == {"wrong_phase"}
    assert time.monotonic() - started > 1.5
    assert other.ask('{"t":"pause","id":"x","on":true}')["t"] == "update"
    assert guest.again()["view"]["hand"] == guest.view["hand"]


def test_a_table_cannot_be_entered_with_anothers_name(site: Site, servers: Servers) -> None:
    guest = Guest(site)
    thief = Site(servers.address)
    thief.call("/api/me")
    for link in (thief.connect(guest.table), thief.connect(guest.table, ticket="forged")):
        bye = json.loads(link.recv(timeout=60))
        assert bye["t"] == "bye"
        assert bye["code"] in ("gone", "bad_ticket")
        assert "hand" not in json.dumps(bye)
    thief.close()


def raw(link: ClientConnection, data: bytes) -> None:
    link.socket.sendall(data)


def test_noise_on_one_connection_leaves_other_tables_alone(site: Site, servers: Servers) -> None:
    """Random bytes, cut frames, split characters, drops in mid-frame, while three other tables play on."""
    chance = random.Random(7)
    stop = threading.Event()
    played = [0, 0, 0]

    def quiet_player(number: int) -> None:
        own = Site(servers.address)
        own.call("/api/me")
        guest = Guest(own)
        while not stop.is_set():
            answer = guest.ask(
                json.dumps({"t": "pause", "id": f"{number}.{played[number]}", "on": played[number] % 2 == 0})
            )
            assert answer["t"] == "update", answer
            assert json.loads(guest.link.recv(timeout=60))["t"] == "done"
            played[number] += 1
            time.sleep(0.06)
        own.close()

    players = [threading.Thread(target=quiet_player, args=(number,)) for number in range(3)]
    for player in players:
        player.start()
    ends = time.monotonic() + 60
    victim = Guest(site)
    sent = dials = 0
    while (dials < 40 or min(played) <= 20) and time.monotonic() < ends:
        dials += 1
        if dials > 100:  # a fast server must not run out of tickets to give
            time.sleep(0.05)
            continue
        with contextlib.suppress(ConnectionClosed, OSError), site.dial(victim.table) as link:
            for _ in range(chance.randrange(1, 6)):
                noise(link, chance)
                sent += 1
            link.socket.shutdown(socket.SHUT_RDWR)
    stop.set()
    for player in players:
        player.join(10)
        assert not player.is_alive()
    assert sent > 20
    assert min(played) > 20
    assert victim.again()["view"]["hand"] == victim.view["hand"]


def noise(link: ClientConnection, chance: random.Random) -> None:
    """One piece of nonsense, below or above the level of frames."""
    kind = chance.randrange(7)
    if kind == 0:
        raw(link, chance.randbytes(chance.randrange(1, 300)))
    elif kind == 1:
        link.send(chance.randbytes(chance.randrange(0, 3000)))
    elif kind == 2:
        text = '{"t":"play","id":"x","ply":0,"card":"QS"}'
        link.send(text[: chance.randrange(len(text))])
    elif kind == 3:
        frame = Frame(Opcode.TEXT, '{"t":"leave♥"}'.encode()[:11], fin=False)
        raw(link, frame.serialize(mask=True))
    elif kind == 4:
        raw(link, Frame(Opcode.TEXT, b"\xff\xfe\xc3\x28").serialize(mask=True))
    elif kind == 5:
        raw(link, Frame(Opcode.TEXT, b"x" * 2000).serialize(mask=True)[:500])
    else:
        link.send("".join(chr(chance.randrange(32, 0xD7FF)) for _ in range(chance.randrange(1, 900))))


def test_handshakes_that_never_end_do_not_stop_others(servers: Servers, site: Site) -> None:
    host, port = urlsplit(servers.address).hostname, servers.port
    hanging = [socket.create_connection((host, port)) for _ in range(100)]
    for link in hanging:
        link.sendall(b"GET /ws/tables/x HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websock")
    guest = Guest(site)
    assert guest.ask('{"t":"pause","id":"x","on":true}')["t"] == "update"
    for link in hanging:
        link.close()


def test_nothing_of_all_this_was_a_failure(servers: Servers) -> None:
    """The server's own log has no stack trace of ours; the web server notes bytes that are no UTF-8."""
    words = ("Traceback", "ERROR", "Exception")  # that it stood still on a busy machine is no failure
    assert [line for line in servers.errors.read_text().splitlines() if any(w in line for w in words)] == []
