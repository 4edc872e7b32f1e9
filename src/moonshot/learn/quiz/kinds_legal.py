"""Questions about legal cards: places in a deal where it is worth asking what may be played."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from moonshot.engine import Deal, Rules, cards_of
from moonshot.engine.cards import (
    CLUBS,
    HEARTS,
    HIGH_SPADES,
    QUEEN_BIT,
    SPADES,
    SPADES_SUIT,
    SUIT_MASKS,
    lowest_card,
)
from moonshot.learn.quiz.making import (
    HOUSE,
    Choose,
    Fits,
    Maker,
    always,
    any_card,
    kind,
    no_heart,
    suit_letter,
)
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARDS,
    EXPERT,
    REGULAR,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import Sentence, say

HOUSE.update(
    queen_void={"qs_discard": "must_when_void"},
    queen_safe={"qs_discard": "must_when_safe"},
    queen_late={"qs_discard": "after_break"},
    queen_lead={"qs_lead": "after_break"},
    any_club={"opening_leader": "lowest_club", "opening_card": "any_club"},
    free_first={"first_trick_barred": ()},
    barred_bonus={"bonus_card": "JD", "first_trick_barred": ("hearts", "qs", "bonus")},
)


# -- which of your cards may you play? -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a deal that teaches something about legal cards."""

    name: str
    level: str
    wanted: Callable[[Deal], bool]
    fits: Fits = always
    house: str | None = None
    choose: Choose = any_card
    early: bool = False
    given: Callable[[Maker], dict[int, int]] | None = None


def held(deal: Deal) -> int:
    """The hand of the seat in turn."""
    return deal.hands[deal.turn]


def _of_suit(deal: Deal) -> int:
    return held(deal) & SUIT_MASKS[deal.led]


def _small(deal: Deal) -> bool:
    return 3 <= held(deal).bit_count() <= 8


def _after_break(rules: Rules) -> bool:
    return rules.lead_hearts == "after_break"


def _queen_free(rules: Rules) -> bool:
    return rules.qs_lead == "anytime" and rules.facts.point_cards & QUEEN_BIT != 0


def _leads(deal: Deal) -> bool:
    return not deal.trick and not deal.first


def _mixed(deal: Deal) -> bool:
    return 0 < held(deal) & HEARTS < held(deal)


def _follows(deal: Deal) -> bool:
    return bool(deal.trick) and not deal.first and 0 < _of_suit(deal) < held(deal) and _small(deal)


def _is_void(deal: Deal) -> bool:
    return bool(deal.trick) and not deal.first and not _of_suit(deal) and _small(deal)


def _barred(deal: Deal) -> int:
    return held(deal) & deal.facts.barred


def _first_void(deal: Deal) -> bool:
    return deal.first and bool(deal.trick) and not _of_suit(deal)


def no_clubs(maker: Maker) -> dict[int, int]:
    """A hand without clubs for somebody who will not lead."""
    rest = maker.shuffled(maker.facts.deck & ~CLUBS)
    return {maker.rng.randrange(maker.players): sum(1 << card for card in rest[: maker.facts.hand_size])}


def _queen_and_small(maker: Maker) -> dict[int, int]:
    """A hand with the queen of spades and some spades below her."""
    small = maker.shuffled(SPADES & (QUEEN_BIT - 1) & maker.facts.deck)[:3]
    return {maker.rng.randrange(maker.players): QUEEN_BIT | sum(1 << card for card in small)}


def spades_first(maker: Maker, deal: Deal) -> int:
    """A high spade to lead, if there is one."""
    legal = deal.legal_mask()
    spades = legal & SPADES & ~QUEEN_BIT
    return spades.bit_length() - 1 if spades and not deal.trick else any_card(maker, deal)


def _points_only(maker: Maker) -> dict[int, int]:
    """A hand of nothing but cards that are barred from trick one."""
    barred = maker.shuffled(maker.facts.deck & maker.facts.barred)
    return {maker.rng.randrange(maker.players): sum(1 << card for card in barred[: maker.facts.hand_size])}


def _bars_enough(rules: Rules) -> bool:
    facts = rules.facts
    barred = (facts.deck & facts.barred).bit_count()
    return barred >= facts.hand_size and not facts.redeals and rules.opening_card != "any"


