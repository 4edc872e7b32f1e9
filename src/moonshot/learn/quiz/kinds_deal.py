"""Questions about the deal and the pass: sizes, dealer, opener, directions, the kitty, dealing again."""

from moonshot.engine import Deal, Rules, cards_of, mask_of
from moonshot.engine.cards import CLUBS, FULL_DECK
from moonshot.engine.facts import OPEN_LOWEST_CLUB
from moonshot.engine.passing import HOLD, receivers_of
from moonshot.engine.scoring import points_of
from moonshot.learn.quiz.making import HOUSE, Maker, kind, no_heart, numbers_near, texts
from moonshot.learn.quiz.question import (
    ADVANCED,
    BEGINNER,
    CARD,
    CARDS,
    EXPERT,
    NUMBER,
    REGULAR,
    SEAT,
    WORD,
    Draft,
    Scene,
    case_of,
)
from moonshot.learn.sentences import say

HOUSE.update(
    three={"players": 3, "removed": "auto", "pass_cycle": "auto"},
    five={"players": 5, "removed": "auto", "pass_cycle": "auto"},
    six={"players": 6, "removed": "auto", "pass_cycle": "auto"},
    kitty_first={"players": 3, "removed": "auto", "pass_cycle": "auto", "kitty": "first_trick"},
    kitty_last={"players": 5, "removed": "auto", "pass_cycle": "auto", "kitty": "last_trick"},
    kitty_heart={"players": 3, "removed": "auto", "pass_cycle": "auto", "kitty": "first_heart"},
    redeal={"first_trick_fallback": "redeal"},
    pass_four={"pass_count": 4},
)


def _scene(deal: Deal, maker: Maker) -> Scene:
    return Scene(maker.rng.randrange(deal.players), deal.players)


def _who(scene: Scene, seat: int) -> str:
    return str(scene.relative(seat))


def _number(maker: Maker, name: str, right: int, likely: tuple[int, ...], of: str, **params: int) -> Draft:
    deal = maker.deal()
    why = (say(f"quiz.why.{name}", n=right, players=maker.players, **params),)
    return Draft(
        say(f"quiz.ask.{name}", **params),
        _scene(deal, maker),
        right,
        numbers_near(right, *likely),
        NUMBER,
        why,
        case_of(deal),
        {"of": of},
    )


