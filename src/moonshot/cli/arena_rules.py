"""The rules that a command line names."""

import json
from pathlib import Path
from typing import Any

import typer

from moonshot.engine import HeartsError, Rules


def read_rules(text: str, players: int | None = None) -> Rules:
    """Rules from a preset's name, JSON, or a file of JSON; ``players`` overrules the number of seats.

    Raises typer.BadParameter with words for people.
    """
    try:
        value: Any = text
        if text.lstrip().startswith("{"):
            value = _json(text, "That")
        elif text.endswith(".json"):
            value = _json(_read(text), f"The file {text}")
        if players is not None:
            value = {**(value if isinstance(value, dict) else {"preset": value}), "players": players}
        rules = Rules.from_dict(value)
    except HeartsError as error:
        raise typer.BadParameter(error.message, param_hint="--rules") from None
    problems = rules.problems()
    if problems:
        raise typer.BadParameter(" ".join(problem.message for problem in problems), param_hint="--rules")
    return rules


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        words = f"There is no file {path} here."
    except UnicodeDecodeError:
        words = f"The file {path} is not text in UTF-8."
    except OSError as error:
        words = f"The file {path} cannot be read: {(error.strerror or 'the system refuses').lower()}."
    raise typer.BadParameter(words, param_hint="--rules")


def _json(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        words = f"{what} is not JSON: it cannot be read from line {error.lineno}, column {error.colno} on."
    except (ValueError, RecursionError):
        words = f"{what} is not JSON that can be read: a number or the nesting is too large."
    raise typer.BadParameter(words, param_hint="--rules")
