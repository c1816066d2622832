"""Running the server: for oneself (`seaboard play`), or for everyone (`seaboard serve`)."""

import os
import socket
import tempfile
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
from . import metrics, store
from .app import make_app
from .bots_offered import bots_offered
from .connections import BACKLOG, LimitedProtocol
from .graceful import handed_over
from .limits import Limits
from .settings import Settings

LOCAL = ("127.0.0.1", "localhost", "[::1]")


def play_here(game: str, port: int, database: str, browser: bool, bots: Sequence[str] = ()) -> None:
    """A server for this machine only, and the browser on it."""
    database = database or store.own_database()
    store.connect(database).dispose()  # what is wrong with it is told before anything is started
    listening = free_socket(port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{f'new/{game}' if game else ''}"
    app = make_app(Settings(database=database, bots=tuple(bots)), Limits(hosts=LOCAL))
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


def serve(given: dict[str, str]) -> None:
    """A server for everyone who can reach it. What is given as an option goes before what the environment says."""
    os.environ |= given
    os.environ["SEABOARD_DATABASE"] = store.own_database()
    settings = Settings.from_environment()
    if not hasattr(read_name(settings.hints)[0], "hint"):
        raise BadOption(f"{settings.hints} gives no hints: it has no method `hint`")
    if settings.coach and not hasattr(read_name(settings.coach)[0], "hint"):
        raise BadOption(f"{settings.coach} cannot judge as a coach: it has no method `hint`")
    bots_offered(settings.bots)
    if settings.workers > 1 and store.is_sqlite(settings.database):
        raise BadOption("--workers above 1 needs PostgreSQL (--database postgresql+psycopg://...): SQLite has one writer")
    store.connect(settings.database, thorough=True).dispose()  # what is wrong with it is told before anything is started
    handed = handed_over()
    where = "the socket that was handed over" if handed else f"http://{settings.host}:{settings.port}"
    print(f"Seaboard listens at {where}", flush=True)
    with compiling(), counting_together(settings.workers):
        uvicorn.run(
            "seaboard.table.app:from_environment",
            factory=True,
            host=settings.host,
            port=settings.port,
            fd=handed,
            workers=settings.workers,
            forwarded_allow_ips=settings.proxies,
            log_config=None,
            **SETTINGS | {"log_level": settings.log_level, "timeout_graceful_shutdown": settings.grace},
        )


@contextmanager
def counting_together(workers: int) -> Iterator[None]:
    """Several processes keep their metrics in one folder, so that whichever is asked can tell of all."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="seaboard-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        yield


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
