"""Whether a page of this very site asks: the `Origin` header against the site's own addresses."""

from collections.abc import Collection, Sequence
from urllib.parse import urlsplit


def is_own(origins: Sequence[str], host: str, trusted: Collection[str] = ()) -> bool:
    """Whether a request with these `Origin` headers comes from a page of this site, or from a plain program.

    Programs send none; nor can a page leave it out. ``host`` is the Host header, which has been checked;
    ``trusted`` the public address. Where that one is known, its scheme counts too.

    >>> is_own([], "a.example"), is_own(["https://a.example"], "a.example"), is_own(["null"], "a.example")
    (True, True, False)
    >>> is_own(["http://a.example"], "a.example", ["https://a.example"])
    False
    """
    if not origins:
        return True
    if len(origins) > 1:
        return False
    origin, host = origins[0].lower(), host.lower()
    if origin in trusted:
        return True
    if not host or origin not in (f"http://{host}", f"https://{host}"):
        return False
    return all(urlsplit(own).netloc != host for own in trusted)
