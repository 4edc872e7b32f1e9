"""Votes: the timer and the rematch, who is asked, and how long."""

import pytest

from moonshot.engine import StateError
from moonshot.tables import Entry, Terms
from moonshot.tables import commands as c
from moonshot.tables.events import Confirmed, Left, VoteCast, VoteClosed, VoteOpened
from tests.tables.company import COIN, PRIVATE, QUICK, Company, short


def over(terms: Terms = QUICK, people: tuple[str, ...] = ("ann", "bea", "cai")) -> Company:
    """A table whose match is over."""
    table = Company(terms=terms, people=people, rules=short(), pace="fast")
    table.deal_out()
    table.play_deal()
    assert table.table.phase == "over"
    return table


def test_the_timer_goes_off_when_all_people_want_it() -> None:
    table = Company(terms=QUICK, people=("ann", "bea", "cai"))
    assert table.ask("bea", c.ProposeVote, "timer_off") == "ok"
    assert table.told == [VoteOpened("timer_off", 1)]
    table.wait(2.0)
    vote = table.view().vote
    assert vote is not None
    assert (vote.about, vote.by, vote.yes, vote.no, vote.left) == ("timer_off", 1, (1,), (), 28_000)
    assert table.ask("ann", c.ProposeVote, "timer_off") == "vote_open"
    assert table.ask("ann", c.CastVote, True) == "ok"
    assert table.ask("zoe", c.CastVote, True) == "not_seated"
    assert table.ask("cai", c.CastVote, True) == "ok"
    assert [event.kind for event in table.told[-3:]] == ["vote_cast", "vote_closed", "timer_off"]
    assert table.view().vote is None
    view = table.view().clock
    assert view is not None
    assert (view.on, view.left) == (False, (None,) * 4)
    table.wait(3600.0)
    assert "timed_out" not in [event.kind for event in table.told]
    assert not table.replayed().clock.is_on
    assert table.ask("ann", c.ProposeVote, "timer_off") == "not_here"


def test_one_no_keeps_the_timer() -> None:
    table = Company(terms=QUICK, people=("ann", "bea", "cai"))
    table.ask("bea", c.ProposeVote, "timer_off")
    assert table.ask("ann", c.CastVote, False) == "ok"
    assert table.told[-1] == VoteClosed("timer_off", passed=False)
    assert table.ask("cai", c.CastVote, True) == "no_vote"
    assert table.ask("bea", c.ProposeVote, "timer_off") == "asked_before"
    assert table.ask("cai", c.ProposeVote, "timer_off") == "ok"


def test_silence_keeps_the_timer() -> None:
    table = Company(terms=QUICK, people=("ann", "bea"))
    table.ask("ann", c.ProposeVote, "timer_off")
    assert "vote_closed" not in table.wait(29.9)
    assert table.wait(0.1)[-1] == "vote_closed"
    assert table.told[-1] == VoteClosed("timer_off", passed=False)


def test_a_vote_may_be_changed_while_it_is_open() -> None:
    table = over(people=("ann", "bea", "cai"))
    table.ask("ann", c.ProposeVote, "rematch")
    table.ask("bea", c.CastVote, False)
    table.ask("bea", c.CastVote, True)
    vote = table.view().vote
    assert vote is not None
    assert (vote.yes, vote.no) == ((0, 1), ())


def test_votes_go_on_in_a_pause_and_after_a_restart() -> None:
    table = Company(terms=Terms(kind="private", clock="online"), people=("ann", "bea"))
    table.ask("ann", c.ProposeVote, "timer_off")
    table.ask("bea", c.SetPause, True)
    table.table = table.replayed()
    table.present(0, 1)
    assert table.wait(30.0) == ["vote_closed"]


def test_one_person_alone_decides_at_once() -> None:
    table = Company(terms=QUICK, people=("ann",))
    assert table.ask("ann", c.ProposeVote, "timer_off") == "ok"
    assert [event.kind for event in table.told] == ["vote_opened", "vote_closed", "timer_off"]


def test_the_absent_are_not_asked() -> None:
    table = Company(terms=QUICK, people=("ann", "bea", "cai"))
    table.ask("ann", c.ProposeVote, "timer_off")
    table.present(0, 1)
    table.ask("bea", c.CastVote, True)
    assert table.ask("cai", c.Leave) == "ok"
    assert table.wait(0.0)[:2] == ["vote_closed", "timer_off"]


@pytest.mark.parametrize(
    ("terms", "about", "code"),
    [(COIN, "timer_off", "not_here"), (PRIVATE, "timer_off", "not_here"), (QUICK, "rematch", "wrong_phase")],
)
def test_questions_that_cannot_be_asked(terms: Terms, about: str, code: str) -> None:
    assert Company(terms=terms).ask("ann", c.ProposeVote, about) == code


def test_a_rematch_comes_only_after_the_end() -> None:
    assert over(COIN).ask("ann", c.ProposeVote, "rematch") == "not_here"
    assert over().ask("ann", c.ProposeVote, "timer_off") == "wrong_phase"
    assert over().ask("ann", c.NewMatch) == "not_here"  # user report C13
    assert over(COIN, ("ann",)).ask("ann", c.NewMatch) == "not_here"


def test_all_who_want_it_play_again_at_the_same_table() -> None:
    table = over()
    table.ask("ann", c.ProposeVote, "rematch")
    table.ask("bea", c.CastVote, True)
    assert table.table.phase == "over"
    assert table.ask("cai", c.CastVote, True) == "ok"
    view = table.view()
    assert (view.match.match_id, view.phase, view.match.totals) == ("t-2", "passing", (0,) * 4)
    assert table.table.people == (0, 1, 2)


def test_bots_take_the_seats_of_those_who_do_not_answer() -> None:
    table = over()
    before = table.view().players[3].name
    table.ask("bea", c.ProposeVote, "rematch")
    table.ask("cai", c.CastVote, True)
    told = table.wait(30.0)
    assert told[:4] == ["vote_closed", "left", "host_set", "match_started"]
    view = table.view(1)
    assert table.table.people == (1, 2)
    assert view.host == 1
    assert [player.level for player in view.players] == ["steady", None, None, "lowest"]
    assert view.players[3].name == before
    assert table.ask("ann", c.Say, "hello") == "not_here"
    assert table.replayed().people == (1, 2)


def test_who_says_no_is_not_kept() -> None:
    table = over(people=("ann", "bea"))
    table.ask("ann", c.ProposeVote, "rematch")
    table.ask("bea", c.CastVote, False)
    assert [event for event in table.told if isinstance(event, Left)] == [Left(1, "steady", "Mira")]
    assert table.view().phase == "passing"


def test_a_rematch_whose_asker_leaves_comes_to_nothing() -> None:
    table = over(people=("ann", "bea"))
    table.ask("ann", c.ProposeVote, "rematch")
    table.ask("ann", c.Leave)
    table.ask("bea", c.CastVote, False)
    assert table.told[-1] == VoteClosed("rematch", passed=False)
    assert table.table.phase == "over"
    assert table.ask("bea", c.NewMatch) == "ok"  # the last person may begin again alone


@pytest.mark.parametrize(
    "event", [Confirmed(0, yes=True), VoteCast(0, yes=True), VoteClosed("rematch", passed=True)]
)
def test_answers_without_a_question_are_no_log(event) -> None:  # type: ignore[no-untyped-def]
    table = Company()
    with pytest.raises(StateError) as caught:
        table.take(Entry(2, (event,)))
    assert caught.value.code == "bad_log"
