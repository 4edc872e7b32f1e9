"""Lines a second that `moonshot judge` and `moonshot cases` answer on one core, start-up not counted.

Run: python bench/judge.py [LINES]. Questions are whole random deals of several rules; the figures are printed
for a full pipe, for a caller who waits for each answer, and for the cases of tests/conformance.
"""

import json
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


def _pour(source: bytes, into: IO[bytes]) -> None:
    into.write(source)
    into.close()


def full_pipe(lines: list[bytes]) -> float:
    """Lines a second when all questions wait in the pipe."""
    with subprocess.Popen([*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        judge.stdin.write(lines[0])
        judge.stdin.flush()
        judge.stdout.readline()
        began = time.perf_counter()
        pouring = threading.Thread(target=_pour, args=(b"".join(lines), judge.stdin))
        pouring.start()
        answers = sum(b'"ok":true' in line for line in judge.stdout)
        took = time.perf_counter() - began
        pouring.join()
    assert answers == len(lines), f"{answers} of {len(lines)} answered"
    return len(lines) / took


def one_by_one(lines: list[bytes]) -> float:
    """Lines a second for a caller who waits for each answer before asking again."""
    with subprocess.Popen([*COMMAND, "judge"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as judge:
        assert judge.stdin is not None
        assert judge.stdout is not None
        began = 0.0
        for index, line in enumerate(lines):
            began = time.perf_counter() if index == 1 else began
            judge.stdin.write(line)
            judge.stdin.flush()
            assert judge.stdout.readline()
        took = time.perf_counter() - began
        judge.stdin.close()
    return (len(lines) - 1) / took


def whole_file(count: int) -> float:
    """Cases a second of a file with the published cases many times over, start-up taken off."""
    cases = json.loads(CASES.read_text())
    with tempfile.TemporaryDirectory() as folder:
        many, one = Path(folder) / "many.json", Path(folder) / "one.json"
        copies = -(-count // len(cases))
        many.write_text(json.dumps(cases * copies))
        one.write_text(json.dumps(cases[:1]))
        times = []
        for file in (one, many):
            began = time.perf_counter()
            subprocess.run([*COMMAND, "cases", str(file)], check=True, stdout=subprocess.DEVNULL)
            times.append(time.perf_counter() - began)
    return copies * len(cases) / (times[1] - times[0])


def main() -> None:
    """Print the three figures."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1)
    names = ["standard", "deniro", "deniro_3", "pagat", "spot", "black_maria"]
    lines = [
        json.dumps(question(number, chance.choice(names), chance)).encode() + b"\n" for number in range(count)
    ]
    print(f"judge, full pipe:   {full_pipe(lines):8,.0f} lines/s")
    print(f"judge, one by one:  {one_by_one(lines[: count // 2]):8,.0f} lines/s")
    print(f"cases:              {whole_file(count):8,.0f} cases/s")


if __name__ == "__main__":
    main()
