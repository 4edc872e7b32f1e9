"""Tips for whoever practises alone: one thought at a time, from what that seat may know."""

from typing import Any, Final

from django.http import HttpRequest
from ninja import Router, Schema
from pydantic import Field

from moonshot.learn.catalogue import catalogue
from moonshot.learn.tips import in_words, tip_for
from moonshot.site.api.limits import PerAddress
from moonshot.site.api.schema import TableId
from moonshot.site.errors import ApiError
from moonshot.site.live import hints
from moonshot.site.live import service as live
from moonshot.site.people.visitors import visitor_of

router: Final = Router()
_limit: Final = PerAddress(600)


class TipIn(Schema):
    """The kind of the tip said last, and whether a first hand is to be guided."""

    after: str = Field("", max_length=40)
    guide: bool = False


class TipOut(Schema):
    """A tip for this ply of this deal, and the part of the table it is about; nothing when kind is empty."""

    deal: int
    ply: int
    kind: str
    about: str
    text: str


@router.post("/tables/{table_id}/tip", response=TipOut)
async def tip(request: HttpRequest, table_id: TableId, given: TipIn) -> Any:
    """What to think of now at your practice table, and why. It changes nothing and is kept nowhere."""
    _limit.check(request)
    found = await live.host().find(table_id)
    seat = None if found is None else found.table.seat_of(visitor_of(request).account_id)
    if found is None or seat is None:
        raise live.UnknownTableError(table_id)
    try:
        view = hints.question_of(found.table, seat).view
    except hints.NoHintError as error:
        status = 403 if error.code == "not_practice" else 409
        raise ApiError(status, error.code, error.message) from None
    said = tip_for(view, given.after, guide=given.guide)
    if said is None:
        return TipOut(deal=view.deal_no, ply=view.ply, kind="", about="", text="")
    names = [player.name for player in found.table.seats]
    names[seat] = "you"
    text = in_words(said, names, catalogue())
    return TipOut(deal=view.deal_no, ply=view.ply, kind=said.kind, about=said.about, text=text)
