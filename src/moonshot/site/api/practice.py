"""What practice has beside its tables: how strong the bots are, and hints."""

from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from ninja import Router, Schema

from moonshot.bots import find_policy, search
from moonshot.bots.levels import LEVELS
from moonshot.bots.thinking import thinks
from moonshot.site.api.constant import constant_json
from moonshot.site.api.limits import PerAddress
from moonshot.site.api.schema import TableId
from moonshot.site.errors import ApiError
from moonshot.site.live import hints
from moonshot.site.live import service as live
from moonshot.site.people.visitors import visitor_of

router: Final = Router()
_hints_limit: Final = PerAddress(120)
_STATUS: Final = {"not_practice": 403, "not_your_turn": 409, "no_hint": 409}


class LevelOut(Schema):
    """A level of bots; by how many points a deal it does better than three of Steady, once measured."""

    level: str
    lead: float | None
    error: float | None


class ChoiceOut(Schema):
    """Cards to play or to pass, what the hand is then likely to cost, and the standard error of that."""

    cards: list[str]
    points: float | None
    error: float | None


class HintOut(Schema):
    """What the seat might do at this ply of this deal, beside what else, and why."""

    deal: int
    ply: int
    kind: str
    best: ChoiceOut
    others: list[ChoiceOut]
    why: str


@router.get("/levels", response=list[LevelOut])
async def levels(request: HttpRequest) -> Any:
    """The levels that are offered here, the weakest first."""
    return constant_json(request, offered)


def offered() -> list[LevelOut]:
    """Those that search are left out where nothing is there to search with: they would play like Steady."""
    searches = settings.CONFIG.thinkers > 0 and search.installed()
    return [
        LevelOut(level=level.name, lead=level.lead, error=level.error)
        for level in LEVELS
        if searches or not thinks(find_policy(level.name))
    ]


@router.post("/tables/{table_id}/hint", response=HintOut)
async def hint(request: HttpRequest, table_id: TableId) -> Any:
    """What you might do now at your practice table, and why. It changes nothing and is kept nowhere."""
    _hints_limit.check(request)
    try:
        found = await hints.hint_for(live.host(), table_id, visitor_of(request).account_id)
    except hints.NoHintError as error:
        raise ApiError(_STATUS[error.code], error.code, error.message) from None
    if found is None:
        raise live.UnknownTableError(table_id)
    return found
