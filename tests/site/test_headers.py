"""Every answer carries the security headers, whoever gives it."""

import pytest

from tests.site.running import Browser

EXPECTED = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
        "media-src 'self'; connect-src 'self'; manifest-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/play", 200),
        ("/table/whatever", 404),
        ("/healthz", 200),
        ("/api/presets", 200),
        ("/api/nothing", 404),
        ("/static/site/site.css", 200),
        ("/static/nothing.js", 404),
        ("/nothing", 404),
        ("/favicon.ico", 302),
    ],
)
def test_headers_on_every_answer(browser: Browser, path: str, status: int) -> None:
    answer = browser.get(path)
    assert answer.status == status
    assert {name: answer.headers.get(name) for name in EXPECTED} == EXPECTED
    assert "camera=()" in answer.headers["permissions-policy"]
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers
    assert int(answer.headers["content-length"]) == len(answer.body)


def test_unknown_host_is_refused_by_page_and_api(browser: Browser) -> None:
    page = browser.get("/", Host="evil.example")
    assert (page.status, "set-cookie" in page.headers) == (400, False)
    assert page.text.startswith("This site does not go by that name.")
    told = browser.get("/api/me", Host="evil.example")
    assert (told.status, told.json["error"]["code"]) == (400, "unknown_host")


def test_bare_addresses_are_unknown_hosts_while_only_loopback_is_bound(browser: Browser) -> None:
    assert browser.get("/healthz", Host="192.0.2.7").status == 400
    assert browser.get("/healthz", Host="localhost:1").status == 200
    assert browser.get("/healthz", Host="[::1]:8000").status == 200


def test_html_carries_no_inline_script_or_style(browser: Browser) -> None:
    for path in ("/", "/play", "/table/x", "/nothing"):
        text = browser.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text
        assert "javascript:" not in text
