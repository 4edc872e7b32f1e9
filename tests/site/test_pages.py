"""The shell of the client, and the pages that stand in for it."""

import json
import re
from pathlib import Path

import pytest

from moonshot.site.assets import ROOT
from moonshot.site.pages import client
from moonshot.site.pages.client import PageAssets, page_assets
from tests.site.running import Browser

WEB = Path(__file__).parents[2] / "web"
MANIFEST = {
    "src/main.tsx": {
        "file": "assets/main-aaaaaaaa.js",
        "isEntry": True,
        "css": ["assets/main-bbbbbbbb.css"],
        "assets": ["assets/serif-hhhhhhhh.woff2", "assets/noise-iiiiiiii.png"],
        "imports": ["_shared.js"],
        "dynamicImports": ["src/pages/home/HomePage.tsx", "src/table/TablePage.tsx"],
    },
    "_shared.js": {"file": "assets/shared-cccccccc.js"},
    "src/pages/home/HomePage.tsx": {
        "file": "assets/HomePage-dddddddd.js",
        "imports": ["_shared.js", "src/main.tsx"],
    },
    "src/table/TablePage.tsx": {
        "file": "assets/TablePage-eeeeeeee.js",
        "css": ["assets/TablePage-ffffffff.css"],
        "imports": ["_cards.js"],
    },
    "_cards.js": {"file": "assets/cards-gggggggg.js", "imports": ["_shared.js"]},
}


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(MANIFEST))
    return path


def test_assets_of_a_page_are_those_of_the_entry_and_of_its_own_chunk(manifest: Path) -> None:
    assert page_assets("home", manifest) == PageAssets(
        script="/static/client/assets/main-aaaaaaaa.js",
        styles=("/static/client/assets/main-bbbbbbbb.css",),
        preloads=(
            "/static/client/assets/shared-cccccccc.js",
            "/static/client/assets/HomePage-dddddddd.js",
        ),
        fonts=("/static/client/assets/serif-hhhhhhhh.woff2",),
    )
    assert page_assets("table", manifest) == PageAssets(
        script="/static/client/assets/main-aaaaaaaa.js",
        styles=("/static/client/assets/main-bbbbbbbb.css", "/static/client/assets/TablePage-ffffffff.css"),
        preloads=(
            "/static/client/assets/shared-cccccccc.js",
            "/static/client/assets/TablePage-eeeeeeee.js",
            "/static/client/assets/cards-gggggggg.js",
        ),
        fonts=("/static/client/assets/serif-hhhhhhhh.woff2",),
    )


def test_a_page_without_a_chunk_of_its_own_has_the_entry(manifest: Path) -> None:
    found = page_assets("play", manifest)
    assert found is not None
    assert found.preloads == ("/static/client/assets/shared-cccccccc.js",)


@pytest.mark.parametrize("content", [None, "", "{}", '{"src/other.tsx": {"file": "x.js"}}'])
def test_no_client_is_known_as_such(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "manifest.json"
    if content is not None:
        path.write_text(content)
    assert page_assets("home", path) is None


def test_the_manifest_names_the_modules_of_the_real_client() -> None:
    assert [name for name in (client.ENTRY, *client.CHUNKS.values()) if not (WEB / name).exists()] == []


def test_home_says_what_this_is_before_any_script(browser: Browser) -> None:
    answer = browser.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert "<h1>A quiet evening of Hearts</h1>" in answer.text
    assert ">Play now</span></a>" in answer.text
    assert '<meta name="description" content="Play Hearts in the browser' in answer.text
    assert "<noscript>" in answer.text
    assert 'id="too-old"' in answer.text
    assert '<script type="module" src="/static/client/assets/main-' in answer.text


def test_the_first_paint_of_home_says_what_the_client_will_say(browser: Browser) -> None:
    words = (WEB / "src/text/home.ts").read_text()
    text = browser.get("/").text
    for name in ("heading", "lead", "play", "rules"):
        found = re.search(rf"^  {name}: '(.+)',$", words, re.MULTILINE)
        assert found is not None, name
        assert f">{found[1]}<" in text
    classes = {
        name
        for found in re.findall(r'class="([^"]+)"', text.partition('id="app"')[2])
        for name in found.split()
    }
    styles = "".join(path.read_text() for path in (WEB / "src").rglob("*.css"))
    assert [name for name in classes if f".{name}" not in styles] == []


def test_the_theme_is_read_as_the_client_stores_it() -> None:
    script = (ROOT / "site/first.js").read_text()
    assert "'moonshot.look'" in script
    assert "const PREFIX = 'moonshot.';" in (WEB / "src/stored.ts").read_text()
    assert "writeStored('look', 1, look.value)" in (WEB / "src/look.ts").read_text()


def test_all_that_the_shell_names_is_there(browser: Browser) -> None:
    for path in ("/", "/play", "/table/abc"):
        for name in re.findall(r'(?:href|src)="(/static/[^"]+)"', browser.get(path).text):
            found = browser.get(name)
            assert (name, found.status) == (name, 200)
            assert found.headers["cache-control"] == "max-age=31536000, public, immutable" or "client" in name


def test_unknown_page_is_a_friendly_404(browser: Browser) -> None:
    answer = browser.get("/tables")
    assert answer.status == 404
    assert "<h1>No table here</h1>" in answer.text
    assert "<title>No table here · Moonshot</title>" in answer.text


def test_an_odd_table_id_shows_the_shell_and_is_not_echoed(browser: Browser) -> None:
    answer = browser.get("/table/%3Cimg%20src=x%3E")
    assert answer.status == 404
    assert "img src=x" not in answer.text


def test_a_table_that_does_not_exist_is_a_404_in_which_the_client_says_so(browser: Browser) -> None:
    opened = browser.post("/api/tables", {}).json
    there, none = browser.get(opened["url"]), browser.get("/table/none")
    assert (there.status, none.status) == (200, 404)
    assert browser.ask("HEAD", "/table/none").status == 404
    assert none.text == there.text
    assert browser.get("/table/" + "x" * 2000).status == 404


def test_pages_take_reading_only(browser: Browser) -> None:
    assert browser.ask("POST", "/", b"").status == 405
    assert browser.ask("HEAD", "/").status == 200


def test_crawlers_may_not_enter_tables(browser: Browser) -> None:
    hidden = ("/api/", "/table/", "/join/", "/matches/", "/me")
    wanted = "User-agent: *\n" + "".join(f"Disallow: {path}\n" for path in hidden)
    assert browser.get("/robots.txt").text == wanted


def test_healthz(browser: Browser) -> None:
    answer = browser.get("/healthz")
    assert (answer.status, answer.body, "set-cookie" in answer.headers) == (200, b"ok\n", False)
