"""Writes the protocol's JSON Schema and the client's TypeScript types from the site's wire modules.

Usage: `python tools/protocol_types.py` writes both files, with `--check` it fails when either is stale.
"""

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from moonshot.site.live import lobby_wire, wire

ROOT = Path(__file__).resolve().parent.parent
TYPES = ROOT / "web" / "src" / "net" / "protocol.ts"
SCHEMA = ROOT / "docs" / "protocol.schema.json"

HEADER = "// Generated from src/moonshot/site/live/wire.py by tools/protocol_types.py. Do not edit.\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of everything that goes over the socket, one definition per type."""
    (command, message, lobby_command, lobby_message, *_), parts = msgspec.json.schema_components(
        (
            wire.Command,
            wire.ServerMessage,
            lobby_wire.LobbyCommand,
            lobby_wire.LobbyMessage,
            wire.Ticket,
            wire.WaitingTable,
        ),
        ref_template="#/$defs/{name}",
    )
    unions = {
        "Command": command,
        "ServerMessage": message,
        "LobbyCommand": lobby_command,
        "LobbyMessage": lobby_message,
    }
    parts["ViewPart"] = {
        **{key: value for key, value in parts["View"].items() if key != "required"},
        "title": "ViewPart",
        "description": "A view, or those fields of it that have changed since the update before.",
    }
    parts["Update"]["properties"]["view"] = {"$ref": "#/$defs/ViewPart"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Moonshot sockets",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in unions],
        "$defs": {**unions, **parts},
    }


def type_text(part: dict[str, Any]) -> str:
    """The TypeScript type of one schema part."""
    if "$ref" in part:
        return str(part["$ref"]).rsplit("/", 1)[1]
    if "enum" in part:
        return " | ".join(json.dumps(value) for value in part["enum"])
    if "const" in part:
        return json.dumps(part["const"])
    if "anyOf" in part:
        return " | ".join(dict.fromkeys(type_text(option) for option in part["anyOf"]))
    kind = part.get("type")
    if kind is None:
        return "unknown"
    if kind == "array":
        options = part["items"].get("anyOf", ())
        if options and all(type_text(option).endswith("Event") for option in options):
            return "TableEvent[]"
        inner = type_text(part["items"])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {type_text(part.get('additionalProperties', {}))}>"
    return {"string": "string", "integer": "number", "boolean": "boolean", "null": "null"}[str(kind)]


def interface_text(name: str, part: dict[str, Any]) -> str:
    """The declaration of one object type."""
    lines = []
    if "description" in part:
        lines.append(f"/** {' '.join(part['description'].split())} */")
    lines.append(f"export interface {name} {{")
    required = set(part.get("required", ()))
    for key, value in part["properties"].items():
        mark = "" if key in required else "?"
        lines.append(f"  {key}{mark}: {type_text(value)};")
    lines.append("}\n")
    return "\n".join(lines)


def types() -> str:
    """The whole TypeScript file."""
    parts = schema()["$defs"]
    blocks = [HEADER]
    names = {
        "PaceName": wire.PaceName,
        "MoonChoice": wire.MoonChoice,
        "Phase": wire.Phase,
        "Direction": wire.Direction,
        "TableKind": wire.TableKind,
        "ClockKind": wire.ClockKind,
        "VoteKind": wire.VoteKind,
        "ByeCode": wire.ByeCode,
        "QuickMode": lobby_wire.QuickMode,
        "QuickWhen": lobby_wire.QuickWhen,
        "ListedState": lobby_wire.ListedState,
    }
    for name, literal in names.items():
        # msgspec sorts a Literal's values; the order of the source reads better.
        blocks.append(
            f"export type {name} = {' | '.join(json.dumps(value) for value in get_args(literal))};\n"
        )
    for name, part in parts.items():
        if name == "ViewPart":
            blocks.append(f"/** {part['description']} */\nexport type ViewPart = Partial<View>;\n")
        elif "properties" in part:
            blocks.append(interface_text(name, part))
    events = [name for name in parts if name.endswith("Event")]
    blocks.append("export type TableEvent =\n  | " + "\n  | ".join(events) + ";\n")
    for union in ("Command", "ServerMessage", "LobbyCommand", "LobbyMessage"):
        options = [type_text(option) for option in parts[union]["anyOf"]]
        blocks.append(f"export type {union} =\n  | " + "\n  | ".join(options) + ";\n")
    codes = ", ".join(f"{code}: {number}" for code, number in wire.CLOSE_CODES.items())
    blocks.append(f"export const CLOSE_CODES: Record<ByeCode, number> = {{ {codes} }};\n")
    text = "\n".join(blocks)
    for name, literal in names.items():
        spelled = " | ".join(json.dumps(value) for value in sorted(get_args(literal)))
        head, mark, body = text.partition("export interface")
        text = head + mark + body.replace(spelled, name).replace(f"({name})[]", f"{name}[]")
    return text


def main(arguments: list[str]) -> int:
    """Write or check the generated files; the exit code is 1 when one is stale."""
    wanted = {TYPES: types(), SCHEMA: json.dumps(schema(), indent=1) + "\n"}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is stale: run python tools/protocol_types.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
