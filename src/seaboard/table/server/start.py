"""Starts the server: on the player's own computer (`seaboard play`), or for everyone (`seaboard serve`)."""

import errno
import io
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

from ...bots import read_name
from ...compiling import compile_in_background
from ...core.errors import BadOption, SeaboardError
from .. import store
from ..jobs import worker
from ..runtime import metrics, server_log
from ..runtime.addresses import read_networks, visitor_at, with_mapped
from ..runtime.limits import Limits
from ..runtime.settings import Settings
from ..store import job_queue
from ..tables.bots_offered import bots_offered
from .app import make_app
from .connections import BACKLOG, LimitedProtocol
from .shutdown import inherited_socket

LOCAL_HOSTS = ("127.0.0.1", "localhost", "[::1]", "::1")
LOCAL_VISITORS = tuple(visitor_at(address) for address in ("127.0.0.1", "::1"))
ALL_ADDRESSES = ("0.0.0.0", "::", "[::]")  # every address of this machine


def play_locally(
    game: str, port: int, database: str, browser: bool, bots: Sequence[str] = (), host: str = LOCAL_HOSTS[0]
) -> None:
    """Starts a server on this computer and opens the browser; with another `host`, others on the network can join."""
    database = database or store.default_database()
    store.connect(database).dispose()  # reports a database problem before anything starts
    listening = free_socket(port, host)
    number, network = listening.getsockname()[1], network_address(host)
    own_host = LOCAL_HOSTS[0] if host in (*LOCAL_HOSTS, *ALL_ADDRESSES) else network
    address = f"http://{own_host}:{number}/{f'new/{game}' if game else ''}"
    shared = f"http://{network}:{number}" if network else ""  # the address for others on the network
    hosts = (*LOCAL_HOSTS, *filter(None, (network, socket.gethostname())))
    app = make_app(Settings(database=database, bots=tuple(bots), address=shared), Limits(hosts=hosts, unlimited=LOCAL_VISITORS))
    print(f"Seaboard is running at {address}\n{invitation(host, shared)}", flush=True)
    print("Press Ctrl+C to stop; the tables are saved.", flush=True)
    if browser:
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    with compiling():
        uvicorn.Server(uvicorn.Config(app, **UVICORN_SETTINGS)).run([listening])


UVICORN_SETTINGS: dict = {
    "log_level": "warning",
    "access_log": False,
    "timeout_graceful_shutdown": 2,
    "server_header": False,
    "http": LimitedProtocol,
    "ws": "none",
    "backlog": BACKLOG,
}


def serve(options: dict[str, str]) -> None:
    """Starts a server for everyone who can reach it. Command line options override environment variables."""
    os.environ |= options
    os.environ["SEABOARD_DATABASE"] = store.default_database()
    settings = Settings.from_environment()
    if not hasattr(read_name(settings.hints)[0], "hint"):
        raise BadOption(f"{settings.hints} cannot give hints: it has no method `hint`")
    if settings.coach and not hasattr(read_name(settings.coach)[0], "hint"):
        raise BadOption(f"{settings.coach} cannot be the coach: it has no method `hint`")
    bots_offered(settings.bots)
    if settings.workers > 1 and store.is_sqlite(settings.database):
        raise BadOption("--workers above 1 needs PostgreSQL (--database postgresql+psycopg://...): SQLite has one writer")
    engine = store.connect(settings.database, thorough=True)  # reports a database problem before anything starts
    if settings.jobs == "postgres":
        job_queue.prepare(engine)
    engine.dispose()
    inherited = inherited_socket()
    where = "the inherited socket" if inherited else f"http://{settings.host}:{settings.port}"
    print(f"Seaboard is listening at {where}", flush=True)
    with compiling(), shared_metrics(settings.workers):
        uvicorn.run(
            "seaboard.table.server.app:from_environment",
            factory=True,
            host=settings.host,
            port=settings.port,
            fd=inherited,
            workers=settings.workers,
            forwarded_allow_ips=trusted_proxies(settings.proxies),
            log_config=None,
            **UVICORN_SETTINGS | {"log_level": settings.log_level, "timeout_graceful_shutdown": settings.grace},
        )


def work(options: dict[str, str], at_once: int) -> None:
    """Starts a worker machine of a server with SEABOARD_JOBS=postgres."""
    os.environ |= options
    settings = Settings.from_environment()
    if not settings.database:
        raise BadOption("--database (or SEABOARD_DATABASE) names the PostgreSQL of the server")
    server_log.set_up(settings)
    worker.work(settings, at_once)


def trusted_proxies(text: str) -> str:
    """The trusted proxies for Uvicorn, which does not know that `::ffff:127.0.0.1` is `127.0.0.1`."""
    return text if text == "*" else ",".join(with_mapped(read_networks(text)))


@contextmanager
def shared_metrics(workers: int) -> Iterator[None]:
    """Lets several processes store their metrics in one folder, so that each can report the totals."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="seaboard-metrics-") as folder:
        os.environ[metrics.FOLDER] = folder
        yield


@contextmanager
def compiling() -> Iterator[None]:
    """Compiles games in another process in the background, where necessary."""
    compiler = compile_in_background()
    try:
        yield
    except KeyboardInterrupt:
        pass
    finally:
        if compiler:
            compiler.terminate()


def free_socket(port: int, host: str = LOCAL_HOSTS[0]) -> socket.socket:
    """A socket at the given port, or at one of the next fifty."""
    address = host.strip("[]")
    for number in range(port, min(port + 50, 65536)):
        try:
            return socket.create_server((address, number), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
        except socket.gaierror:
            raise SeaboardError(f"--host {host}: unknown address; use 0.0.0.0 for all addresses of this computer") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise SeaboardError(f"--host {host} is not an address of this computer; use 0.0.0.0 for all of them") from None
    raise SeaboardError(f"no free port from {port} on; choose another one with --port")


def network_address(host: str) -> str:
    """The address at which others on the network reach a server that listens at `host`; empty if they cannot."""
    if host in LOCAL_HOSTS:
        return ""
    if host not in ALL_ADDRESSES:
        return host
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only determines the local address
            address: str = probe.getsockname()[0]
    except OSError:
        return ""
    return "" if address.startswith("127.") else address


def invitation(host: str, address: str) -> str:
    """Text for the terminal about how others can join: the address and its QR code."""
    if address:
        import segno

        code = io.StringIO()
        segno.make_qr(address).terminal(code, compact=True)
        return f"Others on your network open {address}/ or scan this code:\n{code.getvalue()}"
    if host in LOCAL_HOSTS:
        return "Only this computer can open it. Use `seaboard play --host 0.0.0.0` to let others on your network join."
    return "This computer has no network address, so only this computer can open it."


def open_browser(address: str) -> None:
    """Opens the browser as soon as the server answers."""
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
