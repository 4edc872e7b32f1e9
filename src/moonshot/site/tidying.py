"""The interpreter's own affairs, kept from holding up the loop: they would be most of the slowest answers."""

import asyncio
import gc
import sys
from typing import Final

LOOK_SECONDS: Final = 10.0
TIDY_SECONDS: Final = 600.0
"""How often everything is gone through. With thousands of tables nobody is served for a second."""
MUCH: Final = 300
"""It is done sooner when the collector has so many times gone through those that were `YOUNG` lately."""
YOUNG: Final = 3_000
"""After so many new objects the collector goes through those. That takes less than a millisecond; for many
more everybody's moves would wait, and fewer come and go in every busy turn of the loop."""
NEVER: Final = 1_000_000_000


def calm_down() -> None:
    """Once everything has started: what is there lives to the end, and need not be looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 1, NEVER)
    sys.setswitchinterval(0.0002)  # the log's thread waits so long for its turn, thrice for each batch


async def keep_tidy() -> None:
    """Go through everything now and then; the collector by itself would do so far too often."""
    passed = 0.0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        passed += LOOK_SECONDS
        if passed >= TIDY_SECONDS or gc.get_count()[2] >= MUCH:
            gc.collect()
            passed = 0.0
