"""Deadlines at tables: carried out exactly once, by any process, after restarts, and by the database's clock only."""

import asyncio

import pytest
import sqlalchemy as sql

from seaboard.table import store
from seaboard.table.errors import Refused
from seaboard.table.jobs.clock_sweeper import ClockSweeper
from seaboard.table.store import turn_rows
from seaboard.table.tables import commands
from seaboard.table.tables.clock_rules import DAY, Pace
from seaboard.table.tables.table_registry import TableRegistry

from .in_process import inside
from .server import Person, serving, wait_until
from .test_clock import moved  # noqa: F401

ANN, BOB = "a" * 64, "b" * 64
HELD = {0: [ANN], 1: [BOB]}
LIVE, SUDDEN, DAYS = Pace("live", 60, 120), Pace("live", 60, 120, "end"), Pace("days", DAY, DAY)


async def move(registry, table):
    await commands.move(registry, table, table.mover, table.match.actions()[0], table.version)


async def play_turn(registry, table):
    seat = table.mover
    while table.mover == seat:
        await move(registry, table)


def at(clock, registry, seconds):
    """Moves the database's clock; the process reads it a moment later (see Moderation.watch)."""
    clock.move(registry.engine, seconds)
    registry.clock.set()


def kinds(table_id, engine):
    with engine.connect() as connection:
        rows = connection.execute(sql.select(store.events).where(store.events.c.table_id == table_id))
        return [(row.kind, row.text) for row in rows if row.kind in ("seat", "end")]


def results(engine):
    with engine.connect() as connection:
        return list(connection.execute(sql.select(turn_rows.results).order_by(turn_rows.results.c.seat)))


