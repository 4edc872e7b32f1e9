"""Before the first deal: seats, the host, and the states in which each command is possible."""

from typing import Any, get_args

import pytest

from moonshot.engine import Rules, preset
from moonshot.tables import BOT_NAMES, TableError, Terms, Visitor, invitation, person
from moonshot.tables import commands as c
from moonshot.tables.decide import STATES
from moonshot.tables.events import HostSet, Left, Sat, Stood
from moonshot.tables.seats import EMPTY, adapted, bot
from tests.tables.build import SECRET
from tests.tables.company import COIN, PRIVATE, QUICK, Company


def gathered(people: tuple[str, ...] = ("ann",), terms: Terms = PRIVATE, **more: Any) -> Company:
    return Company(terms=terms, people=people, gather=True, **more)


def test_an_open_table_shows_its_empty_seats_and_waits() -> None:
    table = gathered()
    view = table.view()
    assert (view.phase, view.host, view.locked, view.code) == ("gathering", 0, False, "K7M2QX")
    assert [player.empty for player in view.players] == [False, True, True, True]
    assert [player.handle for player in view.players] == ["h-ann", None, None, None]
    assert view.match.hand_sizes == (0, 0, 0, 0)
    assert table.table.due() is None
    spectator = table.view(None)
    assert (spectator.code, spectator.link) == (None, None)


def test_people_sit_change_seats_and_stand() -> None:
    table = gathered()
    assert table.ask("bea", c.Sit, 2) == "ok"
    assert table.told == [Sat(2, "Bea", "bea", handle="h-bea")]
    assert table.ask("bea", c.Sit, 0) == "seat_taken"
    assert table.ask("bea", c.Sit, 4) == "bad_seat"
    assert table.ask("bea", c.Sit, -1) == "bad_seat"
    assert table.ask("bea", c.Sit, 3) == "ok"
    assert table.table.people == (0, 3)
    assert table.ask("bea", c.Stand) == "ok"
    assert table.ask("bea", c.Stand) == "not_seated"
    assert [player.empty for player in table.view().players] == [False, True, True, True]


def test_the_host_changes_seats_and_stays_the_host() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("ann", c.Sit, 3) == "ok"
    assert table.told[-1] == HostSet(3)
    assert table.view().host == 3


def test_the_host_role_moves_on_and_to_the_first_who_sits() -> None:
    table = gathered(("ann", "bea", "cai"))  # user report C15
    assert table.ask("ann", c.Stand) == "ok"
    assert table.told[-1] == HostSet(1)
    assert table.ask("bea", c.Leave) == "ok"
    assert table.told[-1] == HostSet(2)
    assert table.ask("cai", c.Stand) == "ok"
    assert table.told[-1] == HostSet(None)
    assert not table.table.closed
    assert table.ask("dan", c.Sit, 1) == "ok"
    assert table.told[-1] == HostSet(1)
    assert table.ask("dan", c.Start) == "ok"


def test_leaving_alone_closes_an_open_table() -> None:
    table = gathered()
    assert table.table.closes((Stood(0),)) is False
    assert table.table.closes((Left(0, "steady"),)) is True, "nobody remains"
    assert table.ask("ann", c.Leave) == "ok"
    assert table.table.closed
    assert table.ask("bea", c.Sit, 1) == "gone"


def test_the_host_hands_the_role_on() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("bea", c.HandHost, 1) == "not_host"
    assert table.ask("ann", c.HandHost, 2) == "bad_seat"
    assert table.ask("ann", c.HandHost, 1) == "ok"
    assert table.ask("bea", c.Start) == "ok"
    assert table.ask("bea", c.HandHost, 0) == "ok"  # in play too
    assert table.view().host == 0


def test_a_locked_table_lets_nobody_sit_down() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("bea", c.Lock, True) == "not_host"
    assert table.ask("ann", c.Lock, True) == "ok"
    assert table.view().locked
    assert table.ask("cai", c.Sit, 2) == "locked"
    assert table.ask("bea", c.Sit, 2) == "ok"  # who sits may still move
    assert table.ask("ann", c.Lock, False) == "ok"
    assert table.ask("cai", c.Sit, 3) == "ok"


def test_who_is_removed_cannot_come_back() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("ann", c.Remove, 0) == "bad_seat"
    assert table.ask("ann", c.Remove, 2) == "bad_seat"
    assert table.ask("bea", c.Remove, 0) == "not_host"
    assert table.ask("ann", c.Remove, 1) == "ok"
    assert table.view().players[1].empty
    assert table.ask("bea", c.Sit, 1) == "barred"
    assert not table.table.admits("bea", Visitor(invited=True))
    assert not table.replayed().admits("bea", Visitor(invited=True))


