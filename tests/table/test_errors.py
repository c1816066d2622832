"""Unexpected input: every answer is a regular one with the headers of all pages, never a traceback."""

import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from seaboard.core.errors import SeaboardError
from seaboard.table import store
from seaboard.table.runtime.limits import Limits
from seaboard.table.server import middleware
from seaboard.table.server.middleware import GuardMiddleware

from .server import Person, free_port, serving, wait_until

TWO_HERE = [{"kind": "me"}, {"kind": "here"}]


@pytest.fixture(scope="module")
def anywhere(database_for_all):
    with serving(database_for_all) as server, Person(server.url) as ann:
        yield ann


@pytest.mark.parametrize("options", [{"without": 8}, {"elders": 8}, {"mixed": 8}, {"players": [[]]}, {"deck": ["a"]}])
def test_options_of_the_wrong_kind_are_refused(anywhere, options):
    answer = anywhere.post("/api/tables", json={"game": "nusfjord", "options": options})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/t/%00", {}, 404),
        ("/t/%00/scene", {}, 404),
        ("/t/%ed%a0%80", {}, 404),
        ("/seat/%00", {}, 404),
        ("/new/%00", {}, 422),
        ("/nowhere/%00", {}, 404),
        ("/", {"accept-language": "\x80;q=nan, de;q=-inf"}, 200),
        ("/", {"cookie": "seaboard=\x80\x81; language=\xff"}, 200),
    ],
)
def test_odd_addresses_and_headers_are_answered(anywhere, path, headers, status):
    sent = {name: value.encode("latin-1") for name, value in headers.items()}
    answer = anywhere.get(path, headers={"accept": "text/html", **sent})
    assert answer.status_code == status
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("origin", ["http://[", "http://]", "[", "http://[::1", "\x80"])
def test_an_origin_that_is_no_address_is_another_site(anywhere, origin):
    answer = anywhere.post("/api/tables", json={"game": "maori"}, headers={"origin": origin.encode("latin-1")})
    assert answer.status_code == 403


@pytest.mark.parametrize("last", ["²", "\x80", "9" * 9000, "-1", "1e5", ""])
def test_an_odd_last_event_is_none(anywhere, last):
    table = anywhere.table(seats=TWO_HERE)
    with anywhere.stream("GET", f"{table.page}/events", headers={"last-event-id": last.encode("latin-1", "replace")}) as answer:
        assert answer.status_code == 200
        assert next(answer.iter_lines()) == "retry: 2000"


@pytest.mark.parametrize("seed", ["\x00", "a\x00b", "\ud800", "ünï"])
def test_an_odd_seed_makes_a_table_or_none(anywhere, seed):
    body = json.dumps({"game": "maori", "seed": seed}).encode()
    answer = anywhere.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (201, 422)


@pytest.mark.parametrize("key", ["\ud800", "\x00", "x" * 9000])
def test_echoed_input_can_be_anything(anywhere, key):
    for body in ({"game": "maori", key: 1}, {"game": key}, {"game": "maori", "options": {key: "1"}}):
        answer = anywhere.post("/api/tables", content=json.dumps(body).encode(), headers={"content-type": "application/json"})
        assert answer.status_code == 422
        assert answer.json()["error"]


def test_a_locked_database_is_a_clear_answer_and_nothing_is_lost(tmp_path):
    file = tmp_path / "tables.db"
    with serving(f"sqlite:///{file}") as server, Person(server.url) as ann:
        table = ann.table(seats=TWO_HERE)
        scene = table.scene()
        with sqlite3.connect(file, isolation_level=None) as other:
            other.execute("BEGIN EXCLUSIVE")
            answer = table.send("move", version=scene["version"], action=table.actions(scene)[0])
            assert answer.status_code == 503
            assert "Nothing is lost" in answer.json()["error"]
            assert "content-security-policy" in answer.headers
            other.execute("ROLLBACK")
        assert table.scene()["version"] == scene["version"]
        assert table.move().status_code == 200


