"""Why an arena run cannot go on."""


class ArenaError(Exception):
    """A run that cannot start or go on: ``code`` for programs, ``message`` for people.

    Codes: ``bad_file`` and ``other_run`` (the file to go on from), ``worker_lost`` (a process of the run was
    ended from outside), ``not_ready`` (a bot that thinks cannot), ``dask_missing`` and ``dask_unreachable``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
