"""What the rules say about the deal, the pass and the tricks, as sentences in reading order.

Each function reads the rules' values and the ints that the engine plays by, and states what follows from
them. It leaves out what cannot come up: a limit on hearts where the pack has none, an empty bar.
"""

from moonshot.engine import Rules, card_text, cards_of
from moonshot.engine.cards import CLUBS, FULL_DECK, HEARTS, QUEEN_BIT, SUIT_MASKS, lowest_card
from moonshot.engine.facts import OPEN_ANY
from moonshot.learn.sentences import Sentence, say

Sentences = list[Sentence]


def texts(mask: int) -> tuple[str, ...]:
    """The codes of the cards of a mask."""
    return tuple(card_text(card) for card in cards_of(mask))


def summed_up(rules: Rules, mask: int) -> tuple[str, ...]:
    """The cards of a mask for a sentence: all hearts of the pack under one word."""
    hearts = rules.facts.deck & HEARTS
    if hearts and hearts & ~mask == 0:
        return ("hearts", *texts(mask & ~HEARTS))
    return texts(mask)


def goal(rules: Rules) -> Sentences:
    """What everybody tries to do."""
    del rules
    return [say("goal.avoid")]


def deal(rules: Rules) -> Sentences:
    """Players, cards, kitty, dealer."""
    facts = rules.facts
    said = [say("deal.players", players=facts.players, hand=facts.hand_size)]
    if facts.deck != FULL_DECK:
        removed = texts(FULL_DECK & ~facts.deck)
        said.append(say("deal.removed", n=len(removed), cards=removed))
    elif not facts.kitty_size:
        said.append(say("deal.whole_pack"))
    if facts.kitty_size:
        said.append(say(f"deal.kitty_{rules.kitty}", n=facts.kitty_size))
    return [*said, say("deal.dealer")]


def period(ways: tuple[str, ...]) -> tuple[str, ...]:
    """The shortest beginning that gives these directions when it is repeated."""
    lengths = [n for n in range(1, len(ways) + 1) if len(ways) % n == 0]
    return next(ways[:n] for n in lengths if ways[:n] * (len(ways) // n) == ways)


def passing(rules: Rules) -> Sentences:
    """How many cards go where, and which may not."""
    facts = rules.facts
    ways = period(rules.directions)
    if ways == ("H",):
        return [say("pass.none")]
    said = [say("pass.count", n=facts.pass_count)]
    said.append(say("pass.always", way=ways[0]) if len(ways) == 1 else say("pass.cycle", ways=ways))
    if "S" in ways:
        said.append(say("pass.scatter", n=facts.pass_count // (facts.players - 1)))
    kept = facts.deck & facts.no_pass
    if kept and (facts.deck & ~kept).bit_count() >= facts.pass_count:
        said.append(say("pass.kept", cards=texts(kept)))
    return [*said, say("pass.blind")]


def first_trick(rules: Rules) -> Sentences:
    """Who leads what, and what may not fall on the first trick."""
    return [*_opening(rules), *_barred(rules)]


def _opening(rules: Rules) -> Sentences:
    facts = rules.facts
    clubs = facts.deck & CLUBS
    card = "any" if not clubs else rules.opening_card
    if facts.left_of_dealer_opens or not clubs:
        return [
            say("first.leader_left"),
            say("first.card_any" if card == "any" else "first.card_club_if_any"),
        ]
    if facts.kitty_size:
        leader = say("first.leader_dealt_club")
    else:
        leader = say("first.leader_club", card=card_text(lowest_card(clubs)))
    return [
        leader,
        say({"lowest_club": "first.card_lowest", "any_club": "first.card_club"}.get(card, "first.card_any")),
    ]


def _barred(rules: Rules) -> Sentences:
    facts = rules.facts
    barred = facts.deck & facts.barred
    if not barred:
        return [say("first.free")]
    said = [say("first.barred", barred=summed_up(rules, barred))]
    if _forces_barred(rules, barred):
        said.append(say("first.suit_first"))
    if barred.bit_count() >= facts.hand_size:
        said.append(say("first.fallback_redeal" if facts.redeals else "first.fallback_any"))
    return said


def _forces_barred(rules: Rules, barred: int) -> bool:
    """Whether somebody may have to follow suit with a barred card: whether such a suit can be led."""
    facts = rules.facts
    club_first = facts.opening_card != OPEN_ANY and facts.deck & CLUBS != 0
    if club_first and barred & CLUBS:
        return True  # an opening club is never barred itself
    if club_first and not facts.left_of_dealer_opens:
        return False
    return any(barred & suit and facts.deck & suit & ~barred for suit in SUIT_MASKS)


def tricks(rules: Rules) -> Sentences:
    """Following suit and winning."""
    del rules
    return [say("trick.follow"), say("trick.void"), say("trick.high"), say("trick.leads")]


def hearts(rules: Rules) -> Sentences:
    """When hearts may be led, and what breaks them."""
    facts = rules.facts
    if not facts.deck & HEARTS:
        return []
    if rules.lead_hearts == "anytime":
        return [say("hearts.anytime")]
    said = [say(f"hearts.{rules.lead_hearts}")]
    if rules.lead_hearts == "after_break":
        said += _breaking(rules)
    others = facts.exception & facts.deck & ~HEARTS
    if _queen_costs(rules) and rules.qs_lead != "anytime":
        others |= QUEEN_BIT  # with the queen barred from leading as well, nothing is left but the whole hand
    if others:
        return [*said, say("hearts.only_penalties", cards=texts(others))]
    said.append(say("hearts.only_hearts"))
    if _queen_costs(rules):
        said.append(say("hearts.queen_goes_first"))
    return said


def _breaking(rules: Rules) -> Sentences:
    discard = rules.break_by == "heart_discarded"
    said = [say("hearts.broken_by_discard" if discard else "hearts.broken_by_any")]
    if _queen_costs(rules):
        kinds = {"never": "queen_breaks_not", "any_play": "queen_breaks", "discard": "queen_breaks_discarded"}
        said.append(say(f"hearts.{kinds[rules.qs_breaks]}"))
    if not rules.first_trick_breaks:
        said.append(say("hearts.first_trick_breaks_not"))
    return said


def _queen_costs(rules: Rules) -> bool:
    return rules.facts.point_cards & QUEEN_BIT != 0


def queen(rules: Rules) -> Sentences:
    """When the queen of spades may, or must, be played; nothing where she is an ordinary card."""
    if not _queen_costs(rules):
        return []
    duties = {"free": "free", "after_break": "waits"}
    duty = duties.get(rules.qs_discard, rules.qs_discard)
    return [say(f"queen.lead_{rules.qs_lead}"), say(f"queen.{duty}")]
