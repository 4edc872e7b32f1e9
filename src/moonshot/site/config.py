"""What a host may decide about a site: where its data is, its names, its secret. Read from the environment.

`moonshot serve` puts its options there too, so every process of a site (server, worker, command) reads the
same picture. Everything has a safe default; only a public address needs `MOONSHOT_PUBLIC_URL`.
"""

import hashlib
import importlib.util
import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

SHORTEST_SECRET: Final = 32
MOST_THINKERS: Final = 16
"""More processes for bots are not begun by default."""
ROLES: Final = ("all", "web", "tables")
"""What a node does: everything, pages and API only, or sockets and tables only."""
LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})


class ConfigError(Exception):
    """A setting that a host has to mend; the message says how."""


@dataclass(frozen=True, slots=True)
class SiteConfig:
    """The decisions of one host."""

    data: Path
    secret_key: str
    old_secret_keys: tuple[str, ...] = ()
    public_url: str | None = None
    hosts: frozenset[str] = LOOPBACK_HOSTS
    any_address: bool = False
    """Bound to every interface: a Host header that is a bare IP address is then welcome as well. A name still
    has to be listed, because only a name can be pointed here by a stranger's DNS server."""
    trusted_proxies: str = ""
    api_docs: bool = False
    database_url: str | None = None
    """PostgreSQL in place of the SQLite file."""
    redis_url: str | None = None
    """Where nodes tell each other news."""
    role: str = "all"
    node: str = "moonshot"
    """The name of this process among the nodes of a site."""
    tables_per_minute: int = 60
    """New tables that one address may open."""
    sockets_per_address: int = 200
    """Sockets that one address may have open at a time."""
    thinkers: int = 0
    """Processes in which bots that search think; 0 for none, then the rule-based ones play for them."""
    free_text: bool = True
    """Whether people may write to each other at private tables at all; else phrases and emoji only."""

    @property
    def https(self) -> bool:
        """Whether people reach this site over TLS."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def news_channel(self) -> str:
        """The Redis channel of this very site: its nodes share the secret key, strangers do not."""
        return f"moonshot:{hashlib.sha256(b'news' + self.secret_key.encode()).hexdigest()[:16]}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.data / "moonshot.sqlite3"

    @property
    def database_name(self) -> str:
        """The database in words, without a password."""
        if self.database_url is None:
            return str(self.database)
        parts = urlsplit(self.database_url)
        return f"{parts.scheme}://{parts.hostname or ''}{parts.path}"

    def knows_host(self, header: str) -> bool:
        """Whether a Host header names this site."""
        host = _without_port(header.lower())
        return host in self.hosts or (self.any_address and _is_address(host))


def read_config(environ: Mapping[str, str] = os.environ) -> SiteConfig:
    """The configuration in the environment; creates the data folder and its secret key when they are missing.

    Raises ConfigError.
    """
    data = Path(environ.get("MOONSHOT_DATA") or "var").expanduser().absolute()
    public_url = _public_url(environ.get("MOONSHOT_PUBLIC_URL", ""))
    bound = environ.get("MOONSHOT_HOST", "127.0.0.1")
    named = {name.strip().lower() for name in environ.get("MOONSHOT_HOSTS", "").split(",") if name.strip()}
    if public_url is not None:
        named.add(_without_port(urlsplit(public_url).netloc.lower()))
    named.add(f"[{bound}]" if ":" in bound else bound.lower())
    _make_folder(data)
    return SiteConfig(
        data=data,
        secret_key=_secret_key(environ.get("MOONSHOT_SECRET_KEY", ""), data),
        old_secret_keys=tuple(environ.get("MOONSHOT_OLD_SECRET_KEYS", "").split()),
        public_url=public_url,
        hosts=LOOPBACK_HOSTS | named,
        any_address=bound in ("0.0.0.0", "::", ""),  # noqa: S104 - a comparison, nothing is bound here
        trusted_proxies=environ.get("MOONSHOT_TRUSTED_PROXIES", ""),
        api_docs=environ.get("MOONSHOT_API_DOCS", "") == "1",
        database_url=_service_url(environ, "MOONSHOT_DATABASE_URL", ("postgresql", "postgres")),
        redis_url=_service_url(environ, "MOONSHOT_REDIS_URL", ("redis", "rediss", "unix")),
        role=_role(environ.get("MOONSHOT_ROLE") or "all"),
        node=_node(environ.get("MOONSHOT_NODE") or f"{socket.gethostname()}-{os.getpid()}"),
        tables_per_minute=_count(environ, "MOONSHOT_TABLES_PER_MINUTE", 60),
        sockets_per_address=_count(environ, "MOONSHOT_SOCKETS_PER_ADDRESS", 200),
        thinkers=_thinkers(environ.get("MOONSHOT_THINKERS", "")),
        free_text=environ.get("MOONSHOT_FREE_TEXT", "") != "0",
    )


def _count(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 1_000_000):
        raise ConfigError(f"{name} is {text!r}. Give a whole number above 0.")
    return int(text)


def _thinkers(text: str) -> int:
    """As many as said, else one for each processor but the one that serves tables."""
    if not text:
        return min(MOST_THINKERS, max(1, _processors() - 1))
    if not (text.isascii() and text.isdecimal() and int(text) <= 4 * MOST_THINKERS):
        raise ConfigError(f"MOONSHOT_THINKERS is {text!r}. Give a number of processes, 0 for none.")
    return int(text)


def _processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _service_url(environ: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str | None:
    text = environ.get(name, "")
    if not text:
        return None
    if urlsplit(text).scheme not in schemes:
        raise ConfigError(f"{name} has to begin with {schemes[0]}://.")  # it may hold a password: not shown
    needed = "psycopg" if schemes[0] == "postgresql" else "redis"
    if importlib.util.find_spec(needed) is None:
        raise ConfigError(f"{name} is set, and {needed} is missing: pip install 'moonshot-hearts[cluster]'")
    return text


def _role(text: str) -> str:
    if text not in ROLES:
        raise ConfigError(f"MOONSHOT_ROLE is {text!r}. Choose one of {', '.join(ROLES)}.")
    return text


def _node(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", text):
        raise ConfigError(f"MOONSHOT_NODE is {text!r}. Use up to 64 letters, digits, points and dashes.")
    return text


def _public_url(text: str) -> str | None:
    if not text:
        return None
    parts = urlsplit(text)
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc
        or parts.path not in ("", "/")
        or "@" in parts.netloc
    ):
        raise ConfigError(
            f"MOONSHOT_PUBLIC_URL is {text!r}. Give the address people open, such as https://hearts.example.org"
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        raise ConfigError(f"The data folder {data} is a file. Choose another place with --data.") from None
    except OSError as error:
        raise ConfigError(
            f"The data folder {data} cannot be made ({error.strerror}). Choose another place with --data."
        ) from None
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        raise ConfigError(
            f"The data folder {data} is not writable. "
            "Change its permissions or choose another place with --data."
        )


def _secret_key(given: str, data: Path) -> str:
    if given:
        if len(given) < SHORTEST_SECRET:
            raise ConfigError(
                f"MOONSHOT_SECRET_KEY is too short: at least {SHORTEST_SECRET} characters are needed."
            )
        return given
    path = data / "secret_key"
    try:
        if not path.exists():
            _write_new_secret(path)
        path.chmod(0o600)
        found = path.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"The secret key in {path} cannot be read or written ({error}).") from None
    if len(found) < SHORTEST_SECRET:
        raise ConfigError(
            f"The secret key in {path} is damaged. Restore it, or delete it to start with a new one."
        )
    return found


def _write_new_secret(path: Path) -> None:
    # Written beside and linked into place: two processes that start together agree on one whole key.
    draft = path.with_name(f".secret_key.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(48) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
