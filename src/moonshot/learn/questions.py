"""Questions about the rules, answered with sentences of the page, so that an answer is as true as the page.

A question is asked where the page has something to answer it with. Whether the answer begins with yes or no
follows from which sentence was found.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from moonshot.learn.sentences import Sentence, say


@dataclass(frozen=True, slots=True)
class Question:
    """A question: its key, perhaps the key of a yes or a no, and the sentences that answer it."""

    key: str
    verdict: str | None
    answer: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class _Form:
    key: str
    needs: str
    """The beginning of a kind without which nobody asks."""
    kinds: tuple[str, ...]
    """Beginnings of the kinds that make up the answer, in order."""
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    card: str = ""
    """The card that the question is about: sentences about others are no answer to it."""


_FORMS: Final = (
    _Form("players", "deal.players", ("deal.players", "deal.removed", "deal.whole_pack", "deal.kitty")),
    _Form("pass", "pass.", ("pass.none", "pass.count", "pass.always", "pass.cycle", "pass.kept")),
    _Form("opening", "first.leader", ("first.leader", "first.card")),
    _Form(
        "first_points",
        "first.",
        ("first.free", "first.barred", "first.fallback"),
        yes=("first.free",),
        no=("first.barred",),
    ),
    _Form("follow", "trick.follow", ("trick.follow", "trick.void"), yes=("trick.follow",)),
    _Form(
        "lead_hearts",
        "hearts.",
        ("hearts.anytime", "hearts.never", "hearts.after", "hearts.broken", "hearts.only"),
    ),
    _Form(
        "queen_breaks",
        "hearts.queen_breaks",
        ("hearts.queen_breaks",),
        yes=("hearts.queen_breaks", "hearts.queen_breaks_discarded"),
        no=("hearts.queen_breaks_not",),
    ),
    _Form(
        "lead_queen",
        "queen.lead",
        ("queen.lead", "hearts.queen_goes_first"),
        yes=("queen.lead_anytime",),
        no=("queen.lead_never",),
    ),
    _Form("must_queen", "queen.", ("queen.free", "queen.must", "queen.waits")),
    _Form("queen_cost", "points.card", ("points.card", "points.total"), card="QS"),
    _Form(
        "scoring",
        "points.",
        ("points.heart", "points.card", "points.total", "points.bonus", "points.no_trick"),
    ),
    _Form("moon", "moon.what", ("moon.what", "moon.bonus_needed", "moon.", "moon.missed")),
    _Form("sun", "moon.sun", ("moon.sun",)),
    _Form(
        "end", "end.", ("end.reach", "end.exceed", "end.hands", "end.lowest", "end.whole_hand", "end.exact")
    ),
    _Form("tie", "end.tie", ("end.tie", "end.overtime")),
    _Form("below_zero", "points.bonus_below_zero", ("points.bonus",), yes=("points.bonus_below_zero",)),
)


_BARRED: Final = say("first.barred", barred=("hearts", "QS"))


def questions(sentences: Iterable[Sentence]) -> tuple[Question, ...]:
    """The questions that these sentences answer."""
    said = tuple(sentences)
    return tuple(_asked(said))


def _asked(said: tuple[Sentence, ...]) -> Iterator[Question]:
    for form in _FORMS:
        about = [one for one in said if not form.card or dict(one.params).get("card", form.card) == form.card]
        if not any(one.kind.startswith(form.needs) for one in about):
            continue
        answer = [one for kind in form.kinds for one in about if one.kind.startswith(kind)]
        kinds = {one.kind for one in answer}
        verdict = (
            "question.yes"
            if kinds.intersection(form.yes)
            else "question.no"
            if kinds.intersection(form.no)
            else None
        )
        key = form.key
        if key == "first_points" and any(one.kind == _BARRED.kind and one != _BARRED for one in answer):
            key, verdict = "first_barred", None  # other cards than those that the question names
        yield Question(f"question.{key}", verdict, tuple(dict.fromkeys(answer)))
