"""Questions about breaking hearts: what does it, what does not, and what follows."""

from collections.abc import Callable
from dataclasses import replace

from moonshot.engine import Deal, Rules, cards_of
from moonshot.engine.cards import HEARTS, QUEEN, QUEEN_BIT
from moonshot.learn.quiz.kinds_legal import no_clubs, notes_of
from moonshot.learn.quiz.kinds_tricks import trick_told
from moonshot.learn.quiz.making import HOUSE, Choose, Fits, Maker, any_card, kind, no_heart, texts
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARD,
    EXPERT,
    REGULAR,
    YES,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import Sentence, say

HOUSE.update(
    queen_breaks={"qs_breaks": "any_play"},
    first_safe={"first_trick_barred": (), "first_trick_breaks": False},
    discard_only={"break_by": "heart_discarded"},
)


def _after_break(rules: Rules) -> bool:
    return rules.lead_hearts == "after_break"


def _taken(deal: Deal) -> bool:
    return bool(deal.winners) and not deal.trick


def _closed_before(deal: Deal) -> bool:
    return not deal.broken or deal.broken_at >= len(deal.plays) - deal.players


def _last(deal: Deal) -> int:
    return sum(1 << card for card in deal.plays[-deal.players :])


def _hearts_thrown(deal: Deal) -> int:
    """Hearts in the last trick that were thrown on another suit."""
    cards = deal.plays[-deal.players :]
    return 0 if cards[0] // 13 == 3 else _last(deal) & HEARTS


def _are_they_broken(
    name: str, level: str, fits: Fits, wanted: Callable[[Deal], bool], **more: object
) -> None:
    house = more.get("house")
    choose: Choose = more.get("choose", any_card)  # type: ignore[assignment]

    @kind(f"hearts.{name}", level, fits, house=house)  # type: ignore[arg-type]
    def broken_now(maker: Maker) -> Draft | None:
        deal = maker.seek(
            lambda deal: _taken(deal) and _closed_before(deal) and wanted(deal),
            choose=choose,
            early=bool(more.get("early")),
            given=more.get("given"),  # type: ignore[arg-type]
        )
        if deal is None:
            return None
        told = trick_told(deal, len(deal.winners) - 1)
        notes: tuple[Sentence, ...] = (say("quiz.note.closed_before"),)
        if len(deal.winners) == 1:
            notes = (say("quiz.note.first"), *notes)
        scene = Scene(maker.rng.randrange(deal.players), deal.players, trick=told, notes=notes)
        if deal.broken:
            card = deal.plays[deal.broken_at]
            why = say("quiz.why.broken", card=texts(1 << card)[0])
        else:
            why = say(f"quiz.why.not_broken.{name}")
        return Draft(
            say("quiz.ask.broken"),
            scene,
            deal.broken,
            (not deal.broken,),
            YES,
            (why,),
            case_of(deal),
            {"of": "broken"},
        )