def test_bots_of_a_chosen_level() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("bea", c.SetBot, 2, "easy") == "not_host"
    assert table.ask("ann", c.SetBot, 1, "easy") == "seat_taken"
    assert table.ask("ann", c.SetBot, 2, "genius") == "bad_level"
    assert table.ask("ann", c.SetBot, 2, "easy") == "ok"
    assert (table.view().players[2].name, table.view().players[2].level) == (BOT_NAMES[0], "easy")
    assert table.ask("cai", c.Sit, 2) == "seat_taken"
    assert table.ask("ann", c.SetBot, 2, "steady") == "ok"
    assert (table.view().players[2].name, table.view().players[2].level) == (BOT_NAMES[0], "steady")
    assert table.ask("ann", c.SetBot, 2, None) == "ok"
    assert table.view().players[2].empty
    assert table.ask("ann", c.SetBot, 2, None) == "bad_seat"


def test_the_start_fills_empty_seats_with_bots_that_are_marked() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("bea", c.Start) == "not_host"
    assert table.ask("ann", c.Start) == "ok"
    assert [event.kind for event in table.told] == ["sat", "sat", "match_started", "committed", "dealt"]
    players = table.view().players
    assert [player.name for player in players] == ["Ann", "Bea", *BOT_NAMES[:2]]
    assert [player.level for player in players] == [None, None, "steady", "steady"]
    assert table.view().phase == "passing"


def test_four_starts_make_one_match() -> None:
    table = gathered(("ann", "bea", "cai", "dan"))  # user report C13
    answers = [table.ask("ann", c.Start) for _ in range(4)]
    assert answers == ["ok", "wrong_phase", "wrong_phase", "wrong_phase"]
    assert [event.kind for event in table.told].count("match_started") == 1
    for command in ((c.Sit, 1), (c.SetBot, 1, "easy"), (c.Stand,), (c.Lock, True), (c.Remove, 1)):
        assert table.ask("ann", *command) == "wrong_phase"
    assert table.ask("ann", c.NewMatch) == "match_running"
    assert table.ask("ann", c.ProposeVote, "rematch") == "wrong_phase"


def test_every_command_has_its_states() -> None:
    assert set(STATES) == set(get_args(c.Command))
    table = gathered()
    for command in ((c.PassCards, 1, ()), (c.PlayCard, 0, 0), (c.SetPause, True), (c.NewMatch,), (c.ImBack,)):
        assert table.ask("ann", *command) == "wrong_phase"
        assert table.ask("zoe", *command) == "not_seated"


def test_private_tables_are_for_those_who_were_invited() -> None:
    table = gathered()
    assert table.ask("bea", c.Sit, 1, invited=False) == "not_here"
    assert not table.table.admits("bea")
    assert table.table.admits("bea", Visitor(invited=True))
    assert table.table.admits("ann")
    listed = gathered(terms=Terms(kind="private", listed=True))
    assert listed.ask("bea", c.Sit, 1, invited=False) == "ok"


def test_who_may_look_at_a_table() -> None:
    for terms, stranger in ((QUICK, True), (COIN, False), (Terms(), False), (Terms(kind="quick"), True)):
        assert Company(terms=terms, people=("ann",)).table.admits("zoe") is stranger
    assert not Company(terms=Terms(kind="quick")).table.admits("zoe")  # four people, no spectators
    open_ = gathered(terms=Terms(kind="quick"))
    assert open_.table.admits("zoe")
    open_.ask("ann", c.Lock, True)
    assert not open_.table.admits("zoe")
    open_.ask("ann", c.Leave)
    assert not open_.table.admits("ann")


def test_a_person_takes_over_a_bots_seat_between_deals() -> None:
    table = Company(terms=QUICK, people=("ann", "bea"))
    assert table.ask("cai", c.TakeSeat, 2) == "wrong_phase"
    table.deal_out()
    table.play_deal()
    assert table.table.phase == "deal_done"
    assert table.ask("ann", c.TakeSeat, 2) == "seated"
    assert table.ask("cai", c.TakeSeat, 1) == "seat_taken"
    assert table.ask("cai", c.TakeSeat, 9) == "bad_seat"
    assert table.ask("cai", c.TakeSeat, 2) == "ok"
    assert table.told[-1].kind == "took_seat"
    assert (table.view().players[2].name, table.view().players[2].level) == ("Cai", None)
    assert table.replayed().people == (0, 1, 2)
    for seat in (0, 1, 2):
        assert table.move(seat) == "ok"
    assert (table.table.phase, table.table.match.deal_no) == ("passing", 2)


def test_seats_of_coin_and_practice_tables_stay() -> None:
    for terms in (COIN, Terms()):
        table = Company(terms=terms, people=("ann",))
        table.deal_out()
        table.play_deal()
        assert table.ask("cai", c.TakeSeat, 2) == "not_here"


