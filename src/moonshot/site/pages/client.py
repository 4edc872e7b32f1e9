"""The built browser client, read from the manifest that its build leaves behind."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from moonshot.site.assets import PREFIX, ROOT

MANIFEST: Final = ROOT / "client" / "manifest.json"
ENTRY: Final = "src/main.tsx"
CHUNKS: Final[Mapping[str, str]] = {
    "home": "src/pages/home/HomePage.tsx",
    "play": "src/pages/setup/SetupPage.tsx",
    "table": "src/table/TablePage.tsx",
    "lobby": "src/pages/lobby/LobbyPage.tsx",
    "private": "src/pages/lobby/PrivatePage.tsx",
    "join": "src/pages/join/JoinPage.tsx",
}
"""The module of the client that draws each page."""


@dataclass(frozen=True, slots=True)
class PageAssets:
    """What the shell of one page names, as addresses."""

    script: str
    styles: tuple[str, ...]
    preloads: tuple[str, ...]
    fonts: tuple[str, ...]


def page_assets(page: str, manifest: Path = MANIFEST) -> PageAssets | None:
    """The assets of a page, or None when the client has not been built."""
    try:
        stamp = manifest.stat().st_mtime_ns
    except OSError:
        return None
    return _read(manifest, stamp, page)


def chunk_url(module: str, manifest: Path = MANIFEST) -> str | None:
    """The address of a script of the client that stands for itself; None before the client is built."""
    try:
        chunks: dict[str, dict[str, Any]] = json.loads(manifest.read_bytes())
    except (OSError, ValueError):
        return None
    return _url(chunks[module]["file"]) if module in chunks else None


def chunk_files(module: str, manifest: Path = MANIFEST) -> tuple[str, ...]:
    """The addresses of such a script, of all it imports, and of their styles; nothing before it is built."""
    try:
        chunks: dict[str, dict[str, Any]] = json.loads(manifest.read_bytes())
    except (OSError, ValueError):
        return ()
    names = list(_with_imports(chunks, module))
    files = [file for name in names for file in (chunks[name]["file"], *chunks[name].get("css", ()))]
    return tuple(_url(file) for file in files)


@lru_cache(maxsize=16)
def _read(manifest: Path, stamp: int, page: str) -> PageAssets | None:  # noqa: ARG001 - a new stamp is a new key
    try:
        chunks: dict[str, dict[str, Any]] = json.loads(manifest.read_bytes())
    except (OSError, ValueError):  # a build is just replacing it
        return None
    if ENTRY not in chunks:
        return None
    entry = chunks[ENTRY]["file"]
    names = list(_with_imports(chunks, ENTRY))
    if CHUNKS[page] in chunks:
        names += _with_imports(chunks, CHUNKS[page])
    files = [chunks[name]["file"] for name in names]
    styles = [style for name in names for style in chunks[name].get("css", ())]
    others = [other for name in names for other in chunks[name].get("assets", ())]
    return PageAssets(
        script=_url(entry),
        styles=tuple(_url(style) for style in dict.fromkeys(styles)),
        preloads=tuple(_url(file) for file in dict.fromkeys(files) if file != entry),
        fonts=tuple(_url(other) for other in dict.fromkeys(others) if other.endswith(".woff2")),
    )


def _with_imports(chunks: Mapping[str, Mapping[str, Any]], first: str) -> Iterator[str]:
    """A chunk and all that it imports at once, each once."""
    seen: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop(0)
        if name not in seen and name in chunks:
            seen.add(name)
            yield name
            waiting += chunks[name].get("imports", ())


def _url(file: str) -> str:
    return f"{PREFIX}client/{file}"
