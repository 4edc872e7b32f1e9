"""Questions, answers and explanations in words. Names of seats depend on who is asked: ``0`` is ``you``."""

from moonshot.engine import card_text, cards_of
from moonshot.learn.catalogue import Catalogue, catalogue, number
from moonshot.learn.quiz.question import CARD, CARDS, NUMBER, SCORES, SEAT, YES, Answer, Question, Scene
from moonshot.learn.sentences import Sentence


class Teller:
    """Tells what a question says in one language."""

    def __init__(self, words: Catalogue | None = None) -> None:
        self.words = words or catalogue()

    def name(self, place: int | str) -> str:
        """``you``, or the name of a seat so far clockwise."""
        return self.words.text(f"quiz.name.{place}")

    def title(self, place: int) -> str:
        """The same where it stands alone."""
        return self.words.text("quiz.you") if place == 0 else self.name(place)

    def text(self, said: Sentence) -> str:
        """A sentence of the quiz in words."""
        filled = {name: self._filled(name, value) for name, value in said.params}
        text = self.words.text(Sentence(said.kind, tuple(filled.items())))  # type: ignore[arg-type]
        return text[:1].upper() + text[1:]

    def _filled(self, name: str, value: object) -> object:
        if name == "who":
            return self.name(str(value))
        if name in ("over", "best"):
            return self.words.card(value)
        if name == "seats":
            told, *rest = [self.name(one) for one in value]  # type: ignore[attr-defined]
            for place, one in enumerate(rest, 1):
                key = "words.join_two" if place == len(rest) else "words.join_more"
                told = self.words.text(key, first=told, second=one)
            return told
        return value

    def answer(self, question: Question, answer: Answer) -> str:
        """One answer in words, for a label or a screen reader."""
        show = question.draft.show
        if show in (CARD, CARDS):
            return self.cards(int(answer))  # type: ignore[arg-type]
        if show == SEAT:
            return self.title(question.scene.relative(int(answer)))  # type: ignore[arg-type]
        if show == NUMBER:
            return number(int(answer))  # type: ignore[arg-type]
        if show == SCORES:
            return self.scores(question.scene, answer)  # type: ignore[arg-type]
        if show == YES:
            return self.words.text("quiz.yes" if answer else "quiz.no")
        return self.words.text(f"quiz.word.{answer}")

    def cards(self, mask: int) -> str:
        """The names of some cards."""
        return ", ".join(self.words.card(card_text(card)) for card in cards_of(mask))

    def scores(self, scene: Scene, scores: tuple[int, ...]) -> str:
        """What each seat has, beginning with the one that is asked."""
        order = [(scene.me + place) % scene.players for place in range(scene.players)]
        return ", ".join(f"{self.title(place)} {number(scores[seat])}" for place, seat in enumerate(order))
