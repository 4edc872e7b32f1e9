"""`moonshot serve`: the whole site in one process on an embedded database, or one node of several."""

import asyncio
import contextlib
import errno
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Annotated, Final, NoReturn

import typer

_SEND_BUFFER: Final = 128 * 1024
_BACKLOG: Final = 65_535
"""Connections that wait to be taken; most systems allow fewer (`net.core.somaxconn`)."""
_ARENA_MAX: Final = -8
"""The number of this setting in glibc's malloc.h."""


def serve(
    host: Annotated[
        str,
        typer.Option(envvar="MOONSHOT_HOST", help="The address to listen on; 0.0.0.0 for every interface."),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="MOONSHOT_PORT", min=0, max=65535, help="The port; 0 takes a free one.")
    ] = 8000,
    data: Annotated[
        Path, typer.Option(envvar="MOONSHOT_DATA", help="The folder for the database and the secret key.")
    ] = Path("var"),
    role: Annotated[
        str,
        typer.Option(
            envvar="MOONSHOT_ROLE",
            help="What this node does: all, web (pages and API) or tables (sockets and play).",
        ),
    ] = "all",
    node: Annotated[
        str, typer.Option(envvar="MOONSHOT_NODE", help="The name of this node; by default host and process.")
    ] = "",
    drain: Annotated[
        float,
        typer.Option(
            envvar="MOONSHOT_DRAIN",
            min=0,
            max=3600,
            help="Seconds from the announcement of a planned end to the end, if anybody is at a table.",
        ),
    ] = 2.0,
) -> None:
    """Start the site and print its address when it is ready. Ctrl-C or SIGTERM ends it; nothing is lost."""
    listener = _listen(host, port)
    # Whatever else reads the configuration, in this process or a child, finds the same.
    os.environ["MOONSHOT_HOST"] = host
    os.environ["MOONSHOT_DATA"] = str(data)
    os.environ["MOONSHOT_ROLE"] = role
    os.environ["MOONSHOT_NODE"] = node
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonshot.site.settings"
    for number in (signal.SIGTERM, signal.SIGINT):
        # Before the server takes over, an end is an end; after it, uvicorn has closed everything in order and
        # sends itself the same signal again, which must not look like a failure.
        signal.signal(number, _end)
    with _prepare():
        _run(listener, drain)


def _end(number: int, frame: object) -> NoReturn:  # noqa: ARG001 - a signal handler's signature
    sys.exit(0)


def _listen(host: str, port: int) -> socket.socket:
    """A bound socket, before anything slow is begun, so that a taken port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Each connection inherits it: else the system keeps megabytes for a client that does not read.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
    try:
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                _fail(f"Port {port} on {host} is taken. Stop what uses it, or choose another with --port.")
            case errno.EACCES:
                _fail(f"Port {port} may not be opened by this user. Choose one above 1023 with --port.")
            case _:
                _fail(f"Cannot listen on {host}, port {port}: {error.strerror or error}.")
    return listener


def _prepare() -> contextlib.AbstractContextManager[object]:
    """Set up Django and bring the database up to date. The answer keeps an SQLite file for this process."""
    from moonshot.site.config import ConfigError

    try:
        import django

        django.setup()
    except ConfigError as error:
        _fail(str(error))
    from django.conf import settings
    from django.db.utils import DatabaseError

    from moonshot.site.database import migrate

    kept = contextlib.nullcontext() if settings.CONFIG.database_url else _keep(settings.CONFIG.database)
    try:
        migrate()
    except DatabaseError as error:
        database = settings.CONFIG.database_name
        reason = str(error).strip()
        _fail(f"The database cannot be opened or brought up to date: {reason}. It is {database}.")
    return kept


def _keep(database: Path) -> contextlib.AbstractContextManager[object]:
    """Nodes share PostgreSQL and Redis, never a file: two processes over one would not hear of each other."""
    try:
        import fcntl
    except ImportError:  # Windows
        return contextlib.nullcontext()
    mark = database.with_name(f"{database.name}-serving").open("a")
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        mark.close()
        _fail(
            f"Moonshot serves from {database.parent} already. Stop it first, or choose another folder with "
            "--data. Several nodes need PostgreSQL and Redis: see docs/hosting.md."
        )
    except OSError:  # a file system without locks
        mark.close()
        return contextlib.nullcontext()
    return mark


def _run(listener: socket.socket, drain: float) -> None:
    from django.conf import settings
    from uvicorn import Config, Server

    from moonshot.bots import search
    from moonshot.site.live import service as live
    from moonshot.site.live.limits import MOST_CONNECTIONS, UVICORN_SOCKET
    from moonshot.site.protocol import PatientHttp, PatientSocket
    from moonshot.site.tidying import calm_down, keep_tidy

    class AnnouncingServer(Server):
        """Says where it is once connections are being accepted."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            self._tidying = asyncio.create_task(keep_tidy())
            if self.started:
                print(f"Moonshot is ready at {_address(listener)}", flush=True)  # noqa: T201
                if not search.installed():
                    typer.echo(search.why_not(), err=True)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            # Whoever is at a table is told and comes back elsewhere, or here after the restart.
            await live.end(0.0 if self.force_exit else drain)
            self._tidying.cancel()
            await super().shutdown(sockets)

    config = Config(
        "moonshot.site.asgi:application",
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=PatientHttp,
        ws=PatientSocket,
        lifespan="on",
        log_config=None,
        log_level="error",  # a line for each malformed request would let anybody fill the log
        access_log=False,
        server_header=False,
        date_header=True,
        proxy_headers=bool(settings.CONFIG.trusted_proxies),
        forwarded_allow_ips=settings.CONFIG.trusted_proxies or None,
        timeout_keep_alive=30,
        backlog=_BACKLOG,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=3,
        **UVICORN_SOCKET,
    )
    _allow_many_files()
    _share_memory_between_threads()
    server = AnnouncingServer(config)
    config.load()
    calm_down()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listener]))
    if not server.started:
        raise typer.Exit(3)


def _allow_many_files() -> None:
    """Take as many open files as the system lets us have: every player is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _share_memory_between_threads() -> None:
    """Let glibc keep two pools of memory, not eight for each processor.

    Requests come and go in threads of their own; what each leaves behind in a pool of its own looks like a
    leak of a megabyte a minute under junk from all sides.
    """
    import ctypes

    with contextlib.suppress(AttributeError, OSError, TypeError):  # another system, another library
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 2)


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


def _fail(message: str) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(1)
