"""The job queue in PostgreSQL, without worker processes: which events queue a turn, priorities, jobs that run twice."""

import asyncio
import json

import psycopg
import pytest

from seaboard.bots import new_bot
from seaboard.core.errors import BadOption, SeaboardError
from seaboard.games import find_game
from seaboard.match import Match
from seaboard.table import store
from seaboard.table.errors import Refused, Stale
from seaboard.table.jobs.bot_requests import answer_request, read_hints, read_warning, request_about, request_key
from seaboard.table.jobs.worker import MAX_REFUSALS, Worker
from seaboard.table.runtime.settings import Settings
from seaboard.table.server import start
from seaboard.table.store import job_queue
from seaboard.table.store.job_queue import ANSWER, BOTS, REVIEW, REVIEWS, BotTurn, JobQueue, UnsupportedJob
from seaboard.table.store.writer import Write, write_all
from seaboard.table.tables import commands

from .in_process import Inside

MAORI = find_game("maori")


def rows(database, text="SELECT status::text, args->>'table', (args->>'seat')::int FROM procrastinate_jobs ORDER BY id"):
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        return connection.execute(text).fetchall()


def with_jobs(database):
    engine = store.connect(database)
    job_queue.prepare(engine)
    return engine


class Jobs(Inside):
    """Tables of a process whose bots' turns are jobs."""

    def __init__(self, database):
        super().__init__(database)
        self.registry.on_change.clear()  # no bot moves here
        self.registry.turn_of_bot = lambda table, seats, mover, last: BotTurn(table, mover, last, "", False)


def test_a_worker_starts_while_another_hangs_in_a_transaction(shared):
    with_jobs(shared).dispose()
    with psycopg.connect(shared.replace("+psycopg", "")) as hanging:
        hanging.execute("UPDATE procrastinate_jobs SET attempts = attempts")
        engine = store.connect(f"{shared}{'&' if '?' in shared else '?'}options=-c%20lock_timeout%3D2s")
        job_queue.prepare(engine)  # raises OperationalError if it waits for a lock
        engine.dispose()


def test_a_job_is_queued_exactly_when_a_bots_turn_begins(shared):
    with_jobs(shared).dispose()

    async def steps():
        inside = Jobs(shared)
        inside.registry.start(listens=False)
        try:
            person = await inside.table("", "random")
            bot = await inside.table("random", "random")
            assert rows(shared) == [("todo", bot, 0)]
            table = await inside.registry.open(person)
            while table.mover == 0:
                assert rows(shared) == [("todo", bot, 0)]
                await commands.chat(inside.registry, table, 0, "hello")
                await commands.move(inside.registry, table, 0, table.match.actions()[0], table.version)
            assert rows(shared) == [("todo", bot, 0), ("todo", person, 1)]
            await commands.leave(inside.registry, table, 0)  # the bot's turn continues
            assert len(rows(shared)) == 2
            with pytest.raises(Refused):
                await commands.move(inside.registry, table, 0, 0, table.version - 1)
            assert len(rows(shared)) == 2
        finally:
            await inside.registry.stop()

    asyncio.run(steps())


def test_a_job_that_two_workers_run_makes_each_move_once(shared):
    with_jobs(shared).dispose()
    settings = Settings(database=shared, jobs="postgres", limits="none")

    async def steps():
        first, second = Worker(settings), Worker(settings)
        inside = Jobs(shared)
        for one in (first, second, inside):
            one.registry.start(listens=False)
        table_id = await inside.table("random", "")
        turn = {"table": table_id, "seat": 0, "number": 1, "visitor": "", "bots_only": False}
        await asyncio.gather(first.play(0, **turn), second.play(0, **turn))
        table = await inside.registry.open(table_id)
        assert table.mover == 1
        played = [action for action, _before in table.match.history]
        await asyncio.gather(first.play(0, **turn), second.play(0, **turn))  # again, later: nothing is left to do
        await inside.registry.read_latest(table)
        assert [action for action, _before in table.match.history] == played
        for one in (first, second):
            await one.bots.stop()
        for one in (first, second, inside):
            await one.registry.stop()
        return played

    assert asyncio.run(steps())
    assert rows(shared, "SELECT count(*) - count(DISTINCT number), count(*) - max(number) FROM events") == [(0, 0)]


def test_workers_choose_the_same_moves(shared):
    """The seed depends on the table and its position only, not on the worker."""
    settings = Settings(database=shared, jobs="postgres", limits="none")

    async def chosen():
        worker = Worker(settings)
        table = worker.registry.load_from_store(table_id)
        action = await worker.bots.decide(table, 0, "random", lambda: False)
        await worker.bots.stop()
        worker.registry.engine.dispose()
        return action

    async def create():
        inside = Inside(shared)
        inside.registry.start(listens=False)
        made = await inside.table("random", "random")
        await inside.registry.stop()
        return made

    table_id = asyncio.run(create())
    assert len({asyncio.run(chosen()) for _ in range(6)}) == 1


