"""Asks axe, the accessibility checker, about a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_QUESTION = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
    v => v.id + ': ' + v.nodes.map(n => n.target.join(' ') + ' ' + n.failureSummary).join(' | ')))"""


def faults(page: Page) -> list[str]:
    """What axe finds on the page as it is now, in short."""
    # The page's content policy forbids scripts that are not the site's own, so axe comes in by another way.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": _SCRIPT.read_text()})
    question = {"expression": _QUESTION, "awaitPromise": True, "returnByValue": True}
    answer: Any = session.send("Runtime.evaluate", question)
    session.detach()
    return list(answer["result"]["value"])
