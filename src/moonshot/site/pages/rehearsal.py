"""The rehearsal as pages: a step an address, so that going back is going back. No scripts."""

import secrets
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_safe

from moonshot.engine import CardError, card_text, cards_of, parse_card
from moonshot.learn.catalogue import catalogue
from moonshot.learn.quiz import Teller
from moonshot.learn.rehearsal import SEEDS, Step, rehearsal, steps, why_not
from moonshot.site.pages.figures import faces
from moonshot.site.pages.quiz import learn_page
from moonshot.site.pages.quizbook import Heap, Laid, drawn

_PATH: Final = "/learn/rehearsal"


@require_safe
async def page(request: HttpRequest) -> HttpResponse:
    """One step of a rehearsal; without a seed a new one begins."""
    seed = _number(request.GET.get("seed", ""), SEEDS)
    if seed is None:
        fresh = f"{_PATH}?seed={secrets.randbelow(SEEDS)}"
        return HttpResponseRedirect(fresh, headers={"Cache-Control": "no-store"})
    try:
        card = parse_card(request.GET["card"]) if "card" in request.GET else None
        told = steps(seed, card)
    except (CardError, ValueError):
        return HttpResponseRedirect(f"{_PATH}?seed={seed}")
    at = min(_number(request.GET.get("step", ""), 20) or 0, len(told) - 1)
    response = learn_page(request, "pages/rehearsal.html", _context(seed, card, told, at))
    response["X-Robots-Tag"] = "noindex"
    return response


def _number(text: str, below: int) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 and int(text) < below else None


def _context(seed: int, card: int | None, told: tuple[Step, ...], at: int) -> dict[str, Any]:
    step, tell, me = told[at], Teller(), rehearsal(seed).me
    players = len(step.hands)
    order = [(me + place) % players for place in range(players)]
    here = f"{_PATH}?seed={seed}" + ("" if card is None else f"&card={card_text(card)}")
    legal = {one: bool(step.legal >> one & 1) for one in cards_of(step.hands[me])}
    return {
        "title": catalogue().text("learn.rehearsal.title"),
        "about": catalogue().text("learn.rehearsal.about"),
        "path": _PATH,
        "step": step,
        "number": at + 1 + (card is not None),
        "said": [tell.text(one) for one in step.said],
        "trick": [
            Laid(tell.title((seat - me) % players), drawn([one])[0], seat == me) for seat, one in step.trick
        ],
        "hands": [Heap(tell.title(place), drawn(step.hands[seat])) for place, seat in enumerate(order)],
        "taker": None if step.taker is None else tell.title((step.taker - me) % players),
        "faces": faces(card_text(one) for _, one in step.trick),
        "choices": [
            (
                one,
                f"{_PATH}?seed={seed}&card={one.code}&step={at}" if legal[parse_card(one.code)] else "",
                _why(seed, one.code, tell),
            )
            for one in drawn(step.hands[me])
        ]
        if step.asks
        else [],
        "next": f"{here}&step={at + 1}" if at + 1 < len(told) else "",
        "back": f"{here}&step={at - 1}" if at else "",
        "again": f"{_PATH}?seed={seed}&step={_asking(seed)}",
        "over": step.taker is not None,
    }


def _asking(seed: int) -> int:
    return len(steps(seed)) - 1


def _why(seed: int, code: str, tell: Teller) -> str:
    reason = why_not(seed, parse_card(code))
    return "" if reason is None else tell.text(reason)
