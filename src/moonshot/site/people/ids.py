"""Account ids and the names of guests who have not chosen one."""

import hashlib
import re
import secrets
from typing import Final

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_SHAPE: Final = re.compile(f"[{_ALPHABET}]{{26}}")


def new_account_id() -> str:
    """A fresh id of 130 random bits, which says nothing about its owner and is kept for ever."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(26))


def is_account_id(text: str) -> bool:
    """Whether the text has the shape of an id."""
    return _SHAPE.fullmatch(text) is not None


def guest_name(account_id: str) -> str:
    """The name a guest has before choosing one, always the same for the same id.

    >>> guest_name("0123456789abcdefghjkmnpqrs")
    'Guest 7204'
    """
    digest = hashlib.sha256(account_id.encode()).digest()
    return f"Guest {1000 + int.from_bytes(digest[:4], 'big') % 9000}"


def handle_of(account_id: str) -> str:
    """The public id of an account: what others name to mute, block or report somebody.

    It follows from the account id and does not lead back to it.

    >>> handle_of("0123456789abcdefghjkmnpqrs")
    'da212ddgygpjnwmw'
    """
    digest = int.from_bytes(hashlib.sha256(b"moonshot.handle:" + account_id.encode()).digest()[:10], "big")
    return "".join(_ALPHABET[digest >> (5 * place) & 31] for place in range(16))


def is_handle(text: str) -> bool:
    """Whether the text has the shape of a handle."""
    return len(text) == 16 and all(sign in _ALPHABET for sign in text)
