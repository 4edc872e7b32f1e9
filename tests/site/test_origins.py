"""Which pages are this site's own."""

import pytest

from moonshot.site.origins import is_own

PUBLIC = ("https://cards.example",)


@pytest.mark.parametrize(
    ("origins", "host", "own"),
    [
        ((), "cards.example", True),
        (("https://cards.example",), "cards.example", True),
        (("https://CARDS.example",), "cards.example", True),
        (("https://cards.example",), "inner:8000", True),
        (("http://192.0.2.1:8000",), "192.0.2.1:8000", True),
        (("http://cards.example",), "cards.example", False),
        (("http://cards.example",), "CARDS.example", False),
        (("https://cards.example:444",), "cards.example", False),
        (("https://cards.example/",), "cards.example", False),
        (("https://cards.example@evil.example",), "cards.example", False),
        (("https://evil.example",), "cards.example", False),
        (("null",), "cards.example", False),
        (("null",), "null", False),
        (("",), "", False),
        (("http://",), "", False),
        (("http://[",), "[", True),  # no such host is known: the edge has refused it before
        (("https://cards.example", "https://cards.example"), "cards.example", False),
        (("chrome-extension://cards.example",), "cards.example", False),
    ],
)
def test_origins(origins: tuple[str, ...], host: str, own: bool) -> None:
    assert is_own(origins, host, PUBLIC) is own
