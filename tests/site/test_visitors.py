"""Guests: the same one on every visit, a new one rather than an error, stored no sooner than needed."""

import sqlite3
from datetime import timedelta
from unittest import mock

import pytest
from django.core import signing

from moonshot.site.people.ids import guest_name, is_account_id, new_account_id
from moonshot.site.people.visitors import RENEWED_AFTER, read_cookie, signed
from tests.site.running import Browser, Running

ID = "0123456789abcdefghjkmnpqrs"


def accounts(running: Running) -> list[str]:
    database = sqlite3.connect(running.data / "moonshot.sqlite3")
    try:
        return [row[0] for row in database.execute("SELECT id FROM people_account ORDER BY created_at")]
    finally:
        database.close()


def id_of(browser: Browser) -> str:
    return browser.cookies["moonshot"].partition(":")[0]


def test_ids_are_long_and_say_nothing() -> None:
    assert is_account_id(ID)
    assert all(is_account_id(new_account_id()) for _ in range(100))
    assert len({new_account_id() for _ in range(1000)}) == 1000
    assert not any(map(is_account_id, ["", ID[:-1], ID + "0", ID.upper(), ID[:-1] + "i", ID + "\n"]))


def test_a_guest_has_a_name_from_the_start() -> None:
    assert guest_name(ID) == "Guest 7204"


def test_the_cookie_brings_the_same_guest_back() -> None:
    visitor = read_cookie(signed(ID))
    assert (visitor.account_id, visitor.needs_cookie) == (ID, False)


def test_an_older_cookie_is_renewed_for_the_same_guest() -> None:
    with mock.patch("django.core.signing.time.time", return_value=1_000_000):
        old = signed(ID)
    with mock.patch(
        "django.core.signing.time.time", return_value=1_000_000 + RENEWED_AFTER.total_seconds() + 1
    ):
        visitor = read_cookie(old)
    assert (visitor.account_id, visitor.needs_cookie) == (ID, True)
    with mock.patch(
        "django.core.signing.time.time", return_value=1_000_000 + timedelta(days=401).total_seconds()
    ):
        assert read_cookie(old).account_id != ID


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        ID,
        f"{ID}:1xXrLT:bJ6-h-Pau-zJro2ZmoaiR7la53frKsNPCl74KbQgJe4",
        signing.TimestampSigner(salt="another purpose").sign(ID),
        signing.TimestampSigner(salt="moonshot.visitor").sign("not an id"),
        signing.TimestampSigner(key="k" * 50, salt="moonshot.visitor").sign(ID),
        "x" * 100_000,
        "\x00:é:☃",
    ],
    ids=["none", "empty", "unsigned", "forged", "other purpose", "no id", "other key", "huge", "strange"],
)
def test_a_bad_cookie_is_a_new_guest(value: str | None) -> None:
    visitor = read_cookie(value)
    assert visitor.account_id != ID
    assert is_account_id(visitor.account_id)
    assert visitor.needs_cookie


def test_the_cookie_is_for_this_site_only(browser: Browser) -> None:
    cookie = browser.get("/").headers["set-cookie"]
    assert cookie.startswith("moonshot=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=34560000"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert "Domain" not in cookie


def test_a_tampered_cookie_gets_a_page_and_a_new_name(browser: Browser) -> None:
    browser.get("/")
    first = id_of(browser)
    assert "set-cookie" not in browser.get("/api/me").headers
    browser.cookies["moonshot"] = browser.cookies["moonshot"][:-1] + "?"
    answer = browser.get("/api/me")
    assert answer.status == 200
    assert id_of(browser) != first


def test_looking_around_stores_nothing_and_a_table_stores_one_account(
    running: Running, browser: Browser
) -> None:
    before = accounts(running)
    for path in ("/", "/play", "/table/x", "/api/me", "/api/presets", "/nothing"):
        browser.get(path)
    assert accounts(running) == before
    name = browser.get("/api/me").json["name"]
    assert browser.post("/api/tables", {}).status == 201
    assert browser.post("/api/tables", {}).status == 201
    assert accounts(running) == [*before, id_of(browser)]
    assert browser.get("/api/me").json["name"] == name == guest_name(id_of(browser))


def test_refusals_set_no_cookie(browser: Browser) -> None:
    assert "set-cookie" not in browser.get("/nothing").headers
    assert "set-cookie" not in browser.get("/healthz").headers