def test_a_full_database_is_a_clear_answer_and_nothing_is_lost(tmp_path):
    """A limit on the size of files stands for a full disk."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server, Person(server.url) as ann:
        table = ann.table(seats=TWO_HERE)
        table.move()
        before = table.scene()
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, unlimited))
        answer = table.send("move", version=before["version"], action=table.actions(before)[0])
        assert answer.status_code == 503
        page = ann.get(f"/t/{'x' * 16}", headers={"accept": "text/html"})
        assert page.status_code in (404, 503)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        assert table.scene()["version"] == before["version"]
        assert table.move().status_code == 200


def test_an_unexpected_error_is_one_line_with_a_number_and_is_logged(caplog):
    async def broken(scope, receive, send):
        raise ZeroDivisionError("a secret")

    sent: list[Any] = []

    async def send(message):
        sent.append(message)

    async def nothing():
        return {"type": "http.disconnect"}

    scope = {
        "type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "client": ("a", 1),
    }  # fmt: skip
    asyncio.run(GuardMiddleware(broken, Limits())(scope, nothing, send))
    assert sent[0]["status"] == 500
    assert set(middleware.HEADERS) <= set(sent[0]["headers"])
    assert b"a secret" not in sent[1]["body"]
    number = sent[1]["body"].split()[-1].strip(b'"}').decode()
    assert number in caplog.text
    assert "ZeroDivisionError" in caplog.text


# databases that cannot be used


def truncated(file):
    store.connect(f"sqlite:///{file}").dispose()
    file.write_bytes(file.read_bytes()[:5000])


def foreign(file):
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE tables (id TEXT, colour TEXT)")


def foreign_schema(file):
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE schema (name TEXT)")


def odd_version(file):
    store.connect(f"sqlite:///{file}").dispose()
    with sqlite3.connect(file) as other:
        other.execute("UPDATE schema SET version = -7")


@pytest.mark.parametrize(
    "damage", [lambda file: file.write_bytes(b"garbage" * 999), truncated, foreign, foreign_schema, odd_version]
)
def test_a_foreign_database_is_refused_in_one_line(tmp_path, damage):
    file = tmp_path / "tables.db"
    damage(file)
    with pytest.raises(SeaboardError, match="database") as output:
        store.connect(f"sqlite:///{file}", thorough=True)
    assert "\n" not in str(output.value)


def test_a_database_with_flipped_bits_is_refused_or_served(tmp_path):
    """One flipped bit anywhere: an error in one line, or a database that still opens."""
    file, chance = tmp_path / "tables.db", random.Random(5)
    store.connect(f"sqlite:///{file}").dispose()
    sound = file.read_bytes()
    for _ in range(150):
        damaged = bytearray(sound)
        damaged[chance.randrange(len(sound))] ^= 1 << chance.randrange(8)
        file.write_bytes(damaged)
        for other in tmp_path.glob("tables.db-*"):
            other.unlink()
        with contextlib.suppress(SeaboardError):
            store.connect(f"sqlite:///{file}", thorough=True).dispose()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?uri=true"])
def test_a_database_in_memory_is_refused(url):
    with pytest.raises(SeaboardError, match="use a file"):
        store.connect(url)


def test_a_damaged_table_does_not_take_the_others_with_it(tmp_path):
    file = tmp_path / "tables.db"
    with serving(f"sqlite:///{file}") as server, Person(server.url) as ann:
        tables = [ann.table(seats=TWO_HERE) for _ in range(4)]
        server.kill()
        with sqlite3.connect(file) as other:
            for change, table in zip(("options = '{'", "game = 'chess'", "mover = 77"), tables[1:], strict=True):
                other.execute(f"UPDATE tables SET {change} WHERE id = ?", (table.page[3:],))
        server.start()
        assert ann.get("/").status_code == 200
        for table in tables[1:3]:
            assert ann.get(f"{table.page}/scene").status_code == 410
        assert tables[0].move().status_code == 200


def test_database_files_are_for_their_owner_alone(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server, Person(server.url) as ann:
        ann.table(seats=TWO_HERE)
        found = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("tables.db*")}
    assert set(found.values()) == {0o600}, found
    old = tmp_path / "old.db"
    old.touch(0o644)
    store.connect(f"sqlite:///{old}").dispose()
    assert stat.S_IMODE(old.stat().st_mode) & 0o007 == 0


def test_errors_of_the_database_carry_no_values(database):
    engine = store.connect(database)
    bad = sql.text("INSERT INTO tables (id, secret) VALUES (:id, :secret)")
    with pytest.raises(sql.exc.SQLAlchemyError) as output, engine.begin() as connection:
        connection.execute(bad, {"id": "t", "secret": "the seed"})
    assert "the seed" not in str(output.value)
    assert "the seed" not in store.first_line(output.value)
    engine.dispose()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_compiler_ends_with_its_server(tmp_path, how):
    """The server compiles in a separate process, which must not outlive it, whenever and however it is ended."""
    command = [sys.executable, "-m", "seaboard", "serve", "--port", str(free_port())]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    environment["SEABOARD_CACHE"] = str(tmp_path / "cache")
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_until(lambda: compilers(server.pid), 60)
        server.send_signal(how)
        server.wait(30)
        wait_until(lambda: not compilers(server.pid))
    finally:
        for pid in compilers(server.pid):
            os.kill(pid, signal.SIGKILL)
        server.kill()


def compilers(session):
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(process.name)) == session and b"seaboard.compiling" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found
