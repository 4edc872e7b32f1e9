"""Writes the engine's scoring as TypeScript, for the score keeper, which has to work with the network gone.

The functions of `moonshot.engine` that score a deal and judge the end of a match are pure functions of ints,
written so that they can be compiled. Here they are: translated statement by statement, with every int a
BigInt, so that what they mean is stated once. A construct that is not known stops the translation.

Usage: `python -m tools.scoring_script` writes the script and its test cases; `--check` fails when one is
stale.
"""

import ast
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moonshot.engine import PRESETS, Rules, cards, ending, facts
from moonshot.engine.scoring import score_deal

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "web" / "src" / "keeper" / "scoring.ts"
CASES = ROOT / "web" / "test" / "fixtures" / "scores.json"

SOURCE = ROOT / "src" / "moonshot"
SEARCH = SOURCE / "bots" / "search"
FUNCTIONS: tuple[tuple[Path, tuple[str, ...]], ...] = (
    (SOURCE / "engine" / "cards.py", ("lowest_card",)),
    (SOURCE / "engine" / "ending.py", ("reset_total", "has_ended", "end_of")),
    (
        SOURCE / "engine" / "scoring.py",
        (
            "points_of",
            "moon_shooter",
            "is_sun",
            "_bonus",
            "seat_points",
            "total_after",
            "adding_wins",
            "adds_moon",
        ),
    ),
    (SEARCH / "scores.py", ("fill", "score")),
)
"""Read, not imported: the last one needs a compiler that is not everywhere."""


def _constant(path: Path, name: str) -> int:
    """The value of a constant of a module."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name and node.value is not None:
            return int(ast.literal_eval(node.value))
    raise LookupError(name)


CONSTANTS: dict[str, int] = {
    name: value
    for module in (facts, ending)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, int)
} | {name: _constant(SEARCH / "state.py", name) for name in ("TAKEN", "WON")}
TYPES = {
    "RuleFacts": "Facts",
    "Any": "Facts",
    "State": "bigint[][]",
    "int": "bigint",
    "bool": "boolean",
    "None": "void",
    "Ints": "bigint[]",
    "Sequence[int]": "bigint[]",
    "tuple[int, int]": "[bigint, bigint]",
}
HEAD = """// Generated from src/moonshot/engine by tools/scoring_script.py. Do not edit.
/** The rules as ints, as the engine plays by them. */
export interface Facts {
%s
}

