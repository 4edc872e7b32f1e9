"""The daily deal without a server: its days, standings, charts, streaks, and what may be told of it."""

import re
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moonshot.engine import Rules
from moonshot.learn import daily

DAY = date(2026, 11, 30)
POINTS = st.integers(0, 26)
FIELD = st.lists(POINTS, min_size=1, max_size=60)


def test_the_rules_are_the_standard_ones_for_one_deal() -> None:
    changed = {daily.rules_of(DAY + timedelta(days=n)).pass_cycle for n in range(4)}
    assert changed == {("L",), ("R",), ("A",), ("H",)}
    rules = daily.rules_of(DAY)
    assert rules.problems() == ()
    assert set(rules.changes()) == {"pass_cycle", "end_score", "end_hands", "tie"}
    assert Rules.from_dict(rules.to_dict()) == rules


def test_a_day_is_one_of_utc_wherever_somebody_is() -> None:
    before = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC)
    assert daily.is_running(DAY, before)
    assert not daily.is_running(DAY, before + timedelta(seconds=1))
    tokyo = timezone(timedelta(hours=9))
    assert daily.is_running(DAY, datetime(2026, 12, 1, 8, 59, tzinfo=tokyo))
    assert not daily.is_running(DAY, datetime(2026, 12, 1, 9, 0, tzinfo=tokyo))
    hawaii = timezone(timedelta(hours=-10))
    assert daily.is_running(DAY, datetime(2026, 11, 29, 14, 0, tzinfo=hawaii))


def test_the_cards_stay_secret_until_no_try_counts_any_more() -> None:
    opening = daily.opens(DAY)
    assert opening == datetime(2026, 12, 1, 2, 0, tzinfo=UTC)
    match = f"{daily.name_of(DAY)}-1"
    assert daily.is_secret(match, opening - timedelta(microseconds=1))
    assert not daily.is_secret(match, opening)
    assert daily.is_secret("daily-2026-11-30-2", daily.begins(DAY))
    assert not daily.is_secret("AbCdEfGhIjKlMnOp-1", daily.begins(DAY))


@pytest.mark.parametrize(
    "match",
    ["daily-2026-13-01-1", "daily-2026-11-30x-1", "xdaily-2026-11-30-1", "daily-1", "", "daily-٢٠٢٦-11-30-1"],
)
def test_other_names_are_no_days(match: str) -> None:
    assert daily.day_of(match) is None


@given(st.dates(date(2026, 1, 1), date(2100, 1, 1)))
def test_names_lead_back_to_their_days(day: date) -> None:
    assert daily.day_of(daily.name_of(day)) == daily.day_of(f"{daily.name_of(day)}-1") == day
    assert daily.number_of(day + timedelta(days=1)) == daily.number_of(day) + 1


@given(FIELD, st.data())
def test_a_standing_counts_everybody_once(field: list[int], data: st.DataObject) -> None:
    mine = data.draw(st.sampled_from(field))
    stands = daily.standing(mine, field)
    assert stands.worse + stands.same + stands.rank == len(field)
    assert stands.others == len(field) - 1
    assert 1 <= stands.rank <= len(field)
    assert 0 <= stands.percent <= 100
    better = min(field)
    assert daily.standing(better, field).rank == 1
    assert daily.standing(better, field).percent >= stands.percent


@given(FIELD, st.data())
def test_every_result_is_in_one_bar_and_mine_is_marked(field: list[int], data: st.DataObject) -> None:
    mine = data.draw(st.sampled_from(field))
    chart = daily.bars(field, mine)
    assert sum(bar.count for bar in chart) == len(field)
    (own,) = [bar for bar in chart if bar.mine]
    assert own.least <= mine <= own.most
    assert own.count >= 1
    assert max(bar.share for bar in chart) == 1.0
    assert [bar.most + 1 for bar in chart[:-1]] == [bar.least for bar in chart[1:]]
    assert not any(bar.mine for bar in daily.bars(field))


def test_an_empty_field_is_an_empty_chart() -> None:
    assert {bar.count for bar in daily.bars([])} == {0}
    assert {bar.share for bar in daily.bars([])} == {0.0}


def test_cards_that_are_usually_passed_come_first_and_the_own_ones_always() -> None:
    field = ["QS KS AS"] * 5 + ["2C 3C QS"] * 3 + [f"{rank}H KH AH" for rank in "23456789"] + ["", ""]
    told = daily.passes(field, "9H KH AH")
    assert told[0] == daily.Passing("AH", 50, mine=True)
    assert daily.Passing("QS", 50, mine=False) in told
    assert len(told) == daily.MOST_PASSED
    assert {one.card for one in told if one.mine} == {"9H", "KH", "AH"}
    assert [one.percent for one in told] == sorted((one.percent for one in told), reverse=True)
    assert daily.passes(["", ""]) == ()
    assert not any(one.mine for one in daily.passes(field))


def test_only_rules_of_days_are_called_so() -> None:
    assert daily.is_of_a_day(daily.rules_of(DAY))
    assert not daily.is_of_a_day(Rules())
    assert not daily.is_of_a_day(Rules(end_hands=1, end_score=0, tie="shared"))


@given(st.sets(st.integers(0, 40)), st.integers(0, 41))
def test_a_streak_is_not_broken_by_a_day_that_is_not_over(numbers: set[int], now: int) -> None:
    days = {DAY + timedelta(days=n) for n in numbers}
    today = DAY + timedelta(days=now)
    found = daily.streak(days, today)
    assert found.days == len(days)
    assert found.now <= len(days)
    end = now if now in numbers else now - 1
    assert found.now == next(n for n in range(42) if end - n not in numbers)


@given(POINTS, FIELD)
def test_what_is_shared_names_no_card_and_no_player(points: int, others: list[int]) -> None:
    text = daily.share_text(
        DAY, daily.standing(points, [points, *others]), "https://example.org/daily/2026-11-30"
    )
    lines = text.splitlines()
    assert lines[0] == "Moonshot daily deal 334 · 30 November 2026"
    assert lines[-1] == "https://example.org/daily/2026-11-30"
    assert (
        re.search(
            r"\b[2-9TJQKA][CDSH]\b|[♠♥♦♣]|queen|heart|spade|club|diamond|moon\b|pass",
            text.lower().replace("moonshot", ""),
        )
        is None
    )
    assert f"of {len(others) + 1}" in text


def test_what_is_shared_is_told_in_plain_words() -> None:
    def second(points: int, *others: int) -> str:
        return daily.share_text(DAY, daily.standing(points, [points, *others]), "a").splitlines()[1]

    assert second(4) == "4 points, the first to finish"
    assert second(1, 1) == "1 point, just the average"
    assert second(0, 9) == "0 points, 4.5 better than average"
    assert second(20, 9) == "20 points, 5.5 worse than average"
