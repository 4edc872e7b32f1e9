"""Every message of the lobby's socket, in both directions; generated into the same files as the table's."""

from typing import Literal

from msgspec import Struct

from moonshot.site.live.wire import Bye, Refused
from moonshot.site.live.wire_names import CommandId, TableKind

QuickMode = Literal["standard", "fast", "deniro"]
QuickWhen = Literal["soon", "now", "wait"]
ListedState = Literal["waiting", "playing"]
LobbyClosed = Literal["restart", "saving"]


class _LobbyCommand(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t"):
    id: CommandId


class Quick(_LobbyCommand, frozen=True, tag="quick"):
    """Play with others. Sent again, it changes the mode or the patience of the same wish.

    `soon`: at the latest after 8 seconds, bots on the seats that are empty then. `now`: at once, with whoever
    waits. `wait`: for a full table, at most 2 minutes.
    """

    mode: QuickMode
    when: QuickWhen = "soon"


class Cancel(_LobbyCommand, frozen=True, tag="cancel"):
    """Wait no longer."""


class Here(_LobbyCommand, frozen=True, tag="here"):
    """Somebody is looking at the lobby. Who sends nothing for 10 minutes is let go with `bye` `idle`."""


LobbyCommand = Quick | Cancel | Here


class ListedSeat(Struct, frozen=True):
    """Who sits there; a name for people and bots, neither for an empty seat."""

    name: str
    bot: bool
    empty: bool


class ListedTable(Struct, frozen=True):
    """A table of the lobby. `seats` with `empty` (waiting) or `bot` (playing) can be taken by joining.

    `watch`: spectators are welcome. `preset` is null for house rules; `rules_line` says them in short.
    """

    table: str
    kind: TableKind
    rules_name: str
    rules_line: str
    preset: str | None
    seats: list[ListedSeat]
    spectators: int
    watch: bool
    state: ListedState


class _LobbyMessage(Struct, frozen=True, tag_field="t"):
    pass


class LobbyState(_LobbyMessage, frozen=True, tag="lobby"):
    """The first message: every open table, and how many people are here or at tables.

    `closed` is why no new match begins just now: the server is about to restart, or nothing can be saved.
    """

    tables: list[ListedTable]
    people: int
    closed: LobbyClosed | None


class LobbyChanged(_LobbyMessage, frozen=True, tag="lobby_changed"):
    """New and changed tables, and the ids of those that are no longer open. At most one in a second."""

    tables: list[ListedTable]
    gone: list[str]
    people: int
    closed: LobbyClosed | None


class Waiting(_LobbyMessage, frozen=True, tag="waiting"):
    """The wish stands: so long ago it was made, so many people want the same, so soon it starts anyway."""

    mode: QuickMode
    when: QuickWhen
    since_ms: int
    people: int
    starts_in_ms: int


class Seated(_LobbyMessage, frozen=True, tag="seated"):
    """There is a seat for you: go to `url`. Every window that waited hears it."""

    table: str
    url: str


class Cancelled(_LobbyMessage, frozen=True, tag="cancelled"):
    """You do not wait any more."""


LobbyMessage = LobbyState | LobbyChanged | Waiting | Seated | Cancelled | Refused | Bye
