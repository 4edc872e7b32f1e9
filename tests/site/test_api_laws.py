"""Whatever a setup card or a stranger sends as rules: an answer or a refusal, never a failure."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from moonshot.engine import PRESETS
from moonshot.engine.rules import BARRED_GROUPS, CHOICES, DIRECTIONS, FIELD_NAMES
from moonshot.site.api import rules
from moonshot.site.api.body import read_json
from moonshot.site.errors import ApiError

words = [
    *PRESETS,
    *BARRED_GROUPS,
    *DIRECTIONS,
    *(word for choice in CHOICES.values() for word in choice),
    "auto",
    "QS",
]
atoms = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(words),
)
values = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
changes = st.dictionaries(st.sampled_from(["preset", *FIELD_NAMES]) | st.text(max_size=8), values, max_size=6)


@settings(max_examples=200)
@given(changes | st.sampled_from(words))
def test_any_rules_are_checked_or_refused(value: Any) -> None:
    try:
        found = rules.check(value)
    except ApiError as refusal:
        assert refusal.status == 422
        assert refusal.problems is not None
        assert refusal.at is not None
        json.dumps(refusal.problems)
        return
    again = rules.check(found.rules)
    assert again == found
    if not found.problems:
        assert rules.playable_rules(found.rules).to_dict() == found.rules


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    try:
        read_json(body)
    except ApiError as refusal:
        assert (refusal.status, refusal.code) == (400, "bad_json")


@given(values)
def test_what_is_json_is_read_as_json_reads_it(value: Any) -> None:
    body = json.dumps(value).encode()
    try:
        assert read_json(body) == json.loads(body)
    except ApiError as refusal:
        assert refusal.message == "The body is nested deeper than 8 levels."
