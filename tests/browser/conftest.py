"""A real browser against a real server. Every test gets a visitor of its own: cookies, storage and all."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.player import ENOUGH
from tests.browser.server import Server, running

expect.set_options(timeout=ENOUGH * 1000)

FEATURES_OFF = [
    # Each new window would get two hidden pages for its address bar: most of what a short test costs.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # Only the last switch of this kind counts, so these of Playwright's own have to be said again.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(FEATURES_OFF)}",
]

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that the first tries of all tests share."""
    with running(tmp_path_factory.mktemp("site")) as started:
        yield started


@pytest.fixture
def server(
    request: pytest.FixtureRequest, shared_server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server for tests that do not stop it; on a second try one that knows nobody of the first."""
    if getattr(request.node, "execution_count", 1) == 1:
        yield shared_server
        return
    with running(tmp_path_factory.mktemp("again")) as started:
        yield started


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    with running(tmp_path) as started:
        yield started


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a page for a new visitor, with options of a browser context. Faults of the page fail the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(ENOUGH * 1000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
