"""Hearts a second time: slow, from the text of the rules alone, on lists of card texts.

One sentence of the rules is one ``if``. It shares nothing with the package but the plain dictionary of a
rules value, so that an error would have to be made twice, in two styles, to go unseen.
"""

from collections.abc import Sequence
from typing import Any

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in ["C", "D", "S", "H"] for rank in RANKS]
Book = dict[str, Any]
"""A rules value as Rules.to_dict gives it."""


def suit(card: str) -> str:
    return card[1]


def height(card: str) -> int:
    return RANKS.index(card[0])


# -- the table -----------------------------------------------------------------------------------------------


def deck(book: Book) -> list[str]:
    removed = book["removed"]
    if removed == "auto":
        removed = []
        if book["kitty"] == "none" and book["players"] == 3:
            removed = ["2D"]
        if book["kitty"] == "none" and book["players"] == 5:
            removed = ["2D", "2C"]
        if book["kitty"] == "none" and book["players"] == 6:
            removed = ["2C", "3C", "2D", "2S"]
    return [card for card in PACK if card not in removed]


def worth(book: Book, card: str) -> int:
    """Penalty points of one card that is in play."""
    if card in book["penalties"]:
        value: int = book["penalties"][card]
        return value
    if suit(card) != "H":
        return 0
    table = book["heart_points"]
    if table == "one":
        return 1
    if table == "zero":
        return 0
    if table == "face5":
        return {"J": 2, "Q": 3, "K": 4, "A": 5}.get(card[0], 1)
    pips = height(card) + 2
    if table == "pip10":
        return min(pips, 10)
    if table == "pip14":
        return pips
    if table == "greek":
        if card == "AH":
            return 15
        return min(pips, 10)
    return int(table[height(card)])


def direction(book: Book, deal_no: int) -> str:
    cycle = book["pass_cycle"]
    if cycle == "auto":
        if book["players"] == 3:
            cycle = ["L", "R", "H"]
        if book["players"] == 4:
            cycle = ["L", "R", "A", "H"]
        if book["players"] == 5:
            cycle = ["L", "R", "L2", "R2", "H"]
        if book["players"] == 6:
            cycle = ["L", "R", "A", "H"]
    place = 0
    for _ in range(deal_no - 1):
        place += 1
        if place == len(cycle):
            place = 0
    return str(cycle[place])


def clockwise(book: Book, seat: int, steps: int) -> int:
    for _ in range(steps):
        seat = seat + 1
        if seat == book["players"]:
            seat = 0
    return seat


