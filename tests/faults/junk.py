"""Junk for every door of a server, from a seed: commands off their schema, broken frames and requests."""

import json
import random
from pathlib import Path
from typing import Any, Final

from websockets.frames import Frame, Opcode

_SCHEMA: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "docs/protocol.schema.json").read_text()
)["$defs"]
CARDS: Final = [rank + suit for suit in "CDSH" for rank in "23456789TJQKA"]
TEXTS: Final = (
    "",
    " ",
    "standard",
    "QS",
    "00",
    "\x00",
    "\u202e\u200b",
    "ä" * 300,
    "🂭" * 70,
    "<img src=x onerror=alert(1)>",
    "' OR 1=1 --",
    "%s%n%d",
    "../../etc/passwd",
    "{{7*7}}",
    "\ud800",
    "x" * 5000,
)
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2**31,
    2**63,
    -(2**64),
    10**30,
    0.5,
    1e308,
    float("nan"),
    float("inf"),
    [],
    {},
    [[]],
    {"a": {"b": {"c": {"d": [1]}}}},
)
METHODS: Final = (
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "get",
    "G\x00T",
)
PATHS: Final = (
    "/",
    "/play",
    "/lobby",
    "/lobby/private",
    "/join",
    "/join/x",
    "/table/x",
    "/healthz",
    "/moderation/",
    "/moderation/login/",
    "/static/",
    "/static/../secret_key",
    "/static/%2e%2e/%2e%2e/secret_key",
    "/.git/config",
    "/api/openapi.json",
    "/api/me",
    "/api/presets",
    "/api/rules/fields",
    "/api/blocks",
    "/api/tables/x/record",
    "/api/tables/x/qr.svg",
    "/ws/lobby",
    "/ws/tables/x",
    "//evil.example/",
    "http://evil.example/",
    "*",
    "/%",
    "/%00",
    "/%ff%fe",
    "/?" + "a=1&" * 500,
    "/" + "x" * 9000,
)
BODIES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("/api/tables", {"rules": "standard", "level": "steady", "pace": "slow"}),
    ("/api/rules/check", {"rules": {"preset": "omnibus", "end_score": 50, "penalties": [["QS", 13]]}}),
    ("/api/name", {"name": "Fay"}),
    ("/api/visitor", {}),
    ("/api/blocks", {"handle": "x", "on": True}),
    ("/api/mutes", {"handle": "x", "on": True}),
    ("/api/reports", {"table": "x", "handle": "x", "reason": "spam", "note": "n"}),
    ("/api/notices", {}),
    ("/api/lobby/ticket", {}),
    ("/api/join", {"code": "K7M2QX"}),
    ("/api/tables/x/join", {}),
    ("/api/tables/x/ticket", {}),
    (
        "/api/tables/private",
        {
            "rules": "standard",
            "seats": [{"kind": "person", "level": None}],
            "clock": "online",
            "spectators": True,
            "text_chat": True,
            "level": "steady",
            "listed": False,
        },
    ),
)
HEADERS: Final = (
    ("Origin", "https://evil.example"),
    ("Origin", "null"),
    ("Sec-Fetch-Site", "cross-site"),
    ("Cookie", "moonshot=forged:1:2"),
    ("Cookie", "=;;;==\x01"),
    ("Moonshot-Visitor", "x" * 300),
    ("X-Forwarded-For", "203.0.113.9, ,"),
    ("X-Forwarded-Proto", "https"),
    ("Content-Length", "-1"),
    ("Content-Length", "99999999999999999999"),
    ("Transfer-Encoding", "chunked, chunked"),
    ("Transfer-Encoding", "identity"),
    ("Expect", "100-continue"),
    ("Accept-Encoding", "br;q=nan, *;q=9"),
    ("If-None-Match", '"' + "x" * 500),
    ("Range", "bytes=9-1"),
    ("Upgrade", "h2c"),
    ("Host", "evil.example"),
    ("Content-Type", "application/json; charset=utf-7"),
    ("Content-Type", "multipart/form-data"),
    ("Accept-Language", "*" * 400),
    ("X-" + "Y" * 200, "z" * 4000),
)


