"""Three levels of hearing others: everything, phrases and faces only, nothing. Kept, and told to nobody."""

import asyncio

import pytest

from moonshot.site.live.hearing import ALL, NOTHING, PHRASES, is_heard
from moonshot.tables.events import Said
from tests.site.people.halls import Guest, run
from tests.site.people.test_farewell import send_form
from tests.site.people.test_people_api import code
from tests.site.people.test_reports import New, entered, friends
from tests.site.running import Running

TEXT = Said(1, "Bob", "h-bob", text="hello there")
PHRASE = Said(1, "Bob", "h-bob", phrase="hello")
FACE = Said(1, "Bob", "h-bob", emoji="smile")


@pytest.mark.parametrize(
    ("hears", "text", "rest"), [(ALL, True, True), (PHRASES, False, True), (NOTHING, False, False)]
)
def test_each_level_lets_through_what_it_says(hears: str, text: bool, rest: bool) -> None:
    assert is_heard(TEXT, "h-ann", hears, frozenset()) is text
    assert is_heard(PHRASE, "h-ann", hears, frozenset()) is rest
    assert is_heard(FACE, "h-ann", hears, frozenset()) is rest
    assert not is_heard(PHRASE, "h-ann", hears, frozenset({"h-bob"}))
    assert is_heard(TEXT, "h-bob", hears, frozenset())  # one's own words are there always


def test_the_choice_counts_at_once_on_every_device_and_nobody_is_told(new: New, hall: Running) -> None:
    (ann, bob), table_id = friends(new, "Ann Hears", "Bob Says")
    assert ann.me["hears"] == "all"

    async def talk() -> None:
        mine, theirs = [await entered(person, table_id) for person in (ann, bob)]
        assert (await asyncio.to_thread(ann.post, "/api/hearing", {"hears": "phrases"})).status == 200
        device = await entered(Guest(hall.address, dict(ann.cookies)), table_id)
        assert await mine.close_code() == 4001  # the newer window plays
        await theirs.until("done", id=await theirs.send("say", text="can you read this"))
        answer = "too_soon"
        while answer == "too_soon":  # one may speak every three seconds
            sent = await theirs.send("say", phrase="hello")
            reply = await theirs.hear()
            while reply.get("id") != sent:
                reply = await theirs.hear()
            answer = reply.get("code", "ok")
            await asyncio.sleep(0.2)
        heard = await device.said()
        assert (heard["phrase"], heard["text"]) == ("hello", None)  # the text before it never came

    run(talk())
    assert bob.me["hears"] == "all"


def test_the_choice_is_made_on_the_page_about_oneself_too(new: New) -> None:
    visitor = new().named("Quiet Evening")
    chosen = send_form(visitor, "/me/hearing", hears="nothing")
    assert (chosen.status, chosen.headers["location"]) == (302, "/me?heard=1")
    assert visitor.me["hears"] == "nothing"
    assert 'value="nothing" checked' in visitor.get("/me").text
    assert send_form(visitor, "/me/hearing", hears="half").status == 422
    assert send_form(visitor, "/me/hearing", "forged", hears="all").status == 403
    assert code(visitor.post("/api/hearing", {"hears": "half"}))[:2] == (422, "bad_value")
    assert visitor.me["hears"] == "nothing"
    assert visitor.get("/api/me/data").json["person"]["hears"] == "nothing"
