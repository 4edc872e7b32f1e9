"""News between nodes over Redis: one publish for all that was told in a turn of the loop, never one each.

Redis may go and come back at any time, or hang with all connections open: whenever it has been silent for a
while it is asked whether it is there. Meanwhile nodes find out by their slow poll. Who was away is told that
there may be a gap; what could not be told is told later, as those who were not away know of no gap.
"""

import asyncio
import contextlib
import logging
from typing import Any, Final

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from moonshot.site.live.news import News, NewsBus, latest

PATIENCE_SECONDS: Final = 2.0
RETRY_SECONDS: Final = 0.5
SILENT_SECONDS: Final = 2.0
"""After so long without a word Redis is asked whether it is there."""
DEAF_SECONDS: Final = 4.0
"""Who has heard nothing for so long hears no news. Well before a node that is silent counts as gone."""
MOST_WAITING: Final = 10_000
"""News kept while a publish is on its way; beyond that it is dropped."""
_FAILURES: Final = (RedisError, OSError, TimeoutError)

log: Final = logging.getLogger("moonshot.live")


def _client(url: str, patience: float | None) -> Any:
    return Redis.from_url(
        url,
        socket_connect_timeout=PATIENCE_SECONDS,
        socket_timeout=patience,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),
    )


class _Batch(msgspec.Struct, array_like=True):
    node: str
    news: list[tuple[str, str, int, str]]


_DECODER: Final = msgspec.json.Decoder(_Batch)


class RedisNews(NewsBus):
    """The bus of one node among several."""

    shared = True

    def __init__(self, url: str, channel: str, node: str) -> None:
        super().__init__(node)
        self._channel = channel
        self._redis = _client(url, PATIENCE_SECONDS)
        self._ear = _client(url, None)  # it listens, and how long it waits is said each time
        self._waiting: dict[tuple[str, str], News] = {}
        self._wake = asyncio.Event()
        self._up = False
        self._heard_at = 0.0
        self._closed = False  # a cancellation may come out of the client as a timeout
        self.published = 0
        """Messages sent to Redis so far."""
        self._tasks = [
            self._loop.create_task(self._publish_for_ever()),
            self._loop.create_task(self._listen_for_ever()),
        ]

    @property
    def is_up(self) -> bool:
        """Whether news goes through at the moment."""
        return self._up and self._loop.time() - self._heard_at < DEAF_SECONDS

    async def close(self) -> None:
        """Send what waits, then leave."""
        await super().close()
        self._closed = True
        with contextlib.suppress(*_FAILURES):
            if self._waiting:
                await self._publish()
        self._wake.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks, timeout=PATIENCE_SECONDS)
        with contextlib.suppress(*_FAILURES):
            await self._redis.aclose()
            await self._ear.aclose()

    def _send(self, told: list[News]) -> None:
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
        for news in told:
            key = (news.kind, news.about)
            self._waiting[key] = latest(self._waiting.get(key), news)
        self._wake.set()

    async def _publish_for_ever(self) -> None:
        while not self._closed:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._publish()
            except _FAILURES:
                await asyncio.sleep(RETRY_SECONDS)
                self._wake.set()

    async def _publish(self) -> None:
        waiting, self._waiting = self._waiting, {}
        news: list[tuple[str, str, int, str]] = [
            (item.kind, item.about, item.seq, item.more) for item in waiting.values()
        ]
        if news:
            try:
                await self._redis.publish(self._channel, msgspec.json.encode(_Batch(self.node, news)))
            except BaseException:
                for key, later in self._waiting.items():
                    waiting[key] = latest(waiting.get(key), later)
                self._waiting = waiting
                raise
            self.published += 1

    async def _listen_for_ever(self) -> None:
        while not self._closed:
            try:
                await self._listen()
            except _FAILURES as error:
                if self._up:
                    log.warning("no news from other nodes: %s", error)
                self._up = False
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        async with self._ear.pubsub() as subscription:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await subscription.subscribe(self._channel)
            self._heard_at = self._loop.time()
            while True:
                message = await subscription.get_message(timeout=SILENT_SECONDS)
                if message is None:
                    if self._loop.time() - self._heard_at >= DEAF_SECONDS:
                        raise TimeoutError("Redis does not answer")
                    await subscription.ping()
                    continue
                self._heard_at = self._loop.time()
                if message["type"] == "subscribe":
                    self._up = True
                    self._gap()
                elif message["type"] == "message":
                    self._take(message["data"])

    def _take(self, data: bytes) -> None:
        try:
            batch = _DECODER.decode(data)
        except msgspec.MsgspecError:
            log.warning("news that cannot be read")
            return
        if batch.node != self.node:
            for kind, about, seq, more in batch.news:
                self._receive(News(kind, about, seq, more, batch.node))  # type: ignore[arg-type]
