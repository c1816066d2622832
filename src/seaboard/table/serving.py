"""Running the server: for oneself (`seaboard play`), or for everyone (`seaboard serve`)."""

import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from ..bots import read_name
from ..compiling import compile_in_background
from ..core.errors import BadOption, SeaboardError
from . import store
from .app import make_app
from .connections import BACKLOG, LimitedProtocol
from .limits import Limits

LOCAL = ("127.0.0.1", "localhost", "[::1]")


def own_database() -> str:
    """Where the tables of `seaboard play` are kept: a file in the user's own folder."""
    if named := os.environ.get("SEABOARD_DATABASE"):
        return named
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "seaboard"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SeaboardError(f"cannot make {folder}: {error.strerror}; name a database with --database sqlite:///FILE") from None
    return f"sqlite:///{folder / 'tables.db'}"


def play_here(game: str, port: int, database: str, browser: bool) -> None:
    """A server for this machine only, and the browser on it."""
    database = database or own_database()
    store.connect(database).dispose()  # what is wrong with it is told before anything is started
    listening = free_socket(port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{f'new/{game}' if game else ''}"
    app = make_app(database, Limits(hosts=LOCAL))
    print(f"Seaboard is at {address}  (Ctrl+C ends it; the tables are kept)", flush=True)
    if browser:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    with compiling():
        uvicorn.Server(uvicorn.Config(app, **SETTINGS)).run([listening])


SETTINGS: dict = {
    "log_level": "warning",
    "access_log": False,
    "timeout_graceful_shutdown": 2,
    "server_header": False,
    "http": LimitedProtocol,
    "ws": "none",
    "backlog": BACKLOG,
}


def serve(host: str, port: int, database: str, workers: int, pace: float, hints: str, limits: bool) -> None:
    """A server for everyone who can reach it."""
    database = database or own_database()
    read_name(hints)
    if workers > 1 and store.is_sqlite(database):
        raise BadOption("--workers above 1 needs PostgreSQL (--database postgresql+psycopg://...): SQLite has one writer")
    store.connect(database, thorough=True).dispose()  # what is wrong with it is told before anything is started
    os.environ |= {"SEABOARD_DATABASE": database, "SEABOARD_PACE": str(pace), "SEABOARD_HINTS": hints}
    os.environ["SEABOARD_LIMITS"] = "" if limits else "none"
    print(f"Seaboard listens at http://{host}:{port}", flush=True)
    with compiling():
        uvicorn.run("seaboard.table.app:from_environment", factory=True, host=host, port=port, workers=workers, **SETTINGS)


@contextmanager
def compiling() -> Iterator[None]:
    """Meanwhile the games are compiled that still have to be, in a process of its own."""
    compiler = compile_in_background()
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        if compiler:
            compiler.terminate()


def free_socket(port: int) -> socket.socket:
    """The port that is asked for, or the next one that nobody uses."""
    for number in range(port, min(port + 50, 65536)):
        try:
            return socket.create_server(("127.0.0.1", number))
        except OSError:
            continue
    raise SeaboardError(f"no free port from {port} on; name another with --port")


def open_browser(address: str) -> None:
    """As soon as the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
