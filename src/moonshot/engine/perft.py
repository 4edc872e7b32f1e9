"""Counting lines of play: the quickest way to see that legality and undo agree with another program."""

from moonshot.engine.cards import cards_of
from moonshot.engine.deal import Deal


def perft(deal: Deal, depth: int) -> int:
    """The number of legal sequences of ``depth`` plies from here; a finished deal ends its line early.

    Lines that end before ``depth`` count once.
    """
    if depth == 0 or deal.phase != "playing":
        return 1
    lines = 0
    for card in cards_of(deal.legal_mask()):
        deal.push(card)
        lines += perft(deal, depth - 1)
        deal.pop()
    return lines
