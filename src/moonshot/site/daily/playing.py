"""Opening a table with a day's deal."""

from datetime import date, datetime
from typing import Final

from moonshot.learn import daily
from moonshot.site.asking import in_database
from moonshot.site.daily import tries
from moonshot.site.live import service as live
from moonshot.tables import DAILY, PRACTICE

PACE: Final = "normal"


async def begin(account: str, name: str, day: date, now: datetime) -> str:
    """The id of the table at which somebody plays a day's deal: the one they have, or a new one.

    Raises NoDayError, ClosedDayError, LogError, ClosingError.
    """
    found = await in_database(tries.claim, account, day, now)
    if not await live.is_known(found.table):  # a try whose table could not be stored gets it now
        arranged = live.Arranged(
            found.table,
            daily.name_of(day),
            bytes.fromhex(found.day.secret),
            DAILY if found.counted else PRACTICE,
        )
        await live.create_arranged(arranged, account, name, daily.rules_of(day), found.day.level, PACE)
    return found.table
