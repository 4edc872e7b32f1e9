"""The HTTP API: what it gives, and every refusal in one form."""

import gzip
import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.site.running import Answer, Browser, Running

JSON = {"Content-Type": "application/json"}


def refused(answer: Answer) -> tuple[int, str, str, str | None]:
    assert answer.headers["content-type"].startswith("application/json")
    error = answer.json["error"]
    assert {"code", "message", "at"} <= set(error)
    return answer.status, error["code"], error["message"], error["at"]


def test_presets(browser: Browser) -> None:
    found = browser.get("/api/presets").json
    assert [preset["id"] for preset in found[:3]] == ["standard", "deniro", "deniro_3"]
    assert len(found) == 30
    assert set(found[0]) == {"id", "name", "about", "source", "rules"}
    assert (found[0]["name"], found[0]["rules"]["end_score"], len(found[0]["rules"])) == ("Standard", 100, 36)


def test_constant_answers_are_compressed_and_not_sent_twice(browser: Browser) -> None:
    for path in ("/api/presets", "/api/rules/fields"):
        plain = browser.get(path)
        packed = browser.get(path, Accept_Encoding="gzip")
        assert gzip.decompress(packed.body) == plain.body
        again = browser.get(path, If_None_Match=packed.headers["etag"])
        assert (again.status, again.body) == (304, b"")


def test_rule_fields(browser: Browser) -> None:
    found = browser.get("/api/rules/fields").json
    assert [group["id"] for group in found["groups"]] == [
        "table", "passing", "first_trick", "hearts", "queen", "points", "moon", "end",
    ]  # fmt: skip
    assert len(found["fields"]) == 36
    assert found["fields"][0] == {
        "field": "players",
        "group": "table",
        "kind": "number",
        "label": "Players",
        "help": "Three to six can play. Four is the usual number.",
        "default": 4,
        "choices": [{"value": n, "label": f"{n} players", "help": ""} for n in (3, 4, 5, 6)],
        "items": [],
        "lowest": 3,
        "highest": 6,
    }
    cycle = next(field for field in found["fields"] if field["field"] == "pass_cycle")
    assert [choice["value"] for choice in cycle["choices"]] == ["auto", ["H"], ["L"], ["R"]]


def test_check_fills_in_every_field_and_names_the_rules(browser: Browser) -> None:
    found = browser.post("/api/rules/check", {"rules": "deniro"}).json
    assert (found["problems"], found["warnings"], len(found["rules"])) == ([], [], 36)
    assert found["rules"]["bonus_card"] == "JD"
    named = browser.post("/api/rules/check", {"rules": {"preset": "standard", "end_score": 75}}).json
    assert (named["rules_name"], named["rules"]["end_score"]) == ("Custom rules", 75)
    assert browser.post("/api/rules/check", {"rules": {}}).json["rules_name"] == "Standard"


def test_check_tells_every_problem_at_once(browser: Browser) -> None:
    answer = browser.post("/api/rules/check", {"rules": {"players": 5, "pass_cycle": ["A"], "end_score": 0}})
    assert answer.status == 200
    assert answer.json["problems"] == [
        {
            "code": "E_PASS_ACROSS_ODD",
            "message": "Nobody sits across at a table of 5.",
            "field": "pass_cycle",
        },
        {"code": "E_NEVER_ENDS", "message": "Set an end score or a number of hands.", "field": "end_score"},
    ]


def test_unplayable_rules_open_no_table(browser: Browser) -> None:
    answer = browser.post("/api/tables", {"rules": {"players": 7}})
    assert refused(answer) == (422, "bad_rules", "A table seats 3 to 6 players.", "rules.players")
    assert answer.json["error"]["problems"][0] == {
        "code": "E_PLAYERS",
        "message": "A table seats 3 to 6 players.",
        "field": "players",
    }
    assert browser.get("/api/me").json["tables"] == []


