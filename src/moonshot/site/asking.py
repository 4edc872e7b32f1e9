"""Asking the database through the ORM from code that serves sockets: never on the loop itself."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

from django.db import DatabaseError, close_old_connections

from moonshot.tables import LogError

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

_THREADS: Final = 2
_pool: Final = ThreadPoolExecutor(max_workers=_THREADS, thread_name_prefix="moonshot-orm")


async def in_database(work: Callable[Given, Answer], *given: Given.args, **named: Given.kwargs) -> Answer:
    """The answer of a function that uses the ORM. Raises LogError when the database does not answer."""

    def ask() -> Answer:
        close_old_connections()
        try:
            return work(*given, **named)
        except DatabaseError as error:
            raise LogError(str(error)) from error

    return await asyncio.get_running_loop().run_in_executor(_pool, ask)
