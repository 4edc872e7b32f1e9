"""Many people at many tables who play on whatever happens, and a verdict on what was stored of it.

They sit alone with bots, or together at tables for friends with a clock. Each sends by a script, sends again
what was not answered, and remembers every acknowledgement. The verdict compares them with the logs: an
acknowledged command has to stand in the entry that was named, none may stand twice, and every log has to be
one that the rules allow.
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
LONG = {"preset": "standard", "end_score": 1000}
"""People who sit together play one long match."""
BANK_MS = 60_000
STILL = 1.0
"""People are looked at fifty times a second: what is longer than this many seconds, nothing ran meanwhile."""
ENVIRON = {"MOONSHOT_TABLES_PER_MINUTE": "100000"}
"""So that one may open a table after the other."""


def together(view: dict[str, Any]) -> dict[str, Any] | None:
    """The one thing that somebody among other people does in this view, at once."""
    seat, deal, ply = view["seat"], view["deal"], view["ply"]
    name = f"{view['match']}.{deal}.{ply}.{seat}"
    if view["phase"] == "gathering":
        full = not any(player["empty"] for player in view["players"])
        return {"t": "start", "id": f"{view['table']}.start"} if full and view["host"] == seat else None
    if view["phase"] == "passing" and not view["has_passed"][seat]:
        return {"t": "pass", "id": f"{name}.pass", "deal": deal, "cards": view["hand"][-3:]}
    if view["legal"]:
        return {"t": "play", "id": f"{name}.play", "ply": ply, "card": view["legal"][0]}
    if "continue" in view["waiting"]:
        return {"t": "continue", "id": f"{name}.go", "deal": deal, "ply": ply, "seed": f"seed {deal}"}
    return None


@dataclass
class Person:
    """One guest at one table, at any of the nodes: alone with bots, or together with others."""

    nodes: Sequence[str]
    number: int
    pace: str = "instant"
    level: str = "steady"
    table: str = ""
    answers: dict[str, int] = field(default_factory=dict)
    refusals: int = 0
    connections: int = 0
    saving_seen: int = 0
    last_seq: int = 0
    answered_at: float = 0.0
    least_bank: int = BANK_MS
    timed_out: int = 0
    _matches: int = 0
    _unanswered: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        self._site = Site(self.nodes[self.number % len(self.nodes)])
        self._chance = random.Random(self.number)

    async def sit_down(self) -> None:
        """Open a table."""
        wish = {"rules": RULES, "level": self.level, "pace": self.pace}
        opened = await asyncio.to_thread(self._site.call, "/api/tables", wish)
        self.table = opened["table"]

    async def invite(self) -> str:
        """Open a table for friends; returns its code."""
        wish = {"rules": LONG, "clock": "online"}
        opened = await asyncio.to_thread(self._site.call, "/api/tables/private", wish)
        self.table = opened["table"]
        code: str = opened["code"]
        return code

    async def join(self, code: str) -> None:
        """Sit down at a friend's table."""
        self.table = (await asyncio.to_thread(self._site.call, "/api/join", {"code": code}))["table"]

    async def play(self) -> None:
        """Play one match after the other until cancelled."""
        while True:
            with contextlib.suppress(*GONE):
                ticket = await asyncio.to_thread(self._site.call, f"/api/tables/{self.table}/ticket", {})
                address = self._site.address.replace("http", "ws", 1)
                url = f"{address}{ticket['socket']}?ticket={ticket['ticket']}"
                async with connect(url, max_size=None, open_timeout=30, close_timeout=0.2) as link:
                    self.connections += 1
                    await self._talk(link)
            await asyncio.sleep(0.02 + 0.08 * self._chance.random())
            self._site.address = self._chance.choice(self.nodes)

    async def _talk(self, link: Any) -> None:
        view: dict[str, Any] = {}
        self.last_seq = 0  # a node whose neighbour has died may need a moment to know all that was stored
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
            elif message["t"] == "update":
                assert message["seq"] >= self.last_seq, (message["seq"], self.last_seq)
                self.last_seq = message["seq"]
                view = {**view, **message["view"]}
                self.saving_seen += bool(view.get("saving"))
                self._watch_the_clock(view, message["events"])
            if self._unanswered is None and view:
                self._unanswered = self._next(view)
                if self._unanswered is not None:
                    await link.send(json.dumps(self._unanswered))

    def _watch_the_clock(self, view: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.timed_out += sum(event["kind"] == "timed_out" for event in events)
        if view["clock"] is not None and view["seat"] is not None and view["phase"] != "gathering":
            self.least_bank = min(self.least_bank, view["clock"]["bank_ms"][view["seat"]])

    def _next(self, view: dict[str, Any]) -> dict[str, Any] | None:
        command = scripted(view) if view["kind"] == "practice" else together(view)
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
    told: dict[str, dict[str, int]] = {}
    for person in people:
        told.setdefault(person.table, {}).update(person.answers)
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


async def given_up(tasks: Sequence[asyncio.Task[None]]) -> list[BaseException | None]:
    """Cancel tasks until they have ended; returns how each one did."""
    while left := [task for task in tasks if not task.done()]:
        for task in left:
            task.cancel()  # more than once: a cancellation can get lost on its way out of a timeout
        await asyncio.wait(left, timeout=0.2)
    return await asyncio.gather(*tasks, return_exceptions=True)


class Crowd:
    """Several people who play while something else happens: so many alone, so many tables of four."""

    def __init__(self, nodes: Sequence[str], alone: int, tables: int = 0, pace: str = "instant") -> None:
        self.people = [Person(nodes, number, pace) for number in range(alone + 4 * tables)]
        self._alone = alone
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Crowd":
        for person in self.people[: self._alone]:
            await person.sit_down()
        for first in range(self._alone, len(self.people), 4):
            host, *friends = self.people[first : first + 4]
            code = await host.invite()
            for friend in friends:
                await friend.join(code)
        self._tasks = [asyncio.create_task(person.play()) for person in self.people]
        return self

    async def __aexit__(self, *_: object) -> None:
        for outcome in await given_up(self._tasks):
            if isinstance(outcome, AssertionError):
                raise outcome

    async def all_answered(self, seconds: float = 60.0) -> float:
        """Wait until everybody has had an answer since now; returns how long that took.

        Where this process itself stood still, stopped or starved, so did its people: that is not counted.
        """
        loop = asyncio.get_running_loop()
        began = before = loop.time()
        waited = 0.0
        while True:
            waited += min(loop.time() - before, STILL)
            before = loop.time()
            for task in self._tasks:
                if task.done():
                    task.result()
            if all(person.answered_at > began for person in self.people):
                return waited
            if waited > seconds:
                quiet = [person.table for person in self.people if person.answered_at <= began]
                raise AssertionError(f"no answer within {seconds} s at {quiet}")
            await asyncio.sleep(0.02)
