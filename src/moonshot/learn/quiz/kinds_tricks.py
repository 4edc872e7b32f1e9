"""Questions about tricks: who takes one, what it costs, what can be read from those that are past."""

from collections.abc import Callable

from moonshot.engine import Deal, Rules, cards_of
from moonshot.engine.cards import HEARTS, QUEEN, QUEEN_BIT, SUIT_MASKS, rank_of
from moonshot.engine.legality import winning_card
from moonshot.engine.scoring import points_of
from moonshot.engine.view import points_so_far
from moonshot.learn.quiz.making import Maker, any_card, kind, numbers_near, suit_letter, texts
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARD,
    EXPERT,
    NUMBER,
    REGULAR,
    SEAT,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import say

Told = tuple[tuple[int, int], ...]


def trick_told(deal: Deal, number: int) -> Told:
    """Seat and card of each play of a finished trick."""
    cards = deal.plays[number * deal.players : (number + 1) * deal.players]
    return tuple(((deal.leader_of(number) + place) % deal.players, card) for place, card in enumerate(cards))


def _last(deal: Deal) -> tuple[int, ...]:
    return tuple(deal.plays[-deal.players :])


def _just_taken(deal: Deal) -> bool:
    return bool(deal.winners) and not deal.trick


def _after_trick(
    maker: Maker, wanted: Callable[[tuple[int, ...]], bool], **seeking: bool
) -> tuple[Deal, Told] | None:
    deal = maker.seek(lambda deal: _just_taken(deal) and wanted(_last(deal)), **seeking)  # type: ignore[arg-type]
    return None if deal is None else (deal, trick_told(deal, len(deal.winners) - 1))


