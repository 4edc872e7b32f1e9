"""JSON objects read strictly: every fault has its code and place, and a repeated key is no accident."""

import pytest

from moonshot.engine.strict_json import JsonError, StrictJson


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ('{"a": 1e999}', "bad_json", ""),
        ('{"a": NaN}', "bad_json", ""),
        ('{"a": ', "bad_json", "column 7"),
        ('{"a": 1,\n "b" 2}', "bad_json", "line 2, column 6"),
        (b'{"a": "\xff"}', "bad_utf8", "byte 8"),
        ("[" * 100_000, "too_deep", ""),
        ("[1]", "bad_type", ""),
    ],
)
def test_faults(text: str | bytes, code: str, at: str) -> None:
    with pytest.raises(JsonError) as caught:
        StrictJson().read(text)
    assert (caught.value.code, caught.value.at) == (code, at)


def test_a_repeated_key_is_told_and_a_repeated_id_cannot_be_trusted() -> None:
    reader = StrictJson()
    value, error = reader.read('{"id": 1, "a": 2, "a": 3}')
    assert (value, error and (error.code, error.at)) == ({"id": 1, "a": 3}, ("repeated_key", "a"))
    value, error = reader.read('{"id": 1, "id": 2}')
    assert (value, error and error.message) == ({}, "The key 'id' is named twice.")
    assert reader.read('{"id": 1}') == ({"id": 1}, None)
