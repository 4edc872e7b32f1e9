"""Many people at many tables who play on whatever happens, and a verdict on what was stored of it.

Each person sends by the script, sends again what was not answered, and remembers every acknowledgement. The
verdict compares them with the logs: an acknowledged command has to stand in the entry that was named, none
may stand twice, and every log has to be one that the rules allow.
"""

import asyncio
import contextlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from moonshot.site.live.checking import Tally, check_log
from moonshot.site.live.codec import decode_entry
from moonshot.site.live.log_source import LogSource, each
from tests.faults.servers import Site, scripted

GONE = (OSError, WebSocketException, TimeoutError, EOFError, HTTPException, json.JSONDecodeError)
RULES = {"preset": "standard", "end_score": 30}


@dataclass
class Person:
    """One guest at one practice table, at any of the nodes."""

    nodes: Sequence[str]
    number: int
    pace: str = "instant"
    table: str = ""
    answers: dict[str, int] = field(default_factory=dict)
    refusals: int = 0
    connections: int = 0
    saving_seen: int = 0
    last_seq: int = 0
    answered_at: float = 0.0
    _matches: int = 0
    _unanswered: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        self._site = Site(self.nodes[self.number % len(self.nodes)])
        self._chance = random.Random(self.number)

    async def sit_down(self) -> None:
        """Open a table."""
        wish = {"rules": RULES, "level": "steady", "pace": self.pace}
        opened = await asyncio.to_thread(self._site.call, "/api/tables", wish)
        self.table = opened["table"]

    async def play(self) -> None:
        """Play one match after the other until cancelled."""
        while True:
            with contextlib.suppress(*GONE):
                ticket = await asyncio.to_thread(self._site.call, f"/api/tables/{self.table}/ticket", {})
                address = self._site.address.replace("http", "ws", 1)
                url = f"{address}{ticket['socket']}?ticket={ticket['ticket']}"
                async with connect(url, max_size=None, open_timeout=5, close_timeout=0.2) as link:
                    self.connections += 1
                    await self._talk(link)
            await asyncio.sleep(0.02 + 0.08 * self._chance.random())
            self._site.address = self._chance.choice(self.nodes)

    async def _talk(self, link: Any) -> None:
        view: dict[str, Any] = {}
        if self._unanswered is not None:
            await link.send(json.dumps(self._unanswered))
        while True:
            message = json.loads(await asyncio.wait_for(link.recv(), 15))
            if message["t"] == "done":
                self._note(message)
            elif message["t"] == "refused":
                self.refusals += 1
                await asyncio.sleep(0.15)
                if message["code"] not in ("try_again", "too_fast", "draining"):
                    self._unanswered = None
                elif self._unanswered is not None:
                    await link.send(json.dumps(self._unanswered))
                    continue
            elif message["t"] == "bye":
                assert message["code"] in ("resume", "moved"), message
                return
            else:
                assert message["seq"] >= self.last_seq, (message["seq"], self.last_seq)
                self.last_seq = message["seq"]
                view = {**view, **message["view"]}
                self.saving_seen += bool(view.get("saving"))
            if self._unanswered is None and view:
                self._unanswered = self._next(view)
                if self._unanswered is not None:
                    await link.send(json.dumps(self._unanswered))

    def _next(self, view: dict[str, Any]) -> dict[str, Any] | None:
        command = scripted(view)
        if view["phase"] == "over":
            command = {"t": "new_match", "id": f"{view['match']}.new"}
        return None if command is None or command["id"] in self.answers else command

    def _note(self, message: dict[str, Any]) -> None:
        before = self.answers.setdefault(message["id"], message["seq"])
        assert before == message["seq"], f"two answers to {message['id']}: {before} and {message['seq']}"
        self.answered_at = asyncio.get_running_loop().time()
        if self._unanswered is not None and message["id"] == self._unanswered["id"]:
            self._unanswered = None


@dataclass(frozen=True)
class Verdict:
    """What came of it."""

    acknowledged: int
    lost: int
    doubled: int
    illegal: int
    entries: int
    faults: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"{self.acknowledged} acknowledged, {self.lost} lost, {self.doubled} doubled,"
            f" {self.illegal} illegal; {self.entries} entries"
        )


def judge(people: Sequence[Person], source: LogSource) -> Verdict:
    """Compare what people were told with what is stored."""
    told = {person.table: person.answers for person in people}
    tally = Tally()
    lost = doubled = 0
    faults: list[str] = []
    with source:
        for table_id, closed, rows in each(source):
            faults += [str(fault) for fault in check_log(table_id, rows, closed=closed, tally=tally)]
            stored: dict[str, list[int]] = {}
            for seq, body in rows:
                command_id = decode_entry(seq, body.encode()).command_id
                if command_id is not None:
                    stored.setdefault(command_id, []).append(seq)
            doubled += sum(len(seqs) - 1 for seqs in stored.values())
            lost += sum(seq not in stored.get(name, ()) for name, seq in told.get(table_id, {}).items())
    acknowledged = sum(len(answers) for answers in told.values())
    return Verdict(acknowledged, lost, doubled, len(faults), tally.entries, tuple(faults))


class Crowd:
    """Several people, each at a table, who play while something else happens."""

    def __init__(self, nodes: Sequence[str], people: int, pace: str = "instant") -> None:
        self.people = [Person(nodes, number, pace) for number in range(people)]
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Crowd":
        for person in self.people:
            await person.sit_down()
        self._tasks = [asyncio.create_task(person.play()) for person in self.people]
        return self

    async def __aexit__(self, *_: object) -> None:
        while left := [task for task in self._tasks if not task.done()]:
            for task in left:
                task.cancel()  # more than once: a cancellation can get lost on its way out of a timeout
            await asyncio.wait(left, timeout=0.2)
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        for outcome in ended:
            if isinstance(outcome, AssertionError):
                raise outcome

    async def all_answered(self, seconds: float = 30.0) -> float:
        """Wait until everybody has had an answer since now; returns how long that took."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        while True:
            for task in self._tasks:
                if task.done():
                    task.result()
            if all(person.answered_at > began for person in self.people):
                return loop.time() - began
            if loop.time() - began > seconds:
                quiet = [person.table for person in self.people if person.answered_at <= began]
                raise AssertionError(f"no answer within {seconds} s at {quiet}")
            await asyncio.sleep(0.02)