def _club_opens(rules: Rules) -> bool:
    return (
        rules.opening_card == "lowest_club" and rules.opening_leader == "lowest_club" and rules.players <= 6
    )


PLACES = (
    Place("follow", BEGINNER, _follows),
    Place("void", BEGINNER, lambda deal: _is_void(deal) and bool(held(deal) & deal.facts.point_cards)),
    Place(
        "first_follow",
        BEGINNER,
        lambda deal: deal.first and bool(deal.trick) and 0 < _of_suit(deal) < held(deal),
        early=True,
        fits=_club_opens,
    ),
    Place(
        "first_void",
        REGULAR,
        lambda deal: _first_void(deal) and 0 < _barred(deal) < held(deal),
        fits=lambda rules: rules.facts.barred != 0 and _club_opens(rules),
        early=True,
        given=no_clubs,
    ),
    Place(
        "first_void_free",
        REGULAR,
        lambda deal: _first_void(deal) and bool(held(deal) & deal.facts.point_cards),
        fits=lambda rules: rules.facts.barred == 0 and _club_opens(rules),
        early=True,
        given=no_clubs,
    ),
    Place(
        "first_points_only",
        EXPERT,
        lambda deal: _first_void(deal) and _barred(deal) == held(deal),
        fits=lambda rules: _bars_enough(rules) and _club_opens(rules),
        early=True,
        given=_points_only,
    ),
    Place(
        "opening",
        BEGINNER,
        lambda deal: deal.first and not deal.trick and deal.legal_mask().bit_count() == 1,
        fits=_club_opens,
        early=True,
    ),
    Place(
        "lead_closed",
        BEGINNER,
        lambda deal: (
            _leads(deal)
            and _mixed(deal)
            and not deal.broken
            and _small(deal)
            and not deal.legal_mask() & HEARTS
        ),
        fits=_after_break,
        choose=no_heart,
    ),
    Place(
        "lead_open",
        BEGINNER,
        lambda deal: (
            _leads(deal) and _mixed(deal) and deal.broken and _small(deal) and deal.legal_mask() == held(deal)
        ),
        fits=_after_break,
    ),
    Place(
        "lead_any_time",
        REGULAR,
        lambda deal: (
            _leads(deal) and _mixed(deal) and _small(deal) and not any(taken & HEARTS for taken in deal.taken)
        ),
        fits=lambda rules: rules.lead_hearts == "anytime",
        choose=no_heart,
    ),
    Place(
        "lead_never",
        REGULAR,
        lambda deal: _leads(deal) and _mixed(deal) and _small(deal) and not deal.legal_mask() & HEARTS,
        fits=lambda rules: rules.lead_hearts == "never",
    ),
    Place(
        "lead_only_hearts",
        REGULAR,
        lambda deal: (
            _leads(deal)
            and not deal.broken
            and held(deal) & ~HEARTS == 0
            and 2 <= held(deal).bit_count() <= 8
        ),
        fits=_after_break,
        choose=no_heart,
    ),
    Place(
        "lead_with_queen",
        REGULAR,
        lambda deal: (
            _leads(deal)
            and not deal.broken
            and _small(deal)
            and bool(held(deal) & QUEEN_BIT)
            and bool(held(deal) & HEARTS)
            and bool(held(deal) & ~HEARTS & ~QUEEN_BIT)
        ),
        fits=lambda rules: _after_break(rules) and _queen_free(rules),
        choose=no_heart,
    ),
    Place(
        "queen_follows",
        REGULAR,
        lambda deal: _follows(deal) and bool(_of_suit(deal) & QUEEN_BIT) and _of_suit(deal).bit_count() >= 2,
        fits=_queen_free,
    ),
    Place(
        "house_queen_void",
        ADVANCED,
        lambda deal: _is_void(deal) and bool(held(deal) & QUEEN_BIT),
        fits=_queen_free,
        house="queen_void",
    ),
    Place(
        "house_queen_safe",
        EXPERT,
        lambda deal: (
            bool(deal.trick & HIGH_SPADES)
            and not deal.first
            and deal.led == SPADES_SUIT
            and bool(_of_suit(deal) & QUEEN_BIT)
            and _of_suit(deal).bit_count() >= 2
        ),
        fits=_queen_free,
        house="queen_safe",
        choose=spades_first,
        given=_queen_and_small,
    ),
    Place(
        "house_queen_late",
        EXPERT,
        lambda deal: (
            _is_void(deal) and not deal.broken and bool(held(deal) & QUEEN_BIT) and held(deal) != QUEEN_BIT
        ),
        fits=lambda rules: _queen_free(rules) and _after_break(rules),
        house="queen_late",
        choose=no_heart,
    ),
    Place(
        "house_queen_lead",
        ADVANCED,
        lambda deal: (
            _leads(deal)
            and not deal.broken
            and _small(deal)
            and bool(held(deal) & QUEEN_BIT)
            and bool(held(deal) & ~HEARTS & ~QUEEN_BIT)
        ),
        fits=lambda rules: _after_break(rules) and rules.facts.point_cards & QUEEN_BIT != 0,
        house="queen_lead",
        choose=no_heart,
    ),
    Place(
        "house_any_club",
        ADVANCED,
        lambda deal: deal.first and not deal.trick and deal.legal_mask().bit_count() > 1,
        house="any_club",
        early=True,
    ),
    Place(
        "house_free_first",
        ADVANCED,
        lambda deal: _first_void(deal) and bool(held(deal) & deal.facts.point_cards),
        fits=_club_opens,
        house="free_first",
        early=True,
        given=no_clubs,
    ),
    Place(
        "house_barred_bonus",
        EXPERT,
        lambda deal: (
            _first_void(deal)
            and bool(held(deal) >> deal.facts.bonus_card & 1)
            and 0 < _barred(deal) < held(deal)
        ),
        fits=_club_opens,
        house="barred_bonus",
        early=True,
        given=no_clubs,
    ),
)


