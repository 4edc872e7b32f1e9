"""The work of an arena run on a Dask cluster.

Its workers need this package in the same version, and the programs that play where they run.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, Final

from moonshot.bots.arena import ArenaError, Found, Unit, do_unit

CONNECT_SECONDS: Final = 10
AHEAD: Final = 3
"""Units handed out for each thread of the cluster."""


def sharing_with(address: str) -> Callable[[Sequence[Unit]], Iterator[Found]]:
    """Who has the units done by the cluster whose scheduler is at ``address``.

    Raises ArenaError (``dask_missing``, ``dask_unreachable``) when the work begins.
    """

    def share(units: Sequence[Unit]) -> Iterator[Found]:
        if units:
            with closing(_connected(address)) as client:
                yield from _shared(client, units)

    return share


def _connected(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise ArenaError(
            "dask_missing", "Dask is not installed here; it comes with: pip install 'moonshot-hearts[dask]'."
        ) from None
    try:
        connect: Any = distributed.Client  # which has no types
        return connect(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ArenaError(
            "dask_unreachable", f"No Dask scheduler answers at {address}: {str(error)[:200]}"
        ) from None


def _shared(client: Any, units: Sequence[Unit]) -> Iterator[Found]:
    import distributed

    threads = sum(client.nthreads().values())
    if not threads:
        raise ArenaError("dask_unreachable", "The Dask cluster has no workers.")
    left = iter(units)
    finished: Any = distributed.as_completed
    running = finished(
        [client.submit(do_unit, unit, pure=False) for unit in islice(left, threads * AHEAD)], loop=client.loop
    )
    lost: Any = (distributed.KilledWorker, distributed.client.FutureCancelledError, OSError)
    for future in running:
        try:
            found = future.result()
        except lost as error:
            raise ArenaError("worker_lost", f"The Dask cluster has lost work: {str(error)[:200]}") from None
        yield found
        for unit in islice(left, 1):
            running.add(client.submit(do_unit, unit, pure=False))
