"""The rules pages as anybody gets them: no account, no cookie, no script."""

import html
import json
import re
from html.parser import HTMLParser

import pytest

from moonshot.engine import PRESETS
from moonshot.learn.catalogue import catalogue
from moonshot.learn.differences import sentences_of
from moonshot.learn.questions import questions
from moonshot.site.pages.figures import face, ring, seats
from moonshot.site.pages.rulebook import tiles
from tests.site.running import Answer, Browser

WORDS = catalogue()
FOUR_TOPICS = ("deal", "tricks", "points", "end")


def text_of(answer: Answer) -> str:
    """The words of a page, without its markup."""
    body = answer.text.partition("<body")[2]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def structured(answer: Answer) -> dict[str, object]:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', answer.text, re.DOTALL)
    assert found is not None
    data: dict[str, object] = json.loads(found[1])
    return data


class Balance(HTMLParser):
    """Counts what is opened and closed."""

    ALONE = frozenset({"meta", "link", "img", "input", "br", "path", "circle", "rect", "use"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in self.ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.ALONE:
            assert self.open.pop() == tag, tag


def test_S0_1_anybody_may_read_the_rules(browser: Browser) -> None:
    """S0.1: dealing, legal play, scoring and winning."""
    answer = browser.get("/rules/standard")
    assert answer.status == 200
    assert "set-cookie" not in answer.headers
    assert browser.cookies == {}
    for topic in FOUR_TOPICS:
        assert f'<section id="{topic}">' in answer.text


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_page_that_says_all_and_is_well_formed(browser: Browser, name: str) -> None:
    """S0.2: the page names the rules in force, and says each of their sentences."""
    answer = browser.get(f"/rules/{name}")
    words = text_of(answer)
    assert PRESETS[name].name in words
    for sentence in sentences_of(PRESETS[name].rules):
        assert WORDS.text(sentence) in words
    balance = Balance()
    balance.feed(answer.text)
    assert balance.open == []
    assert len(balance.ids) == len(set(balance.ids))
    linked = set(re.findall(r'href="#([^"]+)"', answer.text))
    assert linked - set(balance.ids) == set()
    assert "<style" not in answer.text
    assert " style=" not in answer.text


def test_S0_3_the_setup_card_is_one_press_away_above_and_below(browser: Browser) -> None:
    text = browser.get("/rules/standard").text
    top, _, rest = text.partition('<section id="quick"')
    foot = rest.partition('<div class="learn-end">')[2]
    for part in (top, foot):
        assert '<a class="button button-primary" href="/play">Choose a table</a>' in part
    assert '<a class="button button-quiet" href="/lobby">Play Hearts online</a>' in foot
    closing = text_of(Answer(200, {}, f"<body>{foot}".encode()))
    assert WORDS.text("page.closing") in closing  # S1.24


def asked(browser: Browser, preset: str) -> dict[str, str]:
    """The questions of a page with their answers, as search engines read them."""
    graph = structured(browser.get(f"/rules/{preset}"))["@graph"]
    assert isinstance(graph, list)
    faq = next(part for part in graph if part["@type"] == "FAQPage")
    return {one["name"]: one["acceptedAnswer"]["text"] for one in faq["mainEntity"]}


def test_S0_39_to_S0_41_questions_of_the_coin_rooms(browser: Browser) -> None:
    four, three = asked(browser, "deniro"), asked(browser, "deniro_3")
    players = "How many players and cards are there in Hearts?"
    assert "4 players, everyone for themselves, are dealt 13 cards each." in four[players]
    assert "3 players, everyone for themselves, are dealt 17 cards each." in three[players]
    assert "the two of diamonds" in three[players]
    assert "The jack of diamonds is a bonus" in four["How is Hearts scored?"]
    moon = four["What is shooting the moon?"]
    assert "26 comes off the shooter's own score" in moon
    assert "There is one exception" in moon
    assert "someone reaches 100 points" in four["When does a match of Hearts end?"]


def test_S1_20_to_S1_23_questions_of_the_three_bots(browser: Browser) -> None:
    answers = asked(browser, "three_bots")
    assert "13 cards each" in answers["How many players and cards are there in Hearts?"]
    assert "The queen of spades costs 13 points." in answers["How many points is the queen of spades worth?"]
    assert "26 points in a hand" in answers["How many points is the queen of spades worth?"]
    assert "thrown on a trick of another suit" in answers["When can you lead a heart?"]
    assert "everyone else scores 26" in answers["What is shooting the moon?"]


def test_questions_on_the_page_are_those_of_the_structured_data(browser: Browser) -> None:
    answers = asked(browser, "pagat")
    found = questions(sentences_of(PRESETS["pagat"].rules))
    assert list(answers) == [WORDS.text(one.key) for one in found]
    words = text_of(browser.get("/rules/pagat"))
    for question, answer in answers.items():
        assert f"{question} {answer}" in re.sub(r"\s+", " ", words)


def test_S1_16_to_S1_19_and_S2_3_advice_and_history(browser: Browser) -> None:
    words = text_of(browser.get("/rules/three_bots"))
    for key in ("tip.void", "tip.queen", "tip.high", "tip.moon_read", "tip.moon_stop", "tip.duck"):
        assert WORDS.text(key) in words
    for part in ("1880s", "Black Lady", "Black Maria", "three to six"):
        assert part in words


def test_S2_4_and_S4_1_contents_and_the_short_version_first(browser: Browser) -> None:
    text = browser.get("/rules/custom_room").text
    contents = re.findall(r'<li><a href="#(\w+)">', text.partition("</nav>")[2].partition("</nav>")[0])
    assert contents[0] == "quick"
    assert {"deal", "moon", "options", "questions", "strategy", "history", "glossary"} <= set(contents)
    sections = re.findall(r'<section id="(\w+)"', text)
    assert sections[0] == "quick"
    assert sorted(sections) == sorted(contents)


def test_S4_33_to_S4_36_variations_lead_back_and_on(browser: Browser) -> None:
    twist = browser.get("/rules/table_guide_jd").text
    assert '<a href="/rules/standard">See the main rules</a>' in twist
    assert "Suggested house variation" in twist
    assert '<a href="/rules">Ready for something different? All rule sets</a>' in twist
    words = text_of(browser.get("/rules/table_guide_jd"))
    assert "Where these rules differ from other tables" in words
    assert "Queen opens hearts (Bicycle)" in re.sub(r" \(", " (", words)
    assert "The queen of spades breaks hearts too, when she is thrown" in words
    assert "See the main rules" not in browser.get("/rules/standard").text


def test_the_list_has_every_preset_playable_at_once(browser: Browser) -> None:
    answer = browser.get("/rules")
    for name in PRESETS:
        assert f'<a href="/rules/{name}">' in answer.text
        assert f'<input type="hidden" name="rules" value="preset={name}">' in answer.text
    house = [name for name, preset in PRESETS.items() if preset.source == "House table"]
    assert answer.text.count('<span class="badge">Suggested house variation</span>') == len(house)
    assert structured(answer)["@type"] == "ItemList"
    balance = Balance()
    balance.feed(answer.text)
    assert balance.open == []


def test_rules_of_a_tables_own_have_a_page_by_their_address(browser: Browser) -> None:
    answer = browser.get("/rules/custom?end_score=60&bonus_card=TD&moon=choice")
    words = text_of(answer)
    assert answer.status == 200
    assert "someone reaches 60 points" in words
    assert "The ten of diamonds is a bonus" in words
    same = browser.get("/rules/custom?preset=deniro")
    assert (same.status, same.headers["location"]) == (302, "/rules/deniro")


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("players=9", 422),
        ("players=4&removed=2D", 422),
        ("colour=green", 422),
        ("preset=%3Cscript%3E", 422),
        ("end_score=" + "9" * 3000, 422),
    ],
)
def test_an_address_with_impossible_rules_says_why(browser: Browser, query: str, status: int) -> None:
    answer = browser.get(f"/rules/custom?{query}")
    assert answer.status == status
    assert "<h1>These rules cannot be played</h1>" in answer.text
    assert "<script>" not in answer.text.partition("<body")[2]


