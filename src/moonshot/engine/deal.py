"""One deal: hands, the pass and the tricks.

Two doors lead in. `play` is for everybody: it verifies and raises MoveError. `push` and `pop` are for
search: they trust the caller completely, and pop undoes push exactly.
"""

from collections.abc import Sequence

from moonshot.engine.cards import CARD_BITS, FULL_DECK, CardSet, cards_of, mask_of
from moonshot.engine.errors import MoveError, StateError
from moonshot.engine.facts import ANYTIME, RuleFacts
from moonshot.engine.legality import (
    breaks_hearts,
    follow_mask,
    follow_suit,
    kitty_goes,
    lead_mask,
    must_redeal,
    opening_seat,
    redeals_at_opening,
    winning_card,
)
from moonshot.engine.passing import HOLD, check_pass, direction_of, exchange
from moonshot.engine.reasons import codes_of, why_illegal
from moonshot.engine.rules import Rules

PASSING = "passing"
PLAYING = "playing"
REDEAL = "redeal"
DONE = "done"

_SEATS_AFTER = tuple(tuple((seat + 1) % players for seat in range(players)) for players in range(7))
"""By the number of players: the seat after each seat."""


class Deal:
    """The open state of one deal.

    Every hand is visible here, so a Deal never leaves the engine, a bot's own worlds and the tables.

    Args: ``hands`` one mask a seat, ``deal_no`` from 1 (it sets the pass direction), ``dealer`` a seat,
    ``kitty`` the mask of cards left over.
    Raises StateError (``bad_hands``) when the hands do not make up the deck of the rules.

    Attributes: ``phase`` (passing, playing, redeal or done), ``turn`` the seat to play, ``hands`` the cards
    held now, ``taken`` the cards each seat captured, ``tricks_won``, ``plays`` all cards in order,
    ``winners`` the winner of each finished trick, ``broken`` whether hearts are, ``trick`` the mask of the
    cards on the unfinished trick, ``led`` its suit and ``leader`` its leader, ``first`` whether it is trick
    one. Three shortcuts follow from these: ``after``, the seat after each; ``lock``, below which no card
    breaks hearts; and ``suit_only``, true once nothing but the suit led restricts who follows.
    """

    __slots__ = (
        "after",
        "broken",
        "broken_at",
        "deal_no",
        "dealer",
        "dealt",
        "direction",
        "facts",
        "first",
        "hands",
        "kitty",
        "kitty_trick",
        "leader",
        "led",
        "lock",
        "opener",
        "passes",
        "phase",
        "players",
        "plays",
        "received",
        "rules",
        "suit_only",
        "taken",
        "trick",
        "tricks_won",
        "turn",
        "winners",
    )

    def __init__(
        self, rules: Rules, hands: Sequence[int], *, deal_no: int = 1, dealer: int = 0, kitty: int = 0
    ) -> None:
        facts = rules.facts
        _check_hands(facts, hands, kitty)
        self.rules = rules
        self.facts: RuleFacts = facts
        self.players = facts.players
        self.after = _SEATS_AFTER[facts.players]
        self.deal_no = deal_no
        self.dealer = dealer
        self.dealt = tuple(hands)
        self.kitty = kitty
        self.direction = direction_of(rules, deal_no)
        self.passes: tuple[tuple[int, ...] | None, ...] = (None,) * facts.players
        self.received: tuple[int, ...] | None = None
        self.hands = list(hands)
        self.plays: list[int] = []
        self.winners: list[int] = []
        self.taken = [0] * facts.players
        self.tricks_won = [0] * facts.players
        self.broken = facts.lead_hearts == ANYTIME
        self.broken_at = -1
        self.lock = facts.lowest_breaker
        self.kitty_trick = -1
        self.first = True
        self.suit_only = False
        self.opener = self.leader = self.turn = 0
        self.led = self.trick = 0
        self.phase = PASSING
        if self.direction == HOLD:
            self._open()

    # -- passing ---------------------------------------------------------------------------------------

    def verify_pass(self, seat: int, cards: Sequence[int]) -> None:
        """Raise MoveError unless ``seat`` may pass these cards now."""
        self._check_seat(seat)
        if self.phase != PASSING:
            raise MoveError("wrong_phase", "Passing is over.", "t")
        if self.passes[seat] is not None:
            raise MoveError("already_passed", "You have chosen your pass already.", "t")
        check_pass(self.rules, self.hands[seat], cards)

    def pass_cards(self, seat: int, cards: Sequence[int]) -> None:
        """Choose the cards ``seat`` passes; when all seats have chosen, the cards change hands."""
        self.verify_pass(seat, cards)
        self._choose_pass(seat, tuple(cards))
        if None not in self.passes:
            self._exchange()

    def verify_recall(self, seat: int) -> None:
        """Raise MoveError unless ``seat`` may take its pass back now."""
        self._check_seat(seat)
        if self.phase != PASSING or self.passes[seat] is None:
            raise MoveError("wrong_phase", "There is no pass to take back.", "t")

    def recall(self, seat: int) -> None:
        """Take back the pass of ``seat`` while others still choose. Raises MoveError otherwise."""
        self.verify_recall(seat)
        self._choose_pass(seat, None)

    def _choose_pass(self, seat: int, cards: tuple[int, ...] | None) -> None:
        self.passes = (*self.passes[:seat], cards, *self.passes[seat + 1 :])

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.facts.players:
            raise MoveError("bad_seat", f"Seats are 0 to {self.facts.players - 1}.", "seat")

    def _exchange(self) -> None:
        passes = [cards for cards in self.passes if cards is not None]
        self.received = exchange(self.direction, passes)
        for seat, cards in enumerate(passes):
            self.hands[seat] = self.hands[seat] & ~mask_of(cards) | self.received[seat]
        self._open()

    def _open(self) -> None:
        """Start trick one, now that the hands are final."""
        self.phase = PLAYING
        self.opener = self.leader = self.turn = opening_seat(self.facts, tuple(self.hands), self.dealer)
        if redeals_at_opening(self.facts, self.hands[self.turn]):
            self.phase = REDEAL

    # -- playing: what may be played -------------------------------------------------------------------

    def legal_mask(self) -> int:
        """The mask of cards the seat in turn may play; 0 unless playing."""
        hand = self.hands[self.turn]
        if self.suit_only and self.trick:
            return follow_suit(hand, self.led)
        if self.phase != PLAYING:
            return 0
        if self.trick:
            return follow_mask(self.facts, hand, self.led, self.trick, self.first, self.broken)
        return lead_mask(self.facts, hand, self.first, self.broken)

    @property
    def legal_moves(self) -> CardSet:
        """The cards the seat in turn may play; empty unless playing."""
        return CardSet(self.legal_mask())

    def why_illegal(self, card: int) -> MoveError | None:
        """Why the seat in turn may not play ``card``, or None when it may."""
        if self.phase != PLAYING:
            return MoveError("wrong_phase", "No card can be played now.", "card")
        if 0 <= card < 52 and self.legal_mask() >> card & 1:
            return None
        return why_illegal(
            self.facts, self.hands[self.turn], card, self.led if self.trick else -1, self.first
        )

    def barred_cards(self) -> tuple[tuple[int, str], ...]:
        """The cards that the seat in turn holds and may not play, each with the code of the reason."""
        hand = self.hands[self.turn]
        barred = hand & ~self.legal_mask() if self.phase == PLAYING else 0
        return codes_of(self.facts, hand, barred, self.led if self.trick else -1, self.first)

    # -- playing: doing it -----------------------------------------------------------------------------

    def verify_play(self, seat: int, card: int) -> None:
        """Raise MoveError unless ``seat`` may play ``card`` now."""
        if seat != self.turn and self.phase == PLAYING:
            raise MoveError("not_your_turn", "It is not your turn.", "t")
        if not (0 <= card < 52 and self.legal_mask() >> card & 1):
            raise self.why_illegal(card) or AssertionError

    def play(self, card: int) -> None:
        """Play ``card`` for the seat in turn. Raises MoveError, with the reason, and changes nothing then."""
        self.verify_play(self.turn, card)
        self.push(card)

    def push(self, card: int) -> None:
        """Play ``card`` without any check. A card that is not legal leaves a state without meaning."""
        bit = CARD_BITS[card]
        turn = self.turn
        self.hands[turn] ^= bit
        trick = self.trick
        if not trick:
            self.led = card // 13
        self.trick = trick | bit
        if card >= self.lock and breaks_hearts(self.facts, card, self.led, self.first):
            self.lock = 52
            self.broken = True
            self.broken_at = len(self.plays)
        self.plays.append(card)
        self.turn = turn = self.after[turn]
        if turn == self.leader:
            self._take_trick()
        elif self.first and must_redeal(self.facts, self.hands[turn], True):
            self.phase = REDEAL

    def _take_trick(self) -> None:
        players = self.players
        best = winning_card(self.trick, self.led)
        winner = (self.leader + self.plays.index(best, -players) - len(self.plays)) % players
        self.taken[winner] |= self.trick
        self.tricks_won[winner] += 1
        last = not self.hands[winner]
        if self.kitty and self.kitty_trick < 0 and kitty_goes(self.facts, self.trick, self.first, last):
            self.kitty_trick = len(self.winners)
            self.taken[winner] |= self.kitty
        self.winners.append(winner)
        self.turn = self.leader = winner
        self.led = self.trick = 0
        if self.first:
            self.first = False
            self.suit_only = not self.facts.qs_discard
        if last:
            self.phase = DONE

    def pop(self) -> int:
        """Take back the last card played and return it. Raises IndexError when no card has been played."""
        card = self.plays.pop()
        if not self.trick:
            self._untake_trick(card)
        bit = 1 << card
        self.trick ^= bit
        if not self.trick:
            self.led = 0
        self.turn = (self.turn or self.players) - 1
        self.hands[self.turn] |= bit
        if self.broken_at == len(self.plays):
            self.lock = self.facts.lowest_breaker
            self.broken = False
            self.broken_at = -1
        self.phase = PLAYING
        return card

    def _untake_trick(self, last: int) -> None:
        """Lay the cards of the last trick on the table again; its ``last`` card is off the plays already."""
        winner = self.winners.pop()
        trick_no = len(self.winners)
        cards = self.plays[trick_no * self.players :]
        self.trick = mask_of(cards) | 1 << last
        self.led = cards[0] // 13
        self.taken[winner] &= ~self.trick
        self.tricks_won[winner] -= 1
        if self.kitty_trick == trick_no:
            self.kitty_trick = -1
            self.taken[winner] &= ~self.kitty
        if trick_no == 0:
            self.first = True
            self.suit_only = False
        self.turn = self.leader = self.leader_of(trick_no)

    # -- looking at it ---------------------------------------------------------------------------------

    @property
    def in_trick(self) -> int:
        """The number of cards on the unfinished trick."""
        return self.trick.bit_count()

    def trick_cards(self) -> tuple[int, ...]:
        """The cards on the unfinished trick, in order of play."""
        return tuple(self.plays[len(self.winners) * self.players :])

    def leader_of(self, trick_no: int) -> int:
        """The seat that led trick ``trick_no`` (from 0), finished or not."""
        return self.winners[trick_no - 1] if trick_no else self.opener

    def copy(self) -> "Deal":
        """An independent copy; what never changes is shared."""
        twin = Deal.__new__(Deal)
        twin.rules = self.rules
        twin.facts = self.facts
        twin.players = self.players
        twin.after = self.after
        twin.deal_no = self.deal_no
        twin.dealer = self.dealer
        twin.dealt = self.dealt
        twin.kitty = self.kitty
        twin.direction = self.direction
        twin.passes = self.passes
        twin.received = self.received
        twin.hands = self.hands[:]
        twin.plays = self.plays[:]
        twin.winners = self.winners[:]
        twin.taken = self.taken[:]
        twin.tricks_won = self.tricks_won[:]
        twin.broken = self.broken
        twin.broken_at = self.broken_at
        twin.lock = self.lock
        twin.kitty_trick = self.kitty_trick
        twin.first = self.first
        twin.suit_only = self.suit_only
        twin.opener = self.opener
        twin.leader = self.leader
        twin.turn = self.turn
        twin.led = self.led
        twin.trick = self.trick
        twin.phase = self.phase
        return twin

    def transposition_key(self) -> tuple[object, ...]:
        """Equal for states that play on alike: hands, trick, turn, lock and scoring cards captured."""
        scoring = self.facts.scoring_cards
        return (
            tuple(self.hands),
            self.trick_cards(),
            self.turn,
            self.broken,
            tuple(cards & scoring for cards in self.taken),
            tuple(self.tricks_won),
            self.kitty_trick >= 0,
            self.phase,
            (self.direction, self.passes) if self.phase == PASSING else None,
        )

    def __repr__(self) -> str:
        return f"<Deal {self.deal_no} {self.phase}, ply {len(self.plays)}>"


def _check_hands(facts: RuleFacts, hands: Sequence[int], kitty: int) -> None:
    if len(hands) != facts.players:
        raise StateError("bad_hands", f"Give {facts.players} hands, one a seat.", "hands")
    if not 0 <= kitty <= FULL_DECK:
        raise StateError("bad_hands", "That is no set of cards.", "kitty")
    seen = kitty
    for seat, hand in enumerate(hands):
        if not 0 <= hand <= FULL_DECK:
            raise StateError("bad_hands", "That is no set of cards.", f"hands[{seat}]")
        if hand & seen:
            card = CardSet(1 << cards_of(hand & seen)[0])
            raise StateError("bad_hands", f"{card} is dealt twice.", f"hands[{seat}]")
        if hand & ~facts.deck:
            card = CardSet(1 << cards_of(hand & ~facts.deck)[0])
            raise StateError("bad_hands", f"{card} is not in the deck of these rules.", f"hands[{seat}]")
        if hand.bit_count() != facts.hand_size:
            raise StateError("bad_hands", f"Each hand has {facts.hand_size} cards.", f"hands[{seat}]")
        seen |= hand
    if seen != facts.deck:
        raise StateError("bad_hands", f"The kitty has {facts.kitty_size} cards of the deck.", "kitty")
