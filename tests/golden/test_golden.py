"""Records of earlier matches: every version replays them to the same scores.

`tools/golden_records.py` made them once. One that no longer replays means that stored matches everywhere
would change: then raise RULES_VERSION and keep reading the old one, rather than changing the file.
"""

from pathlib import Path

import pytest

from moonshot.engine import PRESETS
from moonshot.engine.ending import DEAL_CAP
from moonshot.engine.record import ReadRecord, check_shuffles, read_record, write_record

HERE = Path(__file__).parent

# Name, deals in the record, totals after the last finished one, winners.
GOLDEN: list[tuple[str, int, list[int], list[int] | None]] = [
    ("bicycle", 3, [24, 16, 9, 29], None),
    ("black_maria", 3, [67, 33, 29], None),
    ("browser_solo", 3, [26, 11, 26, 15], None),
    ("cardgames_io", 3, [3, 9, 14, 52], None),
    ("custom_room", 3, [26, 0, 45, 7], None),
    ("deniro", 3, [17, 11, 18, 2], None),
    ("deniro_3", 3, [19, 6, 23], None),
    ("end-cap", 100, [728, 913, 688, 731], [2]),
    ("end-exact-reset", 8, [57, 46, 55, 25], [3]),
    ("end-exact-wins", 2, [40, 3, 8, 1], [0]),
    ("end-exceed", 7, [42, 55, 35, 50], [2]),
    ("end-hands", 2, [2, 21, 5, 24], [0]),
    ("end-overtime-recheck", 10, [16, 18, -4, 2, 4], [2]),
    ("end-overtime", 3, [56, 2, 1, 19], [2]),
    ("end-score", 5, [11, 63, 39, 17], [0]),
    ("end-shared", 1, [8, 18, 0, 0], [2, 3]),
    ("ggz", 3, [10, 8, 49, 11], None),
    ("gnome", 3, [17, 19, 32, 10], None),
    ("greek", 3, [12, 30, 9, 27], None),
    ("greek_values", 3, [37, 236, 225, 247], None),
    ("hooligan", 3, [43, 12, 7, 37], None),
    ("kitty-scatter", 3, [17, 1, 17, 22, 21], [1]),
    ("koupes", 3, [10, 40, 7, 21], None),
    ("moon-choice", 6, [55, -12, -18, 23], [2]),
    ("moon-clever", 14, [17, 50, 47, 30], [0]),
    ("moon-sun", 6, [4, 10, -41, -9], [2]),
    ("omnibus", 3, [11, -2, 13, 26], None),
    ("omnibus_bicycle", 3, [10, 5, 16, 17], None),
    ("omnibus_gnome", 3, [0, 6, 38, 4], None),
    ("openspiel", 3, [8, 36, 18, 16], None),
    ("pagat", 3, [16, 10, 1, 51], None),
    ("pip_119", 3, [104, 58, 79, 116], None),
    ("plain", 3, [5, 12, 15, 7], None),
    ("redeal", 5, [4, 38, 66, 36], [0]),
    ("rickety_kate", 3, [8, 17, 15, 38], None),
    ("six-second-seat", 3, [2, 30, 26, 48, 26, 50], [0]),
    ("spot", 3, [104, 99, 76, 108], None),
    ("spot_zone", 3, [105, 0, 146, 91], None),
    ("standard", 3, [18, 30, 27, 3], None),
    ("table_guide", 3, [5, 37, 13, 23], None),
    ("table_guide_50", 3, [5, 36, 21, 16], None),
    ("table_guide_jd", 3, [16, 21, 12, -1], None),
    ("three_bots", 3, [9, 14, 46, 9], None),
    ("trickster", 3, [33, 27, 49, 21], None),
    ("windows", 3, [27, 4, 11, 36], None),
]


def golden(name: str) -> ReadRecord:
    read = read_record((HERE / f"{name}.json").read_text(encoding="utf-8"))
    assert read.error is None
    return read


def test_every_file_is_named_here() -> None:
    assert sorted(name for name, *_ in GOLDEN) == sorted(file.stem for file in HERE.glob("*.json"))
    assert set(PRESETS) <= {name for name, *_ in GOLDEN}


@pytest.mark.parametrize(("name", "deals", "totals", "winners"), GOLDEN, ids=[name for name, *_ in GOLDEN])
def test_golden(name: str, deals: int, totals: list[int], winners: list[int] | None) -> None:
    read = golden(name)
    assert read.match is not None
    assert write_record(read.record) == (HERE / f"{name}.json").read_text(encoding="utf-8")
    assert len(read.record["deals"]) == deals
    assert list(read.match.totals) == totals
    assert list(read.match.winners) == (winners or [])
    assert {check.state for check in check_shuffles(read.record)} == {"proven"}
    if name in PRESETS:
        assert read.match.rules == PRESETS[name].rules


def sheet(name: str) -> list[tuple[list[int], list[int]]]:
    """Points and totals of each finished deal."""
    match = golden(name).match
    assert match is not None
    return [(list(row.points), list(row.totals)) for row in match.results]


def test_a_tie_plays_on_until_one_is_lowest() -> None:
    assert [totals for _, totals in sheet("end-overtime")] == [[22, 0, 0, 4], [42, 1, 1, 8], [56, 2, 1, 19]]


def test_exactly_the_end_score_is_not_beyond_it() -> None:
    assert [totals for _, totals in sheet("end-exceed")[-2:]] == [[41, 50, 34, 31], [42, 55, 35, 50]]


def test_an_exact_total_goes_down_once() -> None:
    assert sheet("end-exact-reset")[-2:] == [
        ([2, 15, 9, 0], [40, 46, 47, 49]),
        ([17, 0, 8, 1], [57, 46, 55, 25]),
    ]


def test_exactly_the_end_score_wins() -> None:
    assert sheet("end-exact-wins")[-1] == ([25, 0, 0, 1], [40, 3, 8, 1])


def test_a_match_is_capped() -> None:
    assert len(sheet("end-cap")) == DEAL_CAP


def test_a_redeal_keeps_its_number() -> None:
    deals = golden("redeal").record["deals"]
    assert [(deal["deal"], deal["redeal"], deal["points"]) for deal in deals[-2:]] == [
        (4, True, None),
        (4, False, [1, 0, 17, 0]),
    ]


def test_moons() -> None:
    match = golden("moon-choice").match
    assert match is not None
    assert {row.moon_mode for row in match.results} == {None, "others_plus", "self_minus"}
    assert sheet("moon-sun")[3][0] == [0, 0, -36, 0]
    assert sheet("moon-clever")[-1] == ([0, 18, 18, 18], [17, 50, 47, 30])
