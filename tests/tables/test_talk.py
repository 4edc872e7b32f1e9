"""What may be said at a table, by whom and when."""

import pytest

from moonshot.tables import EMOJI, PHRASES, Table, Terms
from moonshot.tables import commands as c
from moonshot.tables.events import Renamed, Said
from tests.tables.company import COIN, PRIVATE, QUICK, Company


def say(table: Company, who: str = "ann", text: str | None = None, **more: bool) -> str:
    return table.ask(who, c.Say, None, None, text, **more)


def test_phrases_and_emoji_are_for_everybody_at_any_time() -> None:
    table = Company(terms=COIN)
    assert table.ask("ann", c.Say, "hello") == "ok"
    assert table.told == [Said(0, "Ann", "h-ann", phrase="hello")]
    table.wait(3.0)
    assert table.ask("ann", c.Say, None, "smile") == "ok"
    assert table.ask("bea", c.Say, "the_queen_is_mine") == "bad_text"
    assert table.ask("bea", c.Say, None, "moon") == "bad_text"
    assert table.ask("bea", c.Say) == "bad_text"
    assert table.ask("bea", c.Say, "hello", "smile") == "bad_text"
    assert set(PHRASES).isdisjoint(EMOJI)


def test_one_may_speak_every_three_seconds() -> None:
    table = Company()
    assert table.ask("ann", c.Say, "hello") == "ok"
    table.wait(2.9)
    assert table.ask("ann", c.Say, "thanks") == "too_soon"
    assert table.ask("bea", c.Say, "thanks") == "ok"
    table.wait(0.1)
    assert table.ask("ann", c.Say, "thanks") == "ok"


def test_free_text_is_one_short_line_without_links_or_hidden_signs() -> None:
    table = Company()
    assert say(table, text="  Grüße, 3♥ 👩‍👧 done: ok.  ") == "ok"
    assert table.told[-1] == Said(0, "Ann", "h-ann", text="Grüße, 3♥ 👩‍👧 done: ok.")
    table.wait(3.0)
    assert say(table, text="Grüße, 3♥ 👩‍👧 done: ok. ") == "repeated"
    for text in ("", "   ", "x" * 141, "two\nlines", "bell\x07", "r\u202eight", "zero\u200bwidth", "\ue000"):
        assert say(table, text=text) == "bad_text", text
    for text in ("\u3164", "see\u2800", "z" + 6 * "\u0334", "\u0e01" + 20 * "\u0e47", "x" + 6 * "\u20dd"):
        assert say(table, text=text) == "bad_text", text
    for text in ("http://x", "see WWW.example", "go example.com now", "e.example.org/x", "at a.bc/d", "x.gg"):
        assert say(table, text=text) == "bad_text", text
    assert say(table, text="e.g. this, and that... or/and so") == "ok"
    assert say(table, who="bea", text="x" * 140) == "ok"
    for text in ("ปู่น้ำทิ้ง", "שָׁלוֹם", "ka\u0300\u0301\u0302\u0303\u0304", "ক্ষ্ম"):
        table.wait(3.0)
        assert say(table, text=text) == "ok", text


def test_free_text_needs_a_table_that_allows_it_and_a_person_who_may() -> None:
    assert say(Company(terms=Terms(kind="private")), text="hi") == "not_here"
    assert say(Company(), text="hi", writes=False) == "not_here"
    assert say(Company(), text="hi") == "ok"


def test_no_table_talk_among_strangers_during_a_hand() -> None:
    table = Company(terms=QUICK)  # user report H4
    assert say(table, text="pass me spades") == "not_here"
    assert not table.view().text
    table.deal_out()
    assert say(table, text="she is shooting") == "not_here"
    table.play_deal()
    assert table.table.phase == "deal_done"
    assert table.view().text
    assert say(table, text="well played all") == "ok"


