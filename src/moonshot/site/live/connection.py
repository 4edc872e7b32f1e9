"""One client's end of a table, as the host sees it: something that messages can be sent to."""

from typing import TYPE_CHECKING, Final

from moonshot.site.live import wire
from moonshot.site.live.hearing import ALL
from moonshot.site.live.outbox import Outbox
from moonshot.site.live.views import encode
from moonshot.tables.seats import Visitor

if TYPE_CHECKING:
    from moonshot.site.live.telling import Shown

_TOO_SLOW: Final = "You were not reading. Come back and go on where the table is now."


class Connection:
    """A client at a table. `send` never waits and never fails.

    ``visitor`` is who the site says it is; ``hides`` the handles of those whose words are not sent to it, and
    ``hears`` how much of the words of others is;
    ``shown`` the view it was sent last.
    """

    def __init__(self, account: str, *, watching: bool = False) -> None:
        self.account = account
        self.watching = watching
        self.seat: int | None = None
        self.visitor = Visitor()
        self.hides: frozenset[str] = frozenset()
        self.hears = ALL
        self.shown: Shown | None = None
        self.outbox = Outbox()
        self._held: list[bytes] | None = None

    @property
    def hears_all(self) -> bool:
        """Whether everything that is said is for its owner."""
        return not self.hides and self.hears == ALL

    def send(self, message: bytes) -> None:
        """Queue a message; a client that does not read is cut off and told to resume."""
        if self._held is not None:
            self._held.append(message)
        elif not self.outbox.put(message):
            self._cut_off()

    def hold(self) -> None:
        """Keep what is sent from now on until `let_go`, which has to come soon, and sends it in one piece."""
        self._held = self._held or []

    def let_go(self) -> None:
        """Send what was kept."""
        held, self._held = self._held, None
        if held and not self.outbox.put(*held):
            self._cut_off()

    def _cut_off(self) -> None:
        self.outbox.close(_bye("resume", _TOO_SLOW), wire.CLOSE_CODES["resume"], drop=True)

    def end(self, code: wire.ByeCode, message: str) -> None:
        """Say why and close."""
        self.let_go()
        self.outbox.close(_bye(code, message), wire.CLOSE_CODES[code])

    def refuse(self, refusal: wire.Refused) -> None:
        """Tell this client alone what was wrong."""
        self.send(encode(refusal))


def _bye(code: wire.ByeCode, message: str) -> bytes:
    return encode(wire.Bye(code=code, message=message))