class Junk:
    """One source of junk; the same seed, the same junk."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    # -- commands ---------------------------------------------------------------------------------------

    def command(self, kind: str, view: dict[str, Any]) -> Any:
        """A command of the schema, near to what the view asks for, with something wrong in it at times."""
        made = self._instance(_SCHEMA[kind])
        chance = self.chance
        if isinstance(made, dict):
            for name, near in (("deal", view.get("deal")), ("ply", view.get("ply"))):
                if name in made and near is not None and chance.random() < 0.8:
                    made[name] = near
            hand = view.get("legal") or view.get("hand") or CARDS
            if "card" in made:
                made["card"] = chance.choice(hand if chance.random() < 0.7 else CARDS)
            if "cards" in made:
                made["cards"] = chance.sample(hand, min(len(hand), chance.choice((0, 2, 3, 3, 3, 4))))
            if made.get("t") == "leave" and chance.random() < 0.9:
                made["t"] = "continue"
        for _ in range(chance.choice((0, 0, 0, 1, 1, 3))):
            made = self.spoilt(made)
        return made

    def _instance(self, schema: dict[str, Any]) -> Any:
        chance = self.chance
        if "$ref" in schema:
            return self._instance(_SCHEMA[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self._instance(chance.choice(schema["anyOf"]))
        if "enum" in schema:
            return chance.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                needed = schema.get("required", ())
                return {
                    name: self._instance(part)
                    for name, part in schema.get("properties", {}).items()
                    if name in needed or chance.random() < 0.6
                }
            case "array":
                return [self._instance(schema.get("items", {})) for _ in range(chance.randrange(5))]
            case "integer":
                low, high = schema.get("minimum", -5), schema.get("maximum", 10_000)
                return chance.choice((low, high, low - 1, high + 1, chance.randint(low, high)))
            case "string":
                length = chance.choice((schema.get("minLength", 0), schema.get("maxLength", 20), 8))
                return "".join(chance.choices("abcXYZ019-_ ", k=length))
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
            case _:
                return chance.choice(VALUES)

    def spoilt(self, value: Any) -> Any:
        """The value with one thing in it changed."""
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.85:
            name = chance.choice(list(value))
            match chance.randrange(5):
                case 0:
                    return {key: part for key, part in value.items() if key != name}
                case 1:
                    return {**value, chance.choice(("seat", "account", "x", "", "__class__")): self._any()}
                case _:
                    return {**value, name: self.spoilt(value[name])}
        if isinstance(value, list) and value and chance.random() < 0.7:
            place = chance.randrange(len(value))
            return [*value[:place], self.spoilt(value[place]), *value[place + chance.randrange(2) :]]
        return self._any()

    def _any(self) -> Any:
        return self.chance.choice(self.chance.choice((VALUES, TEXTS, CARDS)))

    def text(self, value: Any) -> str:
        """JSON of a value, or nearly."""
        chance = self.chance
        made = json.dumps(value)
        match chance.randrange(14):
            case 0:
                return made[: chance.randrange(len(made) + 1)]
            case 1:
                return made.replace("{", "[", 1)
            case 2:
                return made + made
            case 3:
                return made[:-1] + "," + made[1:]  # every name twice
            case 4:
                place = chance.randrange(len(made) + 1)
                return made[:place] + chr(chance.randrange(1, 0xD7FF)) + made[place:]
            case 5:
                return "[" * chance.choice((50, 900, 4000)) + made
            case _:
                return made

    # -- frames -----------------------------------------------------------------------------------------

    def raw_frames(self) -> bytes:
        """Bytes where frames should be: noise, reserved bits, endless pieces, broken characters, pings."""
        chance = self.chance
        match chance.randrange(8):
            case 0:
                return chance.randbytes(chance.randrange(1, 400))
            case 1:
                return Frame(Opcode.TEXT, b"\xff\xfe\xc3\x28").serialize(mask=True)
            case 2:
                begun = Frame(Opcode.TEXT, b'{"t":', fin=False).serialize(mask=True)
                more = Frame(Opcode.CONT, b"", fin=False).serialize(mask=True)
                return begun + more * chance.randrange(1, 200)
            case 3:
                return Frame(Opcode.TEXT, b"x" * 2000).serialize(mask=True)[: chance.randrange(1, 1900)]
            case 4:
                ping = Frame(Opcode.PING, chance.randbytes(125)).serialize(mask=True)
                return ping * chance.randrange(1, 60)
            case 5:
                return Frame(Opcode.CONT, b"out of nowhere").serialize(mask=True)
            case 6:
                return Frame(Opcode.CLOSE, chance.randbytes(chance.randrange(0, 9))).serialize(mask=True)
            case _:
                frame = bytearray(Frame(Opcode.TEXT, b'{"t":"leave","id":"x"}').serialize(mask=True))
                frame[chance.randrange(min(8, len(frame)))] ^= 1 << chance.randrange(8)
                return bytes(frame)

    # -- requests ---------------------------------------------------------------------------------------

    def request(self, host: str, tables: list[str], cookie: str) -> bytes:
        """A request for any of the addresses, with any of it wrong."""
        chance = self.chance
        method = "GET" if chance.random() < 0.7 else chance.choice(METHODS)
        path, body = chance.choice(PATHS), b""
        headers = [("Host", host)]
        if chance.random() < 0.6:
            path, value = chance.choice(BODIES)
            made: Any = value
            for _ in range(chance.randrange(4)):
                made = self.spoilt(made)
            method, body = "POST", self.text(made).encode("utf-8", "surrogatepass")
            headers.append(("Content-Type", "application/json"))
        if tables:
            path = path.replace("/x", f"/{chance.choice(tables)}")
        if chance.random() < 0.5:
            headers.append(("Cookie", cookie))
        if body or method == "POST":
            headers.append(("Content-Length", str(len(body))))
        if path.startswith("/ws/"):
            headers += [("Upgrade", "websocket"), ("Connection", "Upgrade")]
            headers.append(("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="))
            headers.append(("Sec-WebSocket-Version", chance.choice(("13", "8", "x"))))
        for _ in range(chance.choice((0, 0, 1, 2))):
            headers.insert(chance.randrange(len(headers) + 1), chance.choice(HEADERS))
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers)
        data = head.encode("utf-8", "replace") + b"\r\n" + body
        if chance.random() < 0.15:
            place = chance.randrange(len(data))
            noise = chance.randbytes(chance.randrange(1, 9))
            data = data[:place] + noise + data[place + chance.randrange(9) :]
        return data[: chance.randrange(len(data))] if chance.random() < 0.05 else data