_are_they_broken("thrown", BEGINNER, _after_break, lambda deal: bool(_hearts_thrown(deal)), choose=no_heart)
_are_they_broken(
    "queen_thrown",
    REGULAR,
    lambda rules: _after_break(rules) and rules.facts.point_cards & QUEEN_BIT != 0,
    lambda deal: (
        bool(_last(deal) & QUEEN_BIT) and deal.plays[-deal.players] // 13 != 2 and not _last(deal) & HEARTS
    ),
    choose=no_heart,
)
_are_they_broken(
    "queen_in_spades",
    ADVANCED,
    lambda rules: _after_break(rules) and rules.facts.point_cards & QUEEN_BIT != 0,
    lambda deal: (
        bool(_last(deal) & QUEEN_BIT) and deal.plays[-deal.players] // 13 == 2 and not _last(deal) & HEARTS
    ),
    choose=no_heart,
)
_are_they_broken(
    "led",
    ADVANCED,
    _after_break,
    lambda deal: deal.plays[-deal.players] // 13 == 3,
    choose=no_heart,
)
_are_they_broken(
    "no_points",
    BEGINNER,
    _after_break,
    lambda deal: (
        not _last(deal) & (HEARTS | QUEEN_BIT) and len({card // 13 for card in cards_of(_last(deal))}) > 1
    ),
    choose=no_heart,
)
_are_they_broken(
    "first_safe",
    EXPERT,
    _after_break,
    lambda deal: len(deal.winners) == 1 and bool(_hearts_thrown(deal)),
    house="first_safe",
    early=True,
    given=no_clubs,
)
_are_they_broken(
    "house_queen",
    ADVANCED,
    lambda rules: _after_break(rules) and rules.facts.point_cards & QUEEN_BIT != 0,
    lambda deal: bool(_last(deal) & QUEEN_BIT) and not _last(deal) & HEARTS,
    house="queen_breaks",
    choose=no_heart,
)
_are_they_broken(
    "house_led",
    EXPERT,
    _after_break,
    lambda deal: deal.plays[-deal.players] // 13 == 3,
    house="discard_only",
    choose=no_heart,
)


@kind("hearts.which_card", REGULAR, _after_break)
def which_card(maker: Maker) -> Draft | None:
    """The card of a trick that broke hearts."""
    deal = maker.seek(lambda deal: _taken(deal) and deal.broken_at >= len(deal.plays) - deal.players)
    if deal is None:
        return None
    told = trick_told(deal, len(deal.winners) - 1)
    right = deal.plays[deal.broken_at]
    scene = Scene(maker.rng.randrange(deal.players), deal.players, trick=told)
    scene = replace(scene, notes=(say("quiz.note.closed_before"),))
    wrong = tuple(1 << card for _, card in told if card != right)
    why = (say("quiz.why.broken", card=texts(1 << right)[0]),)
    return Draft(
        say("quiz.ask.which_broke"), scene, 1 << right, wrong[:3], CARD, why, case_of(deal), {"of": "breaker"}
    )


@kind("hearts.may_lead", BEGINNER, _after_break)
def may_lead(maker: Maker) -> Draft | None:
    """Whether you may lead a heart now."""
    closed = maker.rng.random() < 0.6

    def wanted(deal: Deal) -> bool:
        hand = deal.hands[deal.turn]
        mixed = 0 < hand & HEARTS < hand
        return not deal.trick and not deal.first and mixed and hand.bit_count() <= 9 and deal.broken != closed

    deal = maker.seek(wanted, choose=no_heart if closed else any_card)
    if deal is None:
        return None
    hand = deal.hands[deal.turn]
    right = bool(deal.legal_mask() & HEARTS)
    scene = Scene(deal.turn, deal.players, hand=hand, notes=notes_of(deal))
    why = (say("quiz.why.may_lead" if right else "quiz.why.may_not_lead"),)
    if right == closed:
        return None  # a hand that may lead hearts although they are closed is another question
    return Draft(
        say("quiz.ask.may_lead"), scene, right, (not right,), YES, why, case_of(deal), {"of": "may_lead"}
    )


@kind(
    "hearts.queen_may_lead",
    REGULAR,
    lambda rules: _after_break(rules) and rules.facts.point_cards & QUEEN_BIT != 0,
)
def queen_may_lead(maker: Maker) -> Draft | None:
    """Whether you may lead the queen of spades before hearts are broken."""

    def wanted(deal: Deal) -> bool:
        hand = deal.hands[deal.turn]
        return (
            not deal.trick
            and not deal.first
            and not deal.broken
            and bool(hand & QUEEN_BIT)
            and 3 <= hand.bit_count() <= 9
        )

    deal = maker.seek(wanted, choose=no_heart)
    if deal is None:
        return None
    right = bool(deal.legal_mask() >> QUEEN & 1)
    scene = Scene(deal.turn, deal.players, hand=deal.hands[deal.turn], notes=notes_of(deal))
    why = (say("quiz.why.queen_may_lead" if right else "quiz.why.queen_may_not_lead"),)
    return Draft(
        say("quiz.ask.queen_may_lead"),
        scene,
        right,
        (not right,),
        YES,
        why,
        case_of(deal),
        {"of": "queen_may_lead"},
    )