def test_the_rules_of_a_table_are_found_by_its_link(browser: Browser) -> None:
    own = browser.post("/api/tables", {"rules": {"preset": "standard", "end_score": 70}}).json["table"]
    found = browser.get(f"/rules/table/{own}")
    assert (found.status, found.headers["location"]) == (302, "/rules/custom?end_score=70")
    named = browser.post("/api/tables", {"rules": "omnibus"}).json["table"]
    assert browser.get(f"/rules/table/{named}").headers["location"] == "/rules/omnibus"
    assert browser.get("/rules/table/nothing").status == 404
    assert browser.get("/rules/nothing").status == 404


def test_pages_are_kept_by_browsers_and_packed(browser: Browser) -> None:
    plain = browser.get("/rules/standard")
    tag = plain.headers["etag"]
    assert plain.headers["cache-control"].startswith("public")
    again = browser.get("/rules/standard", If_None_Match=tag)
    assert (again.status, again.body) == (304, b"")
    packed = browser.get("/rules/standard", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < 20_000
    assert browser.ask("HEAD", "/rules/standard").status == 200
    assert browser.post("/rules/standard", {}).status == 405


def test_titles_and_descriptions_are_good_for_search(browser: Browser) -> None:
    titles = set()
    for name in ("standard", "deniro", "black_maria"):
        text = browser.get(f"/rules/{name}").text
        title = re.search("<title>(.+)</title>", text)
        about = re.search('<meta name="description" content="(.+)">', text)
        assert title is not None
        assert about is not None
        titles.add(title[1])
        assert len(title[1]) < 80
        assert 70 < len(about[1]) < 300
        assert f'<link rel="canonical" href="/rules/{name}">' in text
    assert len(titles) == 3


# -- playing at once -----------------------------------------------------------------------------------


def sent(browser: Browser, body: str, **headers: str) -> Answer:
    given = {"Content-Type": "application/x-www-form-urlencoded", "Origin": browser.address, **headers}
    return browser.ask("POST", "/rules/play", body.encode(), given)


def test_one_press_opens_a_table_with_these_rules_alone_or_for_friends(browser: Browser) -> None:
    """S4.30: the same rules, against bots at once or at a private table where everybody agrees."""
    alone = sent(browser, "rules=preset%3Dgnome&how=alone")
    assert alone.status == 302
    table = alone.headers["location"].removeprefix("/table/")
    assert browser.get(f"/rules/table/{table}").headers["location"] == "/rules/gnome"
    friends = sent(browser, "rules=end_score%3D60%26moon%3Dchoice&how=private")
    assert friends.status == 302
    table = friends.headers["location"].removeprefix("/table/")
    assert browser.get(f"/rules/table/{table}").headers["location"] == (
        "/rules/custom?moon=choice&end_score=60"
    )


def test_a_press_elsewhere_or_for_nonsense_opens_nothing(browser: Browser) -> None:
    assert sent(browser, "rules=preset%3Dgnome&how=alone", Origin="https://evil.example").status == 403
    assert sent(browser, "rules=players%3D9&how=alone").status == 422
    assert sent(browser, "rules=preset%3Dgnome&how=forever").status == 422
    assert browser.get("/rules/play").status == 405
    assert browser.get("/api/me").json["tables"] == []


# -- the same text at the table ------------------------------------------------------------------------


def test_the_table_says_what_the_page_says(browser: Browser) -> None:
    answer = browser.post("/api/rules/text", {"rules": "bicycle"})
    told = answer.json
    assert (told["rules_name"], told["page"]) == ("Queen opens hearts", "/rules/bicycle")
    lines = [line["text"] for chapter in told["chapters"] for line in chapter["lines"]]
    assert lines == [WORDS.text(one) for one in sentences_of(PRESETS["bicycle"].rules)]
    words = text_of(browser.get("/rules/bicycle"))
    assert all(line in words for line in lines)
    unusual = [line["text"] for part in told["chapters"] for line in part["lines"] if line["unusual"]]
    assert len(unusual) == 2
    assert browser.post("/api/rules/text", {"rules": {"players": 9}}).status == 422


# -- pictures --------------------------------------------------------------------------------------------


def test_every_card_has_its_picture() -> None:
    for rank in "23456789TJQKA":
        for suit in "CDSH":
            drawn = face(rank + suit)
            assert len(drawn.outlines) >= 5
            assert all(re.fullmatch(r"[MLCZAHV0-9. -]+", one.data) for one in drawn.outlines)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_arrows_go_from_every_seat(players: int) -> None:
    assert len(seats(players)) == players
    assert seats(players)[1].x < 60  # the next seat sits on the left
    assert len(ring("L", players).lines) == players
    assert ring("H", players).lines == ()
    assert len(ring("S", players).heads) == players - 1


def test_S1_4_tiles_tell_the_values() -> None:
    """S1.4: one, thirteen and twenty-six; with a bonus card a tile of its own."""
    told = [(tile.card, tile.numbers) for tile in tiles(PRESETS["three_bots"].rules)]
    assert told == [("AH", (1, 1)), ("QS", (13, 13)), ("", (26, 26))]
    assert ("JD", (-10, -10)) in [(tile.card, tile.numbers) for tile in tiles(PRESETS["deniro"].rules)]
    assert tiles(PRESETS["spot"].rules)[0].numbers == (2, 14)
