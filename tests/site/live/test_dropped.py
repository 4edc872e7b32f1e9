"""A table that is dropped while something of it is being stored is not driven on beside its successor."""

import asyncio
from pathlib import Path

from moonshot.tables import Done, Visitor
from moonshot.tables.commands import SetPace
from tests.site.live.places import ME, Place, in_a_place


def test_a_table_that_was_dropped_drives_nothing_any_more(tmp_path: Path) -> None:
    async def test(place: Place) -> None:
        await place.table(pace="slow")
        live = await place.host.find("t")
        assert live is not None
        going = asyncio.create_task(place.host.act(live, ME, SetPace("c1", "fast"), Visitor()))
        await asyncio.sleep(0)
        place.host.drop(live)
        assert isinstance(await going, Done)
        assert live.timer is None
        fresh = await place.host.find("t")
        assert fresh is not None
        assert fresh is not live
        assert fresh.timer is not None

    in_a_place(tmp_path, test)
