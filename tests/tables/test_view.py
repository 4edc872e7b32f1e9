"""What a viewer gets, phase by phase."""

from moonshot.engine import Rules, cards_of
from moonshot.tables import PlayerView
from moonshot.tables import commands as c
from tests.tables.build import World
from tests.tables.seen import view_table
from tests.tables.test_bots import moon_world


def test_players_and_who_is_there() -> None:
    world = World(others=("ann",))
    players = view_table(world.table, 0, connected={0}).players
    assert players == (
        PlayerView("Me", None, True, host=True),
        PlayerView("ann", None, False),
        PlayerView("Bot 0", "lowest", True),
        PlayerView("Bot 1", "lowest", True),
    )


def test_before_the_first_card() -> None:
    view = World().view
    assert (view.phase, view.table_id, view.match.match_id) == ("passing", "t", "t-1")
    assert (view.trick, view.last_trick, view.why, view.reveal) == (None, None, (), None)
    assert (view.pace, view.paused, view.waiting, view.received_from) == ("normal", False, (), None)


def test_received_cards_and_where_they_came_from() -> None:
    world = World()
    view = world.play_until(lambda view: view.phase == "playing")
    assert view.match.direction == "L"
    assert view.received_from == 3
    assert view_table(world.table, 2).received_from == 1
    assert view_table(world.table, None).received_from is None
    scattered = World(rules=Rules(pass_cycle=("S",)))
    assert scattered.play_until(lambda view: view.phase == "playing").received_from is None


def test_why_names_the_reason_for_every_card_that_may_not_be_played() -> None:
    world = World()
    view = world.play_until(lambda view: view.match.legal not in (0, view.match.hand))
    assert {card for card, _ in view.why} == set(cards_of(view.match.hand & ~view.match.legal))
    assert {code for _, code in view.why} <= {"must_follow_suit", "opening_card", "points_on_first_trick"}
    for seat in (1, 2, 3, None):
        assert view_table(world.table, seat).why == ()


def test_a_full_trick_is_shown_with_its_winner_until_it_is_cleared() -> None:
    world = World(pace="click")
    view = world.play_until(lambda view: view.phase == "trick_done")
    assert view.trick is not None
    assert (len(view.trick.cards), view.trick.winner) == (4, view.match.turn)
    assert view.last_trick is None
    world.send(c.Continue("1", 1, 4))
    assert world.view.last_trick == view.trick
    second = world.play_until(lambda view: view.phase == "trick_done" and view.match.ply == 8)
    assert second.last_trick == view.trick
    assert second.trick != view.trick


def test_the_score_sheet_shows_the_opened_secret_and_the_next_promise() -> None:
    world = World(pace="instant")
    promised = world.view.match.commitment
    view = world.play_until(lambda view: view.phase == "deal_done")
    assert view.reveal is not None
    assert view.reveal[0] == 1
    assert view.match.commitment not in (promised, None)
    assert view.trick is None
    assert view.last_trick is not None
    assert view.waiting == ("continue",)
    assert view_table(world.table, 1).waiting == ()
    assert view_table(world.table, None).waiting == ()


def test_only_the_shooter_sees_what_it_may_choose() -> None:
    world = moon_world(shooter_is_bot=False)
    assert [name for name, _ in world.view.moon_options] == ["others_plus", "self_minus"]
    assert view_table(world.table, 1).moon_options == ()
    assert view_table(world.table, None).moon_options == ()


def test_a_void_deal_waits_and_is_dealt_again_with_its_own_promise() -> None:
    # Three of four cards are barred from trick one, so a wholly barred hand is not rare.
    rules = Rules(
        first_trick_fallback="redeal",
        opening_leader="left_of_dealer",
        opening_card="any",
        penalties=tuple((f"{rank}{suit}", 1) for suit in "SD" for rank in "23456789TJQKA"),
        first_trick_barred=("hearts", "qs", "other_penalties"),
        moon="off",
    )
    assert rules.problems() == ()
    world = World(rules=rules, pace="instant")
    for number in range(2000):
        world = World(rules=rules, pace="instant", secret=number.to_bytes(32, "big"))
        world.step()
        world.wait()
        if world.table.phase == "redeal":
            break
    view = world.view
    assert view.phase == "redeal"
    assert view.waiting == ("continue",)
    assert view.match.deal_no == 1
    assert view.match.commitment is not None
    hand = view.match.hand
    world.step()
    assert world.view.match.deal_no == 1
    assert world.view.match.hand != hand
    commitments = [
        event.commitment
        for entry in world.log.entries("t")
        for event in entry.events
        if event.kind == "committed"
    ]
    assert len(set(commitments)) == len(commitments) >= 2