def test_spectators_do_not_talk_into_a_hand() -> None:
    table = Company(terms=PRIVATE)  # user report H4
    assert table.ask("zoe", c.Say, "hello") == "not_here"
    table.deal_out()
    table.play_deal()
    assert table.ask("zoe", c.Say, "hello") == "ok"
    assert table.told[-1] == Said(None, "Zoe", "h-zoe", phrase="hello")
    assert Company(terms=COIN).ask("zoe", c.Say, "hello") == "not_seated"


def test_the_censor_masks_or_refuses_and_the_original_is_kept() -> None:
    table = Company()
    table.table.censor = lambda text: None if "worst" in text else text.replace("bad", "***")
    assert say(table, text="a bad deal") == "ok"
    said = table.told[-1]
    assert isinstance(said, Said)
    assert (said.text, said.original) == ("a *** deal", "a bad deal")
    table.wait(3.0)
    assert say(table, text="a bad deal") == "repeated"
    assert say(table, text="the worst") == "bad_words"


@pytest.mark.parametrize("terms", [PRIVATE, QUICK])
def test_people_talk_while_they_gather(terms: Terms) -> None:
    table = Company(terms=terms, people=("ann",), gather=True)
    assert say(table, text="hello?") == "ok"


# -- the rest of manners -----------------------------------------------------------------------------------


def test_one_who_dawdles_at_the_score_sheet_holds_strangers_for_eight_seconds() -> None:
    table = Company(terms=QUICK)  # user report U8
    table.deal_out()
    table.play_deal()
    assert table.move(1) == "ok"
    assert table.wait(7.9) == []
    told = table.wait(0.2)
    assert told[0] == "dealt"
    assert table.table.match.deal_no == 2


def test_friends_take_their_time_at_the_score_sheet() -> None:
    table = Company(terms=PRIVATE)
    table.deal_out()
    table.play_deal()
    for seat in (0, 1, 2):
        assert table.move(seat) == "ok"
    assert table.wait(3600.0) == ["kept_waiting"]  # the others may vote then, and need not
    assert table.move(3) == "ok"
    assert table.told[-1].kind == "dealt"


def test_the_pace_is_no_business_of_one_person() -> None:
    assert Company(terms=QUICK).ask("ann", c.SetPace, "fast") == "not_here"
    assert Company(terms=QUICK, people=("ann",)).ask("ann", c.SetPace, "fast") == "ok"
    assert Company(terms=PRIVATE).ask("ann", c.SetPace, "fast") == "ok"
    assert Company(terms=PRIVATE).ask("ann", c.SetPace, "click") == "not_here"


def test_forced_cards_are_never_played_at_once() -> None:
    """User report X5: nothing plays for a person who is there, however few cards are legal."""
    table = Company(terms=QUICK)
    table.deal_out()
    for _ in range(200):
        if table.table.phase != "playing":
            if table.table.phase == "deal_done":
                break
            table.wait_until_due()
            continue
        turn = table.table.match.turn
        assert turn is not None
        assert table.table.due() == pytest.approx(table.table.since + 90.5)
        assert table.move(turn) == "ok"


def test_a_new_name_stands_over_the_seat_and_over_what_was_said() -> None:
    table = Company()
    assert table.ask("ann", c.Say, "hello") == "ok"
    assert table.ask("bea", c.Say, "thanks") == "ok"
    assert table.ask("ann", c.Rename, "Anna") == "ok"
    assert table.told[-1] == Renamed(0, "Anna")
    assert [seat.name for seat in table.table.seats] == ["Anna", "Bea", "Cai", "Dan"]
    assert [said.name for said in table.table.talk.said] == ["Anna", "Bea"]
    assert table.ask("ann", c.Rename, "Anna") == "same_name"
    assert table.ask("eve", c.Rename, "Eva") == "not_seated"
    replayed = Table.replay(table.entries, table.policies, table.now)
    assert [seat.name for seat in replayed.seats] == ["Anna", "Bea", "Cai", "Dan"]
