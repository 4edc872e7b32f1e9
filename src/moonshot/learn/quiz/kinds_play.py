"""Questions about one card: may it be played, why not, and how many may."""

from dataclasses import replace

from moonshot.engine import Deal, cards_of
from moonshot.engine.cards import lowest_card
from moonshot.learn.quiz.kinds_legal import held, no_clubs, scene_of, told
from moonshot.learn.quiz.making import Maker, kind, texts
from moonshot.learn.quiz.question import BEGINNER, CARD, NUMBER, REGULAR, WORD, Draft, case_of
from moonshot.learn.sentences import say


def _some(deal: Deal) -> bool:
    barred = held(deal) & ~deal.legal_mask()
    return bool(barred) and held(deal).bit_count() >= 4 and not (deal.first and not deal.trick)


@kind("play.one_not", BEGINNER)
def one_not(maker: Maker) -> Draft | None:
    """The one card of four that may not be played."""
    deal = maker.seek(lambda deal: _some(deal) and deal.legal_mask().bit_count() >= 3)
    if deal is None:
        return None
    legal = deal.legal_mask()
    card = maker.rng.choice(cards_of(held(deal) & ~legal))
    wrong = tuple(1 << one for one in maker.shuffled(legal)[:3])
    return _about_one(deal, "quiz.ask.one_not", card, wrong)


@kind("play.one_may", BEGINNER)
def one_may(maker: Maker) -> Draft | None:
    """The one card of four that may be played."""
    deal = maker.seek(lambda deal: _some(deal) and (held(deal) & ~deal.legal_mask()).bit_count() >= 3)
    if deal is None:
        return None
    legal = deal.legal_mask()
    wrong = tuple(1 << one for one in maker.shuffled(held(deal) & ~legal)[:3])
    barred = lowest_card(wrong[0])
    right = maker.rng.choice(cards_of(legal))
    draft = _about_one(deal, "quiz.ask.one_may", barred, wrong)
    return replace(draft, right=1 << right, facts={"of": "legal_one"})


def _about_one(deal: Deal, ask: str, barred: int, wrong: tuple[int, ...]) -> Draft:
    reason = deal.why_illegal(barred)
    assert reason is not None
    why = (
        say("quiz.why.legal", n=deal.legal_mask().bit_count(), cards=texts(deal.legal_mask())),
        say(f"quiz.reason.{reason.code}", card=texts(1 << barred)[0], **told(deal)),
    )
    return Draft(say(ask), scene_of(deal), 1 << barred, wrong, CARD, why, case_of(deal), {"of": "barred_one"})


@kind("play.how_many", REGULAR)
def how_many(maker: Maker) -> Draft | None:
    """The number of cards that may be played."""
    deal = maker.seek(lambda deal: _some(deal) and held(deal).bit_count() <= 9)
    if deal is None:
        return None
    hand, legal = held(deal), deal.legal_mask()
    likely = (hand.bit_count(), (hand & ~deal.facts.scoring_cards).bit_count(), legal.bit_count() + 1)
    others = tuple(n for n in (*likely, legal.bit_count() + 2, legal.bit_count() - 1) if n > 0)
    why = (say("quiz.why.legal", n=legal.bit_count(), cards=texts(legal)),)
    return Draft(
        say("quiz.ask.how_many"),
        scene_of(deal),
        legal.bit_count(),
        others,
        NUMBER,
        why,
        case_of(deal),
        {"of": "legal_count"},
    )


REASONS = (
    "must_follow_suit",
    "points_on_first_trick",
    "hearts_not_broken",
    "queen_not_allowed",
    "opening_card",
)


@kind("play.why_not", REGULAR)
def why_not(maker: Maker) -> Draft | None:
    """Why a certain card may not be played."""
    early = maker.rng.random() < 0.5
    place = (lambda deal: bool(held(deal) & ~deal.legal_mask())) if early else _some
    deal = maker.seek(place, early=early, given=no_clubs if early and maker.rng.random() < 0.5 else None)
    if deal is None:
        return None
    card = maker.rng.choice(cards_of(held(deal) & ~deal.legal_mask()))
    reason = deal.why_illegal(card)
    assert reason is not None
    wrong = tuple(maker.rng.sample([code for code in REASONS if code != reason.code], 3))
    code = texts(1 << card)[0]
    why = (say(f"quiz.reason.{reason.code}", card=code, **told(deal)),)
    return Draft(
        say("quiz.ask.why_not", card=code),
        replace(scene_of(deal), card=card),
        reason.code,
        wrong,
        WORD,
        why,
        case_of(deal),
        {"of": "reason", "card": card},
    )
