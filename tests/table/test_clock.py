"""Wrong and changed clocks: the process's own clock does not matter, and setting back the database's does no harm."""

import ast
import asyncio
import time
from pathlib import Path

import pytest
import sqlalchemy as sql

from seaboard import table as table_package
from seaboard.table import store
from seaboard.table.store import admin, study_rows
from seaboard.table.store.bot_claims import claim
from seaboard.table.store.clock import DatabaseClock, read_clock
from seaboard.table.tables import commands

from .in_process import inside, until
from .test_durability import row_of_a_table

HOUR = 3600.0
real_time = time.time


class MovedDatabase:
    """A database whose clock a test can move: PostgreSQL's by a function before its own in the search path, SQLite's by one
    that replaces the built-in one in every connection."""

    def __init__(self, url):
        self.url, self.seconds = url, 0.0
        if not store.is_sqlite(url):
            engine = sql.create_engine(url, isolation_level="AUTOCOMMIT")
            with engine.connect() as connection:
                for statement in (
                    "CREATE SCHEMA moved",
                    "CREATE TABLE moved.clock AS SELECT 0.0::float AS seconds",
                    "CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$"
                    " SELECT pg_catalog.clock_timestamp() + make_interval(secs => seconds) FROM moved.clock $$",
                    f'ALTER DATABASE "{engine.url.database}" SET search_path = public, moved, pg_catalog',
                ):
                    connection.exec_driver_sql(statement)
            engine.dispose()

    def tune(self, connection, _record):
        if store.is_sqlite(self.url):
            connection.create_function("julianday", -1, lambda *_: (real_time() + self.seconds) / 86400 + 2440587.5)

    def move(self, engine, seconds):
        self.seconds = seconds
        if not store.is_sqlite(self.url):
            with engine.begin() as connection:
                connection.execute(sql.text("UPDATE moved.clock SET seconds = :seconds"), {"seconds": seconds})


@pytest.fixture
def moved(database, monkeypatch):
    """The database, and its connections from now on."""
    found = MovedDatabase(database)
    usual = store.tune_sqlite

    def tune(connection, record):
        usual(connection, record)
        found.tune(connection, record)

    monkeypatch.setattr(store, "tune_sqlite", tune)
    return found


@pytest.fixture
def engine(moved):
    engine = store.connect(moved.url)
    with engine.begin() as connection:
        connection.execute(store.tables.insert(), row_of_a_table("t"))
    yield engine
    engine.dispose()


def shown(engine):
    with engine.connect() as connection:
        return read_clock(connection)


def test_the_clock_of_the_database_can_be_read_and_moved(moved, engine):
    """The other tests of this module depend on it."""
    assert abs(shown(engine) - time.time()) < 60
    moved.move(engine, -HOUR)
    assert abs(shown(engine) - time.time() + HOUR) < 60


def test_a_process_whose_clock_is_wrong_claims_as_others_do(engine, monkeypatch):
    """Otherwise, after a restart with a clock one hour back, bots would not move for that hour."""
    assert claim(engine, "t", "one", 60)
    for wrong in (-HOUR, HOUR):
        monkeypatch.setattr(time, "time", lambda wrong=wrong: real_time() + wrong)
        assert not claim(engine, "t", "two", 60)
    monkeypatch.setattr(time, "time", lambda: real_time() - HOUR)
    assert claim(engine, "t", "one", 0.05)
    time.sleep(0.1)
    assert claim(engine, "t", "two", 60)


def test_a_claim_from_before_the_clock_was_set_back_counts_no_more(moved, engine):
    assert claim(engine, "t", "one", 60)
    moved.move(engine, -0.5)
    assert not claim(engine, "t", "two", 60), "a clock that is set right a little is no reason"
    moved.move(engine, -HOUR)
    assert claim(engine, "t", "two", 60)
    assert not claim(engine, "t", "one", 60)
    moved.move(engine, HOUR)
    assert claim(engine, "t", "one", 60)


def test_claims_of_an_earlier_release_run_out_as_they_did(engine):
    with engine.begin() as connection:
        connection.execute(store.claims.insert().values(table_id="t", owner="old", until=shown(engine) + 60))
    assert not claim(engine, "t", "new", 60)
    with engine.begin() as connection:
        connection.execute(store.claims.update().values(until=shown(engine) - 1))
    assert claim(engine, "t", "new", 60)


