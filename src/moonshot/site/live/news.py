"""News between the parts of a site: an entry was appended, the lobby changed, an account was signed out.

News tells where to look, never what to find there. Losing news loses nothing: who missed some sees a gap in
the numbers of a log, or finds out at the next slow poll. Inside one process this bus is all there is; between
nodes `RedisNews` carries the same.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

Kind = Literal["entry", "lobby", "account", "presence", "node", "ticket"]

log: Final = logging.getLogger("moonshot.live")


@dataclass(frozen=True, slots=True)
class News:
    """Something happened to ``about``: a table, an account; ``seq`` is the number of the newest entry."""

    kind: Kind
    about: str = ""
    seq: int = 0
    more: str = ""
    node: str = ""


def latest(before: News | None, now: News) -> News:
    """The later of two news about one thing; a number never falls."""
    return now if before is None or before.seq <= now.seq else replace(now, seq=before.seq)


Listener = Callable[[News], None]


class NewsBus:
    """News within one process. What is told in one turn of the loop is heard together, soon after.

    Of several news of one kind about one thing only the latest is kept.
    """

    shared = False
    """Whether other nodes hear it too."""

    def __init__(self, node: str = "") -> None:
        self.node = node
        self._loop = asyncio.get_running_loop()
        self._told: dict[tuple[Kind, str], News] = {}
        self._listeners: dict[Kind, list[Listener]] = {}
        self._own_listeners: dict[Kind, list[Listener]] = {}
        self._gap_listeners: list[Callable[[], None]] = []

    @property
    def is_up(self) -> bool:
        """Whether news goes through at the moment."""
        return True

    def tell(self, kind: Kind, about: str = "", seq: int = 0, more: str = "") -> None:
        """Spread news; never waits, never fails."""
        if not self.shared and kind not in self._own_listeners:
            return  # nobody is there to hear it
        if not self._told:
            self._loop.call_soon(self._flush)
        news = News(kind, about, seq, more, self.node)
        self._told[kind, about] = latest(self._told.get((kind, about)), news)

    def tell_soon(self, kind: Kind, about: str = "") -> None:
        """`tell` from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop is gone, and with it everybody who could listen
            self._loop.call_soon_threadsafe(self.tell, kind, about)

    def hear(self, kind: Kind, listener: Listener, *, own: bool = False) -> None:
        """Call the listener for each news of a kind; with ``own``, for those of this node as well."""
        self._listeners.setdefault(kind, []).append(listener)
        if own:
            self._own_listeners.setdefault(kind, []).append(listener)

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Call the listener when news of other nodes may have been lost."""
        self._gap_listeners.append(listener)

    async def close(self) -> None:
        """Stop spreading news."""
        self._told.clear()

    def _flush(self) -> None:
        told, self._told = list(self._told.values()), {}
        for news in told:
            _call(self._own_listeners.get(news.kind, ()), news)
        if told:
            self._send(told)

    def _send(self, told: list[News]) -> None:
        """Tell the other nodes."""

    def _receive(self, news: News) -> None:
        _call(self._listeners.get(news.kind, ()), news)

    def _gap(self) -> None:
        for listener in self._gap_listeners:
            listener()


def _call(listeners: "list[Listener] | tuple[()]", news: News) -> None:
    for listener in listeners:
        try:
            listener(news)
        except Exception:
            log.exception("a listener failed at %s news", news.kind)
