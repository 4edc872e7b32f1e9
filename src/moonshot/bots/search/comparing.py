"""What a pass that was made is worth beside the best one, however early the search gave it up."""

from moonshot.bots.search.passes import judge_passes
from moonshot.bots.search.policy import weighed_passes
from moonshot.engine import Move, Pass, View


def weighed_with(made: Pass, view: View, seed: int, playouts: int) -> list[tuple[Move, float, float]]:
    """The passes that were tried to the end, and the one that was made.

    If the search dropped it, it is tried against the best one in worlds of their own: those in which the best
    one came out best would flatter it. With as many playouts for two as for all, these are more worlds than
    the best one had been tried in.
    """
    rows = weighed_passes(view, seed, playouts)
    mine = Pass(tuple(sorted(made.cards)))
    if any(move == mine for move, _, _ in rows):
        return rows
    best, points, _ = rows[0]
    assert isinstance(best, Pass)
    pair = judge_passes(view, playouts, seed + 1, (best.cards, mine.cards))
    dearer = pair.points[1] - pair.points[0]
    row = (mine, points + dearer, pair.point_errors[1])
    return [row, *rows] if pair.values[1] > pair.values[0] else [*rows, row]
