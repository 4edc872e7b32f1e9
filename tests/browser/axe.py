"""Asks axe, the accessibility checker, about a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
_QUESTION = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
    v => v.id + ': ' + v.nodes.map(n => n.target.join(' ') + ' ' + n.failureSummary).join(' | ')))"""


_STILL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const moving = () => document.getAnimations().filter((one) => {
        const ends = Number(one.effect?.getComputedTiming().endTime);
        return one.playState === 'running' && Number.isFinite(ends);
    });
    for (let n = 0; n < 3; n++) await frame();
    const late = performance.now() + 10_000;
    for (let found = moving(); found.length > 0 && performance.now() < late; found = moving()) {
        const end = new Promise((go) => setTimeout(go, 2000));
        await Promise.race([end, Promise.allSettled(found.map((one) => one.finished))]);
        await frame();
    }
    await document.fonts.ready;
}"""


def settle(page: Page) -> None:
    """Wait until the page is laid out and nothing moves any more."""
    page.evaluate(_STILL)


def faults(page: Page) -> list[str]:
    """What axe finds on the page when nothing moves on it any more, in short."""
    settle(page)
    # The page's content policy forbids scripts that are not the site's own, so axe comes in by another way.
    session = page.context.new_cdp_session(page)
    session.send("Runtime.evaluate", {"expression": _SCRIPT.read_text()})
    question = {"expression": _QUESTION, "awaitPromise": True, "returnByValue": True}
    answer: Any = session.send("Runtime.evaluate", question)
    session.detach()
    return list(answer["result"]["value"])