def test_invitations_that_cannot_be_made() -> None:
    for seats, pace, code in (
        ([EMPTY] * 3, "normal", "bad_seats"),
        ([EMPTY] * 4, "warp", "bad_pace"),
        ([person("A", "a"), person("A", "a"), EMPTY, EMPTY], "normal", "bad_seats"),
    ):
        with pytest.raises(TableError) as caught:
            invitation("t", Rules(), seats, pace=pace, secret=SECRET, terms=PRIVATE)
        assert caught.value.code == code


def test_a_table_may_open_without_anybody() -> None:
    table = gathered(())
    assert table.view(None).host is None
    assert table.ask("ann", c.Sit, 0) == "ok"
    assert table.view().host == 0


# -- choosing the rules together ---------------------------------------------------------------------------


def test_everybody_has_to_agree_on_rules() -> None:
    table = gathered(("ann", "bea", "cai"))
    assert table.ask("bea", c.Propose, "deniro") == "ok"
    proposal = table.view().proposal
    assert proposal is not None
    assert (proposal.no, proposal.by, proposal.yes, proposal.waiting) == (1, 1, (1,), (0, 2))
    assert proposal.rules == preset("deniro")
    assert table.ask("ann", c.Confirm, 2, True) == "stale_proposal"
    assert table.ask("ann", c.Confirm, 1, True) == "ok"
    assert table.table.rules == Rules()
    assert table.ask("cai", c.Confirm, 1, True) == "ok"
    assert table.told[-1].kind == "rules_set"
    assert (table.table.rules, table.view().proposal) == (preset("deniro"), None)
    assert table.ask("ann", c.Start) == "ok"
    started = next(event for event in table.told if event.kind == "match_started")
    assert Rules.from_dict(started.rules) == preset("deniro")
    assert table.ask("ann", c.Propose, "standard") == "wrong_phase"


def test_one_no_ends_a_proposal_and_so_does_a_newer_one_or_a_newcomer() -> None:
    table = gathered(("ann", "bea"))
    assert table.ask("ann", c.Propose, {"end_score": 50}) == "ok"
    assert table.ask("bea", c.Confirm, 1, False) == "ok"
    assert table.view().proposal is None
    assert table.ask("ann", c.Propose, {"end_score": 50}) == "ok"
    assert table.ask("bea", c.Propose, {"end_score": 60}) == "ok"
    assert table.ask("bea", c.Confirm, 2, True) == "stale_proposal"
    assert table.ask("cai", c.Sit, 2) == "ok"
    assert table.view().proposal is None
    assert table.ask("bea", c.Propose, {"end_score": 60}) == "ok"
    assert table.ask("ann", c.Start) == "ok"
    assert (table.view().proposal, table.table.rules) == (None, Rules())


def test_one_who_is_alone_agrees_with_oneself() -> None:
    table = gathered()
    assert table.ask("ann", c.Propose, {"preset": "standard", "end_score": 50}) == "ok"
    assert table.table.rules.end_score == 50


def test_rules_that_cannot_be_proposed() -> None:
    table = gathered(("ann", "bea", "cai", "dan"))
    assert table.ask("ann", c.Propose, "no_such") == "unknown_preset"
    assert table.ask("ann", c.Propose, "deniro_3") == "bad_seats"
    assert table.ask("ann", c.Propose, {"pass_count": 14}) not in ("ok", "not_here")
    assert gathered(terms=QUICK).ask("ann", c.Propose, "deniro") == "not_here"


def test_another_number_of_players_brings_other_seats() -> None:
    table = gathered(("ann", "bea"))
    table.ask("bea", c.Sit, 3)
    table.ask("ann", c.Propose, "deniro_3")
    assert table.ask("bea", c.Confirm, 1, True) == "ok"
    assert [player.name for player in table.view().players] == ["Ann", "Bea", ""]
    assert table.replayed().people == (0, 1)
    assert table.ask("ann", c.Start) == "ok"
    assert len(table.view().match.hand_sizes) == 3


def test_adapted_seats_keep_people() -> None:
    ann, bea, robot = person("Ann", "ann"), person("Bea", "bea"), bot("B", "easy")
    assert adapted([robot, ann, robot, bea], 3) == [bea, ann, robot]
    assert adapted([ann, robot, bea], 5) == [ann, robot, bea, EMPTY, EMPTY]
    assert adapted([ann, EMPTY, EMPTY, robot], 3) == [ann, EMPTY, EMPTY]


def test_the_host_stays_the_host_when_seats_change() -> None:
    table = gathered(("ann", "bea"))
    table.ask("ann", c.Sit, 3)
    table.ask("ann", c.Propose, "deniro_3")
    table.ask("bea", c.Confirm, 1, True)
    assert table.table.host == table.table.seat_of("ann")
