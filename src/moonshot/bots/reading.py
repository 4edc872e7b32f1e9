"""Reading the table: all that the advice in the other files looks at, worked out once for each decision."""

from dataclasses import dataclass
from functools import lru_cache

from moonshot.bots.counting import Count, count_cards
from moonshot.bots.standing import weights
from moonshot.engine import View
from moonshot.engine.cards import HEARTS, SUIT_MASKS
from moonshot.engine.facts import KITTY_FIRST_HEART, KITTY_FIRST_TRICK, KITTY_LAST_TRICK, RuleFacts
from moonshot.engine.legality import trick_winner

RELIEF = 2
RELIEF_SHARE = 3
"""A free discard is worth something, and more with a great penalty in the hand (in half points)."""


@lru_cache(maxsize=256)
def card_values(facts: RuleFacts) -> tuple[int, ...]:
    """What each of the 52 cards counts for its taker: its points, or the (negative) bonus."""
    values = list(facts.points)
    if facts.bonus_card >= 0:
        values[facts.bonus_card] += facts.bonus_points
    return tuple(value if facts.deck >> card & 1 else 0 for card, value in enumerate(values))


@lru_cache(maxsize=256)
def suit_values(facts: RuleFacts) -> tuple[tuple[int, ...], ...]:
    """`card_values` by suit and rank."""
    values = card_values(facts)
    return tuple(values[suit * 13 : suit * 13 + 13] for suit in range(4))


@lru_cache(maxsize=256)
def point_suits(facts: RuleFacts) -> tuple[bool, ...]:
    """Which suits are suits of points, with more than a few penalties in them."""
    return tuple(sum(1 for value in values if value > 0) > 3 for values in suit_values(facts))


@dataclass(slots=True)
class Reading:
    """One seat's reading of the table before it plays a card."""

    view: View
    facts: RuleFacts
    me: int
    hand: int
    legal: tuple[int, ...]
    values: tuple[int, ...]
    """What each card counts for its taker."""
    by_suit: tuple[tuple[int, ...], ...]
    point_suits: tuple[bool, ...]
    """Which suits are suits of points."""
    count: Count
    weights: list[float]
    """What a point given to each seat is worth to me; those of the others add up to 1."""
    first: bool
    """True on trick one."""
    trick: tuple[int, ...]
    led: int
    """The suit led, or -1 on lead."""
    top: int
    """The card that holds the trick, or -1."""
    holder: int
    """The seat that holds the trick, or -1."""
    table: int
    """What the trick counts so far."""
    later: tuple[int, ...]
    """The seats that play after me, in order."""
    tricks_left: int
    """Tricks still to be played, this one included."""
    threat: float = 0.0
    """How likely one other seat is on its way to a moon."""
    shooter: int = -1
    """That seat."""
    dump_rate: float = 0.0
    """Points that a player who cannot follow throws on a trick on average."""
    relief: int = 0
    """Half points that a free discard is worth to me."""

    @property
    def last(self) -> bool:
        """True when nobody plays after me."""
        return not self.later

    def out(self, suit: int) -> int:
        """The ranks of ``suit`` that I have not seen, as thirteen bits."""
        return self.count.unseen >> suit * 13 & 0x1FFF

    def mine(self, suit: int) -> int:
        """My ranks of ``suit``, as thirteen bits."""
        return self.hand >> suit * 13 & 0x1FFF

    def followers(self, suit: int) -> int:
        """How many other players may still hold ``suit``."""
        mask = SUIT_MASKS[suit]
        return sum(1 for cards in self.count.may_hold if cards & mask)


def read(view: View) -> Reading:
    """Read the table for the seat of ``view``, which is to play a card."""
    facts = view.rules.facts
    me = view.seat if view.seat is not None else 0
    players = facts.players
    trick = view.trick.cards if view.trick is not None else ()
    leader = view.trick.leader if view.trick is not None else me
    count = count_cards(view)
    values = card_values(facts)
    winner = trick_winner(trick) if trick else 0
    reading = Reading(
        view=view,
        facts=facts,
        me=me,
        hand=view.hand,
        legal=_cards(view.legal),
        values=values,
        by_suit=suit_values(facts),
        point_suits=point_suits(facts),
        count=count,
        weights=weights(view),
        first=not view.tricks,
        trick=trick,
        led=trick[0] // 13 if trick else -1,
        top=trick[winner] if trick else -1,
        holder=(leader + winner) % players if trick else -1,
        table=sum(values[card] for card in trick),
        later=tuple((me + step) % players for step in range(1, players - len(trick))),
        tricks_left=view.hand.bit_count(),
    )
    reading.dump_rate = expected_dump(reading, count.unseen & facts.scoring_cards, players - 1)
    reading.relief = _relief(reading)
    return reading


def _cards(mask: int) -> tuple[int, ...]:
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return tuple(cards)


def expected_dump(reading: Reading, cards: int, holders: int) -> float:
    """What a player throws on a trick that he cannot follow: the worst of the cards he may hold."""
    worth = sorted((reading.values[card] for card in _cards(cards)), reverse=True)
    share = 1.0 / holders
    chance = 1.0
    total = 0.0
    for value in worth:
        if value <= 0:
            break
        total += value * chance * share
        chance *= 1.0 - share
    return total


def _relief(reading: Reading) -> int:
    """The worse the cards I am stuck with, the more a free discard is worth (in half points)."""
    worst = 0
    for card in _cards(reading.hand & reading.facts.point_cards):
        worst = max(worst, reading.values[card])
    return RELIEF + min(worst, 16) // RELIEF_SHARE


def kitty_worth(reading: Reading, hearts_fall: bool) -> float:
    """What the hidden kitty adds to this trick, if the rules give it to the taker of this one."""
    facts = reading.facts
    if not reading.count.hidden_kitty:
        return 0.0
    goes = (
        (facts.kitty == KITTY_FIRST_TRICK and reading.first)
        or (facts.kitty == KITTY_LAST_TRICK and reading.tricks_left == 1)
        or (facts.kitty == KITTY_FIRST_HEART and hearts_fall)
    )
    if not goes:
        return 0.0
    unseen = _cards(reading.count.unseen)
    return reading.count.hidden_kitty * sum(reading.values[card] for card in unseen) / len(unseen)


def is_heart(card: int) -> bool:
    """True for a heart."""
    return bool(HEARTS >> card & 1)
