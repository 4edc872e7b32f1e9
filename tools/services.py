"""PostgreSQL and Redis for the tests: found on this machine, or Debian's, started in a temporary folder.

They listen on loopback alone, on free ports, and vanish with their folder. Standard library only.
"""

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tools.progress import SetupError, run_step

POSTGRES_PROGRAMS: Final = ("initdb", "postgres")
REDIS_PROGRAMS: Final = ("redis-server", "valkey-server")
START_SECONDS: Final = 60.0
_GUARD: Final = (
    'while kill -0 "$1" 2>/dev/null; do sleep 2; done; kill -QUIT "$(cat "$2/pid")"; sleep 2; rm -rf "$2"'
)
"""Ends a service whose test run was killed."""


def find_postgres() -> Path | None:
    """The folder with PostgreSQL's programs: named by MOONSHOT_POSTGRES, on the PATH, or Debian's newest."""
    named = os.environ.get("MOONSHOT_POSTGRES")
    on_path = shutil.which("postgres")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name.zfill(4))
    candidates = (
        [Path(named)] if named else [*([Path(on_path).resolve().parent] if on_path else []), *debian[::-1]]
    )
    return next(
        (path for path in candidates if all((path / name).exists() for name in POSTGRES_PROGRAMS)), None
    )


def find_redis() -> Path | None:
    """Redis' server, or its free twin Valkey, on the PATH."""
    return next((Path(path) for name in REDIS_PROGRAMS if (path := shutil.which(name))), None)


def missing_services() -> list[str]:
    """What is not there, and how to get it; what Debian has is installed first where that is allowed."""
    wanted = {"postgresql": find_postgres, "redis-server": find_redis}
    packages = [name for name, find in wanted.items() if find() is None]
    if packages and os.geteuid() == 0 and shutil.which("apt-get"):
        with contextlib.suppress(SetupError):
            _install(packages)
    return [
        f"{name} (on Debian or Ubuntu: apt install {name})" for name in packages if wanted[name]() is None
    ]


def _install(packages: list[str]) -> None:
    # At run level 1 Debian's packages start nothing by themselves.
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    hint = "Debian's packages could not be used."
    run_step("Reading Debian's package lists", ["apt-get", "update"], env=env, hint=hint)
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    run_step(f"Installing {' and '.join(packages)}", install, env=env, hint=hint)


def free_port() -> int:
    """A port on loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """A server process in a temporary folder."""

    def __init__(self, name: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"moonshot-{name}-"))
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "guard", str(os.getpid()), str(self.folder)], start_new_session=True
        )

    def start(self) -> None:
        """Start the server and wait until it answers."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the server in order."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End the server at once."""
        self._end(signal.SIGKILL)

    def pause(self) -> None:
        """Let the server hang until `go_on`: connections stay, answers do not come."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP)

    def go_on(self) -> None:
        """Let a server that hangs work again."""
        for pid in self._pids():
            os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        """End the server, by force for what it holds is thrown away, and remove its folder."""
        self.kill()
        self._guard.kill()
        self._guard.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(START_SECONDS)
            self.process = None

    def _pids(self) -> list[int]:
        if self.process is None:
            return []
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *(int(pid) for pid in children)]

    def _launch(self, command: list[str | Path], user: str | None = None) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=user,
                start_new_session=True,
            )
        (self.folder / "pid").write_text(str(self.process.pid))
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SetupError(f"{command[0]} did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        raise NotImplementedError


class Postgres(Service):
    """A PostgreSQL of its own."""

    def __init__(self) -> None:
        found = find_postgres()
        if found is None:
            raise SetupError("There is no PostgreSQL here.")
        super().__init__("postgres")
        self._programs = found
        self._user = _plain_user() if os.geteuid() == 0 else None  # it refuses to run as root
        self._password = secrets.token_hex(16)
        self._make()

    def url(self, database: str = "postgres") -> str:
        """The address of one of its databases."""
        return f"postgresql://moonshot:{self._password}@127.0.0.1:{self.port}/{database}"

    def program(self, name: str) -> Path:
        """One of PostgreSQL's programs."""
        return self._programs / name

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        data = self.folder / "data"
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        self._launch(
            [
                self.program("postgres"),
                "-D",
                data,
                "-p",
                str(self.port),
                "-c",
                "max_connections=200",
                *options,
            ],
            self._user,
        )

    def stop(self) -> None:
        """End it in order, without waiting for those who are connected."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """End all its processes at once, as a crash does."""
        self._end(signal.SIGQUIT)

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self._password)
        secret.chmod(0o600)
        if self._user is not None:
            shutil.chown(self.folder, self._user)
            shutil.chown(secret, self._user)
        command = [
            *(self.program("initdb"), "-D", self.folder / "data", "-U", "moonshot", "--no-sync"),
            *("--auth=scram-sha-256", f"--pwfile={secret}", "--encoding=UTF8", "--locale=C"),
        ]
        made = subprocess.run(
            [str(part) for part in command],
            check=False,
            capture_output=True,
            text=True,
            user=self._user,
            cwd=self.folder,
        )
        secret.unlink()
        if made.returncode != 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise SetupError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def _answers(self) -> bool:
        # The socket answers before the database does; the file tells when it is ready.
        try:
            return "ready" in (self.folder / "data" / "postmaster.pid").read_text().splitlines()[-1]
        except (OSError, IndexError):
            return False


class Redis(Service):
    """A Redis of its own, without anything on disk."""

    def __init__(self) -> None:
        found = find_redis()
        if found is None:
            raise SetupError("There is no Redis here.")
        super().__init__("redis")
        self._program = found

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._launch([self._program, *options, "--dir", self.folder])

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def _plain_user() -> str:
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise SetupError("PostgreSQL refuses to run as root, and there is no other user here.")
