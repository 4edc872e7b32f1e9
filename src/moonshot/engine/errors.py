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

    def __reduce__(self) -> tuple[type["HeartsError"], tuple[str, str, str]]:
        return type(self), (self.code, self.message, self.at)


class CardError(HeartsError):
    """A text that is no card, or a card named twice."""


class RulesError(HeartsError):
    """A rules value that cannot be read: an unknown field, a wrong type, an unknown choice."""


class MoveError(HeartsError):
    """A move that may not be made now; nothing has changed."""


class RecordError(HeartsError):
    """A record that cannot be read or does not follow its own rules."""


class StateError(HeartsError):
    """A request that makes no sense in the present phase, such as dealing in the middle of a deal."""
