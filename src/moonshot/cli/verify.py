"""`moonshot verify RECORD`: is this record of a match what the rules and the promised shuffles allow?

It also replays a single hand in notation (see `moonshot.engine.notation`), which has no shuffle to check.
With ``--bots`` it asks the bots for each of their moves again.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from moonshot.cli.json_lines import run_quietly, write_stdout
from moonshot.engine.errors import RecordError
from moonshot.engine.match import Match
from moonshot.engine.notation import read_hand
from moonshot.engine.presets import preset_of
from moonshot.engine.record import ReadRecord, ShuffleCheck, check_shuffles, read_record

GOOD: Final = 0
WRONG: Final = 1
UNREADABLE: Final = 2

_HAND: Final = b"Moonshot hand"
_LONGEST_FILE: Final = 32 << 20
_NO_RECORD: Final = frozenset(
    ("bad_utf8", "bad_json", "too_deep", "bad_format", "bad_version", "bad_rules_version")
)


def verify(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help="A match record or a hand; - for standard input.")
    ],
    require_commitments: Annotated[
        bool, typer.Option(help="Count a finished deal without a commitment as wrong.")
    ] = False,
    bots: Annotated[
        bool, typer.Option("--bots", help="Ask the bots for each of their moves again, and compare.")
    ] = False,
) -> None:
    """Check a match record: rules, every move, scores, and the shuffles against their commitments.

    Ends with 0 when all of it is good, with 1 when something in it is wrong, with 2 when it is no record.
    """
    sys.exit(run_quietly(lambda: _serve(record, require_commitments, bots)))


def _serve(file: Path, require_commitments: bool, bots: bool) -> int:
    try:
        text = _read(file)
    except OSError as error:
        sys.stderr.write(f"moonshot verify: {file}: {error.strerror or error}\n")
        return UNREADABLE
    code, lines = report(text, require_commitments, bots)
    write_stdout(("\n".join(_printable(line) for line in lines) + "\n").encode())
    return code


def _read(file: Path) -> bytes:
    if str(file) == "-":
        text = sys.stdin.buffer.read(_LONGEST_FILE + 1)
    else:
        with file.open("rb") as opened:
            text = opened.read(_LONGEST_FILE + 1)
    if len(text) > _LONGEST_FILE:
        raise OSError(f"a record has at most {_LONGEST_FILE >> 20} MiB")
    return text


def report(text: bytes, require_commitments: bool = False, bots: bool = False) -> tuple[int, list[str]]:
    """The exit code for a record's text, and what to tell about it, line by line."""
    if text.lstrip().startswith(_HAND):
        return _hand_report(text)
    read = read_record(text)
    if read.match is None:
        assert read.error is not None
        no_record = read.error.code in _NO_RECORD or read.error.at in ("", "format")
        return UNREADABLE if no_record else WRONG, [f"WRONG  {_fault(read.error)}"]
    checks = check_shuffles(read.record)
    lines = [*_about(read, read.match), *_shuffles(checks)]
    faults = [check.error for check in checks if check.error is not None]
    if read.error is not None:
        faults.append(read.error)
        lines.append(f"WRONG  {_fault(read.error)}")
    differs = False
    if bots:
        from moonshot.cli.verify_bots import bots_report

        differs, found = bots_report(read)
        lines += found
    unpromised = sum(check.state == "not_promised" for check in checks)
    if faults or differs or (unpromised and require_commitments):
        return WRONG, [*lines, "This record is not good."]
    return GOOD, [*lines, *_result(read.record, read.match), _verdict(unpromised)]


def _verdict(unpromised: int) -> str:
    """The last line of a good record; it must not promise more than could be checked."""
    if not unpromised:
        return "This record is good."
    return f"The rules were kept; the shuffle of {_count(unpromised, 'deal')} could not be checked."


def _hand_report(text: bytes) -> tuple[int, list[str]]:
    try:
        hand = read_hand(text.decode(errors="replace"))
    except RecordError as error:
        return UNREADABLE if error.code == "bad_format" else WRONG, [f"WRONG  {_fault(error)}"]
    deal, score = hand.deal, hand.score
    lines = [f"Hand {deal.deal_no}: {deal.rules.players} players, {len(deal.plays)} cards played, all legal."]
    if score is None:
        lines.append(f"       Not scored yet: {deal.phase if deal.phase != 'done' else 'choosing_moon'}.")
    else:
        lines.append(f"       Points {_numbers(score.points)}; totals {_numbers(score.settlement.totals)}.")
    return GOOD, [*lines, "This hand is good."]


def _numbers(values: tuple[int, ...]) -> str:
    return ", ".join(str(value) for value in values)


def _about(read: ReadRecord, match: Match) -> Iterator[str]:
    known = preset_of(match.rules)
    name = "custom rules" if known is None else f"{known.name} rules"
    yield f"Match {match.match_id}: {match.rules.players} players, {name}."
    moves = sum(event.kind in ("passed", "played", "moon_chosen") for event in read.events)
    scored = len(match.results)
    if read.error is not None and read.error.code in ("wrong_points", "wrong_totals"):
        scored -= 1  # the last one is the fault
    so_far = "" if read.error is None else " before the fault"
    yield f"good   {_count(moves, 'move')} legal, {_count(scored, 'finished deal')} scored alike{so_far}."


def _shuffles(checks: tuple[ShuffleCheck, ...]) -> Iterator[str]:
    count = Counter(check.state for check in checks)
    if count["proven"]:
        yield f"good   {_count(count['proven'], 'shuffle')} checked against commitment, secret and hands."
    if count["not_promised"]:
        yield f"open   {_count(count['not_promised'], 'deal')} without a commitment: nothing to check."
    if count["running"]:
        yield "open   The last deal is not over; its secret is still kept."
    for check in checks:
        if check.error is not None:
            yield f"WRONG  {_fault(check.error)}"


def _result(record: dict[str, Any], match: Match) -> Iterator[str]:
    totals = _numbers(match.totals)
    if not match.winners:
        yield f"       Not over yet after {_count(len(match.results), 'deal')}; totals {totals}."
        return
    players = record["players"]
    names = [f"seat {seat}" + (f" ({players[seat]['name']})" if players else "") for seat in match.winners]
    yield f"       Won by {' and '.join(names)}; totals {totals}."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _fault(error: RecordError) -> str:
    place = []
    if error.deal_no is not None:
        place.append(f"deal {error.deal_no}")
    if error.ply is not None:
        place.append(f"card {error.ply + 1}")
    if error.at:
        place.append(error.at)
    where = ", ".join(place)
    return f"{where + ': ' if where else ''}{error.message} [{error.code}]"


def _printable(line: str) -> str:
    """The line without characters that could play tricks on a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in line)
