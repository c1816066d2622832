"""`seaboard play`: for this computer only, or for everyone on the network."""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import httpx
from fastapi import FastAPI

from seaboard.table.runtime.limits import Limits
from seaboard.table.server import start
from seaboard.table.server.middleware import GuardMiddleware
from seaboard.table.view.assets import STATIC

from .server import PLAIN, PLAIN_HTTP, free_port


@contextmanager
def playing(folder: Path, *options: str):
    """The command's own process, with the lines it prints until it is ready."""
    command = [sys.executable, "-m", "seaboard", "play", "--no-browser", "--port", str(free_port())]
    process = subprocess.Popen(
        [*command, "--database", f"sqlite:///{folder / 'tables.db'}", *options],
        env=os.environ | PLAIN | {"PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    message = process.stdout
    assert message
    try:
        lines: list[str] = []
        while "Ctrl+C" not in "".join(lines[-1:]):
            lines.append(message.readline())
            assert lines[-1], "it has ended"
        yield "".join(lines)
    finally:
        process.terminate()
        process.wait(20)


def ask(address: str, **headers: str) -> httpx.Response:
    client = httpx.Client(transport=httpx.HTTPTransport(retries=5), verify=PLAIN_HTTP)
    return client.get(address, headers=headers, timeout=30)


def test_on_this_computer_only_it_explains_how_others_can_join(tmp_path):
    with playing(tmp_path) as message:
        assert re.search(r"http://127\.0\.0\.1:\d+/", message)
        assert "--host 0.0.0.0" in message
        assert "█" not in message


def test_with_a_host_it_prints_the_network_address_and_its_qr_code(tmp_path):
    with playing(tmp_path, "--host", "0.0.0.0") as message:
        local, outside = re.findall(r"http://[\d.]+:\d+/", message)
        assert local.startswith("http://127.0.0.1:")
        assert not outside.startswith("http://127.")
        assert "█" in message
        for address in (local, outside):
            page = ask(address)
            assert page.status_code == 200
            assert f'data-address="{outside.rstrip("/")}"' in page.text
        assert ask(local, host="evil.example").status_code == 421


def test_every_address_for_others_is_made_in_one_place():
    """The address of a page is not always one that others can open. (The service worker may check its own origin.)"""
    own = re.compile(r"location\.(origin|host)|new URL\([^)]*location")
    found = {file.name for file in STATIC.rglob("*.js") if own.search(file.read_text(encoding="utf-8"))}
    assert found == {"share_links.js", "service_worker.js"}


def test_without_a_network_there_is_no_address(monkeypatch):
    class NoRoute:
        def __init__(self, *_kind):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_error):
            return None

        def connect(self, _address):
            raise OSError("no route")

    monkeypatch.setattr(start.socket, "socket", NoRoute)
    assert start.network_address("0.0.0.0") == ""
    assert start.network_address("192.168.7.7") == "192.168.7.7"
    assert start.network_address("127.0.0.1") == ""


def test_rate_limits_apply_to_others_on_the_network_only():
    guard = GuardMiddleware(FastAPI(), Limits(unlimited=start.LOCAL_VISITORS))

    def ask_for_hints(address):
        scope = {"path": "/t/x/hint", "query_string": b"", "method": "POST", "headers": [], "client": (address, 1)}
        return [guard.problem(scope) for _n in range(50)]

    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert set(ask_for_hints(address)) == {None}
    message = ask_for_hints("192.168.1.20")
    assert message[:10] == [None] * 10
    assert message[-1] == (429, "too many requests; wait a moment")