def test_bot_moves_go_before_hints_and_hints_before_reviews(shared):
    engine = with_jobs(shared)

    async def fetched():
        queue = JobQueue(shared)
        await queue.open()
        await queue.add(REVIEW, REVIEWS, "a", "a", table="a")
        await queue.add(ANSWER, BOTS, "b", "b", question={}, until=0)
        await queue.add(ANSWER, BOTS, "b", "b", question={}, until=0)  # the same question waits once
        with engine.begin() as connection:
            job_queue.queue_turns(connection, [BotTurn("c", 0, 1, "", True), BotTurn("d", 0, 1, "", False)])
        number = await queue.app.job_manager.register_worker()
        jobs = []
        while job := await queue.app.job_manager.fetch_job(None, number):
            jobs.append((job.task_name, job.task_kwargs.get("table")))
        await queue.close()
        return jobs

    assert asyncio.run(fetched()) == [("play", "d"), ("answer", None), ("play", "c"), ("review", "a")]


def test_a_visitor_has_two_turns_at_a_time_and_others_do_not_wait(shared):
    engine = with_jobs(shared)
    with engine.begin() as connection:
        turns = [BotTurn(f"{n:02}", 0, 1, "ann", False) for n in range(20)] + [BotTurn("99", 0, 1, "bob", False)]
        job_queue.queue_turns(connection, turns)

    async def fetched():
        queue = JobQueue(shared)
        await queue.open()
        number = await queue.app.job_manager.register_worker()
        jobs = []
        while job := await queue.app.job_manager.fetch_job(None, number):
            jobs.append(job.task_kwargs["visitor"])
        await queue.close()
        return jobs

    assert asyncio.run(fetched()) == ["ann", "ann", "bob"]


def test_turns_without_a_job_are_queued_once(shared):
    """Turns that began before the server had workers, or whose job a crash has lost."""
    engine = with_jobs(shared)

    async def create():
        inside = Inside(shared)
        inside.registry.on_change.clear()
        inside.registry.start(listens=False)
        await inside.table("random", "random")
        await inside.table("", "random")
        await inside.registry.stop()

    asyncio.run(create())
    assert [job_queue.queue_lost_turns(engine) for _ in range(2)] == [1, 0]


def test_workers_answer_like_a_bot_in_this_process():
    match = Match(MAORI, seed=3, players=2)
    asked = request_about(match, match.mover or 0)
    text = answer_request(json.loads(json.dumps(asked)), "search:20", "", lambda: False)
    here = new_bot("search:20", MAORI, match.box, "hint").hint(match.view(match.mover), match.actions())
    assert read_hints(text) == here
    for action in match.actions():
        warned = answer_request(request_about(match, match.mover or 0, action), "", "search:20", lambda: False)
        found = read_warning(warned)
        assert found is None or found.action == action
    assert read_warning("null") is None
    assert request_key(asked, "strong") != request_key(asked, "easy")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": 99}, "version 99"),
        ({"box": "0" * 16}, "other components"),
        ({"game": "chess"}, "chess"),
        ({"options": {"players": 2, "box": "Mine@" + "0" * 16}}, "is not here"),
        ({"seen": "AAAA"}, "has 3 bytes"),
    ],
)
def test_a_worker_explains_why_it_cannot_answer(change, words):
    match = Match(MAORI, seed=3, players=2)
    with pytest.raises(UnsupportedJob, match=words):
        answer_request(request_about(match, match.mover or 0) | change, "search:2", "", lambda: False)


def test_a_refused_job_waits_seconds_for_another_worker_and_about_two_minutes_in_all():
    pauses = [job_queue.pause_after(UnsupportedJob("other rules"), attempts) for attempts in range(MAX_REFUSALS)]
    assert pauses[:3] == [0.1, 0.2, 0.4]
    assert max(pauses) <= 3
    assert 90 <= sum(pauses) <= 120
    assert job_queue.pause_after(ValueError("a bug"), 20) == 30
    assert job_queue.pause_after(job_queue.Stopping(), 20) == 0


def test_settings_that_do_not_fit_are_refused_with_words(tmp_path, monkeypatch):
    for name in ("SEABOARD_DATABASE", "SEABOARD_JOBS"):
        monkeypatch.setenv(name, "")  # so that it is restored: the command sets environment variables
        monkeypatch.delenv(name)
    with pytest.raises(SeaboardError, match="needs PostgreSQL"):
        start.work({"SEABOARD_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}"}, 1)
    monkeypatch.delenv("SEABOARD_DATABASE")
    with pytest.raises(BadOption, match="--database"):
        start.work({}, 1)
    with pytest.raises(SeaboardError, match="needs PostgreSQL"):
        start.serve({"SEABOARD_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}", "SEABOARD_JOBS": "postgres"})


def test_without_the_setting_the_database_has_no_jobs(shared):
    store.connect(shared).dispose()
    assert rows(shared, "SELECT to_regclass('procrastinate_jobs'), to_regclass('job_answers')") == [(None, None)]


def test_a_turn_has_a_job_only_if_it_is_stored(shared):
    """Both are one transaction: a write that is refused queues nothing."""
    engine = with_jobs(shared)
    turn = BotTurn("a" * 22, 0, 1, "", False)
    event = {"table_id": "a" * 22, "number": 1, "kind": "move", "seat": 0, "action": 1, "text": None, "at": 0.0}
    with pytest.raises(Stale):
        write_all(engine, [Write([event], turn=turn)])  # there is no such table
    assert rows(shared) == []