@pytest.mark.parametrize(
    ("path", "body", "expected"),
    [
        ("/api/tables", {"rules": "nope"}, (422, "unknown_preset", "rules.preset")),
        ("/api/tables", {"rules": "joker"}, (422, "not_supported", "rules.preset")),
        ("/api/tables", {"rules": {"speed": 1}}, (422, "unknown_field", "rules.speed")),
        ("/api/tables", {"rules": {"moon": "maybe"}}, (422, "bad_rules", "rules.moon")),
        ("/api/tables", {"rules": {"players": "4"}}, (422, "bad_rules", "rules.players")),
        ("/api/tables", {"rules": 4}, (422, "bad_value", "rules")),
        ("/api/tables", {"rules": None}, (422, "bad_value", "rules")),
        ("/api/tables", {"level": "genius"}, (422, "bad_value", "level")),
        ("/api/tables", {"pace": 3}, (422, "bad_value", "pace")),
        ("/api/tables", {"stake": 300}, (422, "unknown_field", "stake")),
        ("/api/rules/check", {}, (422, "missing_field", "rules")),
        (
            "/api/rules/check",
            {"rules": {"penalties": {"QS": {"a": {"b": {}}}}}},
            (422, "bad_rules", "rules.penalties"),
        ),
    ],
)
def test_bad_values_are_named(browser: Browser, path: str, body: Any, expected: tuple[int, str, str]) -> None:
    status, code, message, at = refused(browser.post(path, body))
    assert (status, code, at) == expected
    assert message[-1] in ".?"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "bad_json"),
        (b"\xff\xfe", "bad_json"),
        (b'{"rules": {"\\ud800": 1}}', "bad_json"),
        (b'{"rules": {"removed": ["\\udfff"]}}', "bad_json"),
        (b'{"rules": NaN}', "bad_json"),
        (b'{"rules": "standard", "rules": "deniro"}', "bad_json"),
        (b"[" * 9_000, "bad_json"),
        (b'{"rules": ' + b'{"a":' * 50 + b"1" + b"}" * 51, "bad_json"),
        (b"{} {}", "bad_json"),
        (b"[1, 2]", "bad_value"),
        (b'"standard"', "bad_value"),
        (b"null", "bad_value"),
        (b"1" * 16_000, "bad_json"),
    ],
)
def test_hostile_json_is_refused(browser: Browser, body: bytes, code: str) -> None:
    assert refused(browser.ask("POST", "/api/rules/check", body, JSON))[1] == code


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/api/", (404, "not_found")),
        ("GET", "/api/nothing", (404, "not_found")),
        ("GET", "/api/presets/", (404, "not_found")),
        ("POST", "/api/me", (405, "method_not_allowed")),
        ("DELETE", "/api/tables", (405, "method_not_allowed")),
        ("TRACE", "/api/me", (405, "method_not_allowed")),
        ("GET", "/api/rules/check", (405, "method_not_allowed")),
        ("GET", "/api/openapi.json", (404, "not_found")),
        ("GET", "/api/docs", (404, "not_found")),
    ],
)
def test_addresses_and_methods(browser: Browser, method: str, path: str, expected: tuple[int, str]) -> None:
    assert refused(browser.ask(method, path))[:2] == expected


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_taken(browser: Browser, kind: str) -> None:
    assert refused(browser.ask("POST", "/api/tables", b"{}", {"Content-Type": kind}))[:2] == (415, "not_json")


def test_charset_in_the_content_type_is_fine(browser: Browser) -> None:
    kind = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert browser.ask("POST", "/api/rules/check", b'{"rules": "standard"}', kind).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_other_sites_may_not_change_anything(browser: Browser, headers: dict[str, str]) -> None:
    answer = browser.ask("POST", "/api/tables", b"{}", {**JSON, **headers})
    assert refused(answer)[:2] == (403, "cross_origin")
    assert "set-cookie" not in answer.headers


def test_a_plain_program_needs_no_origin(browser: Browser) -> None:
    assert browser.ask("POST", "/api/rules/check", b'{"rules": "koupes"}', JSON).status == 200


def test_the_body_has_a_limit(browser: Browser) -> None:
    fits = b'{"rules": "' + b"x" * (16 * 1024 - 13) + b'"}'
    assert len(fits) == 16 * 1024
    assert refused(browser.ask("POST", "/api/rules/check", fits, JSON))[:2] == (422, "unknown_preset")
    assert refused(browser.ask("POST", "/api/rules/check", fits + b" ", JSON))[:2] == (413, "too_large")


def test_the_body_has_a_limit_without_a_length_too(browser: Browser) -> None:
    host = urlsplit(browser.address).netloc
    connection = http.client.HTTPConnection(host, timeout=60)
    connection.request("POST", "/api/rules/check", iter([b"x" * 40_000] * 3), JSON, encode_chunked=True)
    response = connection.getresponse()
    assert (response.status, json.loads(response.read())["error"]["code"]) == (413, "too_large")
    connection.close()


