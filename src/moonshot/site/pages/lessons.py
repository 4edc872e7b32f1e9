"""The lessons as pages: a list, a position with a choice, and what came of it. No scripts."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moonshot.engine import card_text, cards_of, mask_of
from moonshot.learn.catalogue import catalogue
from moonshot.learn.lessons import Lesson, explained, lessons, outcome, situation, trick_so_far
from moonshot.learn.quiz import Teller
from moonshot.site.errors import page_not_found
from moonshot.site.pages.figures import faces
from moonshot.site.pages.quiz import learn_page
from moonshot.site.pages.quizbook import Laid, drawn

_PATH: Final = "/learn/lessons"


@require_safe
async def index(request: HttpRequest) -> HttpResponse:
    """All lessons."""
    words = catalogue()
    numbers: dict[str, list[int]] = {}
    for number, one in enumerate(lessons(), 1):
        numbers.setdefault(one.theme, []).append(number)
    rows = [
        (
            words.text(f"lesson.{theme}.title"),
            words.text(f"lesson.{theme}.intro"),
            [(f"{_PATH}/{number}", place) for place, number in enumerate(found, 1)],
        )
        for theme, found in numbers.items()
    ]
    context = {
        "title": words.text("lesson.title"),
        "about": words.text("lesson.about"),
        "path": _PATH,
        "rows": rows,
    }
    return learn_page(request, "pages/lessons.html", context)


@require_safe
async def page(request: HttpRequest, number: int) -> HttpResponse:
    """One lesson, before and after the choice."""
    if not 1 <= number <= len(lessons()):
        return page_not_found(request, LookupError(number))
    lesson = lessons()[number - 1]
    choice = request.GET.get("choice", "")
    places = [str(place) for place in range(len(lesson.options))]
    context = _context(lesson, number, places.index(choice) if choice in places else None)
    response = learn_page(request, "pages/lesson.html", context)
    if choice:
        response["X-Robots-Tag"] = "noindex"
    return response


def _context(lesson: Lesson, number: int, choice: int | None) -> dict[str, Any]:
    tell = Teller()
    words = tell.words
    deal = lesson.match().deal
    assert deal is not None
    chosen = None if choice is None else lesson.options[choice]
    trick = trick_so_far(deal)
    if chosen is not None:
        trick = outcome(lesson, chosen).trick or trick
    laid = [
        Laid(tell.title((seat - lesson.me) % 4), drawn([card])[0], seat == lesson.me) for seat, card in trick
    ]
    if chosen is None and trick:
        laid.append(Laid(tell.title(0), None, mine=True))
    hand = deal.hands[lesson.me] & ~(0 if chosen is None else mask_of(chosen.cards))
    order = sorted(range(len(lesson.options)), key=lambda place: lesson.options[place].cards)
    ask = "ask_pass" if deal.phase == "passing" else "ask_play" if deal.trick else "ask_lead"
    shown = [*(card for _, card in trick), *cards_of(hand)]
    return {
        "title": words.text(f"lesson.{lesson.theme}.title"),
        "about": words.text(f"lesson.{lesson.theme}.intro"),
        "path": f"{_PATH}/{number}",
        "number": number,
        "of": len(lessons()),
        "intro": words.text(f"lesson.{lesson.theme}.intro"),
        "notes": [tell.text(one) for one in situation(lesson)],
        "ask": words.text(f"lesson.{ask}"),
        "trick": laid,
        "hand": drawn(hand),
        "faces": faces(card_text(card) for card in shown),
        "choices": [
            {
                "place": place,
                "cards": drawn(lesson.options[place].cards),
                "verdict": _verdict(lesson, place, choice),
                "cost": lesson.options[place].points[lesson.me],
            }
            for place in order
        ],
        "answered": chosen is not None,
        "hit": choice == lesson.better,
        "said": [] if chosen is None else [tell.text(one) for one in explained(lesson, chosen)],
        "why": words.text(f"lesson.{lesson.theme}.why"),
        "next": f"{_PATH}/{number + 1}" if number < len(lessons()) else "",
    }


def _verdict(lesson: Lesson, place: int, choice: int | None) -> str:
    if choice is None:
        return ""
    return "right" if place == lesson.better else "wrong" if place == choice else "other"
