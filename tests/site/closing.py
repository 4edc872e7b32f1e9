"""Ends a loop of a test without anything left open, whose warning would fail a test that comes later."""

import asyncio
from typing import Any

PATIENCE = 30.0


def _open_transports() -> list[Any]:
    loop: Any = asyncio.get_running_loop()
    return [one for one in loop._transports.values() if one._sock is not None]


async def all_closed() -> None:
    """Wait until every connection of this loop is closed; whatever stays open is named."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while left := _open_transports():
        assert asyncio.get_running_loop().time() < deadline, f"left open: {left}"
        await asyncio.sleep(0.01)
