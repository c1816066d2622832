"""Running tables under stress: more tables than memory holds, returned seats, a lost database, lagging workers."""

import asyncio
import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql

from seaboard.table import store
from seaboard.table.runtime.limits import Limits, OpenPages
from seaboard.table.tables import commands, table_registry

from .in_process import inside, until, with_slow_bots
from .server import PLAIN_HTTP, Person, Server, serving, wait_until

TWO_HERE = [{"kind": "me"}, {"kind": "here"}]


def test_a_table_that_is_pushed_out_of_memory_while_its_bot_thinks_continues_for_all(tmp_path, monkeypatch):
    """The table is never in memory twice: a page that opens it sees the bot's move."""
    let_go = threading.Event()
    with_slow_bots(monkeypatch, let_go)
    monkeypatch.setattr(table_registry, "MAX_CACHED", 3)

    async def attack():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            name = await house.table("expert", "")
            await until(lambda: house.bots.scheduler.running)
            for _ in range(5):
                await house.registry.open(await house.table("", ""))
            assert name not in house.registry.tables
            seen = await house.registry.open(name)
            let_go.set()
            await until(lambda: not seen.bot_to_move)
            assert len(house.registry.tables) <= 3

    asyncio.run(attack())


def test_the_bot_stops_when_a_person_retakes_the_seat(tmp_path, monkeypatch):
    let_go = threading.Event()
    with_slow_bots(monkeypatch, let_go)

    async def attack():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            table = await house.registry.open(await house.table("", ""))
            await commands.hand_over(house.registry, table, 0, "expert", [0])
            await until(lambda: house.bots.scheduler.running)
            await commands.return_to_seat(house.registry, table, 0)
            let_go.set()
            await until(lambda: not house.bots.running)
            assert table.match.version == 0
            with pytest.raises(commands.Refused):  # not even a move that was computed just before
                await commands.move(house.registry, table, 0, table.match.actions()[0], table.version, by_bot=True)
            await commands.move(house.registry, table, 0, table.match.actions()[0], table.version)

    asyncio.run(attack())


def test_bots_continue_after_the_database_was_gone(tmp_path, monkeypatch):
    """The sweeper repeats queries that failed."""
    asked, where = [], store.tables_waiting_for_bots

    def fails_first(engine):
        asked.append(1)
        if len(asked) < 4:
            raise sql.exc.OperationalError("SELECT", {}, Exception("server closed the connection"))
        return where(engine)

    monkeypatch.setattr(store, "tables_waiting_for_bots", fails_first)

    async def outage():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}", takeover=0.2) as house:
            house.registry.on_change.clear()  # only the sweeper wakes bots
            table = await house.registry.open(await house.table("random", ""))
            await until(lambda: not table.bot_to_move)

    asyncio.run(outage())
    assert len(asked) >= 4


