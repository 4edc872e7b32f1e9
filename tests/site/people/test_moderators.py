"""How moderators sign in: a name, a password and a code; and what stands in the way of everybody else."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import timezone

from moonshot.site.people import second_factor, staff
from tests.site.people.halls import ENVIRON, Guest
from tests.site.people.staff import (
    PASSWORD,
    Authenticator,
    code_of,
    command,
    make_moderator,
    sign_in,
)
from tests.site.running import Answer, Running


@pytest.fixture(scope="module")
def new_accounts() -> list[int]:
    """How many accounts there were when the court was new."""
    return []


@pytest.fixture(scope="module")
def court(tmp_path_factory: pytest.TempPathFactory, new_accounts: list[int]) -> Iterator[Running]:
    """A site of its own: limits for the whole site are reached here."""
    server = Running(Path(tmp_path_factory.mktemp("court")) / "data", environ=ENVIRON)
    with closing(sqlite3.connect(server.data / "moonshot.sqlite3")) as database:
        new_accounts += database.execute("SELECT count(*) FROM people_account").fetchone()
    yield server
    assert server.stop() == 0
    assert server.errors() == ""


@pytest.fixture(scope="module")
def ada(court: Running) -> Authenticator:
    return make_moderator(court.data, "Ada")


def told(answer: Answer) -> list[str]:
    return re.findall(r'class="errornote"[^>]*>\s*(.*?)\s*</p>', answer.text, re.DOTALL)


def tries_until_refused(court: Running, name: str, visitor: Guest | None = None) -> tuple[int, float]:
    """How often somebody may guess before being told to wait, and the minutes that it took: slow machines
    give the limits time to fill again. Without a visitor each guess comes from another address."""
    began = time.monotonic()
    for done in range(100):
        answer = sign_in(visitor or Guest(court.address), name, f"wrong {done}")
        if answer.status == 429:
            assert int(answer.headers["retry-after"]) > 0
            return done, (time.monotonic() - began) / 60
        assert answer.status == 200
    raise AssertionError("guessing goes on and on")


def is_open(visitor: Guest) -> bool:
    return visitor.get("/moderation/people/report/").status == 200


def test_a_new_site_has_no_account_of_any_kind(court: Running, new_accounts: list[int]) -> None:
    assert new_accounts == [0]
    visitor = Guest(court.address)
    assert sign_in(visitor, "admin", "admin").status == 200
    assert not is_open(visitor)


def test_a_code_of_the_authenticator_is_needed_and_opens_once(court: Running) -> None:
    bea = make_moderator(court.data, "Bea")
    code = bea.code()
    visitor = Guest(court.address)
    without = sign_in(visitor, "Bea", PASSWORD, "")
    assert (without.status, is_open(visitor)) == (200, False)
    entered = sign_in(visitor, "Bea", PASSWORD, code)
    assert (entered.status, entered.headers["location"]) == (302, "/moderation/")
    assert is_open(visitor)
    second = Guest(court.address)
    assert sign_in(second, "Bea", PASSWORD, code).status == 200  # read over a shoulder: too late
    assert not is_open(second)


def test_wrong_codes_wait_longer_each_time_and_old_codes_are_none(
    people: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment = [1_800_000_000.0]
    monkeypatch.setattr(time, "time", lambda: moment[0])
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromtimestamp(moment[0], UTC))
    account = staff.make_moderator("Cleo", PASSWORD)
    key = second_factor.new_key()
    second_factor.set_key(account, key)

    def tried(step: int) -> bool:
        return second_factor.accept(account, code_of(key, int(moment[0] // 30) + step)) is not None

    for step in (-2, 2, -1000):  # half a minute early or late is well, a minute is not
        assert not tried(step)
        moment[0] += 3600
    assert tried(-1)
    assert not tried(-1)  # once only
    moment[0] += 3600
    assert tried(1)
    moment[0] += 3600
    for wait in (1, 2, 4, 8):
        assert not tried(50)
        moment[0] += wait - 0.1
        assert not tried(0), wait  # the right one, but too soon
        moment[0] += 0.2
    assert tried(0)
    for text in ("", "12345", "1234567", "１２３４５６", "+12345", "12 34"):
        assert second_factor.accept(account, text) is None


def test_whatever_was_wrong_the_answer_is_the_same(court: Running, ada: Authenticator) -> None:
    answers = [
        sign_in(Guest(court.address), "Ada", "not her password", ada.code()),
        sign_in(Guest(court.address), "Nobody Here", PASSWORD, "123456"),
        sign_in(Guest(court.address), "Ada", PASSWORD, "12x456"),
    ]
    assert {answer.status for answer in answers} == {200}
    assert told(answers[0]) == told(answers[1]) == told(answers[2]) != []


def test_guessing_from_one_address_is_slow(court: Running, ada: Authenticator) -> None:
    done, minutes = tries_until_refused(court, "Ada", Guest(court.address))
    assert 5 <= done <= 5 + 5 * minutes + 1


def test_guessing_one_account_from_many_addresses_does_not_lock_its_owner_out(court: Running) -> None:
    dora = make_moderator(court.data, "Dora")
    own = Guest(court.address)
    assert sign_in(own, "Dora", PASSWORD, dora.code()).status == 302
    done, minutes = tries_until_refused(court, "Dora")
    assert 9 <= done <= 10 + minutes / 2 + 1
    own.cookies.pop("moderation")  # the session is over, the browser is the same
    assert sign_in(own, "Dora", PASSWORD, dora.code()).status == 302
    assert is_open(own)


def test_a_forged_cookie_does_not_make_a_browser_known(court: Running) -> None:
    visitor = Guest(court.address)
    visitor.cookies["moderation-known"] = "eve:1vXyzA:" + "x" * 43
    done, minutes = tries_until_refused(court, "Eve", visitor)
    assert done <= 5 + 5 * minutes + 1


def test_a_new_password_or_key_ends_what_was_open(court: Running) -> None:
    fay = make_moderator(court.data, "Fay")
    visitor = Guest(court.address)
    assert sign_in(visitor, "Fay", PASSWORD, fay.code()).status == 302
    before = visitor.cookies["moderation"]
    again = command(court.data, "Fay", password="another long phrase")
    assert again.returncode == 0
    assert "Key:" not in again.stdout  # the authenticator goes on as it is
    assert not is_open(visitor)
    assert sign_in(visitor, "Fay", "another long phrase", fay.code()).status == 302
    assert visitor.cookies["moderation"] != before
    assert is_open(visitor)
    lost = fay.code()
    new = make_moderator(court.data, "Fay", "--new-key")
    assert not is_open(visitor)
    other = Guest(court.address)
    assert sign_in(other, "Fay", PASSWORD, lost).status == 200
    assert new.key != fay.key


def test_a_session_without_its_second_factor_opens_nothing(court: Running) -> None:
    gil = make_moderator(court.data, "Gil")
    visitor = Guest(court.address)
    assert sign_in(visitor, "Gil", PASSWORD, gil.code()).status == 302
    with closing(sqlite3.connect(court.data / "moonshot.sqlite3")) as database, database:
        database.execute(
            "DELETE FROM otp_totp_totpdevice WHERE user_id = (SELECT id FROM people_account WHERE name='Gil')"
        )
    answer = visitor.get("/moderation/people/account/")
    assert (answer.status, answer.headers["location"].partition("?")[0]) == (302, "/moderation/login/")


def test_signing_in_gives_a_new_session_for_these_pages_only(court: Running) -> None:
    hal = make_moderator(court.data, "Hal")
    visitor = Guest(court.address)
    visitor.get("/api/me")
    cookie = visitor.get("/moderation/login/").headers["set-cookie"]
    assert cookie.startswith("moderation-form=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    visitor.cookies["moderation"] = "chosen-by-somebody-else"
    answer = sign_in(visitor, "Hal", PASSWORD, hal.code())
    assert answer.status == 302
    assert visitor.cookies["moderation"] != "chosen-by-somebody-else"
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(answer.headers["set-cookie"].split("; "))
    pages = visitor.get("/moderation/").text
    assert set(re.findall(r'href="/moderation/people/(\w+)/"', pages)) == {"report", "account"}
    assert visitor.get("/moderation/otp_totp/totpdevice/").status == 404


@pytest.mark.parametrize("given", ["short", "password1234"])
def test_weak_passwords_make_no_moderator(tmp_path: Path, given: str) -> None:
    made = command(tmp_path / "data", "Weak", password=given)
    assert made.returncode == 1
    assert "password" in made.stderr
    assert "Key:" not in made.stdout