def after_pass(book: Book, way: str, hands: list[list[str]], passes: list[list[str]]) -> list[list[str]]:
    players = book["players"]
    final = [[card for card in hands[seat] if card not in passes[seat]] for seat in range(players)]
    for seat in range(players):
        if way == "L":
            final[clockwise(book, seat, 1)] += passes[seat]
        if way == "R":
            final[clockwise(book, seat, players - 1)] += passes[seat]
        if way == "A":
            final[clockwise(book, seat, players // 2)] += passes[seat]
        if way == "L2":
            final[clockwise(book, seat, 2)] += passes[seat]
        if way == "R2":
            final[clockwise(book, seat, players - 2)] += passes[seat]
        if way == "S":
            share = len(passes[seat]) // (players - 1)
            rest = list(passes[seat])
            for step in range(1, players):
                for _ in range(share):
                    final[clockwise(book, seat, step)].append(rest.pop(0))
    return final


def opener(book: Book, hands: list[list[str]], dealer: int) -> int:
    if book["opening_leader"] == "left_of_dealer":
        return clockwise(book, dealer, 1)
    for card in PACK[:13]:
        for seat in range(book["players"]):
            if card in hands[seat]:
                return seat
    return clockwise(book, dealer, 1)


# -- what may be played --------------------------------------------------------------------------------------


def is_barred(book: Book, card: str) -> bool:
    groups = book["first_trick_barred"]
    if "hearts" in groups and suit(card) == "H":
        return True
    if "qs" in groups and card == "QS":
        return True
    if "other_penalties" in groups and card in book["penalties"] and card != "QS" and suit(card) != "H":
        return True
    return "bonus" in groups and card == book["bonus_card"]


def opens_with_a_club(book: Book, hand: list[str], trick: list[str], trick_no: int) -> bool:
    if trick_no != 1 or trick:
        return False
    if book["opening_card"] == "any":
        return False
    return any(suit(card) == "C" for card in hand)


def deals_again(book: Book, hand: list[str], trick: list[str], trick_no: int) -> bool:
    """The turn comes to a seat whose whole hand is barred, and the fallback is a redeal."""
    if trick_no != 1:
        return False
    if book["first_trick_fallback"] != "redeal":
        return False
    if opens_with_a_club(book, hand, trick, trick_no):
        return False
    return all(is_barred(book, card) for card in hand)


def legal(book: Book, hand: list[str], trick: list[str], trick_no: int, broken: bool) -> list[str]:
    # 1. The opening lead: the fixed card, or any club of that hand.
    if opens_with_a_club(book, hand, trick, trick_no):
        clubs = sorted([card for card in hand if suit(card) == "C"], key=height)
        if book["opening_card"] == "lowest_club":
            return clubs[:1]
        return clubs
    choice = list(hand)
    # 2. Following: cards of the suit led; if none, the whole hand.
    if trick:
        same = [card for card in hand if suit(card) == suit(trick[0])]
        if same:
            choice = same
    # 3. Trick one: drop barred cards if anything is left after dropping.
    if trick_no == 1:
        clean = [card for card in choice if not is_barred(book, card)]
        if clean:
            choice = clean
    if trick:
        return _queen_when_following(book, choice, trick, broken)
    return _leads(book, hand, choice, broken)


def _queen_when_following(book: Book, choice: list[str], trick: list[str], broken: bool) -> list[str]:
    # 4. Only with the queen still a candidate.
    if "QS" not in choice:
        return choice
    void = suit(choice[0]) != suit(trick[0])
    rule = book["qs_discard"]
    if rule in {"must_when_void", "must_when_safe"} and void:
        return ["QS"]
    if rule == "must_when_safe" and suit(trick[0]) == "S" and ("KS" in trick or "AS" in trick):
        return ["QS"]
    if rule == "after_break" and void and not broken and choice != ["QS"]:
        return [card for card in choice if card != "QS"]
    return choice


def _leads(book: Book, hand: list[str], choice: list[str], broken: bool) -> list[str]:
    # 5. Hearts are out while unbroken (or always, for never) unless the exception holds.
    exception = all(suit(card) == "H" for card in hand)
    if book["lead_exception"] == "only_penalties":
        exception = all(suit(card) == "H" or card in book["penalties"] for card in hand)
    hearts_out = False
    if book["lead_hearts"] == "after_break" and not broken:
        hearts_out = True
    if book["lead_hearts"] == "never":
        hearts_out = True
    queen_out = False
    if book["qs_lead"] == "after_break" and not broken:
        queen_out = True
    if book["qs_lead"] == "never":
        queen_out = True
    if exception:
        hearts_out = False
        if book["lead_exception"] == "only_penalties":
            queen_out = False
    left = []
    for card in choice:
        if hearts_out and suit(card) == "H":
            continue
        if queen_out and card == "QS":
            continue
        left.append(card)
    # If nothing remains, the whole hand is legal.
    return left or list(hand)


def is_broken(book: Book, tricks: Sequence[Sequence[str]]) -> bool:
    """Whether hearts are broken after these tricks, the last of which may be unfinished."""
    if book["lead_hearts"] == "anytime":
        return True
    if book["lead_hearts"] == "never":
        return False
    for number, trick in enumerate(tricks, start=1):
        for card in trick:
            if number == 1 and not book["first_trick_breaks"]:
                continue
            thrown_off = suit(card) != suit(trick[0])
            if suit(card) == "H" and (book["break_by"] == "heart_played" or thrown_off):
                return True
            if card == "QS" and book["qs_breaks"] == "any_play":
                return True
            if card == "QS" and book["qs_breaks"] == "discard" and thrown_off:
                return True
    return False


def winner(trick: Sequence[str]) -> int:
    """The place in the trick of its highest card of the suit led."""
    followers = [card for card in trick if suit(card) == suit(trick[0])]
    highest = max(followers, key=height)
    return list(trick).index(highest)


# -- what it costs -------------------------------------------------------------------------------------------


def shooter(book: Book, taken: list[list[str]]) -> int | None:
    if book["moon"] == "off":
        return None
    needed = [card for card in deck(book) if worth(book, card) > 0]
    if book["moon_needs_bonus"]:
        needed.append(book["bonus_card"])
    for seat in range(book["players"]):
        if all(card in taken[seat] for card in needed):
            return seat
    return None


def shot_sun(book: Book, tricks: list[int], seat: int) -> bool:
    if book["sun"] == "off":
        return False
    return tricks[seat] > 0 and all(tricks[other] == 0 for other in range(len(tricks)) if other != seat)


def deal_scores(book: Book, taken: list[list[str]], tricks: list[int], way: str | None) -> list[int]:
    """Points of one deal; ``way`` is how the moon counts, None without one."""
    players = book["players"]
    scores = []
    moon = shooter(book, taken) if way else None
    for seat in range(players):
        if moon is None:
            scores.append(sum(worth(book, card) for card in taken[seat]))
            continue
        value = book["moon_value"]
        if value == "auto":
            value = sum(worth(book, card) for card in deck(book))
        if shot_sun(book, tricks, moon):
            value = value * 2 if book["sun_value"] == "auto" else book["sun_value"]
        if way == "others_plus":
            scores.append(0 if seat == moon else value)
        if way == "self_minus":
            scores.append(-value if seat == moon else 0)
    for seat in range(players):
        if book["bonus_card"] is None or book["bonus_card"] not in taken[seat]:
            continue
        if moon == seat and book["moon_bonus"] == "absorbed":
            continue
        before = scores[seat]
        scores[seat] += book["bonus_points"]
        if book["bonus_floor"] == "hand_zero" and scores[seat] < 0:
            scores[seat] = min(before, 0)
    for seat in range(players):
        if moon is None and tricks[seat] == 0:
            scores[seat] += book["no_trick_bonus"]
    return scores


def after_deal(
    book: Book,
    taken: list[list[str]],
    tricks: list[int],
    before: list[int],
    deal_no: int,
    overtime: bool,
    choice: str | None = None,
) -> dict[str, Any]:
    """All that follows from a finished deal; the state is ``choosing_moon`` where a choice is missing."""

    def outcome(way: str | None) -> dict[str, Any]:
        scores = deal_scores(book, taken, tricks, way)
        totals = [old + new for old, new in zip(before, scores, strict=True)]
        if book["bonus_floor"] == "total_zero":
            totals = [max(total, 0) for total in totals]
        return {"points": scores, "way": way, "moon": moon, **end(book, totals, deal_no, overtime)}

    moon = shooter(book, taken)
    if moon is None:
        return outcome(None)
    if book["moon"] in {"others_plus", "self_minus"}:
        return outcome(book["moon"])
    if book["moon"] == "choice":
        return {"state": "choosing_moon"} if choice is None else outcome(choice)
    plus = outcome("others_plus")
    adds = False
    if book["moon"] == "self_minus_unless_others_plus_wins":
        adds = plus["state"] == "over" and plus["winners"] == [moon]
    if book["moon"] == "others_plus_unless_it_loses":
        adds = not (plus["state"] == "over" and moon not in plus["winners"])
    if book["moon"] == "others_plus_unless_it_ends":
        adds = plus["state"] == "next_deal"
    return plus if adds else outcome("self_minus")


def end(book: Book, totals: list[int], deal_no: int, overtime: bool) -> dict[str, Any]:
    after = []
    for total in totals:
        new = total
        for reset in book["exact"]:
            if total == reset["at"]:
                new = reset["to"]
                break
        after.append(new)
    lowest = [seat for seat, total in enumerate(after) if total == min(after)]
    if book["exact_wins"]:
        exactly = [seat for seat, total in enumerate(after) if total == book["end_score"]]
        if exactly:
            return {"state": "over", "totals": after, "winners": exactly}
    if deal_no == 100:
        return {"state": "over", "totals": after, "winners": lowest}
    ended = False
    if book["end_score"] != 0 and book["end_at"] == "reach" and max(after) >= book["end_score"]:
        ended = True
    if book["end_score"] != 0 and book["end_at"] == "exceed" and max(after) > book["end_score"]:
        ended = True
    if book["end_hands"] != 0 and deal_no >= book["end_hands"]:
        ended = True
    if overtime and book["overtime"] == "latched":
        ended = True
    if not ended:
        return {"state": "next_deal", "totals": after, "winners": []}
    if len(lowest) > 1 and book["tie"] == "another_hand":
        return {"state": "overtime", "totals": after, "winners": []}
    return {"state": "over", "totals": after, "winners": lowest}


# -- a whole deal --------------------------------------------------------------------------------------------


class TextbookDeal:
    """One deal in play, hands after the pass."""

    def __init__(self, book: Book, hands: list[list[str]], kitty: list[str], dealer: int) -> None:
        self.book = book
        self.hands = hands
        self.kitty = kitty
        self.turn = opener(book, hands, dealer)
        self.tricks: list[list[str]] = [[]]
        self.taken: list[list[str]] = [[] for _ in hands]
        self.won = [0] * book["players"]

    @property
    def over(self) -> bool:
        return not any(self.hands)

    @property
    def broken(self) -> bool:
        return is_broken(self.book, self.tricks)

    def redeals(self) -> bool:
        hand, trick = self.hands[self.turn], self.tricks[-1]
        return not self.over and deals_again(self.book, hand, trick, len(self.tricks))

    def legal(self) -> list[str]:
        return legal(self.book, self.hands[self.turn], self.tricks[-1], len(self.tricks), self.broken)

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        trick = self.tricks[-1]
        trick.append(card)
        self.turn = clockwise(self.book, self.turn, 1)
        if len(trick) < self.book["players"]:
            return
        seat = clockwise(self.book, self.turn, winner(trick))
        self.taken[seat] += trick
        self.won[seat] += 1
        if self.kitty and self._kitty_goes(trick):
            self.taken[seat] += self.kitty
            self.kitty = []
        self.turn = seat
        self.tricks.append([])

    def _kitty_goes(self, trick: list[str]) -> bool:
        if self.book["kitty"] == "first_trick":
            return len(self.tricks) == 1
        if self.book["kitty"] == "last_trick":
            return self.over
        return any(suit(card) == "H" for card in trick)
