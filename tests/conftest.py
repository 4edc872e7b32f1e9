"""What all tests share: Hypothesis without deadlines, the browser's path, PostgreSQL and Redis."""

import os
import shutil
import signal
import threading

import hypothesis
import pytest

from tests.services import databases, postgres, redis_server

__all__ = ["databases", "postgres", "redis_server"]

# The machine is shared and slow at times; a deadline would only find that out.
hypothesis.settings.register_profile("moonshot", deadline=None, print_blob=True)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "moonshot"))


# Servers in tests begin without the processes in which bots search; tests of those ask for them.
os.environ.setdefault("MOONSHOT_THINKERS", "0")

# A shell that runs ./test in the background makes it deaf to Ctrl+C, and all that it starts with it.
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    and threading.current_thread() is threading.main_thread()
):
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium that ./test found or fetched, or the one on the PATH."""
    found = os.environ.get("MOONSHOT_CHROMIUM") or shutil.which("chromium")
    assert found, "no Chromium: run ./test browser, or name one with MOONSHOT_CHROMIUM"
    return found
