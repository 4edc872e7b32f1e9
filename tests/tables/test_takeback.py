"""Taking a card back: user report U9."""

from dataclasses import replace

import pytest

from moonshot.engine import Rules, StateError
from moonshot.tables import Entry, Terms
from moonshot.tables import commands as c
from moonshot.tables.events import TakenBack, VoteClosed
from moonshot.tables.history import match_history
from tests.tables.company import COIN, PRIVATE, QUICK, Company

PRACTICE = Terms()
TIMED = Terms(kind="private", clock="online")


def playing(terms: Terms = PRIVATE, people: tuple[str, ...] = ("ann", "bea", "cai", "dan")) -> Company:
    """A table where the first card has just been led; by whom is `leader`."""
    table = Company(terms=terms, people=people)
    table.deal_out()
    while table.table.ply == 0:
        turn = table.table.match.turn
        assert turn is not None
        if turn in table.table.people:
            assert table.move(turn) == "ok"
        else:
            table.wait_until_due()
    return table


def last(table: Company) -> tuple[str, int]:
    """Who played the last card, and which."""
    deal = table.table.match.deal
    assert deal is not None
    seat = (deal.turn - 1) % 4
    return table.table.seats[seat].account or "", deal.plays[-1]


@pytest.mark.parametrize("terms", [PRIVATE, QUICK, TIMED])
def test_u9_all_agree_and_the_card_is_in_the_hand_again(terms: Terms) -> None:
    table = playing(terms)
    who, card = last(table)
    seat = table.table.seat_of(who)
    assert seat is not None
    offers = [table.view(viewer).offers for viewer in (0, 1, 2, 3, None)]
    assert [("take_back" in offer) for offer in offers] == [viewer == seat for viewer in (0, 1, 2, 3, None)]
    before = table.view(seat).match
    assert table.ask(who, c.ProposeVote, "take_back") == "ok"
    assert all(table.view(viewer).vote for viewer in (0, 1, 2, 3, None))  # all see it
    others = [name for name in ("ann", "bea", "cai", "dan") if name != who]
    table.ask(others[0], c.CastVote, True)
    table.ask(others[1], c.CastVote, True)
    assert table.view(seat).match == before
    assert table.ask(others[2], c.CastVote, True) == "ok"
    assert table.told[-1] == TakenBack(seat, card, 1)
    view = table.view(seat)
    assert (view.match.ply, view.match.turn, view.match.hand >> card & 1) == (0, seat, 1)
    assert table.replayed().match.deal.hands == table.table.match.deal.hands  # type: ignore[union-attr]
    clock = view.clock
    if clock is not None:
        assert clock.left[seat] == 30_000 + 60_000
    assert table.move(seat) == "ok"
    plays = [moment.event for moment in match_history(table.entries) if moment.event.kind == "played"]
    assert len(plays) == 1  # the record has the deal as it was played in the end
    assert table.ask(who, c.ProposeVote, "take_back") == "asked_before"


def test_u9_not_after_the_next_card_and_not_of_others() -> None:
    table = playing()
    who, _ = last(table)
    turn = table.table.match.turn
    assert turn is not None
    next_one = table.table.seats[turn].account or ""
    assert table.ask(next_one, c.ProposeVote, "take_back") == "wrong_phase"
    assert table.move(turn) == "ok"
    assert table.ask(who, c.ProposeVote, "take_back") == "wrong_phase"


def test_u9_a_card_that_lies_stays_at_a_coin_table() -> None:
    table = playing(COIN)
    who, _ = last(table)
    assert "take_back" not in table.view(table.table.seat_of(who)).offers
    assert table.ask(who, c.ProposeVote, "take_back") == "not_here"


def test_only_cards_are_taken_back() -> None:
    table = Company(terms=PRACTICE, people=("ann",))
    assert table.view().offers == ()
    assert table.ask("ann", c.ProposeVote, "take_back") == "wrong_phase"  # a pass has its own way back


def test_the_next_player_may_just_play_on() -> None:
    table = playing()
    who, _ = last(table)
    assert table.ask(who, c.ProposeVote, "take_back") == "ok"
    turn = table.table.match.turn
    assert turn is not None
    assert table.move(turn) == "ok"
    assert VoteClosed("take_back", passed=False) in table.told
    assert table.view().vote is None
    assert table.table.ply == 2


def test_bots_and_clocks_wait_for_the_answer() -> None:
    table = Company(terms=TIMED, people=("ann", "bea"))
    table.deal_out()
    while True:  # until somebody has played before a bot
        turn = table.table.match.turn
        assert turn is not None
        if table.table.holding or turn not in table.table.people:
            table.wait_until_due()
        else:
            assert table.move(turn) == "ok"
            after = table.table.match.turn
            if after == 2 and not table.table.holding:
                break
    table.wait(0.2)
    assert table.ask("bea", c.ProposeVote, "take_back") == "ok"
    ply = table.table.ply
    assert table.wait(14.0) == []
    assert table.table.spent_ms(table.now) == 200
    assert table.wait(1.0) == ["vote_closed"]  # no answer is a no
    assert table.table.spent_ms(table.now) == 200
    assert table.table.ply == ply
    assert "played" in table.wait(1.0)


