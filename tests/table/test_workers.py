"""Server processes and worker machines at one PostgreSQL, killed at any time: nothing is lost, and no move is made twice."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx
import psycopg
import pytest

from seaboard.bots.network.network_files import about_network, random_weights, save_network
from seaboard.games import find_game
from seaboard.table.tables.table_registry import TableRegistry

from .server import PLAIN, Person, Server, wait_until

RANDOM = {"kind": "bot", "level": "random"}
WITH_BOTS = {"seats": [{"kind": "me"}, RANDOM, RANDOM], "options": {"players": 3}}
BOTS_ONLY = {"seats": [RANDOM, RANDOM], "options": {"players": 2}}
JOBS = {"SEABOARD_JOBS": "postgres", "SEABOARD_TAKEOVER": "2"}
CODE = "class Last:\n    def choose(self, seen, actions, cancelled=None):\n        return actions[-1]\n"
pytestmark = pytest.mark.slow


class Worker:
    """`seaboard worker` in a process that can be killed and started again."""

    def __init__(self, database, log=None, first="", folder=None, **environment):
        self.database, self.log, self.first, self.folder, self.environment = database, log, first, folder, environment
        self.process: Any = None

    def start(self):
        code = f"{self.first}\nfrom seaboard.__main__ import main\nmain()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "worker", "--database", self.database],
            cwd=self.folder,
            env=os.environ | PLAIN | {"SEABOARD_HINTS": "search:2"} | JOBS | self.environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
            start_new_session=True,
        )
        assert select.select([self.process.stdout], [], [], 120)[0], "the worker does not start"
        assert b"taking jobs" in self.process.stdout.readline()
        return self

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(30)


@contextmanager
def running(*parts):
    with ExitStack() as stack:
        for part in parts:
            part.start()
            stack.callback(part.stop)
        yield


def query(database, text, *values):
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        return connection.execute(text, values or None).fetchall()


def events_of(database, table):
    return query(database, "SELECT number, kind, seat, action FROM events WHERE table_id = %s ORDER BY number", table.page[3:])


def is_over(database, table):
    return query(database, "SELECT open FROM tables WHERE id = %s", table.page[3:]) == [(False,)]


def check_games(database, tables):
    """Every event has its own number, and the moves are legal one after the other until the game is over."""
    registry = TableRegistry(database)
    for table in tables:
        numbers = [number for number, *_ in events_of(database, table)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert registry.load_from_store(table.page[3:]).over
    registry.engine.dispose()


def play(table, others, moves, done):
    """Plays the person's moves at any server that answers; remembers the acknowledged ones."""
    at = 0
    while not done.is_set():
        try:
            scene = table.scene()
            if scene["over"]:
                return
            if scene["yours"]:
                action = table.actions(scene)[0]
                answer = table.send("move", version=scene["version"], action=action)
                if answer.status_code == 200:
                    moves.append((answer.json()["version"], action))
        except (httpx.HTTPError, AssertionError):  # this server was killed: the next one
            at += 1
            table.person.base_url = others[at % len(others)]
            table.person.headers["origin"] = others[at % len(others)]
        time.sleep(0.02)


def test_killed_processes_lose_no_move_and_make_none_twice(shared):
    servers, workers = [Server(shared, **JOBS) for _ in range(2)], [Worker(shared) for _ in range(2)]
    urls = [server.url for server in servers]
    with running(*servers, *workers), Person(urls[0]) as ann, Person(urls[1]) as bob:
        tables = [ann.table(**WITH_BOTS), bob.table(**WITH_BOTS)]
        watched = [ann.table(**BOTS_ONLY) for _ in range(2)]
        acknowledged: dict[str, list[tuple[int, int]]] = {table.page: [] for table in tables}
        done = threading.Event()
        players = [threading.Thread(target=play, args=(table, urls, acknowledged[table.page], done)) for table in tables]
        for player in players:
            player.start()
        try:
            for part in (workers[0], servers[0], workers[1], servers[1]):
                before = [len(events_of(shared, table)) for table in tables]
                wait_until(
                    lambda before=before: all(
                        len(events_of(shared, table)) > number + 3 or is_over(shared, table)
                        for table, number in zip(tables, before, strict=True)
                    ),
                    90,
                )
                part.kill()
                part.start()
            wait_until(lambda: all(is_over(shared, table) for table in (*tables, *watched)), 240)
        finally:
            done.set()
            for player in players:
                player.join()
        check_games(shared, (*tables, *watched))
        for table in tables:
            stored = {(number, action) for number, kind, _seat, action in events_of(shared, table) if kind == "move"}
            assert set(acknowledged[table.page]) <= stored


