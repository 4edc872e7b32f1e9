"""The command line of what learns from the search: ``play NAME FILE``, then ``learn NAME FILE...``."""

import argparse
from collections.abc import Callable
from pathlib import Path

from moonshot.bots.search import habits

Command = Callable[[argparse.Namespace], None]


class RoundParser(argparse.ArgumentParser):
    """Reads which of the two is to be done; to ``playing`` and ``learning`` each tool adds its own options.

    NAME is that of a set of learned habits, for the rules of which deals are played.
    """

    def __init__(self, prog: str, about: str | None, play: Command, learn: Command) -> None:
        super().__init__(prog=prog, description=about)
        commands = self.add_subparsers(required=True, parser_class=argparse.ArgumentParser)
        self.playing = commands.add_parser("play")
        self.playing.add_argument("name", choices=habits.LEARNED)
        self.playing.add_argument("file", type=Path)
        self.playing.add_argument("--deals", type=int, default=6000)
        self.playing.set_defaults(do=play)
        self.learning = commands.add_parser("learn")
        self.learning.add_argument("name", choices=habits.LEARNED)
        self.learning.add_argument("files", type=Path, nargs="+")
        self.learning.set_defaults(do=learn)
        for command in (self.playing, self.learning):
            command.add_argument("--seed", type=int, default=1)

    def do(self) -> None:
        """Do what the command line says."""
        args = self.parse_args()
        args.do(args)
