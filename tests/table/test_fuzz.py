"""The server answers any request as its OpenAPI description says, never with a server error.

`make fuzz` sends 20,000 requests to a server at each kind of database; `make test` some hundreds.
"""

import contextlib
import json
import os
import random
import re
import socket
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from seaboard.games import NAMES
from seaboard.table.runtime.settings import Settings
from seaboard.table.server.app import make_app

from .server import Person, serving, wait_until

REQUESTS = int(os.environ.get("SEABOARD_FUZZ", "250"))
TWO_HERE = [{"kind": "me"}, {"kind": "here"}]
COMMANDS = (
    "move",
    "undo",
    "hint",
    "coach",
    "chat",
    "link",
    "revoke",
    "leave",
    "return",
    "handover",
    "vote",
    "rematch",
    "review",
    "branch",
)
READS = ("", "/scene", "/close-up", "/log", "/why", "/record", "/events", "/story")
FIELDS = ("version", "action", "ask", "seat", "level", "text", "yes", "key", "game", "options", "seats", "seed", "origin", "at")
QUERY = (
    "seat",
    "what",
    "width",
    "height",
    "narrow",
    "at",
    "draft",
    "after",
    "action",
    "version",
    "changed",
    "part",
    "players",
    "without",
    "known",
    "preset",
)
HEADERS = ("origin", "accept", "accept-language", "last-event-id", "content-type", "x-forwarded-for", "cookie")
ODD_TEXTS = ("0", "-1", "1", "²", "9" * 400, "\x00", "\x80", "ÿ", "[", "http://[", "..", "//x", "a" * 300, "%00", "null", "")
ODD_VALUES: tuple[Any, ...] = (None, True, -1, 0, 5, 2**31, 10**400, 1.5, 1e308, "", "\x00", "\ud800", "x" * 99, [], {}, [[]])
ODD_BODIES = (b"{", b"[" * 5000, b"\xff\xfe", b"null", b'"' + b"x" * 20000, b'{"version":' + b"9" * 5000 + b"}")
schema = schemathesis.openapi.from_dict(make_app(Settings(database="sqlite:///unused.db")).openapi())


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    """A server with a table at which the fuzzer may sit."""
    with serving(f"sqlite:///{tmp_path_factory.mktemp('fuzz') / 'tables.db'}") as server, Person(server.url) as ann:
        made = ann.post(
            "/tokens", data={"name": "fuzzer", "kind": "bot", "scope": ["challenge:write", "chat:write", "hint:read"]}
        )
        found = re.search(r"sbt_[\w-]+", made.text)
        assert found
        bot = {"authorization": f"Bearer {found[0]}"}
        game = ann.post("/api/challenge/ai", json={"game": "maori", "level": "random"}, headers=bot).json()["id"]
        yield server, ann, ann.table(seats=[{"kind": "me"}, {"kind": "friend"}]), bot, game


@schema.exclude(path_regex="/events$|/stream/").parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_any_request_is_answered(case, described):
    """Half of the requests go to a real table or game, as someone who sits there."""
    server, ann, table, bot, game = described
    if "table_id" in case.path_parameters and len(str(case.path_parameters["table_id"])) % 2:
        case.path_parameters["table_id"] = table.page[3:]
    if "game_id" in case.path_parameters and len(str(case.path_parameters["game_id"])) % 2:
        case.path_parameters |= {"game_id": game, "kind": "bot"}
    headers = {"origin": server.url, "cookie": f"seaboard={ann.cookies['seaboard']}", **bot}
    answer = case.call(base_url=server.url, headers=headers)
    assert answer.status_code in (200, 201, 204, 400, 401, 403, 404, 405, 409, 410, 413, 414, 415, 422), answer.text