const bitLength = (n: bigint): bigint => (n === 0n ? 0n : BigInt(n.toString(2).length));
const sum = (numbers: bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
"""
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Invert: "~",
    ast.USub: "-",
    ast.Not: "!",
    ast.And: "&&",
    ast.Or: "||",
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


class UntranslatableError(Exception):
    """A construct for which there is no translation here."""


def script() -> str:
    """The whole script."""
    used: set[str] = set()
    functions = [_function(node, used) for path, names in FUNCTIONS for node in _named(path, names)]
    fields = "\n".join(
        f"  readonly {name}: {'readonly bigint[]' if kind == tuple[int, ...] else 'bigint'};"
        for name, kind in facts.RuleFacts.__annotations__.items()
    )
    constants = "\n".join(f"export const {name} = {CONSTANTS[name]}n;" for name in CONSTANTS if name in used)
    return "\n".join([HEAD % fields, constants, "", *functions])


def _named(path: Path, names: tuple[str, ...]) -> list[ast.FunctionDef]:
    """The functions of these names in a module, in this order."""
    found = {
        node.name: node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef)
    }
    return [found[name] for name in names]


def _function(node: ast.FunctionDef, used: set[str]) -> str:
    arguments = [f"{arg.arg}: {_type(arg)}" for arg in node.args.args]
    result = TYPES[ast.unparse(node.returns)] if node.returns else "void"
    names = [arg.arg for arg in node.args.args]
    local = sorted({name for name in _assigned(node) if name not in names})
    body = node.body[1:] if isinstance(node.body[0], ast.Expr) else node.body
    lines = [f"  let {', '.join(f'{name}: {_local(name)}' for name in local)};"] if local else []
    lines += [line for statement in body for line in _statement(statement, 1, used)]
    return "\n".join([f"export function {node.name}({', '.join(arguments)}): {result} {{", *lines, "}", ""])


def _type(arg: ast.arg) -> str:
    if arg.arg == "facts":
        return "Facts"
    if arg.arg == "after":
        return "bigint[]"
    text = ast.unparse(arg.annotation) if arg.annotation else ""
    if arg.arg == "points" and text == "Sequence[int]":
        return "readonly bigint[]"
    return TYPES[text]


def _local(name: str) -> str:
    return "boolean" if name == "adds" else "bigint"


def _assigned(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _statement(node: ast.stmt, depth: int, used: set[str]) -> Iterator[str]:
    pad = "  " * depth

    def block(statements: list[ast.stmt]) -> Iterator[str]:
        for statement in statements:
            yield from _statement(statement, depth + 1, used)

    match node:
        case ast.Return(value=None):
            yield f"{pad}return;"
        case ast.Return(value=ast.expr() as value):
            yield f"{pad}return {_expression(value, used)};"
        case ast.Assign(targets=targets, value=value):
            left = " = ".join(_target(target, used) for target in targets)
            yield f"{pad}{left} = {_expression(value, used)};"
        case ast.AugAssign(target=target, op=op, value=value):
            yield f"{pad}{_target(target, used)} {OPERATORS[type(op)]}= {_expression(value, used)};"
        case ast.If(test=test, body=body, orelse=orelse):
            yield f"{pad}if ({_expression(test, used)}) {{"
            yield from block(body)
            if orelse:
                yield f"{pad}}} else {{"
                yield from block(orelse)
            yield f"{pad}}}"
        case ast.While(test=test, body=body, orelse=[]):
            yield f"{pad}while ({_expression(test, used)}) {{"
            yield from block(body)
            yield f"{pad}}}"
        case ast.For(
            target=ast.Name(id=name),
            iter=ast.Call(func=ast.Name(id="range"), args=[end]),
            body=body,
            orelse=[],
        ):
            yield f"{pad}for ({name} = 0n; {name} < {_expression(end, used)}; {name} += 1n) {{"
            yield from block(body)
            yield f"{pad}}}"
        case ast.Expr(value=ast.Call() as call):
            yield f"{pad}{_expression(call, used)};"
        case _:
            raise UntranslatableError(ast.unparse(node))


def _target(node: ast.expr, used: set[str]) -> str:
    if isinstance(node, ast.Tuple):
        return f"[{', '.join(_target(part, used) for part in node.elts)}]"
    if isinstance(node, ast.Subscript):
        return f"{_expression(node.value, used)}[Number({_expression(node.slice, used)})]"
    return _expression(node, used)


def _expression(node: ast.expr, used: set[str]) -> str:  # noqa: C901 - one case for each construct
    def of(part: ast.expr) -> str:
        return _expression(part, used)

    match node:
        case ast.Constant(value=bool() as value):
            return str(value).lower()
        case ast.Constant(value=int() as value):
            return f"{value}n"
        case ast.Name(id=name):
            if name in CONSTANTS:
                used.add(name)
            return name
        case ast.Attribute(value=ast.Name(id="facts"), attr=attr):
            return f"facts.{attr}"
        case ast.Subscript(value=value, slice=index):
            return f"{of(value)}[Number({of(index)})]!"
        case ast.BinOp(left=left, op=op, right=right):
            return f"({of(left)} {OPERATORS[type(op)]} {of(right)})"
        case ast.UnaryOp(op=op, operand=operand):
            return f"{OPERATORS[type(op)]}({of(operand)})"
        case ast.BoolOp(op=op, values=values):
            return "(" + f" {OPERATORS[type(op)]} ".join(of(value) for value in values) + ")"
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            sides = [left, *comparators]
            pairs = zip(sides, ops, comparators, strict=False)
            parts = [f"{of(one)} {OPERATORS[type(op)]} {of(other)}" for one, op, other in pairs]
            return "(" + " && ".join(parts) + ")"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return f"({of(test)} ? {of(body)} : {of(orelse)})"
        case ast.Tuple(elts=elts):
            return f"[{', '.join(of(part) for part in elts)}]"
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            return f"{name}({', '.join(of(arg) for arg in args)})"
        case ast.Call(func=ast.Attribute(value=value, attr="bit_length"), args=[]):
            return f"bitLength({of(value)})"
        case _:
            raise UntranslatableError(ast.unparse(node))


def cases() -> str:
    """Deals with what the engine makes of them, for the script to agree with."""
    chance = random.Random(5)  # noqa: S311 - test cases
    rows = [
        _case(preset.id, preset.rules, chance, moon) for preset in PRESETS.values() for moon in (0, 0, 1, 1)
    ]
    rules = {preset.id: preset.rules.facts._asdict() for preset in PRESETS.values()}
    lines = ",\n".join(f"    {json.dumps(row)}" for row in rows)
    known = ",\n".join(f"    {json.dumps(name)}: {json.dumps(value)}" for name, value in rules.items())
    return f'{{\n  "facts": {{\n{known}\n  }},\n  "cases": [\n{lines}\n  ]\n}}\n'


def _case(name: str, rules: Rules, chance: random.Random, moon: int) -> dict[str, Any]:
    found = rules.facts
    taken = [0] * found.players
    shooter = chance.randrange(found.players)
    for card in cards.cards_of(found.deck):
        whole = moon and found.moon_set >> card & 1
        taken[shooter if whole else chance.randrange(found.players)] |= 1 << card
    tricks = [chance.randrange(3) for _ in taken]
    if moon and chance.random() < 0.5:
        tricks = [9 if seat == shooter else 0 for seat in range(found.players)]
    end = rules.end_score or 100
    totals = [chance.randrange(end) for _ in taken]
    overtime = chance.random() < 0.2
    scored = score_deal(rules, taken, tricks, totals, deal_no=3, overtime=overtime)
    choice = None
    if scored is None:
        choice = chance.choice(("others_plus", "self_minus"))
        scored = score_deal(rules, taken, tricks, totals, deal_no=3, overtime=overtime, choice=choice)
    assert scored is not None
    after = scored.settlement
    return {
        "rules": name,
        "taken": taken,
        "tricks": tricks,
        "totals": totals,
        "overtime": overtime,
        "choice": choice,
        "points": scored.points,
        "after": after.totals,
        "state": ending.STATES.index(after.state),
        "seats": sum(1 << seat for seat in (*after.winners, *after.tied)),
    }


def main(arguments: list[str]) -> int:
    """Write both files, or with ``--check`` say which of them is stale."""
    stale = []
    for path, text in ((SCRIPT, script()), (CASES, cases())):
        if "--check" in arguments:
            if not path.exists() or path.read_text() != text:
                stale.append(str(path.relative_to(ROOT)))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    if stale:
        print(f"Stale: {', '.join(stale)}. Run python -m tools.scoring_script.")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