def test_a_pause_during_the_question_keeps_the_time() -> None:
    table = playing(TIMED)
    who, _ = last(table)
    table.wait(7.3)
    table.ask(who, c.ProposeVote, "take_back")
    table.wait(3.0)
    table.ask(who, c.SetPause, True)
    assert table.wait(20.0) == ["vote_closed"]
    table.ask(who, c.SetPause, False)
    assert table.table.spent_ms(table.now) == 7300


def test_a_trick_is_not_cleared_away_meanwhile() -> None:
    table = playing()
    while not table.table.holding:
        turn = table.table.match.turn
        assert turn is not None
        assert table.move(turn) == "ok"
    deal = table.table.match.deal
    assert deal is not None
    seat = (deal.leader_of(0) + 3) % 4
    who = table.table.seats[seat].account or ""
    assert table.ask(who, c.ProposeVote, "take_back") == "ok"
    other = table.table.seats[(seat + 1) % 4].account
    assert table.ask(other or "", c.Continue, 1, 4) == "vote_open"
    for name in ("ann", "bea", "cai", "dan"):
        table.ask(name, c.CastVote, True)
    assert (table.table.ply, table.table.phase, table.table.match.turn) == (3, "playing", seat)
    assert table.view().match.tricks_won == (0, 0, 0, 0)


def test_whoever_asked_and_left_has_withdrawn() -> None:
    table = playing()
    who, _ = last(table)
    table.ask(who, c.ProposeVote, "take_back")
    assert table.ask(who, c.Leave) == "ok"
    assert "vote_closed" in table.wait(0.0)
    assert table.table.ply >= 1


def test_alone_a_card_goes_back_at_once_with_what_bots_have_played_since() -> None:
    table = playing(PRACTICE, ("ann",))
    for _ in range(100):
        if "played" in [event.kind for event in table.told] and table.table.match.turn == 0:
            mine = [event for event in table.told if event.kind == "played" and event.seat == 0]
            if mine and not table.table.holding:
                break
        if table.table.match.turn == 0 and not table.table.holding:
            assert table.move(0) == "ok"
        else:
            table.wait_until_due()
    hand, ply = table.view().match.hand, table.table.ply
    assert "take_back" in table.view().offers
    assert table.ask("ann", c.ProposeVote, "take_back") == "ok"
    event = table.told[-1]
    assert isinstance(event, TakenBack)
    assert event.count > 1
    assert table.table.ply == ply - event.count
    assert table.view().match.hand == hand | 1 << event.card
    assert table.table.match.turn == 0
    before = table.table.ply
    if "take_back" in table.view().offers:  # and once more
        assert table.ask("ann", c.ProposeVote, "take_back") == "ok"
        assert table.table.ply < before
    while "take_back" in table.view().offers:
        assert table.ask("ann", c.ProposeVote, "take_back") == "ok"
    assert table.ask("ann", c.ProposeVote, "take_back") == "wrong_phase"
    assert table.replayed().match.deal.plays == table.table.match.deal.plays  # type: ignore[union-attr]


def test_not_where_the_kitty_was_opened() -> None:
    table = Company(rules=kitty_rules(), people=("ann", "bea", "cai"), pace="instant")
    table.deal_out()
    seat = -1
    while table.table.ply < 3:
        seat = table.table.match.turn or 0
        assert table.move(seat) == "ok"
    deal = table.table.match.deal
    assert deal is not None
    assert deal.kitty_trick == 0
    assert "take_back" not in table.view(seat).offers
    assert table.ask(table.table.seats[seat].account or "", c.ProposeVote, "take_back") == "wrong_phase"
    turn = table.table.match.turn
    assert turn is not None
    assert table.move(turn) == "ok"
    assert "take_back" in table.view(turn).offers


def kitty_rules() -> Rules:
    """Three players, the card left over goes with the first trick."""
    rules = replace(Rules(), players=3, kitty="first_trick")
    assert not rules.problems()
    return rules


def test_logs_that_take_back_what_was_not_played() -> None:
    table = playing()
    who, card = last(table)
    seat = table.table.seat_of(who) or 0
    for wrong in (TakenBack(seat, card, 0), TakenBack(seat, card, 2), TakenBack(seat, (card + 1) % 52, 1)):
        twin = table.replayed()
        with pytest.raises(StateError):
            twin.apply(Entry(twin.seq + 1, (wrong,)))


def test_a_log_with_cards_taken_back_is_a_good_log() -> None:
    """`moonshot check` replays it, and the record has the deal as it was played in the end."""
    from moonshot.site.live.checking import Tally, check_log
    from moonshot.site.live.codec import encode_entry

    table = playing()
    who, _ = last(table)
    assert table.ask(who, c.ProposeVote, "take_back") == "ok"
    for name in ("ann", "bea", "cai", "dan"):
        table.ask(name, c.CastVote, True)
    assert table.table.ply == 0
    table.play_deal()
    rows = [(entry.seq, encode_entry(entry).decode()) for entry in table.entries]
    tally = Tally()
    assert check_log("t", rows, closed=False, tally=tally) == []
    assert tally.matches == 1
