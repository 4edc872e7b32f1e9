"""Four people in four browsers at one server: meeting, playing, dropping out, voting, talking, looking on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults
from tests.browser.conftest import Visit
from tests.browser.people import joined, known, named, play_together, private_table, start, switch_on
from tests.browser.player import RESULT, cards, hand, is_over, look, my_turn, names, playable, tap
from tests.browser.server import Server

pytestmark = pytest.mark.browser

SHORT = {
    "preset": "standard",
    "end_hands": 1,
    "removed": [rank + suit for suit in "CDSH" for rank in "3456789T"],
}
"""One hand of five cards for each of four."""
RULES_OFFER = re.compile("proposes House rules")


def four(visit: Visit) -> list[Page]:
    """Four visitors, one of them with a small phone."""
    sizes = [(1280, 800), (390, 844), (768, 900), (320, 640)]
    return [visit(width, height, reduced_motion="reduce") for width, height in sizes]


def test_quick_play_seats_four_people_at_one_table(server: Server, visit: Visit) -> None:
    """S0.28: one button; people first; the deal is dealt within ten seconds and a trick is played."""
    pages = four(visit)
    for page, name in zip(pages, ("Olga", "Pavel", "Quinn", "Rosa"), strict=True):
        named(page, server.url, name)
    for page in pages:  # within the eight seconds that the first of them waits
        page.get_by_role("button", name=re.compile("^Standard")).click()
    for page in pages:
        page.wait_for_url("**/table/**")
        hand(page).wait_for()
    assert len({page.url for page in pages}) == 1
    first = pages[0].get_by_role("list", name="Opponents")
    for name in ("Pavel", "Quinn", "Rosa"):
        expect(first).to_contain_text(name)
    play_together(pages, lambda: look(pages[3]).held == 12)
    assert pages[3].evaluate("document.documentElement.scrollWidth") <= 320


def test_alone_at_quick_play(server: Server, visit: Visit) -> None:
    """Whoever is alone is asked nothing twice: bots at once, or back out of it. The focus stays near."""
    page = named(visit(320, 640), server.url, "Solveig")
    page.get_by_role("button", name=re.compile("^Short")).click()
    expect(page.get_by_text("You are the first.")).to_be_visible()
    page.get_by_role("button", name="Wait for people").click()  # within eight seconds
    expect(page.get_by_text("at most two minutes")).to_be_visible()
    expect(page.get_by_role("heading", name="Finding people")).to_be_focused()
    assert faults(page) == []
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name=re.compile("^Standard"))).to_be_focused()
    page.get_by_role("button", name=re.compile("^Short")).click()
    page.get_by_role("button", name="Start now with bots").click()
    page.wait_for_url("**/table/**")
    hand(page).wait_for()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^\d:\d\d$"))


def test_private_match_by_code_and_link_with_rules_agreed_and_a_rematch(server: Server, visit: Visit) -> None:
    """S0.29 to S0.31: gathering, a proposal, a match to its end, and once more."""
    anna, bela, carla, dora = four(visit)
    for page, name in ((anna, "Anna"), (bela, "Bela"), (carla, "Carla")):
        known(page, server.url, name)
    opened = private_table(anna, server.url, SHORT)
    assert faults(anna) == []
    joined(bela, server.url, f"/join/{opened['code']}")
    joined(carla, server.url, opened["link"])
    # Who has no name yet is asked for one first.
    dora.goto(server.url + opened["link"])
    assert faults(dora) == []
    dora.get_by_label("Your name").fill("Doro")
    dora.get_by_role("button", name="Sit down").click()
    expect(dora.get_by_text("Doro (you)")).to_be_visible()
    expect(anna.get_by_text("Doro", exact=True)).to_be_visible()
    assert dora.evaluate("document.documentElement.scrollWidth") <= 320

    bela.get_by_role("button", name="Propose other rules").click()
    bela.get_by_label("Play to").select_option("150")
    bela.get_by_role("dialog").get_by_role("button", name="Propose other rules").click()
    for page in (anna, carla):
        page.get_by_role("button", name="Yes, these rules").click()
    expect(dora.get_by_role("group", name=RULES_OFFER)).to_be_visible()
    dora.get_by_role("button", name="Yes, these rules").click()
    expect(dora.get_by_role("group", name=RULES_OFFER)).to_have_count(0)

    pages = [anna, bela, carla, dora]
    start(anna, pages[1:])
    play_together(pages, lambda: is_over(anna))
    for page in pages:
        expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    anna.get_by_role("button", name="Ask for a rematch").click()
    for page in pages[1:]:
        page.get_by_role("region", name="Anna asks for a rematch").get_by_role("button", name="Yes").click()
    for page in pages:
        expect(page).to_have_title(re.compile("^● Choose cards"))


def test_dropping_out_in_mid_pass_and_mid_trick(server: Server, visit: Visit) -> None:
    """S0.33: the seat, the choice and the cards are kept; the others see who is away."""
    anna = known(visit(), server.url, "Ines")
    bela = known(visit(390, 844), server.url, "Jonas")
    opened = private_table(anna, server.url)
    joined(bela, server.url, opened["link"])
    start(anna, [bela])
    tap(hand(bela).get_by_role("button", pressed=False).first)
    expect(hand(bela).get_by_role("button", pressed=True)).to_have_count(1)
    before = sorted(names(bela))
    bela.reload()
    expect(hand(bela).get_by_role("button", pressed=True)).to_have_count(1)
    assert sorted(names(bela)) == before
    play_together([anna, bela], lambda: my_turn(bela))
    kept = names(bela)
    bela.context.set_offline(True)
    expect(bela.get_by_role("heading", name="Connection lost")).to_be_visible()
    expect(bela.get_by_text(re.compile(r"Giving up in \d+ seconds"))).to_be_visible()
    assert faults(bela) == []
    # Without a network no try succeeds, so the button stays; with it the page comes back by itself.
    with bela.expect_request("**/ticket"):
        bela.get_by_role("button", name="Try now").click()
    expect(bela.get_by_role("heading", name="Connection lost")).to_be_visible()
    bela.context.set_offline(False)
    expect(bela.get_by_role("heading", name="Connection lost")).to_have_count(0)
    assert names(bela) == kept
    tap(playable(bela).first)
    expect(cards(bela)).to_have_count(len(kept) - 1)


def test_timer_vote_chat_muting_and_a_spectator(server: Server, visit: Visit) -> None:
    """S0.32, S0.34 to S0.36: a vote on the timer; the muted are not heard; who watches sees no hand."""
    anna = known(visit(), server.url, "Katja")
    bela = known(visit(390, 844), server.url, "Leo")
    watcher = known(visit(320, 640), server.url, "Mona")
    terms = {"clock": "online", "spectators": True, "listed": True}
    opened = private_table(anna, server.url, **terms)
    joined(bela, server.url, opened["link"])
    start(anna, [bela])
    expect(bela.get_by_role("timer")).to_be_visible()

    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name="Turn off the timer?").click()
    vote = bela.get_by_role("region", name="Katja asks to turn the timer off")
    assert faults(bela) == []
    vote.get_by_role("button", name="Yes").click()
    expect(vote).to_have_count(0)
    expect(anna.get_by_role("timer")).to_have_count(0)

    bela.get_by_role("button", name="Chat").click()
    bela.get_by_role("button", name="Good luck").click()
    expect(anna.get_by_role("button", name="Chat, 1 new")).to_be_visible()
    anna.get_by_role("button", name="About Leo").click()
    assert faults(anna) == []
    switch_on(anna, "Mute")
    anna.get_by_role("button", name="Close").click()
    anna.wait_for_timeout(3100)  # who has spoken waits three seconds
    bela.get_by_label("Write").fill("Nobody hears this")
    bela.get_by_role("button", name="Send").click()
    expect(bela.get_by_role("list", name="What was said")).to_contain_text("Nobody hears this")
    assert faults(bela) == []
    anna.get_by_role("button", name=re.compile("^Chat")).click()
    expect(anna.get_by_text("Nothing has been said yet.")).to_be_visible()

    watcher.goto(server.url + opened["url"])
    expect(watcher.get_by_text("You are watching.", exact=False)).to_be_visible()
    expect(cards(watcher)).to_have_count(0)
    assert faults(watcher) == []
    assert watcher.evaluate("document.documentElement.scrollWidth") <= 320
