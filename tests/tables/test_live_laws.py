"""Laws of tables with people: the log rebuilds them, somebody is always waited for, and nothing leaks."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from moonshot.bots import find_policy
from moonshot.engine import HeartsError, preset
from moonshot.tables import Table, Terms, Visitor
from moonshot.tables import commands as c
from tests.tables.company import COIN, PEOPLE, PRIVATE, QUICK, Company
from tests.tables.seen import encode_update, view_table
from tests.tables.test_laws import hidden_cards, swapped

TERMS = (PRIVATE, QUICK, COIN, Terms(kind="private", clock="online"), Terms(kind="quick"))
WHO = st.sampled_from([*PEOPLE, "zoe"])
SEATS = st.integers(-1, 5)


def picture(table: Table) -> tuple[Any, ...]:
    """Everything that can be seen of a table but its clocks, which a restart refills."""
    seats = (*range(len(table.seats)), None)
    views = []
    for seat in seats:
        view = view_table(table, seat)
        clock = view.clock and (view.clock.bank, view.clock.misses, view.clock.fast, view.clock.on)
        vote = view.vote and (view.vote.about, view.vote.yes, view.vote.no)
        views.append((*(getattr(view, name) for name in _PLAIN), clock, vote))
    return (views, table.seq, table.closed, sorted(table.barred), sorted(table.asked), table.proposal_no)


_PLAIN = (
    *("match", "phase", "players", "trick", "waiting", "host", "locked", "proposal", "text", "spectators"),
    *("pace", "paused", "code", "link", "terms", "reveal", "moon_options", "why", "received_from"),
    "offers",
)


class LiveMachine(RuleBasedStateMachine):
    """People come and go, play, vote and talk, time passes, and the process dies and comes back."""

    @initialize(
        terms=st.sampled_from(TERMS),
        people=st.integers(1, 4),
        gather=st.booleans(),
        name=st.sampled_from(("standard", "deniro_3", "hooligan")),
    )
    def open(self, terms: Terms, people: int, gather: bool, name: str) -> None:
        rules = preset(name)
        who = PEOPLE[: min(people, rules.players)]
        self.company = Company(
            terms=terms, people=who, gather=gather, rules=rules, policy=find_policy("random"), pace="fast"
        )

    def ask(self, who: str, kind: type, *fields: object) -> None:
        table = self.company.table
        before = picture(table)
        answer = self.company.ask(who, kind, *fields)
        assert answer == "ok" or picture(table) == before, (kind, answer)

    @rule(who=WHO, seat=SEATS, kind=st.sampled_from([c.Sit, c.Remove, c.HandHost, c.TakeSeat]))
    def about_seats(self, who: str, seat: int, kind: type) -> None:
        self.ask(who, kind, seat)

    @rule(who=WHO, kind=st.sampled_from([c.Stand, c.Start, c.Leave, c.ImBack, c.NewMatch]))
    def bare(self, who: str, kind: type) -> None:
        if kind is not c.Leave or who == "dan":
            self.ask(who, kind)

    @rule(who=WHO, kind=st.sampled_from([c.Lock, c.SetPause, c.CastVote]), yes=st.booleans())
    def yes_or_no(self, who: str, kind: type, yes: bool) -> None:
        self.ask(who, kind, yes)

    @rule(who=WHO, seat=SEATS, level=st.sampled_from([None, "easy", "genius"]))
    def set_bot(self, who: str, seat: int, level: str | None) -> None:
        self.ask(who, c.SetBot, seat, level)

    @rule(who=WHO, rules=st.sampled_from(["deniro", "deniro_3", "nonsense"]))
    def propose(self, who: str, rules: str) -> None:
        self.ask(who, c.Propose, rules)

    @rule(who=WHO, number=st.integers(0, 3), yes=st.booleans())
    def confirm(self, who: str, number: int, yes: bool) -> None:
        self.ask(who, c.Confirm, number, yes)

    @rule(who=WHO, about=st.sampled_from(["timer_off", "rematch", "take_back", "finish"]))
    def vote(self, who: str, about: str) -> None:
        self.ask(who, c.ProposeVote, about)

    @rule(who=WHO, seat=SEATS)
    def vote_on_somebody(self, who: str, seat: int) -> None:
        self.ask(who, c.ProposeVote, "stand_in", seat)

    @rule(who=WHO)
    def claim(self, who: str) -> None:
        self.ask(who, c.Claim, self.company.table.ply)

    @rule(who=WHO, phrase=st.sampled_from([None, "hello"]), text=st.sampled_from([None, "hi there"]))
    def say(self, who: str, phrase: str | None, text: str | None) -> None:
        self.ask(who, c.Say, phrase, None, text)

    @rule(there=st.sets(st.integers(0, 3)))
    def come_and_go(self, there: set[int]) -> None:
        self.company.present(*there)

    @rule(moves=st.integers(1, 20))
    def play_on(self, moves: int) -> None:
        table = self.company.table
        for _ in range(moves):
            if table.paused or table.closed or table.state != "playing":
                return
            seats = [seat for seat in table.match.acting if not table.is_auto(seat)]
            seats += [seat for seat in table.active if table.waiting_for(seat)]
            if seats:
                assert self.company.move(seats[0]) == "ok"
            elif table.due() is not None:
                self.company.wait_until_due()

    @rule(seconds=st.sampled_from([0.0, 0.3, 8.0, 31.0, 61.0, 120.0]))
    def wait(self, seconds: float) -> None:
        self.company.wait(seconds)

    @rule()
    def die_and_come_back(self) -> None:
        there = self.company.table.absence.present
        before = picture(self.company.table)
        self.company.table = self.company.replayed()
        assert picture(self.company.table) == before
        self.company.present(*(there or ()))

    @invariant()
    def the_log_rebuilds_the_table(self) -> None:
        if hasattr(self, "company"):
            assert picture(self.company.replayed()) == picture(self.company.table)

    @invariant()
    def nobody_waits_for_nothing(self) -> None:
        if not hasattr(self, "company"):
            return
        table = self.company.table
        if table.closed or table.paused or table.state != "playing" or table.due() is not None:
            return
        assert [seat for seat in table.match.acting if seat in table.active] or [
            seat for seat in table.active if table.waiting_for(seat)
        ]

    @invariant()
    def seats_are_sound(self) -> None:
        if not hasattr(self, "company"):
            return
        table = self.company.table
        accounts = [seat.account for seat in table.seats if seat.account is not None]
        assert len(accounts) == len(set(accounts))
        assert len(table.seats) == table.rules.players
        assert table.host is None or table.closed or table.seats[table.host].is_person
        assert table.absence.stand_ins <= set(table.people)
        assert table.state == "open" or not any(seat.is_empty for seat in table.seats)


TestLiveTable = LiveMachine.TestCase
TestLiveTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


def scrambled(company: Company, choices: list[int]) -> None:
    """Let a table go on at random: moves, silence, people who come and go."""
    table = company.table
    for choice in choices:
        acting = [seat for seat in table.match.acting if not table.is_auto(seat)]
        if table.state != "playing" or table.phase in ("deal_done", "redeal"):
            return
        if choice % 7 == 0:
            company.present(*(seat for seat in range(4) if choice >> seat & 8))
        if choice % 5 == 0:
            company.wait(choice)
        elif acting and not table.holding:
            company.move(acting[choice % len(acting)])
        elif table.due() is not None:
            company.wait_until_due()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    terms=st.sampled_from([QUICK, COIN, Terms(kind="private", clock="online", spectators=True)]),
    choices=st.lists(st.integers(0, 100), max_size=60),
    data=st.data(),
)
def test_two_worlds_look_alike_to_people_spectators_and_the_clock(
    terms: Terms, choices: list[int], data: st.DataObject
) -> None:
    """What a seat or a spectator is sent, and when, does not depend on cards it may not know."""

    company = Company(terms=terms, people=("ann", "bea"), policy=find_policy("random"))
    scrambled(company, choices)
    table = company.table
    if table.state != "playing" or table.phase in ("deal_done", "redeal"):
        return
    viewer = data.draw(st.sampled_from([0, 1, None]))
    hidden = hidden_cards(table, -1 if viewer is None else viewer)
    if len(hidden) < 2:
        return
    one, other = data.draw(st.sampled_from(hidden)), data.draw(st.sampled_from(hidden))
    twins = swapped(tuple(company.entries), table.match.deal_no, one, other)
    here = Table(company.entries[0].events[0], company.policies)  # type: ignore[arg-type]
    there = Table(company.entries[0].events[0], company.policies)  # type: ignore[arg-type]
    for entry, twin in zip(company.entries, twins, strict=True):
        told = here.apply(entry)
        try:
            told_there = there.apply(twin)
        except HeartsError:
            return  # in that world somebody could not have played so
        if here.ply == 0 and here.match.turn != there.match.turn:
            return  # whose lead it is tells everybody who holds the lowest club
        seen = encode_update(entry.seq, here, viewer, told, now=3.0)
        assert seen == encode_update(entry.seq, there, viewer, told_there, now=3.0)
        assert here.due() == there.due()
        for command in (c.PlayCard("x", 99, 0), c.CastVote("x", yes=True), c.TakeSeat("x", 3), c.Say("x")):
            for account in ("ann", "zoe"):
                if account == "zoe" or viewer == 0:
                    answers = [world.handle(account, command, 3.0, Visitor()) for world in (here, there)]
                    assert answers[0] == answers[1]