def test_a_body_of_megabytes_gets_its_answer_too(browser: Browser) -> None:
    answer = browser.post("/api/rules/check", {"rules": "x" * 10_000_000})
    assert (answer.status, answer.json["error"]["code"]) == (413, "too_large")


def test_personal_answers_are_not_kept(browser: Browser) -> None:
    assert browser.get("/api/me").headers["cache-control"] == "no-store"


def test_a_table_is_opened_waits_and_can_be_entered(browser: Browser) -> None:
    opened = browser.post("/api/tables", {"rules": "deniro_3", "level": "easy", "pace": "instant"})
    assert opened.status == 201
    table_id = opened.json["table"]
    assert opened.json == {"table": table_id, "url": f"/table/{table_id}"}
    second = browser.post("/api/tables", {}).json["table"]
    assert browser.get("/api/me").json["tables"] == [
        {
            "table": second,
            "rules_name": "Standard",
            "deal": 1,
            "totals": [0, 0, 0, 0],
            "phase": "passing",
            "kind": "practice",
        },
        {
            "table": table_id,
            "rules_name": "Jack bonus, three players",
            "deal": 1,
            "totals": [0, 0, 0],
            "phase": "passing",
            "kind": "practice",
        },
    ]
    ticket = browser.post(f"/api/tables/{table_id}/ticket", {}).json
    assert ticket["socket"] == f"/ws/tables/{table_id}"
    assert ticket["expires_in"] == 60
    assert len(ticket["ticket"]) > 40


def test_a_ticket_needs_no_body(browser: Browser) -> None:
    table_id = browser.post("/api/tables", {}).json["table"]
    assert browser.ask("POST", f"/api/tables/{table_id}/ticket").status == 200


def test_records_are_for_those_who_sit_there(running: Running, browser: Browser) -> None:
    table_id = browser.post("/api/tables", {}).json["table"]
    assert browser.get(f"/api/tables/{table_id}/record").status == 200
    stranger = running.browser()
    expected = (404, "no_such_table", "There is no such table, or it is not yours.", "table_id")
    for path in (f"/api/tables/{table_id}/record", "/api/tables/nothing/record", "/api/tables/%00/record"):
        assert refused(stranger.get(path)) == expected


def test_the_server_logged_no_failure(running: Running) -> None:
    """Last in this file on purpose: all of the above was foreseen."""
    assert running.errors() == ""


def test_a_request_without_a_body_is_told_what_to_send(browser: Browser) -> None:
    headers = {"Origin": browser.address, "Content-Type": "application/json"}
    answer = browser.ask("POST", "/api/tables", b"", headers)
    assert (answer.status, answer.json["error"]["code"]) == (422, "missing_field")
    assert answer.json["error"]["message"].startswith("The request has no body. Send a JSON object")


@pytest.mark.parametrize("field", ["code", "token"])
def test_a_code_that_is_too_long_is_called_so(browser: Browser, field: str) -> None:
    told = browser.post("/api/join", {field: "A" * 41}).json["error"]
    assert (told["code"], told["at"]) == ("bad_value", field)
    assert told["message"] == "This is too long: 40 characters are the most."


def test_levels_that_cannot_think_here_are_not_offered(browser: Browser) -> None:
    """The server of these tests has no processes for bots that search."""
    found = browser.get("/api/levels").json
    assert [level["level"] for level in found] == ["easy", "steady"]
    assert all(set(level) == {"level", "lead", "error"} for level in found)


def test_a_hint_is_for_ones_own_practice_table(running: Running, browser: Browser) -> None:
    table = browser.post("/api/tables", {}).json["table"]
    hint = browser.post(f"/api/tables/{table}/hint", {}).json
    assert (hint["deal"], hint["ply"], hint["kind"], len(hint["best"]["cards"])) == (1, 0, "pass", 3)
    assert hint["best"]["points"] is None
    assert hint["why"].endswith(".")
    stranger = running.browser()
    assert refused(stranger.post(f"/api/tables/{table}/hint", {}))[:2] == (404, "no_such_table")
    assert refused(browser.post("/api/tables/nowhere/hint", {}))[:2] == (404, "no_such_table")
    private = browser.post("/api/tables/private", {}).json["table"]
    assert refused(browser.post(f"/api/tables/{private}/hint", {}))[:2] == (403, "not_practice")