def _discards(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if card // 13 != cards[0] // 13)


def _seats(deal: Deal) -> tuple[int, ...]:
    return tuple(range(deal.players))


def _who(scene: Scene, seat: int) -> str:
    return str(scene.relative(seat))


def _whose(maker: Maker, found: tuple[Deal, Told] | None, ask: str, why: str) -> Draft | None:
    """Whose is the trick? Asked in one of several ways."""
    if found is None:
        return None
    deal, told = found
    scene = Scene(maker.rng.randrange(deal.players), deal.players, trick=told)
    winner = deal.winners[-1]
    wrong = maker.rng.sample([seat for seat in _seats(deal) if seat != winner], min(3, deal.players - 1))
    best = winning_card(sum(1 << card for _, card in told), told[0][1] // 13)
    explained = say(why, card=texts(1 << best)[0], suit=suit_letter(told[0][1]), who=_who(scene, winner))
    return Draft(say(ask), scene, winner, tuple(wrong), SEAT, (explained,), case_of(deal), {"of": "winner"})


@kind("trick.winner", BEGINNER)
def winner(maker: Maker) -> Draft | None:
    """Everybody follows: the highest card takes it."""
    found = _after_trick(maker, lambda cards: not _discards(cards))
    return _whose(maker, found, "quiz.ask.winner", "quiz.why.winner")


@kind("trick.winner_discards", BEGINNER)
def winner_discards(maker: Maker) -> Draft | None:
    """A higher card of another suit does not take the trick."""

    def wanted(cards: tuple[int, ...]) -> bool:
        best = max(rank_of(card) for card in cards if card // 13 == cards[0] // 13)
        return any(rank_of(card) > best for card in _discards(cards))

    return _whose(maker, _after_trick(maker, wanted), "quiz.ask.winner", "quiz.why.winner_discards")


@kind("trick.leads_next", BEGINNER)
def leads_next(maker: Maker) -> Draft | None:
    """Who takes a trick leads the next."""
    found = _after_trick(maker, lambda cards: bool(_discards(cards)))
    return _whose(maker, found, "quiz.ask.leads_next", "quiz.why.leads_next")


def _queen_costs(rules: Rules) -> bool:
    return rules.facts.point_cards & QUEEN_BIT != 0


@kind("trick.queen_goes", BEGINNER, _queen_costs)
def queen_goes(maker: Maker) -> Draft | None:
    """The queen of spades is thrown away: who has her now?"""
    found = _after_trick(maker, lambda cards: QUEEN in _discards(cards))
    return _whose(maker, found, "quiz.ask.queen_goes", "quiz.why.queen_goes")


@kind("trick.heart_goes", BEGINNER)
def heart_goes(maker: Maker) -> Draft | None:
    """A heart is thrown away: for whom does it count?"""

    def wanted(cards: tuple[int, ...]) -> bool:
        return len([card for card in _discards(cards) if HEARTS >> card & 1]) == 1

    return _whose(maker, _after_trick(maker, wanted), "quiz.ask.heart_goes", "quiz.why.heart_goes")


@kind("trick.worth", BEGINNER)
def worth(maker: Maker) -> Draft | None:
    """What a trick costs whoever takes it."""
    found = _after_trick(maker, lambda cards: any(maker.facts.points[card] for card in cards))
    if found is None:
        return None
    deal, told = found
    cards = sum(1 << card for _, card in told)
    right = points_of(deal.facts.points, cards)
    hearts = (cards & HEARTS).bit_count()
    likely = (hearts, hearts + 13, right + 13, hearts * 2, deal.players)
    scene = Scene(maker.rng.randrange(deal.players), deal.players, trick=told)
    costly = texts(cards & deal.facts.point_cards)
    why = (say("quiz.why.worth", n=right, cards=costly),)
    return Draft(
        say("quiz.ask.worth"),
        scene,
        right,
        numbers_near(right, *likely),
        NUMBER,
        why,
        case_of(deal),
        {"of": "trick_points"},
    )


def _last_to_play(deal: Deal) -> bool:
    """The seat in turn ends the trick, and can both win it and lose it."""
    if not deal.trick or deal.in_trick != deal.players - 1 or deal.first:
        return False
    legal = deal.legal_mask()
    high = [card for card in cards_of(legal) if _wins(deal, card)]
    return bool(high) and len(high) < legal.bit_count()


def _wins(deal: Deal, card: int) -> bool:
    twin = deal.copy()
    me = twin.turn
    twin.push(card)
    return twin.winners[-1] == me


def _ending(maker: Maker, *, several: bool) -> tuple[Deal, list[int], list[int]] | None:
    def wanted(deal: Deal) -> bool:
        if not _last_to_play(deal):
            return False
        wins = [card for card in cards_of(deal.legal_mask()) if _wins(deal, card)]
        return not several or deal.legal_mask().bit_count() - len(wins) >= 2

    deal = maker.seek(wanted)
    if deal is None:
        return None
    legal = cards_of(deal.legal_mask())
    wins = [card for card in legal if _wins(deal, card)]
    return deal, wins, [card for card in legal if card not in wins]


def _my_scene(deal: Deal) -> Scene:
    trick = tuple(
        ((deal.leader + place) % deal.players, card) for place, card in enumerate(deal.trick_cards())
    )
    return Scene(deal.turn, deal.players, hand=deal.hands[deal.turn], trick=trick)


def _one_card(deal: Deal, ask: str, why: str, right: int, wrong: list[int], of: str) -> Draft:
    best = winning_card(deal.trick, deal.led)
    explained = say(why, card=texts(1 << right)[0], over=texts(1 << best)[0], suit=suit_letter(deal.led * 13))
    bits = tuple(1 << card for card in wrong)
    return Draft(say(ask), _my_scene(deal), 1 << right, bits, CARD, (explained,), case_of(deal), {"of": of})


@kind("trick.which_wins", BEGINNER)
def which_wins(maker: Maker) -> Draft | None:
    """Last to play: the card that would take the trick."""
    found = _ending(maker, several=False)
    if found is None:
        return None
    deal, wins, loses = found
    right = maker.rng.choice(wins)
    return _one_card(deal, "quiz.ask.which_wins", "quiz.why.which_wins", right, loses[-3:], "wins")


@kind("trick.which_ducks", REGULAR)
def which_ducks(maker: Maker) -> Draft | None:
    """Last to play: the card that would not take the trick."""
    found = _ending(maker, several=False)
    if found is None:
        return None
    deal, wins, loses = found
    right = maker.rng.choice(loses)
    return _one_card(deal, "quiz.ask.which_ducks", "quiz.why.which_ducks", right, wins[:3], "loses")


@kind("trick.highest_duck", REGULAR)
def highest_duck(maker: Maker) -> Draft | None:
    """Last to play: the highest card that still stays under."""
    found = _ending(maker, several=True)
    if found is None:
        return None
    deal, wins, loses = found
    right = loses[-1]
    wrong = [*wins[:1], *loses[-3:-1]]
    return _one_card(deal, "quiz.ask.highest_duck", "quiz.why.highest_duck", right, wrong, "highest_loser")


@kind("trick.points_so_far", REGULAR)
def points_to_now(maker: Maker) -> Draft | None:
    """What a seat has taken so far, from the tricks that lie on the table."""
    deal = maker.seek(
        lambda deal: _just_taken(deal) and 2 <= len(deal.winners) <= 4 and any(points_so_far(deal))
    )
    if deal is None:
        return None
    points = points_so_far(deal)
    seat = maker.rng.choice([seat for seat, value in enumerate(points) if value])
    scene = Scene(
        maker.rng.randrange(deal.players),
        deal.players,
        tricks=tuple(trick_told(deal, number) for number in range(len(deal.winners))),
    )
    right = points[seat]
    taken = deal.taken[seat]
    likely = (sum(points), (taken & HEARTS).bit_count(), deal.tricks_won[seat])
    who = _who(scene, seat)
    why = (say("quiz.why.points_so_far", cards=texts(taken & deal.facts.scoring_cards), n=right, who=who),)
    return Draft(
        say("quiz.ask.points_so_far", who=who),
        scene,
        right,
        numbers_near(right, *likely),
        NUMBER,
        why,
        case_of(deal),
        {"of": "points_so_far", "seat": seat},
    )


# -- reading what is past --------------------------------------------------------------------------------


def _shown_void(deal: Deal, seat: int, suit: int) -> bool:
    """Whether a seat has failed to follow a suit."""
    for number in range(len(deal.winners)):
        told = trick_told(deal, number)
        if told[0][1] // 13 == suit and dict(told)[seat] // 13 != suit:
            return True
    return False


@kind("trick.known_void", ADVANCED)
def known_void(maker: Maker) -> Draft | None:
    """Who has shown that a suit is gone."""

    def wanted(deal: Deal) -> bool:
        return (
            _just_taken(deal)
            and 3 <= len(deal.winners) <= 5
            and any(
                [_shown_void(deal, seat, suit) for seat in _seats(deal)].count(True) == 1 for suit in range(4)
            )
        )

    deal = maker.seek(wanted)
    if deal is None:
        return None
    suits = [s for s in range(4) if [_shown_void(deal, seat, s) for seat in _seats(deal)].count(True) == 1]
    suit = maker.rng.choice(suits)
    seat = next(seat for seat in _seats(deal) if _shown_void(deal, seat, suit))
    number = next(
        number
        for number in range(len(deal.winners))
        if (told := trick_told(deal, number))[0][1] // 13 == suit and dict(told)[seat] // 13 != suit
    )
    scene = Scene(
        maker.rng.choice([one for one in _seats(deal) if one != seat]),
        deal.players,
        tricks=tuple(trick_told(deal, no) for no in range(len(deal.winners))),
    )
    played = dict(trick_told(deal, number))[seat]
    letter = suit_letter(suit * 13)
    why = (say("quiz.why.known_void", card=texts(1 << played)[0], suit=letter, who=_who(scene, seat)),)
    wrong = tuple(one for one in _seats(deal) if one != seat)
    return Draft(
        say("quiz.ask.known_void", suit=letter),
        scene,
        seat,
        wrong,
        SEAT,
        why,
        case_of(deal),
        {"of": "known_void", "suit": suit},
    )


def _counting(maker: Maker) -> tuple[Deal, Scene, int, int] | None:
    """A deal some tricks old, seen by a seat, a suit with cards still out, and those cards."""
    deal = maker.seek(lambda deal: _just_taken(deal) and 3 <= len(deal.winners) <= 5)
    if deal is None:
        return None
    me = deal.turn
    gone = sum(1 << card for card in deal.plays)
    suits = [suit for suit in range(4) if gone & SUIT_MASKS[suit]]
    suit = maker.rng.choice(suits)
    out = deal.facts.deck & SUIT_MASKS[suit] & ~gone & ~deal.hands[me] & ~deal.kitty
    told = tuple(trick_told(deal, number) for number in range(len(deal.winners)))
    return deal, Scene(me, deal.players, hand=deal.hands[me], tricks=told), suit, out


@kind("trick.still_out", ADVANCED)
def still_out(maker: Maker) -> Draft | None:
    """How many cards of a suit the others still hold."""
    found = _counting(maker)
    if found is None:
        return None
    deal, scene, suit, out = found
    right = out.bit_count()
    letter = suit_letter(suit * 13)
    mine = (scene.hand & SUIT_MASKS[suit]).bit_count()
    gone = sum(1 for card in deal.plays if card // 13 == suit)
    why = (say("quiz.why.still_out", n=right, suit=letter, mine=mine, gone=gone, all=right + mine + gone),)
    return Draft(
        say("quiz.ask.still_out", suit=letter),
        scene,
        right,
        numbers_near(right, right + mine),
        NUMBER,
        why,
        case_of(deal),
        {"of": "still_out", "suit": suit},
    )


@kind("trick.highest_out", EXPERT)
def highest_out(maker: Maker) -> Draft | None:
    """The highest card of a suit that somebody else still holds."""
    found = _counting(maker)
    if found is None or not found[3]:
        return None
    deal, scene, suit, out = found
    right = out.bit_length() - 1
    others = [card for card in cards_of(SUIT_MASKS[suit] & deal.facts.deck) if card != right]
    wrong = tuple(1 << card for card in sorted(others, reverse=True)[:3])
    letter = suit_letter(suit * 13)
    why = (say("quiz.why.highest_out", card=texts(1 << right)[0], suit=letter),)
    return Draft(
        say("quiz.ask.highest_out", suit=letter),
        scene,
        1 << right,
        wrong,
        CARD,
        why,
        case_of(deal),
        {"of": "highest_out", "suit": suit},
    )


@kind("trick.points_left", ADVANCED)
def points_left(maker: Maker) -> Draft | None:
    """How many points are still to fall."""
    deal = maker.seek(
        lambda deal: (
            _just_taken(deal)
            and 2 <= len(deal.winners) <= 5
            and bool(sum(deal.taken) & deal.facts.point_cards)
            and not deal.kitty
        ),
        choose=any_card,
    )
    if deal is None:
        return None
    held = sum(deal.hands) & deal.facts.point_cards
    right = points_of(deal.facts.points, held)
    gone = points_of(deal.facts.points, sum(deal.taken) & deal.facts.point_cards)
    scene = Scene(
        maker.rng.randrange(deal.players),
        deal.players,
        tricks=tuple(trick_told(deal, number) for number in range(len(deal.winners))),
    )
    why = (say("quiz.why.points_left", n=right, gone=gone, all=right + gone),)
    return Draft(
        say("quiz.ask.points_left"),
        scene,
        right,
        numbers_near(right, gone, right + gone),
        NUMBER,
        why,
        case_of(deal),
        {"of": "points_left"},
    )
