"""Failures inside a view: a number and kind words outside, the traceback in the log only."""

import asyncio
import json
import logging
import re
from typing import Any
from unittest import mock

import pytest
from django.db import OperationalError
from django.test import AsyncClient

from moonshot.site.live import service
from moonshot.site.pages import views

INCIDENT = re.compile(r"Incident ([0-9a-f]{8})\.")


async def broken(*args: object, **kwargs: object) -> None:
    raise RuntimeError("QS KS AS")


def get(path: str) -> Any:
    client = AsyncClient(raise_request_exception=False)

    async def ask() -> Any:
        return await client.get(path)

    return asyncio.run(ask())


def test_api_failure(caplog: pytest.LogCaptureFixture) -> None:
    with mock.patch.object(service, "record", broken), caplog.at_level(logging.ERROR):
        answer = get("/api/tables/abc/record")
    error = json.loads(answer.content)["error"]
    assert (answer.status_code, error["code"], error["at"]) == (500, "server_error", None)
    found = INCIDENT.search(error["message"])
    assert found is not None
    assert [record.getMessage() for record in caplog.records] == [
        f"incident {found[1]} at GET /api/tables/abc/record"
    ]
    assert b"QS" not in answer.content
    assert b"Traceback" not in answer.content


def test_page_failure(caplog: pytest.LogCaptureFixture) -> None:
    with (
        mock.patch.object(views, "page_assets", side_effect=RuntimeError("QS")),
        caplog.at_level(logging.ERROR),
    ):
        answer = get("/play")
    text = answer.content.decode()
    assert answer.status_code == 500
    assert "<h1>The table wobbled</h1>" in text
    found = INCIDENT.search(text)
    assert found is not None
    assert found[1] in caplog.text
    assert "RuntimeError" not in text


@pytest.mark.parametrize("error", [service.LogError("disk full"), OperationalError("disk full")])
def test_storage_trouble_is_said_to_pass(error: Exception) -> None:
    with mock.patch.object(service, "record", side_effect=error):
        answer = get("/api/tables/abc/record")
    assert answer.status_code == 503
    assert json.loads(answer.content)["error"]["code"] == "unavailable"
    assert "disk full" not in answer.content.decode()


def test_without_a_client_the_page_says_how_to_get_one() -> None:
    with mock.patch.object(views, "page_assets", return_value=None):
        answer = get("/")
    assert answer.status_code == 503
    assert "<h1>Almost ready</h1>" in answer.content.decode()


def test_log_lines_are_one_line_each_in_utc() -> None:
    from moonshot.site.incidents import UtcFormatter

    record = logging.LogRecord("moonshot", logging.WARNING, "", 0, "a\nforged line\r", (), None)
    record.created, record.msecs = 1_000_000_000.5, 500.0
    line = UtcFormatter("%(asctime)s %(levelname)s %(message)s").format(record)
    assert line == "2001-09-09T01:46:40.500Z WARNING a\\nforged line\\r"