def test_another_process_takes_over_after_an_outage(shared):
    """Two servers lose their connections to the database; then the one that owned the bots dies."""
    one, two = (Server(shared, SEABOARD_TAKEOVER="2").start() for _ in range(2))
    try:
        with Person(one.url) as ann:
            table = ann.table(seats=[{"kind": "bot", "level": "random"}] * 2)
            engine = sql.create_engine(shared, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                for _ in range(5):
                    connection.execute(sql.text(f"{others} AND pid <> pg_backend_pid()"))
                    time.sleep(0.3)
            one.kill()
            with Person(two.url) as bob:
                wait_until(lambda: table.by(bob).scene()["over"], 120)
            engine.dispose()
    finally:
        one.stop()
        two.stop()


def test_two_workers_refuse_no_move_that_is_right(shared):
    """Each move goes to any process; others chat, join and leave meanwhile. Nobody gets a conflict."""
    with serving(shared, workers=2) as server, Person(server.url) as ann:
        table = ann.table(seats=TWO_HERE)
        done = threading.Event()

        def talk():
            with Person(server.url) as ann_elsewhere:
                ann_elsewhere.cookies = ann.cookies
                while not done.is_set():
                    table.by(ann_elsewhere).send("chat", text="hello")

        talker = threading.Thread(target=talk)
        talker.start()
        try:
            version, answers = 0, []
            for _ in range(40):
                with Person(server.url) as fresh:  # a new connection: either process
                    fresh.cookies = ann.cookies
                    scene = table.by(fresh).scene(after=version)
                    if scene["over"]:
                        break
                    action = table.actions(scene)[0]
                with Person(server.url) as fresh:
                    fresh.cookies = ann.cookies
                    answer = table.by(fresh).send("move", version=scene["version"], action=action)
                    answers.append(answer.status_code)
                    version = answer.json().get("version", version)
        finally:
            done.set()
            talker.join()
        assert set(answers) == {200}


def test_workers_that_are_killed_lose_no_move(shared):
    """SIGKILL for one worker after the other, and at last for all; every acknowledged move is there, every game goes on."""
    server = Server(shared, workers=2).start()
    acknowledged: dict[str, int] = {}
    cut = threading.Event()

    def play(table):
        while not cut.is_set():
            try:
                with Person(server.url) as fresh:
                    fresh.cookies = table.person.cookies
                    scene = table.by(fresh).scene()
                    if scene["over"]:
                        return
                    answer = table.by(fresh).send("move", version=scene["version"], action=table.actions(scene)[0])
                    if answer.status_code == 200:
                        acknowledged[table.page] = answer.json()["version"]
            except (httpx.TransportError, AssertionError, IndexError):
                time.sleep(0.05)

    try:
        with Person(server.url) as ann:
            tables = [ann.table(seats=TWO_HERE) for _ in range(4)]
            players = [threading.Thread(target=play, args=(table,)) for table in tables]
            for player in players:
                player.start()
            wait_until(lambda: len(acknowledged) == 4, 60)
            for _ in range(3):
                wait_until(lambda: len(children_of(server.process.pid)) == 2)
                os.kill(children_of(server.process.pid)[0], signal.SIGKILL)
                before = dict(acknowledged)
                wait_until(lambda before=before: any(acknowledged[page] > before[page] for page in before), 60)
            server.kill()
            cut.set()
            for player in players:
                player.join()
            server.start()
            for table in tables:
                scene = table.wait_for_turn()
                assert scene["version"] >= acknowledged[table.page]
                assert scene["over"] or table.move().status_code == 200
    finally:
        cut.set()
        server.stop()


def children_of(pid):
    """The workers: processes of the same session that were started by `spawn`."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            of_ours = os.getsid(int(process.name)) == pid
            if of_ours and b"spawn_main" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def test_the_number_of_listening_pages_is_limited(tmp_path):
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", free=False) as server, Person(server.url) as ann:
        table = ann.table(seats=TWO_HERE)

        async def listen(client, all_asked):
            async with client.stream("GET", f"{table.page}/events") as answer:
                if answer.status_code == 200:
                    await all_asked.wait()
                return answer.status_code

        async def open_all():
            all_asked = asyncio.Event()
            limits = httpx.Limits(max_connections=None)
            async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=60, verify=PLAIN_HTTP) as client:
                tasks = [asyncio.create_task(listen(client, all_asked)) for _ in range(160)]
                with contextlib.suppress(TimeoutError):
                    await until(lambda: sum(task.done() for task in tasks) >= 60, 60)
                all_asked.set()
                return await asyncio.gather(*tasks)

        answers = asyncio.run(open_all())
        assert (answers.count(200), answers.count(429)) == (100, 60)

        def places_are_given_back():
            time.sleep(3)  # until the rate limit allows this visitor more requests
            return asyncio.run(open_all()).count(200) == 100

        wait_until(places_are_given_back, 60)


def test_places_of_pages_are_given_back():
    pages = OpenPages(Limits(listeners=3, listeners_each=2))
    with pages.place("a"), pages.place("a"):
        with pytest.raises(commands.Refused), pages.place("a"):
            pass
        with pages.place("b"), pytest.raises(commands.Refused), pages.place("c"):
            pass
    assert not pages.by_visitor
