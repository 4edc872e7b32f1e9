"""Starts real servers quickly, one after the other: everything is imported once, each server is a fork.

Usage: `python -m tests.faults.nursery PORT DATA [fixed]`. Each line of input starts one `moonshot serve`; its
process id and its own ready line come out, and a line with "ended" when it is no more. Then the next may be
started. Only here are the secret and the id of a table fixed, so that two runs can be compared, and is the
clock on the wall set: the product has no switch for that.
"""

import gc
import os
import sys
import time
from collections.abc import Callable
from datetime import datetime, tzinfo
from importlib import import_module
from pathlib import Path


def _bent(offset: Path, straight: Callable[[], float]) -> Callable[[], float]:
    """A clock on the wall that is wrong by what stands in a file."""
    return lambda: straight() + float(offset.read_text())


class _Bent(datetime):
    """Dates by that clock."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.fromtimestamp(time.time(), tz)


def main(port: int, data: Path, *, fixed: bool) -> None:
    """Fork servers as asked until standard input ends."""
    wall = os.environ.get("MOONSHOT_TEST_WALL")
    if wall:
        time.time = _bent(Path(wall), time.time)
    os.environ["MOONSHOT_DATA"] = str(data)
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"
    import django

    django.setup()
    from moonshot.cli.serve import serve

    for name in ("asgi", "protocol", "database", "urls"):
        import_module(f"moonshot.site.{name}")
    for name in ("uvicorn.server", "uvicorn.protocols.websockets.websockets_sansio_impl", "uvloop"):
        import_module(name)
    from moonshot.site.live import service

    if wall:
        for name in ("django.utils.timezone", "moonshot.site.live.sqlite_log"):
            import_module(name).datetime = _Bent  # type: ignore[attr-defined]
    if fixed:
        service.new_secret = lambda: bytes(range(32))
        service.new_table_id = lambda: "the-same-table"
    gc.collect()
    gc.freeze()
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            serve("127.0.0.1", port, data, drain=float(os.environ.get("MOONSHOT_DRAIN", "2")))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), fixed="fixed" in sys.argv)
