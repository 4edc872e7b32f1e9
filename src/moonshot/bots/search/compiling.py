"""Giving the engine's rules to the compiler, as they stand.

The functions of `legality`, `scoring`, `ending` and `passing` that take facts and ints are registered by
name; compiled code calls them like any other. The facts go in as one record with the same field names.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features
from numba import types
from numba.extending import intrinsic, overload_method, register_jitable

from moonshot.bots.search.storing import keep, keep_compiled_code
from moonshot.engine import cards, ending, legality, passing, scoring
from moonshot.engine.facts import RuleFacts

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_RESETS: Final = 20
"""Exact scores that rules can name (see `rules`)."""

_LENGTHS: Final = {"points": 52, "exact_at": MOST_RESETS, "exact_to": MOST_RESETS}

RULES: Final = (
    cards.lowest_card,
    legality.lead_mask,
    legality.follow_suit,
    legality.follow_mask,
    legality._queen_duty,  # noqa: SLF001 - the compiler needs what the rule calls
    legality.must_redeal,
    legality.redeals_at_opening,
    legality.breaks_hearts,
    legality.winning_card,
    legality.kitty_goes,
    legality.opening_seat,
    passing.allowed_in_pass,
    scoring.points_of,
    scoring.moon_shooter,
    scoring.is_sun,
    scoring.seat_points,
    scoring._bonus,  # noqa: SLF001
    scoring.total_after,
    scoring.adding_wins,
    scoring.adds_moon,
    ending.reset_total,
    ending.has_ended,
    ending.end_of,
)
"""Every rule that compiled code calls."""

_ANY_ORDER: Final = {"reassoc", "contract", "nsz"}

DISPATCHERS: Final[list[Any]] = []
"""Every function compiled on its own."""

keep_compiled_code()
for _rule in RULES:
    register_jitable(_nrt=False)(_rule)


def compiled(function: Function) -> Function:
    """Compile ``function`` at its first call and keep the result on disk."""
    return _kept(function, nogil=True)


def lean(function: Function) -> Function:
    """Compile a function that makes no arrays: without counting references, which takes longer than a ply."""
    return _kept(function, nogil=True, _nrt=False)


def inlined(function: Function) -> Function:
    """Compile a small `lean` function into its callers."""
    return _kept(function, nogil=True, _nrt=False, forceinline=True)


def exact(function: Function) -> Function:
    """Like `inlined`, for sums that no rounding touches: the compiler may take them in any order."""
    return _kept(function, nogil=True, _nrt=False, forceinline=True, fastmath=_ANY_ORDER)


def _kept(function: Function, **options: Any) -> Function:
    dispatcher = keep(numba.njit(error_model="numpy", **options)(function), function)
    DISPATCHERS.append(dispatcher)
    return cast("Function", dispatcher)


HAS_DEPOSIT: Final = bool(get_host_cpu_features().get("bmi2"))
"""Whether the processor can pick the n-th bit of a mask in one step."""


@intrinsic  # type: ignore[untyped-decorator]
def deposit(typing: Any, bits: Any, mask: Any) -> Any:  # noqa: ARG001 - the compiler gives all
    """Spread the lowest bits of ``bits`` over the places of ``mask``; only where `HAS_DEPOSIT`."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments)

    return types.int64(types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def either(typing: Any, first: Any, one: Any, other: Any) -> Any:  # noqa: ARG001 - the compiler gives all
    """``one`` when ``first`` is true, else ``other``, without a jump: for what a processor cannot foresee."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        chosen = builder.select(*arguments)
        # Without this word the compiler makes a jump of it again.
        chosen.set_metadata("unpredictable", builder.module.add_metadata([]))
        return chosen

    return types.int64(types.boolean, types.int64, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _ones(typing: Any, value: Any) -> Any:  # noqa: ARG001 - the compiler gives both
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def _length(typing: Any, value: Any) -> Any:  # noqa: ARG001
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.int64), build


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
def _bit_count(value: Any) -> Any:  # noqa: ARG001
    def count(value: Any) -> Any:
        return _ones(value)

    return count


@overload_method(types.Integer, "bit_length")  # type: ignore[untyped-decorator]
def _bit_length(value: Any) -> Any:  # noqa: ARG001
    def length(value: Any) -> Any:
        return _length(value)

    return length


def record_of(facts: RuleFacts, **more: np.ndarray[Any, Any]) -> Any:
    """The facts as one record of 64-bit ints, with the same names, and ``more`` tables of 52 numbers."""
    fields = [
        (name, np.int64, (_LENGTHS[name],)) if name in _LENGTHS else (name, np.int64)
        for name in facts._fields
    ]
    fields += [
        (name, np.int64, table.shape) if table.shape else (name, np.int64) for name, table in more.items()
    ]
    record = np.zeros(1, dtype=np.dtype(fields, align=True))
    for name, value in zip(facts._fields, facts, strict=True):
        if isinstance(value, tuple):
            record[name][0, : len(value)] = value
        else:
            record[name] = value
    for name, table in more.items():
        record[name] = table
    return record[0]
