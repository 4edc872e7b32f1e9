"""The page about fair deals, the script on it, the counts of all deals, and the list of one's own matches."""

import asyncio
import json
import random
import secrets
import subprocess
from typing import Any

from moonshot.site.assets import ROOT as STATIC
from tests.engine.test_strangers_verifier import CHANGES, some_deal
from tests.site.played import played, put
from tests.site.running import Running
from tests.site.test_matches import visitor
from tools.environment import node_program

SCRIPT = STATIC / "site" / "verify.mjs"
ASK = """
const { verdicts } = await import(process.argv[1]);
let text = '';
for await (const part of process.stdin) text += part;
const said = [];
for (const line of text.split('\\n').filter(Boolean)) said.push(await verdicts(JSON.parse(line)));
console.log(JSON.stringify(said));
"""


def verdicts(records: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """What the script of the page says, run by Node instead of a browser."""
    found = subprocess.run(
        [node_program(), "--input-type=module", "-e", ASK, SCRIPT.as_uri()],
        input="\n".join(json.dumps(record) for record in records),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    said: list[list[dict[str, Any]]] = json.loads(found.stdout)
    return said


def test_the_script_of_the_page_agrees_with_the_engine_and_finds_every_change() -> None:
    chance = random.Random(20261130)
    good = [some_deal(chance) for _ in range(200)]
    bad = []
    for number in range(200):
        record = some_deal(chance)
        CHANGES[number % len(CHANGES)](record, record["deals"][0], chance)
        bad.append(record)
    said = verdicts(good + bad)
    assert all(one["promise"] and one["cards"] for (one,) in said[:200])
    assert not any(one["promise"] and one["cards"] for (one,) in said[200:])


def test_the_script_is_served_as_it_is_written(running: Running) -> None:
    browser = running.browser()
    page = browser.get("/fair")
    assert page.status == 200
    link = page.text.split('<a href="/static/site/verify.mjs')[1].split('"')[0]
    script = browser.get(f"/static/site/verify.mjs{link}")
    assert script.text == SCRIPT.read_text()
    assert "javascript" in script.headers["content-type"]
    code = "".join(line for line in script.text.splitlines() if not line.startswith("//"))
    assert "import " not in code
    assert "import(" not in code
    for word in ("fetch(", "XMLHttp", "localStorage", "document."):
        assert word not in script.text


def test_own_matches_are_listed_and_counted_for_their_player_alone(running: Running) -> None:
    browser, account = visitor(running)
    stranger = running.browser()
    before = browser.get("/matches")
    assert "None is over yet" in before.text
    assert "Your deals" not in browser.get("/fair").text
    table = secrets.token_urlsafe(12)
    put(running.data / "moonshot.sqlite3", table, account, played(table, {account: "Ann"}))
    listed = browser.get("/matches").text
    assert f'href="/matches/{table}-1"' in listed
    assert browser.get(f"/matches/{table}-1").status == 200
    assert table not in stranger.get("/matches").text
    deals = len(browser.get(f"/matches/{table}-1/record").json["deals"])
    assert f"you were dealt {deals} hands" in browser.get("/fair").text
    assert "Your deals" not in stranger.get("/fair").text
    taken = browser.get("/me/data").json
    assert [one["match"] for one in taken["matches"]] == [f"{table}-1"]


def test_a_match_is_counted_once_however_often_it_is_noted(running: Running, people: None) -> None:
    from django.db import connection

    from moonshot.site.live import keeping
    from moonshot.site.live.kept_models import KeptMatch

    table, account = secrets.token_urlsafe(12), secrets.token_hex(13)
    entries = played(table, {account: "Ann"}, again=True)
    connection.close()
    put(connection.settings_dict["NAME"], table, account, entries)
    before = keeping.all_counts().deals
    assert keeping.unkept(10, account) == [table]
    assert [keeping.keep(table), keeping.keep(table)] == [1, 0]
    assert keeping.unkept(10, account) == []
    kept = KeptMatch.objects.get(table=table)
    assert keeping.all_counts().deals == before + kept.deals
    assert keeping.counts_of_account(account).deals == kept.deals
    keeping.forget(account)
    assert keeping.counts_of_account(account).deals == 0
    assert keeping.all_counts().deals == before + kept.deals


def test_upkeep_notes_what_has_ended(people: None) -> None:
    from django.db import connection

    from moonshot.bots import find_policy
    from moonshot.site.asking import in_database
    from moonshot.site.live import service
    from moonshot.site.live.host import LiveHost
    from moonshot.site.live.kept_models import KeptMatch
    from moonshot.site.live.upkeep import Upkeep

    table, account = secrets.token_urlsafe(12), secrets.token_hex(13)
    connection.close()
    put(connection.settings_dict["NAME"], table, account, played(table, {account: "Ann"}, kind="quick"))

    async def upkeep() -> None:
        log = service._open_log(None)
        host = LiveHost(log, find_policy)
        keeper = Upkeep(host)
        try:
            await keeper.turn()
            await keeper.turn()
        finally:
            await keeper.close()
            await host.close()
            await log.close()
        kept = await in_database(lambda: list(KeptMatch.objects.filter(table=table)))
        assert [(one.no, one.kind) for one in kept] == [(1, "quick")]

    asyncio.run(upkeep())
