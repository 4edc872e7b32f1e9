"""The interpreter's own affairs, kept from holding up the loop: they would be most of the slowest answers.

To go through everything takes a second with thousands of tables, and nobody is served meanwhile. So each look
goes only through what has come since the last, and sets aside what is left of it. What was set aside is still
freed with its last user; only what then uses nothing but itself has to wait until everything is gone through.
That is done when there is little else to do, when much has gathered, or at last by the clock. It gathers from
requests that are being answered at the moment of a look: each of those leaves something behind.
"""

import asyncio
import gc
import sys
import time
from typing import Final

LOOK_SECONDS: Final = 1.0
QUIET_SECONDS: Final = 600.0
"""How often everything is gone through while the server has little to do."""
TIDY_SECONDS: Final = 3600.0
"""How often at least."""
MUCH: Final = 3_000_000
"""It is done sooner when so many more blocks of memory are in use, 200 MB or more, and twice as many as
then: what is needed grows as well, with every hand that is played."""
LITTLE: Final = 0.05
"""The share of a processor below which a server has little to do."""
YOUNG: Final = 10_000
"""After so many new objects the collector goes through those, in one or two milliseconds. A few thousand are
on their way in every busy turn of the loop, and gone in the next: with 3,000 they set it off a dozen times a
second, which took four hundredths of the processor and found nothing."""
NEVER: Final = 1_000_000_000


def calm_down() -> None:
    """Once everything has started: what is there lives to the end, and need not be looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 1, NEVER)
    sys.setswitchinterval(0.0002)  # the log's thread waits so long for its turn, thrice for each batch


async def keep_tidy() -> None:
    """Look after what has come, and now and then go through everything."""
    passed = 0.0
    used = time.process_time()
    kept = sys.getallocatedblocks()
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        passed += LOOK_SECONDS
        before, used = used, time.process_time()
        has_little_to_do = used - before < LITTLE * LOOK_SECONDS
        has_grown = sys.getallocatedblocks() - kept > max(MUCH, kept)
        everything = has_grown or passed >= (QUIET_SECONDS if has_little_to_do else TIDY_SECONDS)
        if everything:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if everything:
            passed, kept = 0.0, sys.getallocatedblocks()
