"""The tests of matches, counts, reviews, daily deals and erased words again, with PostgreSQL under the site
and under the tests.

They run in a process of their own, as Django knows one database for each. With MOONSHOT_FAULTS=full it is all
of them; without it those that come to the database by every way there is.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services import Databases

pytestmark = pytest.mark.slow
FULL = os.environ.get("MOONSHOT_FAULTS") == "full"
ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "test_matches.py",
    "test_reviews.py",
    "test_daily_tries.py",
    "test_daily_pages.py",
    "test_fair_pages.py",
    "people/test_erasing.py",
    "people/test_queue.py",
)
CHOSEN = (
    "a_private_match_is_shown",
    "a_review_is_made_once",
    "a_review_is_read_with",
    "could_not_be_stored",
    "what_the_review_says",
    "test_daily_tries",
    "own_matches_are_listed",
    "counted_once",
    "upkeep_notes",
    "test_erasing",
    "a_second_seat",
    "no_second_table",
)
LEFT_OUT = ("bots_play_it_too", "the_archive_goes_back")
"""Slow for other reasons than the database."""


def test_matches_reviews_and_daily_deals_on_postgresql(databases: Databases) -> None:
    choice = f"({' or '.join(CHOSEN)}) and not ({' or '.join(LEFT_OUT)})"
    command = [sys.executable, "-m", "pytest", "-q", "--no-cov", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command += [str(Path(__file__).parent / name) for name in FILES]
    environ = {**os.environ, "MOONSHOT_DATABASE_URL": databases.make()}
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS", "COV_CORE_SOURCE"):
        environ.pop(name, None)
    done = subprocess.run(
        command if FULL else [*command, "-k", choice],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) >= (85 if FULL else 21), done.stdout[-500:]
    assert "skipped" not in done.stdout
