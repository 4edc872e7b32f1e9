"""Lines a second that `moonshot judge` and `moonshot cases` answer on one core, start-up not counted.

Run: python bench/judge.py [LINES]. Questions are whole random deals of several rules; the figures are printed
for a full pipe, for a caller who waits for each answer, and for the cases of tests/conformance. Each is given
by the clock and by the processor time that the command used, which is what counts on a busy machine.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any

from moonshot.engine import PRESETS, Deal, cards_of, cards_text, deal_hands

CASES = Path(__file__).parent.parent / "tests" / "conformance" / "cases.json"
COMMAND = [sys.executable, "-m", "moonshot.cli.main"]


def question(number: int, name: str, chance: random.Random) -> dict[str, Any]:
    """A whole deal of the preset ``name``, played at random."""
    rules = PRESETS[name].rules
    deal_no = chance.randrange(1, 5)
    dealer = chance.randrange(rules.players)
    hands, kitty = deal_hands(rules, dealer, chance.randbytes(32))
    deal = Deal(rules, hands, deal_no=deal_no, dealer=dealer, kitty=kitty)
    passes = None
    if deal.phase == "passing":
        passes = [chance.sample(cards_of(hand), rules.pass_count) for hand in hands]
        for seat, cards in enumerate(passes):
            deal.pass_cards(seat, cards)
    while deal.phase == "playing":
        deal.push(chance.choice(cards_of(deal.legal_mask())))
    return {
        "id": number,
        "rules": name,
        "deal_no": deal_no,
        "dealer": dealer,
        "totals": [chance.randrange(60) for _ in range(rules.players)],
        "hands": [cards_text(hand) for hand in hands],
        "passes": None if passes is None else [cards_text(cards) for cards in passes],
        "plays": cards_text(deal.plays),
        "moon_choice": None,
        "overtime": False,
    }


class Watch:
    """Clock and processor time of a running process from now on."""

    def __init__(self, pid: int) -> None:
        self._stat = Path(f"/proc/{pid}/stat")
        self._began = time.perf_counter(), self._used()

    def _used(self) -> float:
        fields = self._stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def tell(self, what: str, count: int) -> None:
        """Print how many a second were answered."""
        took, used = time.perf_counter() - self._began[0], self._used() - self._began[1]
        print(f"{what:<20} {count / took:8,.0f} a second, {count / used:8,.0f} a second of processor time")


def _pour(source: bytes, into: IO[bytes]) -> None:
    into.write(source)
    into.close()


def full_pipe(lines: list[bytes]) -> None:
    """All questions wait in the pipe."""
    with subprocess.Popen([*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        judge.stdin.write(lines[0])
        judge.stdin.flush()
        judge.stdout.readline()
        watch = Watch(judge.pid)
        pouring = threading.Thread(target=_pour, args=(b"".join(lines), judge.stdin))
        pouring.start()
        answers = 0
        while answers < len(lines):
            assert b'"ok":true' in judge.stdout.readline()
            answers += 1
            if answers == len(lines) - 1:
                watch.tell("judge, full pipe", answers)
        pouring.join()


def one_by_one(lines: list[bytes]) -> None:
    """The caller waits for each answer before asking again."""
    with subprocess.Popen([*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        watch: Watch | None = None
        for line in lines:
            judge.stdin.write(line)
            judge.stdin.flush()
            assert judge.stdout.readline()
            watch = watch or Watch(judge.pid)
        assert watch is not None
        watch.tell("judge, one by one", len(lines) - 1)
        judge.stdin.close()


def whole_file(count: int) -> None:
    """The published cases many times over in one file."""
    cases = json.loads(CASES.read_text())
    many = cases * -(-count // len(cases))
    with (
        tempfile.NamedTemporaryFile("w", suffix=".json") as file,
        subprocess.Popen([*COMMAND, "cases", file.name], stdout=subprocess.PIPE) as answers,
    ):
        json.dump(many, file)
        file.flush()
        assert answers.stdout is not None
        answers.stdout.readline()
        watch = Watch(answers.pid)
        for _ in range(len(many) - 2):
            assert answers.stdout.readline()
        watch.tell("cases", len(many) - 2)
        answers.stdout.readline()


def main() -> None:
    """Print the three figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1)
    names = ["standard", "deniro", "deniro_3", "pagat", "spot", "black_maria"]
    lines = [
        json.dumps(question(number, chance.choice(names), chance)).encode() + b"\n" for number in range(count)
    ]
    full_pipe(lines)
    one_by_one(lines[: count // 2])
    whole_file(count)


if __name__ == "__main__":
    main()