def test_a_clock_runs_for_the_mover_and_stops_after_the_turn(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            table = await here.registry.open(await here.table("", "", held=HELD, pace=LIVE))
            for _seat in range(2):
                await play_turn(here.registry, table)  # each places a ship, in one move
            begun, first = table.turn_since, table.mover
            assert table.deadline == pytest.approx(begun + 180)
            at(moved, here.registry, 100)
            await move(here.registry, table)
            assert (table.turn_since, table.mover) == (begun, first), "a turn has several moves"
            await play_turn(here.registry, table)
            assert table.mover == 1 - first
            assert table.clock.reserves[first] == pytest.approx(80, abs=5)
            assert table.clock.reserves[1 - first] == 120
            assert table.deadline == pytest.approx(table.turn_since + 180)
            waiting = turn_rows.turns_waiting(here.registry.engine, begun)
            assert [(row.table_id, row.seat, row.who, row.turn_since) for row in waiting] == [
                (table.id, 1 - first, HELD[1 - first][0], table.turn_since)
            ]

    asyncio.run(run())


def test_a_bot_takes_over_and_the_seat_can_come_back(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            here.bots.stopping = True
            registry = here.registry
            table = await registry.open(await here.table("", "", held=HELD, pace=LIVE))
            version, action = table.version, table.match.actions()[0]
            at(moved, registry, 181)
            with pytest.raises(Refused, match="time ran out"):
                await commands.move(registry, table, 0, action, version)
            assert (table.seats[0].kind, table.deadline, table.gave_up) == ("bot", None, {0: "timeout"})
            await commands.return_to_seat(registry, table, 0)
            assert table.clock.reserves[0] == 0
            assert table.deadline == pytest.approx(table.turn_since + 60), "each turn still has its time"
            await move(registry, table)
            assert kinds(table.id, registry.engine) == [("seat", "timeout"), ("seat", "back")]

    asyncio.run(run())


def test_the_game_ends_at_a_timeout_if_the_table_says_so(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            table = await here.registry.open(await here.table("", "", held=HELD, pace=SUDDEN))
            at(moved, here.registry, 181)
            await commands.apply_deadline(here.registry, table)
            assert table.over
            assert table.timed_out == 0
            found = [(row.seat, row.who, row.place, row.how) for row in results(here.registry.engine)]
            assert found == [(0, ANN, 2, "timeout"), (1, BOB, 1, "played")]
            with pytest.raises(Refused, match="time ran out"):
                await commands.move(here.registry, table, 0, 0, 0)

    asyncio.run(run())


@pytest.mark.parametrize("pace", [LIVE, SUDDEN], ids=["bot", "end"])
def test_of_two_processes_one_carries_out_the_deadline(moved, pace):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            here.bots.stopping = True
            others = [TableRegistry(moved.url) for _n in range(3)]
            table_id = await here.table("", "", held=HELD, pace=pace)
            for other in others:
                other.writer.start()
                await other.open(table_id)
            at(moved, here.registry, 200)
            for other in others:
                other.clock.set()
            everyone = [here.registry, *others]
            tables = [await one.open(table_id) for one in everyone]
            await asyncio.gather(*map(commands.apply_deadline, everyone, tables))
            await asyncio.gather(*(ClockSweeper(one).sweep() for one in everyone))
            assert len(kinds(table_id, here.registry.engine)) == 1
            for other in others:
                await other.stop()

    asyncio.run(run())


@pytest.mark.parametrize("late", [False, True])
def test_a_move_and_the_deadline_at_the_same_moment(moved, late):  # noqa: F811
    """The database's clock decides, not that of a process: one wins, and the other person gets a message."""

    async def run():
        async with inside(moved.url) as here:
            here.bots.stopping = True
            registry, other = here.registry, TableRegistry(moved.url)
            other.writer.start()
            table = await registry.open(await here.table("", "", held=HELD, pace=LIVE))
            same = await other.open(table.id)
            moved.move(registry.engine, 181 if late else 170)
            other.clock.offset += 181  # by this process's clock the deadline has passed
            action = table.match.actions()[0]
            message = await asyncio.gather(
                commands.move(registry, table, 0, action, table.version),
                commands.apply_deadline(other, same),
                return_exceptions=True,
            )
            assert [str(error) for error in message if error] == (
                ["Your time ran out before this move reached the server."] if late else []
            )
            assert kinds(table.id, registry.engine) == ([("seat", "timeout")] if late else [])
            await other.stop()

    asyncio.run(run())


def test_a_deadline_that_passed_while_no_server_ran(moved):  # noqa: F811
    async def before():
        async with inside(moved.url) as here:
            return await here.table("", "", held=HELD, pace=SUDDEN)

    async def after(table_id):
        registry = TableRegistry(moved.url)
        registry.writer.start()
        moved.move(registry.engine, 10_000)
        await ClockSweeper(registry).sweep()
        await ClockSweeper(registry).sweep()
        assert kinds(table_id, registry.engine) == [("end", "timeout")]
        await registry.stop()

    asyncio.run(after(asyncio.run(before())))


def test_a_clock_that_is_set_back_takes_no_time(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            table = await here.registry.open(await here.table("", "", held=HELD, pace=LIVE))
            at(moved, here.registry, -3600)
            await play_turn(here.registry, table)
            assert table.clock.reserves == (120, 120)

    asyncio.run(run())


def test_holidays_move_the_deadline_of_a_running_turn_but_not_a_passed_one(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            here.bots.stopping = True
            registry = here.registry
            table = await registry.open(await here.table("", "", held=HELD, pace=DAYS))
            begun = table.turn_since
            turn_rows.set_holidays(registry.engine, ANN, [(begun, begun + 10 * DAY)])
            assert turn_rows.tables_that_wait_for(registry.engine, ANN) == [table.id]
            await commands.change_holidays(registry, table, ANN)
            assert table.deadline == pytest.approx(begun + 12 * DAY, abs=60)
            at(moved, registry, 12 * DAY + 60)
            turn_rows.set_holidays(registry.engine, ANN, [(begun, begun + 20 * DAY)])
            await commands.change_holidays(registry, table, ANN)
            assert kinds(table.id, registry.engine) == [("seat", "timeout")]

    asyncio.run(run())


def test_results_of_a_game_that_was_played_to_its_end(moved):  # noqa: F811
    async def run():
        async with inside(moved.url) as here:
            table = await here.registry.open(await here.table("", "", held=HELD, pace=LIVE))
            while not table.over:
                await move(here.registry, table)
            rows = results(here.registry.engine)
            assert [(row.who, row.how, row.players, row.game) for row in rows] == [
                (who, "played", 2, "maori") for who in (ANN, BOB)
            ]
            assert [row.points for row in rows] == table.match.scores()
            assert [row.place for row in rows] == table.match.places()
            assert table.deadline is None

    asyncio.run(run())


def test_the_page_and_the_form(ann, bob):
    """The page shows a clock at the seats by the database's time; the form refuses paces that are not allowed."""
    pace = {"kind": "live", "turn": 60, "reserve": 300}
    at_table = ann.table(pace=pace)
    scene = at_table.wait_for_turn()
    assert 'data-deadline="' in scene["players"]
    assert scene["now"] > 1e9
    refused = ann.post("/api/tables", json={"game": "maori", "pace": {**pace, "turn": 1}})
    assert (refused.status_code, "a turn takes 5" in refused.text) == (422, True)
    assert ann.post("/api/tables", json={"game": "maori", "pace": {**pace, "kind": "none"}}).status_code == 422


@pytest.mark.slow
def test_real_servers_carry_out_a_deadline_once_and_after_a_restart(shared):
    """Two server processes at one PostgreSQL; then none while the next deadline passes."""
    pace = {"kind": "live", "turn": 600, "reserve": 0}
    engine = sql.create_engine(shared)

    def pass_deadline(table_id):
        with engine.begin() as connection:
            connection.execute(store.tables.update().where(store.tables.c.id == table_id).values(deadline=1.0))

    with serving(shared) as one, serving(shared) as other, Person(one.url) as ann, Person(other.url) as cat:
        at = ann.table(pace=pace, seats=[{"kind": "me"}, {"kind": "here"}], options={"players": 2})
        table_id = at.page.removeprefix("/t/")
        assert not at.by(cat).scene()["over"]
        pass_deadline(table_id)
        wait_until(lambda: kinds(table_id, engine))
        assert kinds(table_id, engine) == [("seat", "timeout")]
        last = ann.table(pace={**pace, "timeout": "end"}, seats=[{"kind": "me"}, {"kind": "here"}], options={"players": 2})
    pass_deadline(last.page.removeprefix("/t/"))
    with serving(shared) as again, Person(again.url) as cat:
        assert last.by(cat).scene()["over"]
    assert kinds(table_id, engine) == [("seat", "timeout")]
    assert kinds(last.page.removeprefix("/t/"), engine) == [("end", "timeout")]
    engine.dispose()
