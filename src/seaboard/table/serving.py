"""Running the server: for oneself (`seaboard play`), or for everyone (`seaboard serve`)."""

import os
import socket
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import uvicorn

from ..bots import read_name
from ..compiling import compile_in_background
from ..core.errors import BadOption, SeaboardError
from . import store
from .app import make_app
from .bots_offered import bots_offered
from .middleware import Limits

LOCAL = ("127.0.0.1", "localhost", "[::1]")


def play_here(game: str, port: int, database: str, browser: bool, bots: Sequence[str] = ()) -> None:
    """A server for this machine only, and the browser on it."""
    listening = free_socket(port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{f'new/{game}' if game else ''}"
    app = make_app(database or store.own_database(), Limits(hosts=LOCAL), bots=bots)
    print(f"Seaboard is at {address}  (Ctrl+C ends it; the tables are kept)", flush=True)
    if browser:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    with compiling():
        uvicorn.Server(uvicorn.Config(app, **SETTINGS)).run([listening])


SETTINGS: dict = {"log_level": "warning", "access_log": False, "timeout_graceful_shutdown": 2, "server_header": False}


def serve(
    host: str, port: int, database: str, workers: int, pace: float, hints: str, limits: bool, bots: Sequence[str] = ()
) -> None:
    """A server for everyone who can reach it."""
    database = database or store.own_database()
    if not hasattr(read_name(hints)[0], "hint"):
        raise BadOption(f"{hints} gives no hints: it has no method `hint`")
    bots_offered(bots)
    if workers > 1 and store.is_sqlite(database):
        raise BadOption("--workers above 1 needs PostgreSQL (--database postgresql+psycopg://...): SQLite has one writer")
    store.connect(database).dispose()  # reports an error before anything is started
    os.environ |= {"SEABOARD_DATABASE": database, "SEABOARD_PACE": str(pace), "SEABOARD_HINTS": hints}
    os.environ["SEABOARD_BOTS"] = " ".join("".join(bot.split()) for bot in bots)
    os.environ["SEABOARD_LIMITS"] = "" if limits else "none"
    print(f"Seaboard listens at http://{host}:{port}", flush=True)
    with compiling():
        uvicorn.run("seaboard.table.app:from_environment", factory=True, host=host, port=port, workers=workers, **SETTINGS)


@contextmanager
def compiling() -> Iterator[None]:
    """Compiles the games that need it in another process meanwhile."""
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
