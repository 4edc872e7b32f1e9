"""Every command: what it leads to, and every way it is refused."""

import pytest

from moonshot.engine import Rules
from moonshot.tables import Done, Refusal, TableError, bot, opening, person
from moonshot.tables import commands as c
from moonshot.tables.events import Continued, Left, PaceSet, PauseSet, TrickCleared
from tests.tables.build import ME, SECRET, World


def refused(answer: object, code: str, at: str = "") -> None:
    assert isinstance(answer, Refusal), answer
    assert (answer.code, answer.at) == (code, at)
    assert answer.message.endswith((".", "?"))


def test_opening_deals_at_once() -> None:
    entry = opening(
        "t", Rules(), (person("Me", ME), *(bot(n, "easy") for n in "ABC")), pace="fast", secret=SECRET
    )
    assert entry.seq == 1
    assert [event.kind for event in entry.events] == ["opened", "match_started", "committed", "dealt"]
    assert (entry.account, entry.command_id) == (None, None)


@pytest.mark.parametrize(
    ("seats", "pace", "code", "at"),
    [
        ((person("Me", ME), bot("A", "x")), "fast", "bad_seats", "seats"),
        (tuple(bot(n, "x") for n in "ABCD"), "fast", "bad_seats", "seats"),
        ((person("Me", ME), person("I", ME), bot("A", "x"), bot("B", "x")), "fast", "bad_seats", "seats"),
        ((person("Me", ME), *(bot(n, "x") for n in "ABC")), "warp", "bad_pace", "pace"),
    ],
)
def test_tables_that_cannot_be_opened(seats: tuple, pace: str, code: str, at: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(TableError) as caught:
        opening("t", Rules(), seats, pace=pace, secret=SECRET)
    assert (caught.value.code, caught.value.at) == (code, at)


def test_a_pass_is_taken_and_may_be_recalled_while_others_choose() -> None:
    world = World()  # user report P8
    hand = world.view.match.hand
    cards = tuple(card for card in range(52) if hand >> card & 1)
    first, other = cards[:3], cards[3:6]
    assert world.send(c.PassCards("1", 1, first)) == Done(2)
    assert [world.view.match.passed] == [first]
    refused(world.send(c.PassCards("2", 1, other)), "already_passed", "t")
    assert world.send(c.RecallCards("3", 1)) == Done(3)
    assert [world.view.match.passed] == [None]
    refused(world.send(c.RecallCards("4", 1)), "wrong_phase", "t")
    assert world.send(c.PassCards("5", 1, other)) == Done(4)
    world.wait()
    assert world.view.phase == "playing"
    assert world.view.match.passed == other
    refused(world.send(c.RecallCards("6", 1)), "wrong_phase", "t")
    assert world.kinds.count("exchanged") == 1


def test_passes_that_cannot_be_taken() -> None:
    world = World()
    hand = [card for card in range(52) if world.view.match.hand >> card & 1]
    foreign = next(card for card in range(52) if card not in hand)
    refused(world.send(c.PassCards("1", 2, tuple(hand[:3]))), "stale", "deal")
    refused(world.send(c.PassCards("2", 1, tuple(hand[:2]))), "pass_count", "cards")
    refused(world.send(c.PassCards("3", 1, (hand[0],) * 3)), "pass_repeated", "cards[1]")
    refused(world.send(c.PassCards("4", 1, (hand[0], hand[1], foreign))), "not_in_hand", "cards[2]")
    refused(world.send(c.PassCards("5", 1, (hand[0], hand[1], 52))), "not_in_hand", "cards[2]")
    assert world.table.seq == 1


def test_plays_that_cannot_be_taken() -> None:
    world = World()
    refused(world.send(c.PlayCard("1", 0, 0)), "wrong_phase", "card")
    world.play_until(lambda view: view.match.legal != 0 and view.match.ply > 4)
    ply = world.view.match.ply
    seq = world.table.seq
    hand = world.view.match.hand
    foreign = next(card for card in range(52) if not hand >> card & 1)
    refused(world.send(c.PlayCard("2", ply - 1, foreign)), "stale", "ply")
    refused(world.send(c.PlayCard("3", ply, foreign)), "not_in_hand", "card")
    refused(world.send(c.PlayCard("4", ply, 99)), "not_in_hand", "card")
    refused(world.send(c.PassCards("5", 1, (0, 1, 2))), "wrong_phase", "t")
    refused(world.send(c.ChooseMoon("6", 1, "others_plus")), "wrong_phase", "t")
    refused(world.send(c.ChooseMoon("7", 0, "others_plus")), "stale", "deal")
    refused(world.send(c.PlayCard("8", ply, 0), account="stranger"), "not_seated")
    assert world.table.seq == seq


def test_out_of_turn() -> None:
    world = World()
    world.play_until(lambda view: view.match.legal != 0 and view.match.ply > 4)
    ply = world.view.match.ply
    legal = next(card for card in range(52) if world.view.match.legal >> card & 1)
    assert isinstance(world.send(c.PlayCard("1", ply, legal)), Done)
    hand = world.view.match.hand
    refused(world.send(c.PlayCard("2", ply + 1, hand.bit_length() - 1)), "not_your_turn", "t")


def test_a_resend_gets_the_same_answer_and_has_one_effect() -> None:
    world = World()
    cards = tuple(card for card in range(52) if world.view.match.hand >> card & 1)[:3]
    command = c.PassCards("same", 1, cards)
    assert world.send(command) == Done(2)
    world.wait()
    seq = world.table.seq
    assert world.send(command) == Done(2)
    assert world.replayed().handle(ME, command, 0.0) == Done(2)
    assert world.table.seq == seq
    assert world.kinds.count("passed") == 4


@pytest.mark.parametrize("busy", [ME, "ann"])
def test_a_resend_after_a_long_time_has_no_second_effect_whatever_was_done_meanwhile(busy: str) -> None:
    world = World(others=("ann",))
    cards = tuple(card for card in range(52) if world.view.match.hand >> card & 1)[:3]
    command = c.PassCards("slept over", 1, cards)
    assert world.send(command) == Done(2)
    pause = c.SetPause("mine", True)
    paused = world.send(pause)
    for number in range(2500):
        assert isinstance(world.send(c.SetPause(f"later {number}", number % 2 == 1), busy), Done)
    assert world.table.paused
    assert isinstance(world.send(c.SetPause("on", False), "ann"), Done)
    seq = world.table.seq
    assert world.send(pause) == paused
    assert world.send(command) == Done(2)
    replayed = world.replayed()
    assert (replayed.handle(ME, pause, 0.0), replayed.handle(ME, command, 0.0)) == (paused, Done(2))
    assert world.table.seq == seq
    assert not world.table.paused


def test_pace() -> None:
    world = World()
    assert world.send(c.SetPace("1", "slow")) == Done(2)
    assert world.view.pace == "slow"
    assert world.told == [PaceSet("slow")]
    refused(world.send(c.SetPace("2", "warp")), "bad_pace", "pace")
    refused(world.send(c.SetPace("3", "slow"), account="stranger"), "not_seated")


def test_continue_after_a_deal_carries_a_seed_into_the_next_shuffle() -> None:
    worlds = [World(pace="instant") for _ in range(2)]
    for world, seed in zip(worlds, ("one", "two"), strict=True):
        view = world.play_until(lambda view: view.phase == "deal_done")
        assert view.waiting == ("continue",)
        assert view.match.commitment is not None
        refused(world.send(c.Continue("a", 2, 52)), "stale", "deal")
        refused(world.send(c.Continue("b", 1, 51)), "stale", "ply")
        refused(world.send(c.Continue("c", 1, 52, "ä" * 33)), "bad_seed", "seed")
        assert isinstance(world.send(c.Continue("d", 1, 52, seed)), Done)
        assert world.view.match.deal_no == 2
        refused(world.send(c.Continue("e", 2, 0)), "wrong_phase", "t")
        continued = [e for one in world.log.entries("t") for e in one.events if isinstance(e, Continued)]
        assert continued == [Continued(0, seed)]
    assert worlds[0].view.match.hand != worlds[1].view.match.hand


def test_continue_ends_the_look_at_a_full_trick() -> None:
    world = World(pace="click")
    view = world.play_until(lambda view: view.phase == "trick_done")
    assert view.waiting == ("continue",)
    assert world.host.due() is None
    assert isinstance(world.send(c.Continue("x", 1, view.match.ply)), Done)
    assert world.told[-1] == TrickCleared()
    assert world.view.phase == "playing"
    assert world.view.trick is not None
    assert world.view.trick.cards == ()


def test_the_next_lead_ends_the_look_too() -> None:
    world = World(pace="click")
    world.play_until(lambda view: view.phase == "trick_done" and view.match.legal != 0)
    card = next(card for card in range(52) if world.view.match.legal >> card & 1)
    assert isinstance(world.send(c.PlayCard("x", world.view.match.ply, card)), Done)
    assert world.view.phase == "playing"
    assert world.view.trick is not None
    assert world.view.trick.cards == (card,)


def test_pause_stops_everything_but_the_table_itself() -> None:
    world = World()
    assert world.send(c.SetPause("1", on=True)) == Done(2)
    assert world.host.due() is None
    assert [world.view.paused] == [True]
    hand = tuple(card for card in range(52) if world.view.match.hand >> card & 1)
    refused(world.send(c.PassCards("2", 1, hand[:3])), "paused")
    assert world.send(c.SetPace("3", "fast")) == Done(3)
    assert world.send(c.SetPause("4", on=False)) == Done(4)
    assert [world.view.paused] == [False]
    assert world.send(c.PassCards("5", 1, hand[:3])) == Done(5)


def test_a_new_match_ends_the_running_one() -> None:
    world = World()
    world.play_until(lambda view: view.match.ply > 20)
    assert isinstance(world.send(c.NewMatch("n")), Done)
    view = world.view
    assert (view.match.match_id, view.match.deal_no, view.match.ply) == ("t-2", 1, 0)
    assert view.match.totals == (0, 0, 0, 0)
    assert view.reveal is None
    assert [player.name for player in view.players] == ["Me", "Bot 0", "Bot 1", "Bot 2"]


def test_a_new_match_from_a_pause_goes_on() -> None:
    world = World()
    world.send(c.SetPause("1", on=True))
    assert world.send(c.NewMatch("2")) == Done(3)
    assert not world.view.paused
    assert world.told[1] == PauseSet(on=False)


def test_leaving_closes_the_table_of_one_person() -> None:
    world = World()
    assert world.send(c.Leave("bye")) == Done(2)
    assert world.table.closed
    assert world.told == [Left(0, "steady")]
    assert world.host.due() is None
    refused(world.send(c.SetPace("1", "fast")), "gone")
    assert world.send(c.Leave("bye")) == Done(2)


def test_two_people_share_a_table() -> None:
    world = World(pace="instant", others=("ann",))
    view = world.play_until(lambda view: view.phase == "deal_done")
    assert view.waiting == ("continue",)
    assert isinstance(world.send(c.Continue("1", 1, 52, "mine")), Done)
    assert world.view.phase == "deal_done"
    assert world.view.waiting == ()
    refused(world.send(c.Continue("2", 1, 52)), "wrong_phase", "t")
    refused(world.send(c.NewMatch("3")), "match_running", "t")  # user report C13
    assert isinstance(world.send(c.Continue("1", 1, 52), account="ann"), Done)
    assert world.view.match.deal_no == 2
    assert isinstance(world.send(c.Leave("4"), account="ann"), Done)
    assert not world.table.closed
    assert [player.level for player in world.view.players] == [None, "steady", "lowest", "lowest"]
    world.play_until(lambda view: view.phase == "over")
    assert isinstance(world.send(c.NewMatch("5")), Done)


def test_a_rematch_of_people_comes_after_the_end() -> None:
    world = World(rules=Rules(end_hands=1, end_score=0, tie="shared"), pace="instant", others=("ann",))
    world.play_until(lambda view: view.phase == "over")
    assert isinstance(world.send(c.NewMatch("5")), Done)
    assert world.view.match.match_id == "t-2"
