"""Whole states as plain values, so that "nothing changed" can be checked to the last slot."""

from typing import Any

from moonshot.engine import Deal, Match


def deal_state(deal: Deal) -> dict[str, Any]:
    """Every slot of a deal, lists frozen."""
    return {name: _frozen(getattr(deal, name)) for name in Deal.__slots__}


def match_state(match: Match) -> dict[str, Any]:
    """Every slot of a match, the deal's included."""
    state = {name: _frozen(getattr(match, name)) for name in Match.__slots__ if name != "deal"}
    state["deal"] = None if match.deal is None else deal_state(match.deal)
    return state


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
