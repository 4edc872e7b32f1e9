"""Checks the built client against its budgets, in gzipped bytes, from Vite's manifest."""

import gzip
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).resolve().parent.parent / "src" / "moonshot" / "site" / "static" / "client"
ENTRY = "src/main.tsx"
TABLE = "src/table/TablePage.tsx"

KB = 1024
FIRST_TABLE_JS = 40 * KB
FIRST_TABLE_ALL = 80 * KB
LAZY_PAGE_JS = 20 * KB

Manifest = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Budget:
    """One limit and what the build needs of it."""

    name: str
    size: int
    limit: int

    @property
    def kept(self) -> bool:
        """Whether the build stays within the limit."""
        return self.size <= self.limit


def closure(manifest: Manifest, keys: Iterable[str]) -> set[str]:
    """The chunks that the browser loads for these ones: they and all that they import statically."""
    found: set[str] = set()
    waiting = list(keys)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(manifest[key].get("imports", []))
    return found


def budgets(client: Path = CLIENT) -> list[Budget]:
    """Every budget, measured on the build in this folder."""
    manifest: Manifest = json.loads((client / "manifest.json").read_text())

    def size_of(names: Iterable[str]) -> int:
        return sum(len(gzip.compress((client / name).read_bytes(), 9)) for name in set(names))

    def scripts(keys: Iterable[str]) -> list[str]:
        return [manifest[key]["file"] for key in keys]

    def styles(keys: Iterable[str]) -> list[str]:
        return [style for key in keys for style in manifest[key].get("css", [])]

    shell = closure(manifest, [ENTRY])
    table = closure(manifest, [ENTRY, TABLE] if TABLE in manifest else [ENTRY])
    rows = [
        Budget("first table view, scripts", size_of(scripts(table)), FIRST_TABLE_JS),
        Budget(
            "first table view, scripts and styles", size_of(scripts(table) + styles(table)), FIRST_TABLE_ALL
        ),
    ]
    for key, chunk in sorted(manifest.items()):
        if chunk.get("isDynamicEntry") and key != TABLE:
            # What the table loads later comes on top of the table, not of the bare shell.
            own = closure(manifest, [key]) - (table if key.startswith("src/table/") else shell)
            rows.append(Budget(f"{key}, scripts", size_of(scripts(own)), LAZY_PAGE_JS))
        elif chunk.get("isEntry") and key != ENTRY:  # a script that stands for itself on a page of the server
            rows.append(Budget(f"{key}, scripts", size_of(scripts(closure(manifest, [key]))), LAZY_PAGE_JS))
    return rows


def main(arguments: Sequence[str]) -> int:
    """Print each budget; the exit code is 1 when one is broken."""
    del arguments
    if not (CLIENT / "manifest.json").exists():
        print("The client is not built; ./test builds it, or `npm run build` in web/.")
        return 1
    rows = budgets()
    for row in rows:
        mark = "ok" if row.kept else "TOO BIG"
        print(f"{row.size / KB:7.1f} KB of {row.limit / KB:3.0f}  {row.name}  {mark}")
    return 0 if all(row.kept for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
