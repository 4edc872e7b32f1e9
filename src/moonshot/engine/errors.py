"""What can go wrong, with stable codes.

Every error carries a ``code`` that programs may rely on, a ``message`` for people, and ``at``: where in the
input the fault lies.
"""


class HeartsError(ValueError):
    """The base of all errors this package raises about its input."""

    def __init__(self, code: str, message: str, at: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.at = at

    def __reduce__(self) -> tuple[type["HeartsError"], tuple[str, str, str], dict[str, object]]:
        return type(self), (self.code, self.message, self.at), self.__dict__


class CardError(HeartsError):
    """A text that is no card, or a card named twice."""


class RulesError(HeartsError):
    """A rules value that cannot be read: an unknown field, a wrong type, an unknown choice."""


class MoveError(HeartsError):
    """A move that may not be made now; nothing has changed."""


class RecordError(HeartsError):
    """A record that cannot be read or does not follow its own rules.

    ``at`` names the place for people and programs alike, such as ``deals[2].plays[17]``. Where known,
    ``deal_no`` is the number of the deal, ``ply`` the number of cards played before the one at fault, and
    ``line`` the line of the text.
    """

    def __init__(
        self,
        code: str,
        message: str,
        at: str = "",
        *,
        deal_no: int | None = None,
        ply: int | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(code, message, at)
        self.deal_no = deal_no
        self.ply = ply
        self.line = line


class StateError(HeartsError):
    """A request that makes no sense in the present phase, such as dealing in the middle of a deal."""
