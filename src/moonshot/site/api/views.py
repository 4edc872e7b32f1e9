"""The HTTP API: what pages and outside programs ask before and beside the socket of a table."""

from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from moonshot.engine import HeartsError
from moonshot.site.api import rules as rules_api
from moonshot.site.api.body import ReadAlready
from moonshot.site.api.constant import constant_json
from moonshot.site.api.limits import PerAddress
from moonshot.site.api.people import router as people_router
from moonshot.site.api.practice import router as practice_router
from moonshot.site.api.rooms import router as rooms_router
from moonshot.site.api.schema import (
    FieldsOut,
    MeOut,
    PresetOut,
    RulesIn,
    RulesOut,
    RulesTextOut,
    TableId,
    TableIn,
    TableOut,
    TicketOut,
)
from moonshot.site.api.tips import router as tips_router
from moonshot.site.errors import ApiError, json_error, status_error
from moonshot.site.incidents import log
from moonshot.site.live import service as live
from moonshot.site.live.evidence import NoEvidenceError
from moonshot.site.people import reports
from moonshot.site.people.visitors import visitor_of
from moonshot.site.ticketing import limit as tickets_limit
from moonshot.site.ticketing import ticket_for

api: Final = NinjaAPI(
    title="Moonshot",
    version="1",
    description="Open practice tables and play them over a socket. See docs/protocol.md.",
    parser=ReadAlready(),
    openapi_url="openapi.json" if settings.CONFIG.api_docs else "",
    docs_url=None,
)
api.add_router("", people_router)
api.add_router("", rooms_router)
api.add_router("", practice_router)
api.add_router("", tips_router)
_tables_limit: Final = PerAddress(settings.CONFIG.tables_per_minute)
_rules_limit: Final = PerAddress(600)


@api.get("/me", response=MeOut)
async def me(request: HttpRequest) -> Any:
    """Who you are here, and the tables that wait for you, newest first."""
    visitor = visitor_of(request)
    account = await visitor.stored()
    return {
        "name": account.shown_name,
        "handle": account.handle,
        "named": account.has_chosen,
        "hears": account.hears,
        "cookies": visitor.remembered,
        "tables": await live.waiting_tables(visitor.account_id),
        "notices": await sync_to_async(reports.notices)(visitor.account_id),
    }


@api.get("/presets", response=list[PresetOut])
async def presets(request: HttpRequest) -> Any:
    """Every named rule set."""
    return constant_json(request, rules_api.presets)


@api.get("/rules/fields", response=FieldsOut)
async def rule_fields(request: HttpRequest) -> Any:
    """Every rule a table may change, in words for people."""
    return constant_json(request, rules_api.fields)


@api.post("/rules/check", response=RulesOut)
async def check_rules(request: HttpRequest, given: RulesIn) -> Any:
    """Read some rules, fill in every field, and say whether they can be played."""
    _rules_limit.check(request)
    return rules_api.check(given.rules)


@api.post("/rules/text", response=RulesTextOut)
async def text_of_rules(request: HttpRequest, given: RulesIn) -> Any:
    """Some rules in words, as on their page; a table shows them in its sheet."""
    _rules_limit.check(request)
    return rules_api.text_of(rules_api.playable_rules(given.rules))


@api.post("/tables", response={201: TableOut})
async def create_table(request: HttpRequest, given: TableIn) -> Any:
    """Open a practice table against bots."""
    rules = rules_api.playable_rules(given.rules)
    _tables_limit.check(request)
    account = await visitor_of(request).account()
    table_id = await live.create_table(account.id, account.shown_name, rules, given.level, given.pace)
    return 201, {"table": table_id, "url": f"/table/{table_id}"}


@api.post("/tables/{table_id}/ticket", response=TicketOut)
async def ticket(request: HttpRequest, table_id: TableId) -> Any:
    """A ticket for the socket of one of your tables."""
    tickets_limit.check(request)
    return ticket_for(visitor_of(request).account_id, table_id)


@api.get("/tables/{table_id}/record")
async def record(request: HttpRequest, table_id: TableId) -> Any:
    """The record of a match of yours: its finished deals, or all of it once it is over."""
    return await live.record(visitor_of(request).account_id, table_id)


@api.exception_handler(ApiError)
def _on_refusal(request: HttpRequest, error: ApiError) -> HttpResponse:  # noqa: ARG001
    return json_error(error)


@api.exception_handler(live.UnknownTableError)
def _on_unknown_table(request: HttpRequest, error: Exception) -> HttpResponse:  # noqa: ARG001
    return json_error(
        ApiError(404, "no_such_table", "There is no such table, or it is not yours.", "table_id")
    )


@api.exception_handler(NoEvidenceError)
def _on_no_evidence(request: HttpRequest, error: Exception) -> HttpResponse:  # noqa: ARG001
    words = "You have not met anybody with that handle at such a table."
    return json_error(ApiError(404, "no_such_person", words, "handle"))


@api.exception_handler(live.ClosingError)
def _on_closing(request: HttpRequest, error: Exception) -> HttpResponse:  # noqa: ARG001
    return json_error(ApiError(503, "draining", str(error), retry_after=5))


@api.exception_handler(DatabaseError)
@api.exception_handler(live.LogError)
def _on_storage_trouble(request: HttpRequest, error: Exception) -> HttpResponse:
    log.warning("the database failed at %s %s: %s", request.method, request.path, error)
    return json_error(status_error(503))


@api.exception_handler(HeartsError)
def _on_hearts_error(request: HttpRequest, error: HeartsError) -> HttpResponse:  # noqa: ARG001
    return json_error(ApiError(422, error.code, error.message, error.at or None))


@api.exception_handler(HttpError)
def _on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:  # noqa: ARG001
    return json_error(status_error(error.status_code))


@api.exception_handler(ValidationError)
def _on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    found = error.errors[0]
    if found["loc"][0] == "path":
        return _on_unknown_table(request, error)
    # ("body", "given", "level"): where it came from and our own parameter's name are nothing to the sender.
    at = str(found["loc"][2]) if len(found["loc"]) > 2 else None
    return json_error(ApiError(422, _INVALID.get(found["type"], "bad_value"), _words(found), at))


_INVALID: Final = {"missing": "missing_field", "extra_forbidden": "unknown_field"}


def _words(found: dict[str, Any]) -> str:
    match found["type"]:
        case "missing" if len(found["loc"]) <= 2:
            return "The request has no body. Send a JSON object; {} stands for what is not said."
        case "string_too_long":
            return f"This is too long: {found['ctx']['max_length']} characters are the most."
        case "missing":
            return "This field is needed."
        case "extra_forbidden":
            return "There is no field of this name."
        case "literal_error":
            return f"Choose {found['ctx']['expected']}."
        case _:
            return "This is not a value of the right type."
