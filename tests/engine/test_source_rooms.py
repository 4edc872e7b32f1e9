"""What sources S2 and S3 (custom_room, browser_solo) state of the rules, one test a row of acceptance."""

import pytest

from moonshot.engine import (
    Rules,
    card_text,
    cards_of,
)
from moonshot.engine.cards import parse_card
from moonshot.engine.ending import settle
from moonshot.engine.legality import breaks_hearts
from tests.engine.hands import HEARTS, deal, legal, play
from tests.engine.sources import (
    MOON,
    ROOM,
    SOLO,
    cycle,
    first_deal,
    scores,
    without_pass,
)


def test_S2_5_four_players_and_a_pack_from_ace_to_two() -> None:
    assert (ROOM.players, ROOM.hand_size) == (4, 13)
    assert [card_text(card)[0] for card in range(12, -1, -1)] == list("AKQJT98765432")


def test_S2_7_everything_goes_clockwise() -> None:
    state = play(deal("", "", "2C", "", value=without_pass(ROOM)), "2C")
    order = [state.turn]
    for _ in range(2):
        state.play(cards_of(state.legal_mask())[0])
        order.append(state.turn)
    assert order == [3, 0, 1]


def test_S2_10_S2_11_the_first_trick() -> None:
    assert legal(ROOM, "9C QS AH 4D", "2C", first=True) == "9C"
    assert legal(ROOM, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(ROOM, HEARTS, "2C", first=True) == HEARTS
    assert legal(ROOM, "QS AH 4D", "2C") == "4D QS AH"


def test_S2_13_a_deal_is_worth_26() -> None:
    assert scores(ROOM, HEARTS, "QS", "", "")[0] == (13, 13, 0, 0)


@pytest.mark.parametrize("end", [50, 100, 150])
def test_S2_16_the_end_score_is_a_choice(end: int) -> None:
    assert ROOM.end_score == 100
    value = Rules.from_dict({"preset": "custom_room", "end_score": end})
    assert settle(value, (end - 1, 10, 20, 30), 1, False).state == "next_deal"
    assert settle(value, (end, 10, 20, 30), 1, False).state == "over"


def test_S2_17_passing_can_be_left_out() -> None:
    value = Rules.from_dict({"preset": "custom_room", "pass_cycle": ["H"]})
    assert cycle(value, 3) == "H H H"
    assert first_deal(value).phase == "playing"


def test_S2_18_the_jack_is_a_choice() -> None:
    assert scores(ROOM, "JD", HEARTS, "QS", "")[0] == (0, 13, 13, 0)
    value = Rules.from_dict({"preset": "custom_room", "bonus_card": "JD"})
    assert scores(value, "JD", HEARTS, "QS", "")[0] == (-10, 13, 13, 0)


def test_S2_19_old_and_new_moon_are_a_choice() -> None:
    value = Rules.from_dict({"preset": "custom_room", "moon": "self_minus"})
    assert scores(value, MOON, "", "", "", before=(10, 20, 30, 40))[1] == (-16, 20, 30, 40)


def test_S3_1_hearts_and_the_queen() -> None:
    assert scores(SOLO, HEARTS, "QS", "", "")[0] == (13, 13, 0, 0)


def test_S3_5_no_points_on_the_first_trick() -> None:
    assert legal(SOLO, "QS AH 4D", "2C", first=True) == "4D"
    assert legal(SOLO, HEARTS, "2C", first=True) == HEARTS


def test_S3_6_a_heart_played_breaks() -> None:
    assert breaks_hearts(SOLO.facts, parse_card("5H"), 3, False)
    assert breaks_hearts(SOLO.facts, parse_card("5H"), 1, False)
    assert legal(SOLO, "AH 3C") == "3C"
    assert legal(SOLO, "QS AH 3H") == "QS"


def test_S3_20_the_queen_breaks_nothing_and_may_always_be_led() -> None:
    assert not breaks_hearts(SOLO.facts, parse_card("QS"), 1, False)
    assert legal(SOLO, "QS 3C") == "3C QS"
