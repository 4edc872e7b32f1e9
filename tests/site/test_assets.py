"""Static files: found, compressed, cached for as long as their names allow, and nothing else."""

import gzip

import pytest

from tests.site.running import Browser


def test_compressed_on_request(browser: Browser) -> None:
    plain = browser.get("/static/site/site.css")
    packed = browser.get("/static/site/site.css", Accept_Encoding="gzip, br")
    assert plain.headers["content-type"] == 'text/css; charset="utf-8"'
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_not_sent_again_when_the_browser_has_it(browser: Browser, encoding: str) -> None:
    first = browser.get("/static/site/site.css", Accept_Encoding=encoding)
    again = browser.get(
        "/static/site/site.css", Accept_Encoding=encoding, If_None_Match=first.headers["etag"]
    )
    assert (again.status, again.body) == (304, b"")


def test_marked_addresses_are_kept_for_ever(browser: Browser) -> None:
    assert browser.get("/static/site/site.css").headers["cache-control"] == "max-age=3600, public"
    marked = browser.get("/static/site/site.css?v=0123456789")
    assert marked.headers["cache-control"] == "max-age=31536000, public, immutable"


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/site",
        "/static/../settings.py",
        "/static/..%2fsettings.py",
        "/static/site/../../settings.py",
        "/static//etc/passwd",
        "/static/site/%00.css",
        "/static/" + "a" * 5000,
        "/static/client/%2e%2e/%2e%2e/asgi.py",
        "/static/site\\site.css",
    ],
)
def test_nothing_else_is_served(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert (answer.status, answer.body) == (404, b"Not found\n")


def test_files_are_for_reading(browser: Browser) -> None:
    assert browser.ask("POST", "/static/site/site.css", b"x").status == 405
    head = browser.ask("HEAD", "/static/site/mark.svg")
    assert (head.status, head.body, head.headers["content-type"]) == (200, b"", "image/svg+xml")
