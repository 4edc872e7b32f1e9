"""Logs of earlier versions: they replay for ever, to the state in which they were left."""

from pathlib import Path

from moonshot.bots import find_policy
from moonshot.site.live.codec import decode_entry
from moonshot.tables import PRACTICE, Table
from tests.tables.seen import view_table

LOGS = Path(__file__).resolve().parents[2] / "golden" / "logs"


def test_a_practice_table_from_before_there_were_live_tables() -> None:
    lines = (LOGS / "practice_1.jsonl").read_bytes().splitlines()
    entries = [decode_entry(number, line) for number, line in enumerate(lines, 1)]
    table = Table.replay(entries, find_policy, now=5.0)
    view = view_table(table, 0)
    assert (table.terms, table.host, table.seq) == (PRACTICE, 0, 188)
    assert (view.match.totals, view.match.hand, view.phase) == ((15, 43, 0, -10), 1495336889425970, "playing")
    assert [player.name for player in view.players] == ["Me", "ann", "Bot 0", "Bot 1"]
    assert [player.level for player in view.players] == [None, "steady", "lowest", "lowest"]
    assert (view.clock, view.vote, view.absent, view.match.deal_no) == (None, None, None, 4)
