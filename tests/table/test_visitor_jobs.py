"""Visitors' parsing and drawing jobs: in separate threads, one job per visitor, with a time limit."""

import ast
import asyncio
import threading
import time
from pathlib import Path

import pytest

from seaboard import table as table_package
from seaboard.core.deadline import check_time
from seaboard.language import current_language
from seaboard.table.errors import Refused
from seaboard.table.jobs import visitor_jobs
from seaboard.table.jobs.visitor_jobs import VisitorJobs
from seaboard.table.runtime.limits import Limits


def wait_for(event):
    assert event.wait(30)
    return threading.current_thread().name


async def settle():
    for _ in range(20):
        await asyncio.sleep(0.005)


def test_one_job_of_each_visitor_at_a_time():
    async def run():
        jobs, first, second = VisitorJobs(Limits(), threads=4), threading.Event(), threading.Event()
        mine = [asyncio.create_task(jobs.run("a", wait_for, first)) for _ in range(2)]
        await settle()
        assert jobs.at_work["a"] == 1
        other = await jobs.run("b", lambda: "drawn")
        assert other == "drawn", "other visitors do not wait"
        assert not mine[0].done()
        first.set()
        assert (await mine[0]).startswith("visitor"), "never in asyncio's own threads"
        await mine[1]
        assert not second.is_set()
        await settle()
        assert not jobs.at_work
        assert jobs.free == 4

    asyncio.run(run())


def test_the_waiting_jobs_of_a_visitor_are_limited():
    async def run():
        jobs, go = VisitorJobs(Limits(jobs_waiting_each=3), threads=2), threading.Event()
        mine = [asyncio.create_task(jobs.run("a", wait_for, go)) for _ in range(4)]
        await settle()
        with pytest.raises(Refused, match="Too many requests at once") as refused:
            await jobs.run("a", wait_for, go)
        assert refused.value.status == 429
        go.set()
        await asyncio.gather(*mine)

    asyncio.run(run())


def test_urgent_jobs_go_before_those_that_wait():
    async def run():
        jobs, go = VisitorJobs(Limits(), threads=1), threading.Event()
        order: list[str] = []
        running = asyncio.create_task(jobs.run("a", wait_for, go))
        await settle()
        waiting = [asyncio.create_task(jobs.run(who, order.append, who)) for who in "bc"]
        await settle()
        waiting += [asyncio.create_task(jobs.run_first(who, order.append, who)) for who in "de"]
        await settle()
        go.set()
        await asyncio.gather(running, *waiting)
        assert order == ["d", "e", "b", "c"]

    asyncio.run(run())


def test_others_wait_for_a_slow_job_only_for_a_while_and_for_a_second_one_until_it_ends():
    async def run():
        jobs, go = VisitorJobs(Limits(), threads=1, patience=0.05), threading.Event()
        slow = asyncio.create_task(jobs.run("a", wait_for, go))
        assert await jobs.run("b", lambda: "drawn") == "drawn"
        second = asyncio.create_task(jobs.run("b", wait_for, go))
        third = asyncio.create_task(jobs.run("c", lambda: "drawn"))
        await asyncio.sleep(0.2)
        assert jobs.at_work == {"a": 1, "b": 1}
        assert not third.done(), "two jobs at a time at most"
        go.set()
        await asyncio.gather(slow, second, third)
        await settle()
        assert jobs.free == 1
        assert not jobs.at_work

    asyncio.run(run())


def test_a_job_that_takes_too_long_is_ended():
    async def run():
        jobs = VisitorJobs(Limits(), threads=1, seconds=0.05)

        def endless():
            while True:
                check_time()

        with pytest.raises(Refused, match="too long") as refused:
            await jobs.run("a", endless)
        assert refused.value.status == 503
        assert await jobs.run("a", lambda: "next") == "next"

    asyncio.run(run())


def test_a_job_that_never_checks_the_time_blocks_nobody(monkeypatch):
    monkeypatch.setattr(visitor_jobs, "OVERRUN", 0.05)

    async def run():
        jobs, go = VisitorJobs(Limits(), threads=1, seconds=0.05), threading.Event()
        with pytest.raises(Refused, match="too long"):
            await jobs.run("a", wait_for, go)
        assert await jobs.run("b", lambda: "drawn") == "drawn"
        mine = asyncio.create_task(jobs.run("a", lambda: "mine"))
        await settle()
        assert not mine.done(), "it is still this visitor's job"
        go.set()
        assert await mine == "mine"
        await settle()  # the thread is counted as free a moment after its answer
        assert jobs.free == 1

    asyncio.run(run())


def test_a_cancelled_request_does_not_free_a_running_thread():
    async def run():
        jobs, go = VisitorJobs(Limits(), threads=1), threading.Event()
        held = asyncio.create_task(jobs.run("a", wait_for, go))
        await settle()
        gone = [asyncio.create_task(jobs.run(who, wait_for, go)) for who in "abc"]
        await settle()
        for task in gone:
            task.cancel()
        go.set()
        await held
        assert await jobs.run("b", lambda: "drawn") == "drawn"
        await settle()
        assert jobs.free == 1
        assert not jobs.queue
        assert not jobs.at_work

    asyncio.run(run())


def test_a_job_has_the_language_and_errors_of_its_request():
    async def run():
        jobs = VisitorJobs(Limits())
        current_language.set("nl")
        assert await jobs.run("a", current_language.get) == "nl"
        with pytest.raises(ZeroDivisionError):
            await jobs.run("a", lambda: 1 // 0)
        assert await jobs.run("a", lambda: 3) == 3

    asyncio.run(run())


ALLOWED_IN_ASYNCIOS_THREADS = {  # database access, and work that no visitor's text can make longer
    *(
        "store",
        "admin",
        "job_queue",
        "claim",
        "self.registry.clock.set",
        "self.load_from_store",
        "begin",
        "settle",
        "TableRegistry",
        "compiling.find_uncompiled",
        "installed_boxes",
        "lobby.games",
        "needs_compiling",
        "make_token",
        "page_out",
        "prepare_files",
        "visitor_marks",
    ),
    "self.writer.stop",
    # of profiles, open tables, ratings, cups and notifications: the database; `decide` is bounded by the length of a plan
    *(
        "add",
        "adopt_guest",
        "change",
        "contest.begin",
        "contest.prepare",
        "decide",
        "find_culprit",
        "count_to_adopt",
        "identify",
    ),
    *(
        "my_tables",
        "friends.invite_friend",
        "friends.rating_points",
        "friends.set_relation",
        "recovery.renew_code",
        "recovery.use_code",
    ),
    *("self.begin", "sender.prepare", "store_session", "tables_of"),
}


def test_nothing_is_parsed_or_drawn_in_asyncios_own_threads():
    for file in sorted(Path(table_package.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "asyncio.to_thread":
                what = ast.unparse(node.args[0])
                module = what.partition(".")[0]
                assert module.endswith("_rows") or {what, module} & ALLOWED_IN_ASYNCIOS_THREADS, (
                    f"{file.name}:{node.lineno}: {what}"
                )


def test_the_time_limit_ends_with_its_job():
    from seaboard.core.deadline import OutOfTime, time_limit

    with time_limit(-1), pytest.raises(OutOfTime):
        check_time()
    check_time()
    assert time.monotonic()
