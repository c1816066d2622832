"""Attack: hundreds of connections that never finish a request. Others are still served, and the log stays small."""

import contextlib
import socket
import sys
import time
from pathlib import Path

import httpx
import pytest

from seaboard.table.runtime.log_limits import MAX_EQUAL, LogLimiter
from seaboard.table.server import connections
from seaboard.table.server.connections import Connections, is_trusted

from .server import PLAIN_HTTP, serving, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs a second loopback address")
HEAD = b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: "
BODY = b"POST /api/tables HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-length: 900\r\n\r\n{"
NEVER_ENDING = (HEAD, BODY, b"")


@pytest.fixture(scope="module")
def few_files(tmp_path_factory):
    """A server that may open 512 files, and counts this machine's addresses as visitors."""
    folder = tmp_path_factory.mktemp("sockets")
    with (folder / "log").open("wb") as log:
        database = f"sqlite:///{folder / 'tables.db'}"
        with serving(database, log=log, files=512, SEABOARD_TRUSTED_PROXIES="192.0.2.1") as server:
            yield server, folder / "log"


def connect(server):
    one = socket.socket()
    one.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        one.connect(("127.0.0.1", server.port))
    return one


def open_in(server):
    """How many files the server has open."""
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def send(one, what):
    with contextlib.suppress(OSError):
        one.send(what)


def test_others_are_served_while_hundreds_of_requests_never_end(few_files):
    """Some stop in the header, some in the body, some send nothing; all are disconnected."""
    server, log = few_files
    before = open_in(server)
    held = [connect(server) for _ in range(600)]
    try:
        wait_until(lambda: open_in(server) > before + 30)
        for n, one in enumerate(held):
            send(one, NEVER_ENDING[n % 3])
        other = httpx.HTTPTransport(local_address="127.0.0.2", verify=PLAIN_HTTP)
        with httpx.Client(transport=other, timeout=20) as client:
            assert client.get(f"{server.url}/ready").status_code == 200
        wait_until(lambda: open_in(server) < before + 10, 60)  # fewer than there were of any kind
    finally:
        for one in held:
            one.close()
    assert log.stat().st_size < 100_000
    wait_until(server.answers)


def test_a_slow_but_honest_request_is_served(few_files):
    server, _ = few_files
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as one:
        for part in (b"GET /ready HTTP/1.1\r\n", b"host: x\r\n", b"connection: keep-alive\r\n\r\n"):
            one.sendall(part)
            time.sleep(0.3)
        assert one.recv(1000).startswith(b"HTTP/1.1 200")
        one.sendall(b"GET /ready HTTP/1.1\r\nhost: x\r\n\r\n")
        assert one.recv(1000).startswith(b"HTTP/1.1 200")


def test_malformed_http_gets_the_usual_headers(few_files):
    server, _ = few_files
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as one:
        one.sendall(b"nonsense\r\n\r\n")
        answer = one.recv(2000)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"content-security-policy" in answer


def test_one_address_gets_a_quarter_of_the_connections_at_most(monkeypatch):
    monkeypatch.setattr(connections, "raise_file_limit", lambda: 500)
    known = Connections()
    assert (known.most, known.each) == (200, 50)
    for _ in range(50):
        assert known.allow("a")
        known.add("a", 1)
    assert not known.allow("a")
    assert known.allow("b")
    for n in range(150):
        known.add(f"b{n}", 1)
    assert not known.allow("c")
    for _ in range(50):
        known.add("a", -1)
    assert "a" not in known.by_visitor


def test_a_trusted_proxy_is_not_one_visitor():
    class Config:
        forwarded_allow_ips = "127.0.0.1, 10.0.0.0/8"

    assert is_trusted(Config, "127.0.0.1")
    assert is_trusted(Config, "10.1.2.3")
    assert not is_trusted(Config, "192.0.2.1")
    assert not is_trusted(Config, "")


def test_a_repeated_message_is_logged_a_few_times_and_then_counted(monkeypatch):
    import logging

    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    limiter = LogLimiter()

    def logged(text):
        record = logging.LogRecord("x", logging.WARNING, "", 0, text, None, None)
        return record.getMessage() if limiter.filter(record) else None

    assert [logged("again") for _ in range(1000)].count("again") == MAX_EQUAL
    assert logged("another") == "another"
    now[0] = 61
    assert logged("again") == f"({1000 - MAX_EQUAL} more like the next one were left out) again"
    assert logged("again") == "again"
    for n in range(5000):
        logged(str(n))
    assert len(limiter.seen) <= 1000
