"""What a site shows of itself, and habits of its code that would open a door."""

import ast
import re
from pathlib import Path

import pytest

from tests.site.running import Browser

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "moonshot"
INSIDE = [
    "/.git/config",
    "/.env",
    "/secret_key",
    "/moonshot.sqlite3",
    "/var/moonshot.sqlite3",
    "/static/",
    "/static/../secret_key",
    "/static/%2e%2e/%2e%2e/secret_key",
    "/static/..%2f..%2fconfig.py",
    "/api/docs",
    "/api/openapi.json",
    "/metrics",
    "/debug",
    "/__debug__/",
    "/server-status",
    "/admin/",
    "/api/../.git/config",
]


@pytest.mark.parametrize("path", INSIDE)
def test_nothing_inside_is_served(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert answer.status == 404
    assert "server" not in answer.headers
    for word in ("Traceback", "Django", "settings.py", "uvicorn", str(ROOT)):
        assert word not in answer.text


def test_debugging_is_off_whatever_the_environment_says() -> None:
    from django.conf import settings

    assert settings.DEBUG is False
    assert settings.DEBUG_PROPAGATE_EXCEPTIONS is False


def imported(path: Path) -> set[str]:
    """The modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module)
    return found


def test_chance_comes_from_the_system_and_nothing_is_run_from_data() -> None:
    """Tickets, codes, ids and deals: nothing that the plain generator of the language could foretell."""
    files = [*PACKAGE.glob("site/**/*.py"), *PACKAGE.glob("tables/**/*.py"), *PACKAGE.glob("engine/**/*.py")]
    assert len(files) > 60
    for path in files:
        assert not imported(path) & {"random", "pickle", "marshal", "shelve", "numpy.random"}, path
        called = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "mark_safe", "__import__"}, path


def test_words_of_people_never_become_markup() -> None:
    """Names and chat are put on the page as text: neither the client nor a template writes HTML from data."""
    client = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".tsx")]
    templates = list(PACKAGE.rglob("*.html"))
    assert len(client) > 50
    assert templates
    markup = re.compile(r"(inner|outer|insertAdjacent)HTML|document\.write|new Function|\beval\(|srcdoc")
    for path in client:
        assert markup.search(path.read_text()) is None, path
    for path in templates:
        assert re.search(r"\|\s*safe\b|autoescape off|mark_safe", path.read_text()) is None, path


def test_the_client_keeps_no_right_of_entry_where_scripts_of_another_visit_find_it() -> None:
    kept = re.compile(r"(?:localStorage|indexedDB|caches?\b)[^\n]*(?:ticket|cookie|token)", re.IGNORECASE)
    for path in (ROOT / "web" / "src").rglob("*.ts*"):
        assert kept.search(path.read_text()) is None, path


def test_every_test_that_the_page_about_security_names_is_there() -> None:
    """What it says is held by a test is held by one."""
    named = re.findall(r"`(tests/[a-z_/]+\.py)::(\w+)`", (ROOT / "docs" / "security.md").read_text())
    assert len(named) > 40
    missing = [f"{path}::{name}" for path, name in named if f"def {name}(" not in (ROOT / path).read_text()]
    assert missing == []
