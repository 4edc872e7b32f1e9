"""The parts of bench/live.py and others that can be wrong without anybody noticing: scripts, frames, sums."""

import socket
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from bench.bot_records import asked_again
from bench.keeping import Kept, played_by
from bench.live_crowd import Crowd, percentile
from bench.live_players import DEAL_MOVES, PASSES, Dialect, Player, Seats
from bench.live_sites import MoonshotDialect
from bench.standing import duplicate, without_score
from moonshot.bots import POLICY_VERSION, find_policy, version_of
from moonshot.bots.standing import urgency
from moonshot.engine import RULES_VERSION, Rules, cards_of, view_of
from moonshot.tables import commands as c
from tests.tables.company import Company


def test_the_script_of_the_crowd_is_one_that_a_table_takes() -> None:
    table = Company()
    deal = table.table.match.deal
    assert deal is not None
    for seat, kind in PASSES:
        assert table.table.phase == "passing"
        cards = cards_of(deal.hands[seat])[-3:]
        wish = (c.PassCards, 1, cards) if kind == "pass" else (c.RecallCards, 1)
        assert table.ask(table.people[seat], *wish) == "ok"
    assert table.table.phase == "playing"
    assert DEAL_MOVES == 64


class Echo(MoonshotDialect):
    """Notes what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[bytes] = []

    def read(self, player: Player, data: bytes) -> tuple[int, list[bytes]]:
        """One message."""
        self.taken.append(data)
        return 0, []


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1000, 100_000])
def test_frames_are_read_whatever_pieces_they_come_in(piece: int) -> None:
    messages = [b"a", b"b" * 125, b"c" * 126, b"d" * 70_000, b""]
    stream = b"\x89\x02hi" + b"".join(head_of(message) + message for message in messages)
    here, there = socket.socketpair()
    with here, there:
        dialect = Echo()
        crowd = Crowd(("127.0.0.1", 1), cast("Dialect", dialect))
        player = Player(Seats("t"), 0, here)
        for at in range(0, len(stream), piece):
            crowd._feed(player, stream[at : at + piece], 0.0)
        crowd.close()
        assert dialect.taken == messages
        assert there.recv(100) == b"\x8a\x82\0\0\0\0hi"  # the ping's answer, masked with zeros


def head_of(message: bytes) -> bytes:
    """The head of a server's text frame."""
    size = len(message)
    if size < 126:
        return bytes((0x81, size))
    return b"\x81\x7e" + size.to_bytes(2) if size < 65_536 else b"\x81\x7f" + size.to_bytes(8)


def test_percentiles() -> None:
    assert percentile([0.003, 0.001, 0.002], 0.5) == pytest.approx(2.0)
    assert percentile([0.001] * 99 + [1.0], 0.99) == pytest.approx(1000.0)


def test_a_bot_without_the_score_plays_for_points() -> None:
    view = view_of(Company().table.match, 0)
    late = replace(view, totals=(90, 80, 70, 20), overtime=True)
    assert urgency(late) == 1
    assert without_score(late) == view


@pytest.mark.parametrize("late", [False, True])
def test_equal_bots_end_a_duplicate_match_level(late: bool) -> None:
    easy = find_policy("easy")
    row = duplicate(Rules(end_score=30), (easy, easy), 2, 1, late)
    assert (row.places, row.wins, row.points) == pytest.approx((0, 0.5, 0))
    assert row.deals >= 1


def test_every_move_of_a_match_is_found_again() -> None:
    count = asked_again(Rules(end_score=30), ["easy", "random", "steady"], 0)
    assert sorted(count) == ["easy: same", "random: same", "steady: same"]


def test_results_of_others_and_of_other_versions_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    now = played_by(["easy"], "standard")
    kept = Kept(path)
    kept.add(1, now, {"easy: same": 3})
    kept.add(2, f"{now} and more", {"easy: same": 5})
    with path.open("a") as file:
        file.write('{"match": 0, "moves": {"easy: same": 9}}\n[]\n')
        file.write(f'{{"number": 3, "by": "{now}", "resu')
    again = Kept(path)
    assert [again.find(number, now) for number in range(4)] == [None, {"easy: same": 3}, None, None]


def test_a_bot_that_has_changed_alone_is_another_one() -> None:
    assert played_by(["steady"]) == f"steady@{POLICY_VERSION} rules@{RULES_VERSION}"
    assert played_by(["master:500"]) == f"master:500@{version_of('master')} rules@{RULES_VERSION}"
    assert version_of("master") != POLICY_VERSION
