"""Draws the PNG icons of the site from the mark: `python -m tools.touch_icon`. Needs the tests' browser."""

import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser import find_chromium

SITE = Path(__file__).resolve().parent.parent / "src" / "moonshot" / "site" / "static" / "site"
SIZES = {"touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
PAGE = """<body style="margin:0;display:grid;place-items:center;height:100vh;background:#0e3a38">
{mark}</body>"""


def main(arguments: Sequence[str]) -> int:
    """Write every size beside the mark; the mark keeps a wide margin, so that round masks do not cut it."""
    del arguments
    mark = (SITE / "mark.svg").read_text().replace("<svg ", '<svg width="58%" height="58%" ', 1)
    mark = mark.replace("#d8384c", "#ea5364").replace("#d9a12e", "#e3b341")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(mark=mark))
            page.screenshot(path=SITE / name)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
