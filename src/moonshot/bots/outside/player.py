"""A program as a policy: it is asked, and whatever it does wrong is noted and replaced."""

import os
import shlex
import time
from typing import Final

from moonshot.bots.outside import messages as m
from moonshot.bots.outside.program import Ended, Program, TooLong, TooSlow
from moonshot.bots.outside.report import Report
from moonshot.bots.steady import Steady
from moonshot.engine import Move, MoveError, Rules, View

HELLO_SECONDS: Final = 60.0
"""How long a program may take to start and say hello."""
WINDOWS: Final = os.name == "nt"
MOST_STARTS: Final = 3
"""How often a program is started for one seat of one table."""
END: Final = m.encode({"t": "end"})


def command_of(text: str) -> list[str]:
    """The words of a command. Raises ValueError when there are none."""
    try:
        words = _split(text)
    except ValueError:
        raise ValueError(f"The command {text!r} has a quotation mark that is not closed.") from None
    if not words:
        raise ValueError("After exec: there must be a command.")
    return words


def _split(text: str) -> list[str]:
    r"""As a shell would; on Windows ``\`` separates folders and hides nothing."""
    if not WINDOWS:
        return shlex.split(text)
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split, lexer.commenters, lexer.escape, lexer.quotes = True, "", "", '"'
    return list(lexer)


class _FaultError(Exception):
    """Something went wrong: its kind, and whether the program can go on."""

    def __init__(self, kind: str, message: str, *, fatal: bool = True) -> None:
        super().__init__(message)
        self.kind = kind
        self.fatal = fatal


class OutsidePlayer:
    """The program in one seat of one table. Faults are noted in ``report``; Steady moves instead."""

    def __init__(
        self,
        name: str,
        command: str,
        rules: Rules,
        seat: int,
        seconds: float,
        report: Report,
        *,
        hello_seconds: float = HELLO_SECONDS,
    ) -> None:
        self.name = name
        self._command = command_of(command)
        self._hello = m.encode(m.hello_message(rules, seat, seconds))
        self._seconds = seconds
        self._hello_seconds = hello_seconds
        self._report = report
        self._substitute = Steady()
        self._program: Program | None = None
        self._starts = 0
        self._asked = 0

    def start(self) -> None:
        """Start the program, if it is to be had."""
        try:
            self._ready()
        except _FaultError as fault:
            self._note(fault)

    def choose(self, view: View, seed: int) -> Move:
        """The program's move, or Steady's in its place."""
        try:
            return self._ask(self._ready(), view, seed)
        except _FaultError as fault:
            self._note(fault)
            return self._substitute.choose(view, seed)

    def instead(self, view: View, seed: int, error: MoveError) -> Move:
        """Steady's move in place of one that the rules refuse."""
        self._note(_FaultError("illegal", f"{error.message} ({error.code})", fatal=False))
        if self._program is not None:
            refusal = {"t": "refused", "id": self._asked, "code": error.code, "message": error.message}
            self._program.send(m.encode(refusal))
        return self._substitute.choose(view, seed)

    def close(self) -> None:
        """End the program and all that it has started."""
        if self._program is not None:
            self._program.close(END)
            self._program = None

    def _note(self, fault: _FaultError) -> None:
        self._report.add(fault.kind, str(fault))
        if fault.fatal and self._program is not None:
            self._program.close()
            self._program = None

    def _ready(self) -> Program:
        """The program that runs, or one started now."""
        if self._program is not None:
            return self._program
        if self._starts == MOST_STARTS:
            raise _FaultError("not_started", f"It failed {MOST_STARTS} times and is not started again.")
        self._starts += 1
        try:
            self._program = Program(self._command)
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            words = f"{self._command[0]!r} cannot be started: {reason}."
            raise _FaultError("not_started", words) from None
        self._program.send(self._hello)
        try:
            answer = self._line(self._program, self._hello_seconds, "say hello")
            m.check_hello(m.read_answer(answer))
        except _FaultError as fault:
            raise _FaultError("not_started", str(fault)) from None
        except m.MessageError as error:
            raise _FaultError("not_started", str(error)) from None
        return self._program

    def _ask(self, program: Program, view: View, seed: int) -> Move:
        self._asked += 1
        program.send(m.encode(m.view_message(view, self._asked, seed)))
        until = time.monotonic() + self._seconds
        while True:
            line = self._line(program, until - time.monotonic(), "move")
            try:
                data = m.read_answer(line)
                number = data.get("id")
                if isinstance(number, int) and number < self._asked:
                    continue  # an answer to a question that was settled without it
                if number != self._asked:
                    raise m.MessageError(f"The answer has the id {number!r:.60} and not {self._asked}.")
                return m.read_move(data)
            except m.MessageError as error:
                raise _FaultError("unreadable", str(error), fatal=False) from None

    def _line(self, program: Program, seconds: float, what: str) -> bytes:
        """The next line from the program, or the fault in its place."""
        try:
            return program.receive(time.monotonic() + seconds)
        except TooSlow:
            raise _FaultError("too_slow", f"It took too long to {what}.") from None
        except TooLong:
            raise _FaultError("too_long", "It sent a line that is far too long.") from None
        except Ended as ended:
            words = f"It ended with exit status {ended.args[0]}."
            raise _FaultError("ended", f"{words} {program.last_words}".strip()) from None
