"""Asking bots again: is every bot's move of a record the one that it makes from what its seat saw then?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from moonshot.bots.levels import find_policy
from moonshot.bots.policy import NotReadyError, version_of
from moonshot.bots.thinking import PolicyLookup, repeated
from moonshot.engine import HeartsError, Match
from moonshot.engine.events import MoonChosen, Passed, Played
from moonshot.engine.record import ReadRecord, Thought
from moonshot.tables.bots import BY_TABLE, bot_view, fallback_move

State = Literal["same", "differs", "other_version", "unknown", "not_ready", "not_noted"]
Chosen = Passed | Played | MoonChosen


@dataclass(frozen=True, slots=True)
class MoveCheck:
    """What became of asking for one move again.

    ``same`` or ``differs``; or it cannot be asked: it is of ``other_version``, by an ``unknown`` policy, by
    one that is ``not_ready`` here, or the record does not say how it was found (``not_noted``). ``now`` is
    the move as it was found again, None when there is none.
    """

    deal_no: int
    ply: int
    made: Chosen
    state: State
    thought: Thought | None = None
    now: Chosen | None = None


def check_moves(read: ReadRecord, policies: PolicyLookup = find_policy) -> Iterator[MoveCheck]:
    """Ask for each bot's move of a record again, one after the other. What people did is left out."""
    match = Match.replay(read.events[:1])
    bots = [player["bot"] for player in read.record["players"]] or [False] * match.rules.players
    auto = _automatic(read)
    for event, thought in zip(read.events[1:], read.thoughts[1:], strict=True):
        if isinstance(event, Chosen):
            ply = 0 if match.deal is None else len(match.deal.plays)
            if thought is not None:
                yield _ask(match, ply, event, thought, policies)
            elif bots[event.seat] and (match.deal_no, ply) not in auto:
                yield MoveCheck(match.deal_no, ply, event, "not_noted")
        match.apply(event)


def _automatic(read: ReadRecord) -> set[tuple[int, int]]:
    """Deal and ply of cards that the table played because nothing could change the score any more."""
    return {(deal["deal"], ply) for deal in read.record["deals"] for ply in deal.get("auto", ())}


def _ask(match: Match, ply: int, made: Chosen, thought: Thought, policies: PolicyLookup) -> MoveCheck:
    state: State = "differs"
    now: Chosen | None = None
    if thought.version != version_of(thought.policy):
        state = "other_version"
    else:
        try:
            now = _again(match, made.seat, thought, policies)
        except HeartsError:
            pass  # what it finds is not even legal
        except (LookupError, ValueError):
            state = "unknown"
        except NotReadyError:
            state = "not_ready"
    return MoveCheck(match.deal_no, ply, made, "same" if now == made else state, thought, now)


def _again(match: Match, seat: int, thought: Thought, policies: PolicyLookup) -> Chosen:
    if thought.policy == BY_TABLE:
        found = fallback_move(match, seat)
    else:
        view = bot_view(match, seat)
        found = match.verify(seat, repeated(thought.policy, thought.playouts, view, thought.seed, policies))
    assert isinstance(found, Chosen)
    return found
