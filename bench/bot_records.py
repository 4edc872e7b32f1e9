"""Can every bot's move be found again? Plays whole matches at tables, writes their records, and asks again.

    python -m bench.bot_records [--matches 1000] [--levels easy,steady] [--presets standard,deniro,gnome]

A person plays one seat by the book. Searching levels get now and then fewer playouts than they may,
as on a busy server. Prints the moves found again and ends with 1 when one is not.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice

from moonshot.bots import find_policy, search
from moonshot.bots.thinking import answer, thinks
from moonshot.engine import Rules, preset
from moonshot.engine.record import match_record, read_record, write_record
from moonshot.tables import Entry, Table, bot, opening, person
from moonshot.tables import commands as c
from moonshot.tables.bots import fallback_move
from moonshot.tables.checking import check_moves
from moonshot.tables.commands import Command
from moonshot.tables.history import match_history

ME = "me"
FEWER = (1, 1, 2, 5)
"""One move in so many takes all of its playouts, half of them, a fifth."""


def played(rules: Rules, levels: Sequence[str], number: int) -> str:
    """The record of a whole match, or of its first deals where it would not end soon."""
    secret = hashlib.sha256(f"bot records {number}".encode()).digest()
    seats = [person("Me", ME), *(bot(level.title(), level) for level in levels)]
    entries = [opening(f"t{number}", rules, seats, pace="instant", secret=secret)]
    table = Table.replay(entries, find_policy)
    while not table.match.winners:
        entry = _next(table, len(entries))
        table.apply(entry)
        entries.append(entry)
    moments = match_history(entries)
    record = match_record(
        [moment.event for moment in moments],
        players=[{"name": seat.name, "bot": seat.is_bot, "level": seat.level} for seat in table.seats],
        auto=[place for place, moment in enumerate(moments) if moment.auto],
        thoughts=[moment.thought for moment in moments],
        finished_only=True,
    )
    return write_record(record)


def _next(table: Table, number: int) -> Entry:
    due = table.due()
    if due is not None:
        question = table.question(due)
        given = None
        if question is not None and thinks(policy := find_policy(question.level)):
            given = answer(question, playouts=policy.playouts // FEWER[number % len(FEWER)])
        entry = table.tick(due, answer=given)
        assert entry is not None
        return entry
    handled = table.handle(ME, _command(table, f"c{number}"), 0.0)
    assert isinstance(handled, Entry), handled
    return handled


def _command(table: Table, name: str) -> Command:
    deal = table.match.deal_no
    if table.phase in ("deal_done", "redeal"):
        return c.Continue(name, deal, table.ply)
    move = fallback_move(table.match, 0)
    if move.kind == "passed":
        return c.PassCards(name, deal, move.cards)
    if move.kind == "played":
        return c.PlayCard(name, table.ply, move.card)
    assert move.kind == "moon_chosen"
    return c.ChooseMoon(name, deal, move.choice)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.bot_records", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--levels", default="easy,steady")
    parser.add_argument("--presets", default="standard,deniro,gnome,omnibus,black_maria")
    given = parser.parse_args()
    if any(thinks(find_policy(level)) for level in given.levels.split(",")):
        search.warm()
    count: Counter[str] = Counter()
    began = time.monotonic()
    rules = [preset(name) for name in given.presets.split(",")]
    for number in range(given.matches):
        chosen = rules[number % len(rules)]
        levels = list(islice(cycle(given.levels.split(",")), number, number + chosen.players - 1))
        read = read_record(played(chosen, levels, number))
        assert read.error is None
        count.update(check.state for check in check_moves(read))
        if (number + 1) % 50 == 0 or number + 1 == given.matches:
            told = ", ".join(f"{state} {moves}" for state, moves in sorted(count.items()))
            print(f"{number + 1} matches, {time.monotonic() - began:.0f} s: {told}", flush=True)
    return 0 if set(count) == {"same"} else 1


if __name__ == "__main__":
    sys.exit(main())
