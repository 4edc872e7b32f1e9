"""The pages of reviews: asking for one, watching it come, reading it, and trying to do better. No scripts."""

import asyncio
import json
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from moonshot.engine import Pass, Play, card_text, cards_of, parse_card
from moonshot.learn.catalogue import catalogue
from moonshot.learn.hints import in_words, reasons
from moonshot.learn.retelling import Told, retell
from moonshot.learn.review import (
    Decision,
    MoonStop,
    Option,
    Summary,
    Verdict,
    decisions,
    summary,
)
from moonshot.site.api.guard import comes_from_here
from moonshot.site.api.limits import PerAddress
from moonshot.site.asking import in_database
from moonshot.site.assets import asset_url
from moonshot.site.errors import ApiError, status_error
from moonshot.site.live import reviewing
from moonshot.site.live.past import PastMatch
from moonshot.site.live.review_models import Review
from moonshot.site.pages.fair import page_files
from moonshot.site.pages.matches import find_match, refused
from moonshot.site.pages.packing import packed_page
from moonshot.site.pages.retold import shown
from moonshot.tables import LogError

_asked: Final = PerAddress(20)


@require_POST
async def ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Want a review of a seat."""
    try:
        if not comes_from_here(request):
            raise ApiError(403, "cross_origin", "That was not asked for on a page of this site.")
        _asked.check(request)
        past = await find_match(request, match_id)
        seat = _seat(past, request.POST.get("seat", ""))
        await in_database(reviewing.ask, past.table_id, past.no, seat)
    except ApiError as refusal:
        return refused(request, refusal)
    except LogError:
        return refused(request, status_error(503))
    return HttpResponseRedirect(f"/matches/{past.match_id}/review/{seat}")


@require_safe
async def page(request: HttpRequest, match_id: str, seat: int) -> HttpResponse:
    """A review: how far it has come, or what came out; with ``?try=1`` the answers are hidden."""
    try:
        past = await find_match(request, match_id)
        number = _seat(past, str(seat))
        found = await in_database(reviewing.find, past.table_id, past.no, number)
        if found is None:
            raise ApiError(404, "no_such_review", "Nobody has asked for this review yet.")
    except ApiError as refusal:
        return refused(request, refusal)
    except LogError:
        return refused(request, status_error(503))
    hidden = request.GET.get("try") == "1"
    html = await asyncio.to_thread(_html, past, number, found, hidden=hidden)
    return await packed_page(request, html)


def _seat(past: PastMatch, text: str) -> int:
    if not past.over:
        raise ApiError(409, "not_over", "A match can be reviewed once it is over.")
    if not text.isdecimal() or int(text) >= len(past.record["players"]):
        raise ApiError(404, "no_such_seat", "There is no such seat.")
    return int(text)


def _html(past: PastMatch, seat: int, review: Review, *, hidden: bool) -> str:
    names = [player["name"] for player in past.record["players"]]
    told = retell(past.record)
    context: dict[str, Any] = {
        **page_files(),
        "review_js": asset_url("site/review.mjs"),
        "match": past,
        "name": names[seat],
        "state": review.state,
        "done": len(json.loads(review.body)),
        "due": review.decisions,
        "hidden": hidden,
    }
    if review.state == Review.DONE:
        verdicts = verdicts_of(past, seat, review)
        context["summary"] = _told_summary(summary_of(told, verdicts, seat), names)
        context["deals"] = [
            {
                "place": place,
                "deal_no": deal.deal_no,
                "points": None if deal.points is None else deal.points[seat],
                "verdicts": [_told(one, names) for one in verdicts if one.decision.place == place],
            }
            for place, deal in enumerate(told.deals, start=1)
            if any(one.decision.place == place for one in verdicts)
        ]
    return render_to_string("pages/review.html", context)


def verdicts_of(past: PastMatch, seat: int, review: Review) -> list[Verdict]:
    """Every decision of a seat with what a finished review says of it."""
    return [
        Verdict(decision, tuple(map(Option.from_json, options)))
        for decision, options in zip(decisions(past.record, seat), json.loads(review.body), strict=False)
    ]


def summary_of(told: Told, verdicts: list[Verdict], seat: int) -> Summary:
    """A review in short."""
    moons = {place: deal.moon for place, deal in enumerate(told.deals, start=1) if deal.moon is not None}
    return summary(verdicts, moons, seat)


def _told_summary(found: Summary, names: list[str]) -> dict[str, Any]:
    return {
        "weighed": found.weighed,
        "accuracy": found.accuracy,
        "average": f"{found.average:.2f}",
        "lost": f"{found.lost:.1f}",
        "turning": [
            _told(one, names)
            for one in found.turning
            if all(one is not stop.verdict for stop in found.stops)  # those stand above
        ],
        "stops": [_stop(one, names) for one in found.stops],
    }


def _stop(stop: MoonStop, names: list[str]) -> dict[str, Any]:
    return {**_told(stop.verdict, names), "shooter": names[stop.shooter]}


def _told(verdict: Verdict, names: list[str]) -> dict[str, Any]:
    """A decision for the templates."""
    decision, loss = verdict.decision, verdict.loss
    best = verdict.options[0] if verdict.options else None
    trick = decision.view.trick
    return {
        "place": decision.place,
        "deal_no": decision.deal_no,
        "link": f"{decision.place}.{'p' if decision.is_pass else decision.ply}",
        "trick": len(decision.view.tricks) + 1,
        "is_pass": decision.is_pass,
        "hand": [shown(card_text(card)) for card in cards_of(decision.view.hand)],
        "led": []
        if trick is None
        else [
            {"name": names[(trick.leader + place) % len(names)], "card": shown(card_text(card))}
            for place, card in enumerate(trick.cards)
        ],
        "played": [shown(card) for card in verdict.played],
        "best": [] if best is None else [shown(card) for card in best.cards],
        "same": best is not None and best.cards == verdict.played,
        "good": verdict.is_good,
        "bad": loss is not None and not verdict.is_good,
        "loss": None if loss is None else f"{loss:.1f}",
        "options": [
            {
                "cards": [shown(card) for card in one.cards],
                "points": f"{one.points:.1f}".replace("-", "−"),
                "chosen": one.cards == verdict.played,
            }
            for one in verdict.options
        ],
        "why": "" if best is None else _why(decision, best, names),
    }


def _why(decision: Decision, best: Option, names: list[str]) -> str:
    cards = tuple(parse_card(card) for card in best.cards)
    move = Pass(cards) if decision.is_pass else Play(cards[0])
    return in_words(reasons(decision.view, move), names, catalogue())
