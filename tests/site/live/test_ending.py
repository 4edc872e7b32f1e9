"""A planned end: it is announced, no match of any kind begins any more, and what runs goes on afterwards."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from moonshot.bots import find_policy
from moonshot.site.live.codec import encode_entry
from moonshot.site.live.ending import ClosingError
from moonshot.site.live.host import LiveHost
from moonshot.tables import Visitor
from moonshot.tables import commands as c
from moonshot.tables import votes as votes_
from tests.site.live.places import Place, appended, in_a_place, until
from tests.tables.company import PRIVATE, QUICK, Company, short


async def seat(place: Place, company: Company) -> None:
    """Store the log of a table."""
    first, *rest = company.entries
    await place.log.create("t", "ann", encode_entry(first))
    for entry in rest:
        await appended(place.log, "t", entry.seq, encode_entry(entry))


async def restart(place: Place) -> None:
    await place.host.close()
    place.host = LiveHost(place.log, find_policy)


def two_people_after_their_match() -> Company:
    company = Company(terms=QUICK, people=("ann", "bob"), rules=short())
    company.play_deal()
    assert company.table.phase == "over"
    return company


def test_a_planned_end_is_announced_and_nothing_new_begins(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        socket, view = await place.enter()
        ending = asyncio.create_task(place.host.ending.announce(0.5))
        told = await socket.message()
        assert told["events"] == [{"kind": "closing", "in_ms": 500}]
        late, _ = await place.enter(watch=True)
        (closing,) = (await late.message())["events"]
        assert closing["kind"] == "closing", "whoever comes later is told as well"
        assert closing["in_ms"] <= 500
        with pytest.raises(ClosingError):
            await place.table("other")
        assert place.host.closed_for == "restart"
        assert not place.host.begins_new
        socket.send(t="new_match", id="n")
        assert (await socket.until(lambda message: message["t"] == "refused"))["code"] == "draining"
        socket.send(t="pass", id="p", deal=view["deal"], cards=view["hand"][:3])
        await socket.until(lambda message: message["t"] == "done")
        await ending
        await place.host.close()
        bye = await socket.until(lambda message: message["t"] == "bye")
        assert bye["code"] == "resume"

    in_a_place(tmp_path, test)


def test_friends_start_after_the_restart(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await seat(place, Company(terms=PRIVATE, people=("ann", "bob"), gather=True))
        ann, _ = await place.enter(account="ann")
        await place.host.ending.announce(0.0)
        ann.send(t="start", id="s")
        refused = await ann.until(lambda message: message["t"] == "refused")
        assert refused["code"] == "draining"
        ann.send(t="lock", id="l", on=True)  # everything else goes on
        await ann.until(lambda message: message["t"] == "done")
        await restart(place)
        ann, view = await place.enter(account="ann")
        assert (view["phase"], view["locked"]) == ("gathering", True)
        ann.send(t="start", id="s")
        await ann.until(lambda message: message["t"] == "done")
        assert ann.view["phase"] == "passing"

    in_a_place(tmp_path, test)


Ask = Callable[[Place], Awaitable[object]]


async def last_yes(place: Place) -> object:
    live = await place.host.find("t")
    assert live is not None
    return await place.host.act(live, "bob", c.CastVote("yes", True), Visitor())


async def only_yes(place: Place) -> object:
    """The others do not answer, and the time is up."""
    return None


@pytest.mark.parametrize("ask", [last_yes, only_yes])
def test_a_rematch_waits_for_the_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask) -> None:
    if ask is only_yes:
        monkeypatch.setattr(votes_, "VOTE_SECONDS", 0.01)

    async def test(place: Place) -> None:
        await seat(place, two_people_after_their_match())
        ann, _ = await place.enter(account="ann")
        await place.enter(account="bob")
        live = place.host.tables["t"]
        await place.host.ending.announce(0.0)
        ann.send(t="propose_vote", id="v", kind="rematch")
        await ann.until(lambda message: message["t"] == "done")
        answer = await ask(place)
        if ask is last_yes:
            assert getattr(answer, "code", None) == "draining"
        else:
            await until(lambda: live.driver is not None or live.timer is None)
            await until(lambda: live.driver is None)
            assert live.timer is None, "it is not tried again and again"
        assert (live.table.phase, live.table.vote is not None) == ("over", True)
        await restart(place)
        ann, view = await place.enter(account="ann")
        if ask is last_yes:
            assert view["vote"]["yes"] == [0]
            await last_yes(place)
        while ann.view["phase"] != "passing":
            await ann.message()

    in_a_place(tmp_path, test)