def _hand_size(name: str, level: str, house: str | None = None) -> None:
    @kind(f"deal.{name}", level, house=house)
    def hand_size(maker: Maker) -> Draft:
        size = maker.rules.hand_size
        likely = (52 // maker.players + 1, 13, 12, 10, 17)
        return _number(maker, "hand_size", size, likely, "hand_size", pack=maker.facts.deck.bit_count())


_hand_size("hand_size", BEGINNER)
_hand_size("house_three", BEGINNER, "three")
_hand_size("house_five", REGULAR, "five")
_hand_size("house_six", REGULAR, "six")


@kind("deal.tricks", BEGINNER)
def tricks(maker: Maker) -> Draft:
    """How many tricks a hand has."""
    return _number(maker, "tricks", maker.rules.hand_size, (maker.players * 4, 12, 26), "hand_size")


@kind("deal.points", BEGINNER)
def points(maker: Maker) -> Draft:
    """How many points a hand has."""
    facts = maker.facts
    right = points_of(facts.points, facts.point_cards)
    return _number(maker, "points", right, (13, 26, right + 13, 14), "points_in_deal")


def _taken_out(name: str, level: str, house: str | None) -> None:
    @kind(
        f"deal.{name}",
        level,
        lambda rules: (FULL_DECK & ~rules.facts.deck).bit_count() == 1 or house is not None,
        house=house,
    )
    def taken_out(maker: Maker) -> Draft | None:
        removed = FULL_DECK & ~maker.facts.deck
        if not removed:
            return None
        deal = maker.deal()
        right = maker.rng.choice(cards_of(removed))
        often = [card for card in (0, 13, 26, 39, 25, 12, 38) if not removed >> card & 1]
        maker.rng.shuffle(often)
        why = (say("quiz.why.removed", n=removed.bit_count(), cards=texts(removed), players=maker.players),)
        return Draft(
            say("quiz.ask.removed", players=maker.players),
            _scene(deal, maker),
            1 << right,
            tuple(1 << card for card in often[:3]),
            CARD,
            why,
            case_of(deal),
            {"of": "removed"},
        )


_taken_out("removed", REGULAR, None)
_taken_out("house_removed", ADVANCED, "five")


@kind("deal.dealer", REGULAR)
def dealer(maker: Maker) -> Draft:
    """Who deals next."""
    deal = maker.deal()
    scene = _scene(deal, maker)
    right = (deal.dealer + 1) % deal.players
    wrong = tuple(seat for seat in range(deal.players) if seat != right)
    why = (say("quiz.why.dealer", who=_who(scene, right)),)
    return Draft(
        say("quiz.ask.dealer", who=_who(scene, deal.dealer)),
        scene,
        right,
        wrong[:3],
        SEAT,
        why,
        case_of(deal),
        {"of": "next_dealer"},
    )


def _opener(name: str, level: str, house: str | None = None) -> None:
    @kind(f"deal.{name}", level, house=house)
    def opener(maker: Maker) -> Draft:
        deal = maker.deal()
        right = deal.opener
        me = maker.rng.randrange(deal.players)
        scene = Scene(me, deal.players, hands=tuple(hand & CLUBS for hand in deal.hands))
        first = (deal.dealer + 1) % deal.players
        likely = dict.fromkeys([first, deal.dealer, *maker.rng.sample(range(deal.players), deal.players)])
        wrong = tuple(seat for seat in likely if seat != right)
        if maker.facts.left_of_dealer_opens:
            why = say("quiz.why.opener_left", who=_who(scene, right))
        else:
            lowest = texts(maker.facts.deck & CLUBS & ~deal.kitty)[0]
            why = say("quiz.why.opener_club", card=lowest, who=_who(scene, right))
        return Draft(
            say("quiz.ask.opener", who=_who(scene, deal.dealer)),
            scene,
            right,
            wrong,
            SEAT,
            (why,),
            case_of(deal),
            {"of": "opener"},
        )


_opener("opener", BEGINNER)
_opener("house_opener", ADVANCED, "six")


@kind(
    "deal.opens_with",
    BEGINNER,
    lambda rules: rules.facts.opening_card == OPEN_LOWEST_CLUB and not rules.facts.left_of_dealer_opens,
)
def opens_with(maker: Maker) -> Draft:
    """The card that opens a hand."""
    deal = maker.deal()
    right = cards_of(maker.facts.deck & CLUBS)[0]
    wrong = [card for card in (0, 13, 12, 36, 39, 26) if card != right and maker.facts.deck >> card & 1]
    why = (say("quiz.why.opens_with", card=texts(1 << right)[0]),)
    return Draft(
        say("quiz.ask.opens_with"),
        _scene(deal, maker),
        1 << right,
        tuple(1 << card for card in maker.rng.sample(wrong, 3)),
        CARD,
        why,
        case_of(deal),
        {"of": "opens_with"},
    )


# -- the kitty, dealing again ----------------------------------------------------------------------------


def _kitty(name: str) -> None:
    @kind(f"deal.{name}", ADVANCED, house=name)
    def kitty(maker: Maker) -> Draft | None:
        deal = maker.played_out(choose=no_heart if name == "kitty_heart" else None)
        if deal.kitty_trick < 0:
            return None
        # Only tricks that could be the one are shown: the first, the last and the first with a heart.
        numbers = sorted({0, deal.kitty_trick, len(deal.winners) - 1})
        told = tuple(_told(deal, number) for number in numbers)
        right = deal.winners[deal.kitty_trick]
        scene = Scene(maker.rng.randrange(deal.players), deal.players, tricks=told)
        if any(deal.winners[no] != right for no in numbers) is False:
            return None
        wrong = tuple(seat for seat in range(deal.players) if seat != right)
        why = (say(f"quiz.why.{name}", who=_who(scene, right)),)
        return Draft(
            say(f"quiz.ask.{name}"),
            scene,
            right,
            tuple(maker.rng.sample(wrong, min(3, len(wrong)))),
            SEAT,
            why,
            case_of(deal),
            {"of": "kitty"},
        )


def _told(deal: Deal, number: int) -> tuple[tuple[int, int], ...]:
    cards = deal.plays[number * deal.players : (number + 1) * deal.players]
    return tuple(((deal.leader_of(number) + place) % deal.players, card) for place, card in enumerate(cards))


_kitty("kitty_first")
_kitty("kitty_last")
_kitty("kitty_heart")


@kind("deal.kitty_size", REGULAR, house="kitty_last")
def kitty_size(maker: Maker) -> Draft:
    """How many cards are left over for the kitty."""
    return _number(maker, "kitty_size", maker.rules.kitty_size, (0, 4, maker.players), "kitty_size")


@kind(
    "deal.redeal",
    EXPERT,
    lambda rules: (
        (rules.facts.deck & rules.facts.barred).bit_count() >= rules.hand_size
        and not rules.facts.left_of_dealer_opens
    ),
    house="redeal",
)
def redeal(maker: Maker) -> Draft | None:
    """A hand of nothing but barred cards, with and without the one card that saves it."""
    seat = maker.rng.randrange(maker.players)
    size = maker.facts.hand_size
    barred = mask_of(maker.shuffled(maker.facts.deck & maker.facts.barred)[:size])
    saved = maker.rng.random() < 0.5
    if saved:
        one = maker.rng.choice(cards_of(maker.facts.deck & ~maker.facts.barred & ~CLUBS))
        barred = barred & (barred - 1) | 1 << one
    deal = maker.deal({seat: barred})
    while deal.phase == "playing" and deal.turn != seat:
        deal.push(maker.rng.choice(cards_of(deal.legal_mask())))
    trick = tuple(
        ((deal.leader + place) % deal.players, card) for place, card in enumerate(deal.trick_cards())
    )
    scene = Scene(seat, deal.players, hand=deal.hands[seat], trick=trick, notes=(say("quiz.note.first"),))
    right = "redealt" if deal.phase == "redeal" else "plays_on"
    why = (say(f"quiz.why.{right}"),)
    return Draft(
        say("quiz.ask.redeal"),
        scene,
        right,
        ("plays_on", "redealt", "plays_any"),
        WORD,
        why,
        case_of(deal),
        {"of": "redeal"},
    )


# -- the pass --------------------------------------------------------------------------------------------


def _passes(rules: Rules) -> bool:
    return any(receivers_of(way, rules.players) for way in rules.directions)


def _turns(rules: Rules) -> bool:
    return _passes(rules) and len(set(rules.directions)) > 1


def _pass_to(name: str, level: str, house: str | None = None, *, whence: bool = False) -> None:
    @kind(f"pass.{name}", level, _passes, house=house)
    def pass_to(maker: Maker) -> Draft | None:
        deal = maker.before_pass()
        if deal is None:
            return None
        receivers = receivers_of(deal.direction, deal.players)
        assert receivers is not None
        scene = _scene(deal, maker)
        right = receivers.index(scene.me) if whence else receivers[scene.me]
        wrong = [seat for seat in range(deal.players) if seat not in (right, scene.me)]
        maker.rng.shuffle(wrong)
        ask = "quiz.ask.pass_from" if whence else "quiz.ask.pass_to"
        why = say(
            f"quiz.why.{'pass_from' if whence else 'pass_to'}", way=deal.direction, who=_who(scene, right)
        )
        return Draft(
            say(ask, number=deal.deal_no),
            scene,
            right,
            tuple(wrong[:3]),
            SEAT,
            (why,),
            case_of(deal),
            {"of": "pass_from" if whence else "pass_to", "seat": scene.me},
        )


_pass_to("to", BEGINNER)
_pass_to("from", BEGINNER, whence=True)
_pass_to("house_five_to", ADVANCED, "five")
_pass_to("house_three_to", REGULAR, "three")


@kind("pass.next_way", REGULAR, _turns)
def next_way(maker: Maker) -> Draft:
    """Which way comes after this one."""
    cycle = maker.rules.directions
    deal_no = maker.rng.randint(1, 2 * len(cycle))
    deal = maker.deal(deal_no=deal_no)
    after = maker.deal(deal_no=deal_no + 1)
    right = after.direction
    # "Across" is a seat of its own only where an even number sits round the table.
    ways = dict.fromkeys([*cycle, "L", "R", *(["A"] if maker.players % 2 == 0 else []), "H"])
    wrong = tuple(f"way_{way}" for way in ways if way != right)
    why = (say("quiz.why.next_way", way=right, number=deal_no + 1),)
    return Draft(
        say("quiz.ask.next_way", number=deal_no, way=deal.direction),
        _scene(deal, maker),
        f"way_{right}",
        wrong,
        WORD,
        why,
        case_of(after),
        {"of": "direction"},
    )


@kind("pass.hold_number", REGULAR, lambda rules: _turns(rules) and rules.directions.count(HOLD) == 1)
def hold_number(maker: Maker) -> Draft:
    """Which hand has no pass."""
    cycle = maker.rules.directions
    right = cycle.index(HOLD) + 1 + len(cycle) * maker.rng.randint(0, 2)
    deal = maker.deal(deal_no=right)
    wrong = tuple(no for no in range(max(1, right - 3), right + 4) if cycle[(no - 1) % len(cycle)] != HOLD)
    why = (say("quiz.why.hold_number", ways=cycle, number=right),)
    return Draft(
        say("quiz.ask.hold_number"),
        _scene(deal, maker),
        right,
        tuple(maker.rng.sample(wrong, 3)),
        NUMBER,
        why,
        case_of(deal),
        {"of": "holds"},
    )


def _pass_count(name: str, level: str, house: str | None) -> None:
    @kind(f"pass.{name}", level, _passes, house=house)
    def pass_count(maker: Maker) -> Draft | None:
        deal = maker.before_pass()
        if deal is None:
            return None
        right = maker.facts.pass_count
        why = (say("quiz.why.pass_count", n=right),)
        return Draft(
            say("quiz.ask.pass_count"),
            _scene(deal, maker),
            right,
            numbers_near(right),
            NUMBER,
            why,
            case_of(deal),
            {"of": "pass_count"},
        )


_pass_count("count", BEGINNER, None)
_pass_count("house_count", REGULAR, "pass_four")


@kind("pass.after", REGULAR, _passes)
def after_pass(maker: Maker) -> Draft | None:
    """What came to you, from what everybody gave."""
    deal = maker.before_pass()
    if deal is None:
        return None
    for seat in range(deal.players):
        deal.pass_cards(seat, maker.any_pass(deal, seat))
    assert deal.received is not None
    scene = Scene(
        maker.rng.randrange(deal.players),
        deal.players,
        hands=tuple(mask_of(cards) for cards in deal.passes if cards is not None),
    )
    right = deal.received[scene.me]
    wrong = tuple(came for seat, came in enumerate(deal.received) if seat != scene.me)
    why = (say("quiz.why.after_pass", way=deal.direction, cards=texts(right)),)
    return Draft(
        say("quiz.ask.after_pass", way=deal.direction),
        scene,
        right,
        wrong,
        CARDS,
        why,
        case_of(deal),
        {"of": "received", "seat": scene.me},
    )


@kind("pass.opener", ADVANCED, lambda rules: _passes(rules) and not rules.facts.left_of_dealer_opens)
def opener_after_pass(maker: Maker) -> Draft | None:
    """The opening club is passed on: who leads?"""
    deal = maker.before_pass()
    if deal is None:
        return None
    club = cards_of(deal.facts.deck & CLUBS)[0]
    giver = next(seat for seat in range(deal.players) if deal.hands[seat] >> club & 1)
    for seat in range(deal.players):
        cards = list(maker.any_pass(deal, seat))
        if seat == giver and club not in cards:
            cards[0] = club
        deal.pass_cards(seat, tuple(cards))
    scene = _scene(deal, maker)
    wrong = tuple(dict.fromkeys([giver, *(seat for seat in range(deal.players))]))
    why = (say("quiz.why.opener_after_pass", card=texts(1 << club)[0], who=_who(scene, deal.opener)),)
    return Draft(
        say(
            "quiz.ask.opener_after_pass", card=texts(1 << club)[0], way=deal.direction, who=_who(scene, giver)
        ),
        scene,
        deal.opener,
        wrong,
        SEAT,
        why,
        case_of(deal),
        {"of": "opener"},
    )