def _enter(place: Place) -> None:
    @kind(f"play.{place.name}", place.level, place.fits, house=place.house)
    def which_cards(maker: Maker) -> Draft | None:
        deal = maker.seek(place.wanted, choose=place.choose, early=place.early, given=place.given)
        if deal is None:
            return None
        legal = deal.legal_mask()
        return Draft(
            say("quiz.ask.play" if deal.trick else "quiz.ask.lead"),
            scene_of(deal),
            legal,
            beliefs(deal),
            CARDS,
            (say(f"quiz.why.play.{place.name}", **told(deal)),),
            case_of(deal),
            {"of": "legal"},
        )


def told(deal: Deal) -> dict[str, str]:
    """The facts for an explanation: the suit that was led, where one was."""
    return {"suit": suit_letter(deal.led * 13)} if deal.trick else {}


def scene_of(deal: Deal) -> Scene:
    """What the seat in turn sees: its hand, the trick, whether hearts are broken."""
    trick = tuple(
        ((deal.leader + place) % deal.players, card) for place, card in enumerate(deal.trick_cards())
    )
    scene = Scene(deal.turn, deal.players, hand=held(deal), trick=trick)
    return replace(scene, notes=notes_of(deal))


def notes_of(deal: Deal) -> tuple[Sentence, ...]:
    """What one has to know besides the cards: the first trick, and whether hearts are broken."""
    notes = [say("quiz.note.first")] if deal.first else []
    if deal.rules.lead_hearts == "after_break" and not deal.first:
        notes.append(say("quiz.note.broken" if deal.broken else "quiz.note.closed"))
    return tuple(notes)


def beliefs(deal: Deal) -> tuple[int, ...]:
    """What people believe they may play, and may not: never the legal set, always some of the hand."""
    hand, legal = held(deal), deal.legal_mask()
    suit = _of_suit(deal) if deal.trick else 0
    points = hand & deal.facts.scoring_cards
    thoughts = [hand, hand & ~points, hand & ~HEARTS, suit, points, hand & ~QUEEN_BIT, hand & CLUBS]
    thoughts += [hand & HEARTS, legal & ~QUEEN_BIT, legal | hand & QUEEN_BIT, hand & ~SPADES]
    if legal.bit_count() > 1:
        thoughts += [1 << lowest_card(legal), 1 << legal.bit_length() - 1]
    barred = hand & ~legal
    if barred:
        thoughts += [barred, legal | 1 << lowest_card(barred)]
    for card in cards_of(hand):
        thoughts.append(legal ^ 1 << card)
    return tuple(dict.fromkeys(thought for thought in thoughts if thought and thought != legal))


for _place in PLACES:
    _enter(_place)