class Fuzzer:
    """Requests that are right in most of their parts, and odd in some."""

    def __init__(self, server, ann, seed):
        self.server, self.ann, self.chance = server, ann, random.Random(seed)
        self.tables = [ann.table(name, seats=TWO_HERE, options={"players": "2"}) for name in ("maori", "nusfjord")]

    def odd(self, choices, share=0.2):
        return self.chance.choice(choices) if self.chance.random() < share else None

    def path(self):
        kind = self.chance.random()
        page = self.odd([f"/t/{text}" for text in ODD_TEXTS], 0.1) or self.chance.choice(self.tables).page
        if kind < 0.45:
            return "POST", f"{page}/{self.chance.choice(COMMANDS)}"
        if kind < 0.75:
            return "GET", f"{page}{self.chance.choice(READS)}"
        others = [
            "/",
            "/ready",
            "/static/board.css",
            "/static/table/table.js",
            "/api/openapi.json",
            "/api/tables",
            "/nowhere",
            "/study",
        ]
        others += ["/api/studies"] * 5
        parts = ("new", "seat", "language", "static", "learn", "cards", "rules", "aid", "learn/maori", "study")
        others += [f"/{part}/{text}" for part in parts for text in (*NAMES, *ODD_TEXTS)]
        others += ["/learn/maori/01-first-turn"] * 20
        return self.chance.choice(("GET", "POST", "HEAD", "PUT", "OPTIONS")), self.chance.choice(others)

    def body(self, path):
        if raw := self.odd(ODD_BODIES, 0.1):
            return raw
        body: dict[str, Any] = {"seat": self.chance.randrange(3)}
        if any(command in path for command in ("/move", "/undo", "/hint", "/coach")):
            action = {"action": self.chance.randrange(200)} if "/move" in path or "/coach" in path else {}
            body = {"version": self.chance.randrange(30)} | action
        if path == "/api/tables":
            body = {"game": self.chance.choice(NAMES), "seats": TWO_HERE, "options": {"players": "2"}}
        if path == "/api/studies":
            body = {"table": self.chance.choice(self.tables).page[3:], "at": 0}
        if "/chat" in path:
            body = {"text": self.chance.choice(ODD_TEXTS)}
        if "/learn/" in path:
            body = {"inputs": [self.chance.randrange(-1, 20) for _ in range(self.chance.randrange(4))]}
        for field in FIELDS:
            if self.chance.random() < 0.06:
                body[field] = self.chance.choice(ODD_VALUES)
        return json.dumps(body).encode()

    def request(self):
        method, path = self.path()
        query = "&".join(f"{name}={self.chance.choice(ODD_TEXTS)}" for name in QUERY if self.chance.random() < 0.1)
        headers = {name: text for name in HEADERS if (text := self.odd(ODD_TEXTS, 0.04)) is not None}
        sent = {"origin": self.server.url, "content-type": "application/json", **headers}
        content = self.body(path) if method in ("POST", "PUT") else b""
        return method, path, query, {name: text.encode("latin-1", "replace") for name, text in sent.items()}, content

    def ask(self):
        method, path, query, headers, content = self.request()
        try:
            url = httpx.URL(self.server.url).copy_with(raw_path=f"{path}?{query}".encode("latin-1", "replace"))
            with self.ann.stream(method, url, headers=headers, content=content) as answer:
                if not path.endswith("/events"):
                    answer.read()
        except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeError):
            return  # what no client can send
        except httpx.TransportError:
            return  # hung up on: too much, or no HTTP
        message = f"{method} {path}?{query} {headers} {content[:300]!r}: {answer.status_code}"
        assert answer.status_code < 500, message
        assert "content-security-policy" in answer.headers, message

    def ask_raw(self):
        """Bytes that need not be HTTP."""
        method, path, query, headers, content = self.request()
        head = f"{method} {path}?{query} HTTP/1.1\r\nhost: x\r\n".encode("latin-1", "replace")
        lines = b"".join(name.encode() + b": " + text + b"\r\n" for name, text in headers.items())
        raw = bytearray(head + lines + b"\r\n" + content)
        for _ in range(self.chance.randrange(4)):
            raw[self.chance.randrange(len(raw))] = self.chance.randrange(256)
        with socket.create_connection(("127.0.0.1", self.server.port), 20) as one, contextlib.suppress(OSError):
            one.sendall(raw)
            one.shutdown(socket.SHUT_WR)
            assert not one.recv(12).startswith(b"HTTP/1.1 5"), bytes(raw)


def test_no_request_is_answered_with_an_error_of_the_servers_own(database, tmp_path):
    with (tmp_path / "log").open("wb") as log, serving(database, log=log) as server, Person(server.url) as ann:
        fuzzer = Fuzzer(server, ann, seed=REQUESTS)
        for n in range(REQUESTS):
            fuzzer.ask() if n % 10 else fuzzer.ask_raw()
            if n % 500 == 499:  # who has given all seats away gets new ones
                fuzzer = Fuzzer(server, ann, seed=n)
        wait_until(server.answers)
        assert ann.table(seats=TWO_HERE).move().status_code == 200
    output = (tmp_path / "log").read_text(errors="replace")
    assert "Traceback" not in output, output[:3000]