def test_bots_continue_after_the_clock_was_set_back(moved):
    """The table of a process that is gone, taken over by another one that starts an hour earlier."""

    async def play():
        async with inside(moved.url, takeover=20.0) as first:
            table_id = await first.table("random", "")
            table = await first.registry.open(table_id)
            await until(lambda: table.mover == 1)
            claim(first.registry.engine, table_id, first.bots.owner, 20.0)
            with first.registry.engine.begin() as connection:
                connection.execute(store.claims.update().values(owner="a process that was killed"))
            moved.move(first.registry.engine, -HOUR)
        async with inside(moved.url, takeover=20.0) as second:
            again = await second.registry.open(table_id)
            while again.mover == 1:
                await commands.move(second.registry, again, 1, again.match.actions()[0], again.version)
            await until(lambda: again.mover == 1 or again.over, 15)

    asyncio.run(play())


def test_times_are_the_databases(moved, monkeypatch):
    monkeypatch.setattr(time, "time", lambda: real_time() + 7 * HOUR)

    async def play():
        async with inside(moved.url) as house:
            table = await house.registry.open(await house.table("", ""))
            await commands.chat(house.registry, table, 0, "hello")
            assert abs(table.chat[0].at - shown(house.registry.engine)) < 60
            assert abs(table.row.created - shown(house.registry.engine)) < 60

    asyncio.run(play())


def test_a_seat_can_be_handed_over_when_the_clock_was_set_back(moved, monkeypatch):
    """The ten minutes are measured by this process's monotonic clock."""

    async def play():
        async with inside(moved.url) as house:
            table_id = await house.table("", "", held={0: ["a"], 1: ["b"]})
            table = await house.registry.open(table_id)
            await commands.move(house.registry, table, 0, table.match.actions()[0], 0)
            while table.mover == 0:
                await commands.move(house.registry, table, 0, table.match.actions()[0], table.version)
            assert not commands.may_hand_over(table, 1, [0])
            moved.move(house.registry.engine, -HOUR)
            house.registry.clock.set()
            assert not commands.may_hand_over(table, 1, [0])
            moved.move(house.registry.engine, HOUR)
            house.registry.clock.set()
            assert not commands.may_hand_over(table, 1, [0]), "a clock that jumps ahead takes nobody's seat"
            monotonic = time.monotonic
            monkeypatch.setattr(time, "monotonic", lambda: monotonic() + commands.PATIENCE + 1)
            assert commands.may_hand_over(table, 1, [0])
            monkeypatch.setattr(time, "monotonic", monotonic)
            moved.move(house.registry.engine, -HOUR)
            house.registry.clock.set()
            again = house.registry.load_from_store(table_id)  # as after a restart
            assert 0 <= again.waiting() < 60
            moved.move(house.registry.engine, commands.PATIENCE + 5)
            house.registry.clock.set()
            assert commands.may_hand_over(house.registry.load_from_store(table_id), 1, [0])

    asyncio.run(play())


def test_mutes_and_bans_end_by_the_clock_of_the_database(moved, engine, monkeypatch):
    admin.punish(engine, "203.0.113.5/32", "ban", admin.time_in_days(engine, 1), "")
    admin.punish(engine, "203.0.113.6/32", "ban", admin.time_in_days(engine, None), "")
    monkeypatch.setattr(time, "time", lambda: real_time() + 48 * HOUR)
    assert len(admin.current_sanctions(engine)) == 2
    moved.move(engine, 25 * HOUR)
    assert [row.who for row in admin.current_sanctions(engine)] == ["203.0.113.6/32"]


def test_old_tables_and_studies_are_old_by_the_clock_of_the_database(moved, engine):
    study_rows.add_study(engine, "s", "ann", "title", "{}", "")
    assert store.count_older(engine, 1, store.studies) == 0
    moved.move(engine, 25 * HOUR)
    assert store.count_older(engine, 1, store.studies) == 1


def test_between_queries_the_process_clock_is_used(moved, engine, monkeypatch):
    clock = DatabaseClock(engine)
    first = clock.now()
    moved.move(engine, -HOUR)
    assert clock.now() >= first
    monotonic = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: monotonic() + 5)
    assert 4.9 < clock.now() - first < 60
    clock.set()
    assert clock.now() < first - HOUR / 2
    assert clock.elapsed_since(first) == 0.0


def test_nobody_asks_the_clock_of_the_process():
    """Except push.py: a push service checks the expiry that it signs, not this server."""
    for file in sorted(Path(table_package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and file.name != "push.py":
                assert ast.unparse(node.func) not in ("time.time", "datetime.now", "datetime.utcnow"), (
                    f"{file.name}:{node.lineno}"
                )
