"""Can every bot's move be found again? Plays whole matches at tables, writes their records, and asks again.

    python -m bench.bot_records [--matches 1000] [--keep records.jsonl] [--levels random,easy,steady,skilled]
                                [--seldom expert:10,master:50] [--rules standard,deniro,standard/5]

A person plays one seat by the book, bots of the levels the others in turn; of the costly levels one sits in
every so many matches. Searching levels get now and then fewer playouts than they may, as on a busy server.
With ``--keep`` a run goes on where it was interrupted; matches of other levels, rules or versions that the
file holds do not count. Prints the moves found again, by who made them, and ends with 1 when one is not.
"""

import argparse
import hashlib
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path

from bench.keeping import Kept, played_by
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
RULES = (
    "standard",
    "deniro",
    "gnome",
    "omnibus",
    "spot",
    "black_maria",
    "standard/5",
    "greek",
    "rickety_kate",
    "standard/6",
    "koupes",
)
"""One after the other. Their number shares no divisor with those of the levels, so that all meet."""
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


def rules_named(text: str) -> Rules:
    """The rules of a preset, or with ``/5`` behind its name those for five players."""
    name, _, players = text.partition("/")
    return Rules.from_dict({"preset": name, "players": int(players)}) if players else preset(name)


def seated(number: int, others: int, usual: Sequence[str], seldom: Sequence[str]) -> list[str]:
    """The levels of the bots in match ``number``."""
    levels = list(islice(cycle(usual), number, number + others))
    for place, text in enumerate(seldom):
        level, _, every = text.partition(":")
        if number % int(every) == 0:
            levels[(number // int(every) + place) % others] = level
    return levels


def asked_again(rules: Rules, levels: Sequence[str], number: int) -> Counter[str]:
    """How many moves of a match were found again or not, by the policy that made them."""
    read = read_record(played(rules, levels, number))
    assert read.error is None
    return Counter(
        f"{check.thought.policy if check.thought else 'nobody'}: {check.state}" for check in check_moves(read)
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.bot_records",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--levels", default="random,easy,steady,skilled")
    parser.add_argument("--seldom", default="expert:10,master:50")
    parser.add_argument("--rules", default=",".join(RULES))
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    usual, seldom = ([word for word in text.split(",") if word] for text in (given.levels, given.seldom))
    if any(thinks(find_policy(level.partition(":")[0])) for level in [*usual, *seldom]):
        search.warm()
    kept = Kept(given.keep)
    names = given.rules.split(",")
    rules = [rules_named(name) for name in names]
    count: Counter[str] = Counter()
    began = time.monotonic()
    for number in range(given.matches):
        place = number % len(rules)
        levels = seated(number, rules[place].players - 1, usual, seldom)
        by = played_by(levels, names[place])
        if kept.find(number, by) is None:
            kept.add(number, by, asked_again(rules[place], levels, number))
        count += Counter(kept.find(number, by))
        if (number + 1) % 50 == 0 or number + 1 == given.matches:
            print(f"{number + 1} matches, {time.monotonic() - began:.0f} s", flush=True)
    for what, moves in sorted(count.items()):
        print(f"{moves:9,} {what}")
    return 0 if all(what.endswith(": same") for what in count) else 1


if __name__ == "__main__":
    sys.exit(main())
