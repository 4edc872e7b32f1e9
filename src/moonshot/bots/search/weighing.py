"""What the search thinks of every move, for hints and reviews. Needs no Numba until it is asked."""

from moonshot.bots.search.readiness import demand
from moonshot.engine import Move, Pass, View

Weighed = tuple[tuple[Move, float, float], ...]
"""Moves, the best first, each with the points its seat is likely to get and the standard error of that."""


def weigh(view: View, seed: int, playouts: int, made: Move | None = None) -> Weighed:
    """Weigh every legal card, or the passes most worth trying, with about ``playouts`` playouts in all.

    The points are those of the whole deal for the seat of ``view``, which must be in turn to pass or to play.
    The order goes by what the seat plays for: others' points count too, and so does the match near its end.
    A pass that was ``made`` is weighed too, whatever the search thinks of it.
    Raises NotReadyError where the search cannot be compiled.
    """
    demand()
    from moonshot.bots.search.comparing import weighed_with
    from moonshot.bots.search.policy import weighed_passes, weighed_plays

    if isinstance(made, Pass):
        return tuple(weighed_with(made, view, seed, playouts))
    return tuple(
        weighed_passes(view, seed, playouts)
        if view.phase == "passing"
        else weighed_plays(view, seed, playouts)
    )
