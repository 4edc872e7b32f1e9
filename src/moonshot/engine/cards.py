"""Cards as ints, sets of cards as 64-bit masks, and their text.

A card is ``suit * 13 + rank`` with suits C D S H = 0..3 and ranks 2..A = 0..12, so a set of cards is an
int with one bit per card, and the cards of a suit are thirteen neighbouring bits. Text is rank then suit:
``QS`` is the queen of spades, ``TD`` the ten of diamonds.

>>> cards_text(parse_cards("QS 2C 10h"))
'QS 2C TH'
>>> cards_text(mask_of(parse_cards("QS 2C TH")))
'2C QS TH'
"""

from collections.abc import Iterable, Iterator
from typing import Final

from moonshot.engine.errors import CardError

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDSH"

CLUBS_SUIT: Final = 0
DIAMONDS_SUIT: Final = 1
SPADES_SUIT: Final = 2
HEARTS_SUIT: Final = 3

SUIT_MASKS: Final = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
CLUBS: Final = SUIT_MASKS[CLUBS_SUIT]
DIAMONDS: Final = SUIT_MASKS[DIAMONDS_SUIT]
SPADES: Final = SUIT_MASKS[SPADES_SUIT]
HEARTS: Final = SUIT_MASKS[HEARTS_SUIT]
FULL_DECK: Final = (1 << 52) - 1
CARD_BITS: Final = tuple(1 << card for card in range(52))
"""The mask of each card alone."""

QUEEN: Final = SPADES_SUIT * 13 + 10
"""The queen of spades."""
QUEEN_BIT: Final = 1 << QUEEN
HIGH_SPADES: Final = (1 << (QUEEN + 1)) | (1 << (QUEEN + 2))
"""King and ace of spades: the cards that take a trick from the queen."""

CARD_TEXTS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
RANK_NAMES: Final = (
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "spades", "hearts")

_CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}
_SUIT_SIGNS: Final = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♠": "S", "♤": "S", "♥": "H", "♡": "H"}
)


class Card(int):
    """A card for people: an int 0..51 that prints as its text.

    >>> Card.parse("10h"), Card.parse("QS").name
    (Card('TH'), 'queen of spades')
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read one card leniently (see :func:`parse_card`)."""
        return cls(parse_card(text))

    @property
    def suit(self) -> int:
        """0..3 for clubs, diamonds, spades, hearts."""
        return self // 13

    @property
    def rank(self) -> int:
        """0..12 for two to ace."""
        return self % 13

    @property
    def name(self) -> str:
        """The spoken name, such as ``queen of spades``."""
        return card_name(self)

    def __str__(self) -> str:
        return CARD_TEXTS[self]

    def __repr__(self) -> str:
        return f"Card({CARD_TEXTS[self]!r})"


class CardSet:
    """An immutable set of cards over a mask, in ascending order of suit then rank.

    >>> hand = CardSet.parse("QS 2C AH")
    >>> str(hand), len(hand), parse_card("AH") in hand
    ('2C QS AH', 3, True)
    """

    __slots__ = ("mask",)

    def __init__(self, mask: int = 0) -> None:
        self.mask = mask

    @classmethod
    def parse(cls, text: str) -> "CardSet":
        """Read cards separated by spaces. Raises CardError for a card named twice."""
        return cls(mask_of(parse_cards(text)))

    def __iter__(self) -> Iterator[Card]:
        return (Card(card) for card in cards_of(self.mask))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 52 and bool(self.mask >> card & 1)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.mask | other.mask)

    def __and__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.mask & other.mask)

    def __sub__(self, other: "CardSet") -> "CardSet":
        return CardSet(self.mask & ~other.mask)

    def __le__(self, other: "CardSet") -> bool:
        return self.mask & ~other.mask == 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return cards_text(self.mask)

    def __repr__(self) -> str:
        return f"CardSet({cards_text(self.mask)!r})"


def suit_of(card: int) -> int:
    """The suit 0..3 of a card."""
    return card // 13


def rank_of(card: int) -> int:
    """The rank 0..12 of a card, two to ace."""
    return card % 13


def card_text(card: int) -> str:
    """The canonical text of a card, such as ``QS``."""
    return CARD_TEXTS[card]


def card_name(card: int) -> str:
    """The spoken name of a card, such as ``queen of spades``."""
    return f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}"


def parse_card(text: str, at: str = "card") -> int:
    """Read one card: ``TH``, ``10H``, ``10♥`` and ``hT`` are all the ten of hearts.

    Raises CardError, with ``at`` as the place, for anything else.
    """
    card = _CARD_BY_TEXT.get(text)
    if card is not None:
        return card
    plain = text.translate(_SUIT_SIGNS).upper().replace("10", "T", 1)
    card = _CARD_BY_TEXT.get(plain)
    if card is None:
        card = _CARD_BY_TEXT.get(plain[::-1])
    if card is None:
        raise CardError(
            "bad_card", f"{text[:20]!r} is not a card; write rank then suit, such as QS or TD.", at
        )
    return card


def parse_cards(text: str, at: str = "cards") -> tuple[int, ...]:
    """Read cards separated by blanks, in the order given.

    Raises CardError for an unknown card or one named twice; the place is ``at[index]``.
    """
    try:
        cards = tuple([_CARD_BY_TEXT[word] for word in text.split()])
    except KeyError:
        cards = tuple(parse_card(word, f"{at}[{index}]") for index, word in enumerate(text.split()))
    if len(set(cards)) != len(cards):
        index = next(i for i, card in enumerate(cards) if card in cards[:i])
        raise CardError("repeated_card", f"{card_text(cards[index])} is named twice.", f"{at}[{index}]")
    return cards


def cards_text(cards: int | Iterable[int]) -> str:
    """Cards separated by spaces: a mask in ascending order, an iterable in its own order."""
    return " ".join([CARD_TEXTS[card] for card in (cards_of(cards) if isinstance(cards, int) else cards)])


def mask_of(cards: Iterable[int]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def _holdings(suit: int) -> tuple[tuple[int, ...], ...]:
    """The cards of each of the 8,192 possible holdings in a suit, by its thirteen bits."""
    holdings: list[tuple[int, ...]] = [()]
    for card in range(suit * 13, suit * 13 + 13):
        holdings += [(*cards, card) for cards in holdings]
    return tuple(holdings)


# Looking up a suit at a time is twice as fast as taking a mask apart bit by bit.
_CLUB_HOLDINGS: Final = _holdings(CLUBS_SUIT)
_DIAMOND_HOLDINGS: Final = _holdings(DIAMONDS_SUIT)
_SPADE_HOLDINGS: Final = _holdings(SPADES_SUIT)
_HEART_HOLDINGS: Final = _holdings(HEARTS_SUIT)


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask in ascending order."""
    return (
        _CLUB_HOLDINGS[mask & 0x1FFF]
        + _DIAMOND_HOLDINGS[mask >> 13 & 0x1FFF]
        + _SPADE_HOLDINGS[mask >> 26 & 0x1FFF]
        + _HEART_HOLDINGS[mask >> 39]
    )


def nth_card(mask: int, number: int) -> int:
    """The card of ``mask`` with ``number`` cards above it; quicker than a list where one card is wanted.

    >>> card_text(nth_card(mask_of(parse_cards("2C QS AH")), 1))
    'QS'
    """
    while number:
        mask ^= CARD_BITS[mask.bit_length() - 1]
        number -= 1
    return mask.bit_length() - 1


def lowest_card(mask: int) -> int:
    """The lowest card of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1
