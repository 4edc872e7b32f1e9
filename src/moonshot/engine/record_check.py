"""Checking the shuffles of a record: commitments against reveals, and the hands against the shuffle.

Reading a record leaves this out on purpose: the hands are stored, so an old record stays good whatever
becomes of the shuffle. Whoever wants to know whether the cards were fair asks here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from moonshot.engine.cards import cards_text
from moonshot.engine.errors import HeartsError, RecordError
from moonshot.engine.rules import Rules
from moonshot.engine.shuffle import commitment, deal_hands

PROVEN = "proven"
RUNNING = "running"
NOT_PROMISED = "not_promised"
WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class ShuffleCheck:
    """What is known of the shuffle of one deal.

    ``state`` is ``proven``; ``running`` while its secret is still kept; ``not_promised`` where no commitment
    was published; or ``wrong``, and then ``error`` says why.
    """

    deal_no: int
    state: str
    error: RecordError | None = None


def check_shuffles(record: Mapping[str, Any]) -> tuple[ShuffleCheck, ...]:
    """Check the shuffle of each deal of a record that `read_record` found good."""
    rules = Rules.from_dict(record["rules"])
    return tuple(
        _check(rules, record["match"], deal, f"deals[{index}]")
        for index, deal in enumerate(record["deals"])
        if deal["hands"] is not None
    )


def _check(rules: Rules, match_id: str, deal: Mapping[str, Any], at: str) -> ShuffleCheck:
    number = deal["deal"]
    if deal["commitment"] is None:
        return ShuffleCheck(number, NOT_PROMISED)
    if deal["secret"] is None:
        if deal["points"] is None and not deal["redeal"]:
            return ShuffleCheck(number, RUNNING)
        message = "The deal is over, but its secret was not revealed."
        return _wrong(number, "not_revealed", message, f"{at}.secret")
    secret = bytes.fromhex(deal["secret"])
    if commitment(secret, match_id, number) != deal["commitment"]:
        message = "The secret does not open the commitment."
        return _wrong(number, "wrong_commitment", message, f"{at}.commitment")
    try:
        hands, kitty = deal_hands(rules, deal["dealer"], secret, deal["seeds"])
    except HeartsError as error:
        return _wrong(number, error.code, error.message, f"{at}.{error.at}")
    for seat, hand in enumerate(hands):
        if cards_text(hand) != deal["hands"][seat]:
            message = f"The shuffle gives this seat {cards_text(hand)}."
            return _wrong(number, "wrong_hands", message, f"{at}.hands[{seat}]")
    if cards_text(kitty) != deal["kitty"]:
        return _wrong(number, "wrong_hands", f"The shuffle leaves {cards_text(kitty)}.", f"{at}.kitty")
    return ShuffleCheck(number, PROVEN)


def _wrong(deal_no: int, code: str, message: str, at: str) -> ShuffleCheck:
    return ShuffleCheck(deal_no, WRONG, RecordError(code, message, at, deal_no=deal_no))
