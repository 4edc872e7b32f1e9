"""The compiled search: worlds are sampled, played out and compared by the engine's own rules, run by Numba.

`compiling` hands the engine's rule functions to the compiler; `state` plays cards by them; `worlds` samples
what the unseen cards may be; `playout` plays a deal to its end by rules of thumb (`thumb`); `plays` and
`passes` choose. All of these need Numba. What stands here does not: ask whether the search is `ready` before
using the others.
"""

from moonshot.bots.search.readiness import demand, installed, ready, warm, why_not
from moonshot.bots.search.weighing import weigh

__all__ = ["demand", "installed", "ready", "warm", "weigh", "why_not"]