def test_hints_warnings_and_reviews_come_from_workers(shared):
    reviewer = {"SEABOARD_REVIEWS": "search:2"}
    server, worker = Server(shared, **JOBS, **reviewer), Worker(shared, **reviewer)
    with running(server, worker), Person(server.url) as ann:
        table = ann.table(**WITH_BOTS)
        scene = table.wait_for_turn()
        hint = table.send("hint", version=scene["version"])
        assert hint.status_code == 200, hint.text
        assert {one["action"] for one in hint.json()["hints"]} <= set(table.actions(scene))
        assert table.send("hint", version=scene["version"]).json() == hint.json()
        warned = table.send("coach", version=scene["version"], action=table.actions(scene)[-1])
        assert warned.status_code == 200, warned.text
        finished = ann.table(**BOTS_ONLY)
        wait_until(lambda: is_over(shared, finished), 120)
        wait_until(lambda: finished.send("review").json().get("percent") == 100, 240)
        assert query(shared, "SELECT count(*) FROM reviews WHERE table_id = %s", finished.page[3:]) == [(1,)]


def test_a_worker_that_hangs_loses_its_turn_and_its_late_move_is_refused(shared):
    slow = {"SEABOARD_PACE": "1"}
    server, hanging, other = Server(shared, **JOBS), Worker(shared, **slow), Worker(shared, **slow)
    with running(server, hanging), Person(server.url) as ann:
        table = ann.table(**BOTS_ONLY)
        wait_until(lambda: query(shared, "SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'"))
        hanging.process.send_signal(signal.SIGSTOP)
        before = len(events_of(shared, table))
        with running(other):
            wait_until(lambda: len(events_of(shared, table)) > before + 2, 60)
            hanging.process.send_signal(signal.SIGCONT)
            wait_until(lambda: len(events_of(shared, table)) > before + 8, 60)
        hanging.stop()
        numbers = [number for number, *_ in events_of(shared, table)]
        assert numbers == list(range(1, len(numbers) + 1))
        moves = [action for _number, kind, _seat, action in events_of(shared, table) if kind == "move"]
        assert TableRegistry(shared).load_from_store(table.page[3:]).match.version == len(moves)


def test_a_worker_that_stops_puts_its_jobs_back_at_once(shared):
    server, worker = Server(shared, **JOBS), Worker(shared, SEABOARD_PACE="5")
    with running(server), Person(server.url) as ann:
        worker.start()
        ann.table(**BOTS_ONLY)
        wait_until(lambda: query(shared, "SELECT 1 FROM procrastinate_jobs WHERE status = 'doing'"))
        assert worker.stop() == 0
        assert query(shared, "SELECT status::text FROM procrastinate_jobs") == [("todo",)]
        assert query(shared, "SELECT 1 FROM procrastinate_workers") == []


def test_a_worker_with_other_rules_refuses_with_words_and_another_one_plays(shared, tmp_path):
    newer = "from seaboard.games import find_game\nobject.__setattr__(find_game('maori'), 'rules_version', 99)"
    with (tmp_path / "log").open("wb") as log:
        server, wrong, right = Server(shared, **JOBS), Worker(shared, log, newer), Worker(shared)
        with running(server, wrong), Person(server.url) as ann:
            table = ann.table(**BOTS_ONLY)
            wait_until(lambda: "this server has version 99" in (tmp_path / "log").read_text("utf-8"))
            assert [kind for _number, kind, *_ in events_of(shared, table)] == ["start"]
            with running(right):
                wait_until(lambda: len(events_of(shared, table)) > 8, 120)
    assert "is left to another worker" in (tmp_path / "log").read_text("utf-8")


@pytest.mark.parametrize("bot", ["last", "clever"])
def test_a_worker_without_a_bot_or_its_network_refuses_with_words(bot, shared, tmp_path):
    game, bots = find_game("maori"), ["mine:Last", "net,file=Clever.npz"]
    (tmp_path / "mine.py").write_text(CODE, encoding="utf-8")
    save_network(tmp_path / "Clever.npz", random_weights(game, width=16, half=8, last=8), about_network(game))
    with (tmp_path / "log").open("wb") as log:
        server = Server(shared, bots=bots, folder=tmp_path, **JOBS)
        without, complete = Worker(shared, log), Worker(shared, folder=tmp_path, SEABOARD_BOTS=" ".join(bots))
        with running(server, without), Person(server.url) as ann:
            table = ann.table(seats=[{"kind": "bot", "level": bot}] * 2, options={"players": 2})
            wait_until(lambda: f"does not offer the bot '{bot}'" in (tmp_path / "log").read_text("utf-8"))
            assert [kind for _number, kind, *_ in events_of(shared, table)] == ["start"]
            with running(complete):
                wait_until(lambda: len(events_of(shared, table)) > 3, 120)


def test_the_database_is_gone_for_a_while(shared):
    server, worker = Server(shared, **JOBS), Worker(shared)
    [(name,)] = query(shared, "SELECT current_database()")
    with running(server, worker), Person(server.url) as ann:
        table = ann.table(**BOTS_ONLY)
        wait_until(lambda: len(events_of(shared, table)) > 3)
        with psycopg.connect(shared.replace("+psycopg", ""), dbname="postgres", autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
            time.sleep(4)
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        wait_until(lambda: is_over(shared, table), 120)
        check_games(shared, [table])
        more = ann.table(**BOTS_ONLY)
        wait_until(lambda: is_over(shared, more), 120)
