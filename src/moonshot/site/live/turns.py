"""Whose turn it is: what is done to one table, or for one socket, is done one after the other."""

import asyncio
from collections import deque
from types import TracebackType


class Turn:
    """Like asyncio's lock, but where nobody has the turn it can be taken without waiting.

    >>> turn = Turn()
    >>> turn.take(), turn.take()
    (True, False)
    >>> turn.release(); turn.locked()
    False
    """

    __slots__ = ("_taken", "_waiting")

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._taken

    def take(self) -> bool:
        """Take it if nobody has it."""
        if self._taken:
            return False
        self._taken = True
        return True

    def release(self) -> None:
        """Hand it on to whoever has waited longest."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return
        self._taken = False

    async def wait(self) -> None:
        """Take it when nobody has it any more."""
        if self.take():
            return
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():
                self.release()  # it was handed over in the very moment
            raise

    async def __aenter__(self) -> None:
        """Wait for it."""
        await self.wait()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Release it."""
        self.release()
