"""The first page of the learning rooms."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from moonshot.learn.catalogue import catalogue
from moonshot.site.pages.quiz import learn_page

WAYS: Final = (
    ("rules", "/rules/standard"),
    ("quiz", "/learn/quiz"),
    ("rehearsal", "/learn/rehearsal"),
    ("lessons", "/learn/lessons"),
)
"""Every way to learn, by the key of its words, with its address."""


@require_safe
async def index(request: HttpRequest) -> HttpResponse:
    """All ways to learn."""
    words = catalogue()
    context = {
        "title": words.text("learn.page.title"),
        "about": words.text("learn.page.about"),
        "path": "/learn",
        "ways": WAYS,
    }
    return learn_page(request, "pages/learn_index.html", context)
