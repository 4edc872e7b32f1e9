"""The compiled search: worlds are sampled, played out and compared by the engine's own rules, run by Numba.

`compiling` hands the engine's rule functions to the compiler; `state` plays cards by them; `worlds` samples
what the unseen cards may be; `playout` plays a deal to its end by rules of thumb (`thumb`); `plays` and
`passes` choose.
Import this package only where Numba is installed (`moonshot.bots.levels` looks).
"""
