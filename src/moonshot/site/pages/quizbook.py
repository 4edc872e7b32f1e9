"""What the templates of the quiz are filled with: cards to draw, names, buttons."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from moonshot.engine import PRESETS, card_text, cards_of
from moonshot.learn.catalogue import catalogue, number
from moonshot.learn.chapters import chapters
from moonshot.learn.quiz import A_DAY, LEVELS, Question, Row, Scene, Teller
from moonshot.site.pages.figures import Face, faces

_CHAPTERS: Final = {
    "deal": ("deal",),
    "pass": ("passing",),
    "play": ("first_trick", "tricks", "hearts", "queen"),
    "trick": ("tricks",),
    "hearts": ("hearts",),
    "points": ("points",),
    "moon": ("moon",),
    "end": ("end",),
}
"""The chapters of the rules that a kind of question comes from, by the first part of its name."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card with its name for readers."""

    code: str
    name: str

    @property
    def rank(self) -> str:
        """What stands in its corner."""
        return "10" if self.code[0] == "T" else self.code[0]

    @property
    def suit(self) -> str:
        """C, D, S or H."""
        return self.code[1]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick and who laid it; no card is a place that is still empty."""

    who: str
    card: Drawn | None
    mine: bool


@dataclass(frozen=True, slots=True)
class Heap:
    """A seat with some cards and numbers."""

    who: str
    cards: tuple[Drawn, ...]
    number: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: a button before, a verdict after."""

    value: int
    text: str
    cards: tuple[Drawn, ...]
    scores: tuple[tuple[str, str], ...]
    verdict: str


def drawn(cards: int | Iterable[int]) -> tuple[Drawn, ...]:
    """Cards to draw, suits in the order of a hand: spades, hearts, clubs, diamonds."""
    if isinstance(cards, int):
        cards = sorted(cards_of(cards), key=lambda card: ((2, 3, 0, 1).index(card // 13), card))
    words = catalogue()
    return tuple(Drawn(card_text(card), words.card(card_text(card))) for card in cards)


def question_page(row: Row) -> dict[str, Any]:
    """Everything on the page of one question, before or after it is answered."""
    tell = Teller()
    question = row.question()
    scene = question.scene
    answered = row.given is not None
    preset = PRESETS[question.rules_id]
    whys = (*question.draft.why,) if answered else ()
    chapter = _chapter(question)
    shown = _scene(scene, tell)
    return {
        "row": row,
        "title": tell.words.text("quiz.page.daily" if row.day else "quiz.page.title"),
        "preset": preset,
        "house": [tell.text(one) for one in question.house],
        "notes": [tell.text(one) for one in scene.notes],
        "ask": tell.text(question.draft.ask),
        "choices": [_choice(question, row, place, tell) for place in range(len(question.options))],
        "wide": question.draft.show in ("scores", "word", "cards"),
        "answered": answered,
        "hit": answered and row.is_right,
        "whys": [tell.text(one) for one in whys],
        "rules_said": [] if chapter is None or question.house else chapter.said,
        "chapter": chapter,
        "dots": [_dot(row, place) for place in range(A_DAY)] if row.day else [],
        "of": A_DAY,
        **shown,
    }


def _chapter(question: Question) -> Any:
    names = _CHAPTERS[question.kind.partition(".")[0]]
    wanted = names[0]
    if len(names) > 1:
        rest = question.kind.partition(".")[2]
        wanted = (
            "first_trick"
            if "first" in rest or "open" in rest or "club" in rest
            else "queen"
            if "queen" in rest
            else "hearts"
            if "lead" in rest
            else "tricks"
        )
    found = {one.id: one for one in chapters(question.draft.case.rules)}
    return found.get(wanted)


def _dot(row: Row, place: int) -> str:
    if place < len(row.marks):
        return "right" if row.marks[place] == "r" else "wrong"
    return "now" if place == row.number - 1 else "later"


def _choice(question: Question, row: Row, place: int, tell: Teller) -> Choice:
    option = question.options[place]
    show = question.draft.show
    verdict = ""
    if row.given is not None:
        verdict = "right" if place == question.right else "wrong" if place == row.given else "other"
    cards = drawn(int(option)) if show in ("card", "cards") else ()  # type: ignore[arg-type]
    scores: tuple[tuple[str, str], ...] = ()
    if isinstance(option, tuple):
        scores = tuple(
            (tell.title(place), number(option[seat])) for place, seat in enumerate(_order(question.scene))
        )
    return Choice(place, tell.answer(question, option), cards, scores, verdict)


def _order(scene: Scene) -> tuple[int, ...]:
    return tuple((scene.me + place) % scene.players for place in range(scene.players))


def _scene(scene: Scene, tell: Teller) -> dict[str, Any]:
    def laid(trick: tuple[tuple[int, int], ...]) -> list[Laid]:
        return [Laid(_title(scene, seat, tell), drawn([card])[0], seat == scene.me) for seat, card in trick]

    def heaps(masks: tuple[int, ...], numbers: tuple[Any, ...] = ()) -> list[Heap]:
        return [
            Heap(
                _title(scene, seat, tell),
                drawn(masks[seat]) if masks else (),
                "" if not numbers else "?" if numbers[seat] is None else number(numbers[seat]),
            )
            for seat in _order(scene)
        ]

    trick = laid(scene.trick)
    if scene.hand and trick:
        trick.append(Laid(tell.title(0), None, mine=True))
    big = [card for _, card in scene.trick] + ([scene.card] if scene.card is not None else [])
    shown: tuple[Face, ...] = faces([card_text(card) for card in [*big, *cards_of(scene.hand)]])
    return {
        "faces": shown,
        "trick": trick,
        "tricks": [laid(one) for one in scene.tricks],
        "hand": drawn(scene.hand),
        "card": drawn([scene.card])[0] if scene.card is not None and not scene.hand else None,
        "hands": heaps(scene.hands) if scene.hands else [],
        "piles": heaps(scene.piles) if any(scene.piles) else [],
        "won": heaps((), scene.won) if scene.won else [],
        "totals": heaps((), scene.totals) if scene.totals else [],
        "points": heaps((), scene.points) if scene.points else [],
    }


def _title(scene: Scene, seat: int, tell: Teller) -> str:
    return tell.title(scene.relative(seat))


def start_page() -> dict[str, Any]:
    """Everything on the first page of the quiz."""
    words = catalogue()
    return {
        "title": words.text("quiz.page.title"),
        "about": words.text("quiz.page.about"),
        "levels": [
            (level, words.text(f"quiz.level.{level}"), words.text(f"quiz.level_about.{level}"))
            for level in LEVELS
        ],
        "presets": list(PRESETS.values()),
    }
