"""Attack: one visitor has twenty tables of expert bots. Everyone else still gets bot moves and hints without delay."""

import asyncio
import threading
import time

import pytest

from seaboard.table.errors import Refused
from seaboard.table.jobs import bot_runner
from seaboard.table.jobs.bot_scheduler import STARTED_EACH, BotScheduler
from seaboard.table.runtime.addresses import visitor_at
from seaboard.table.runtime.limits import Limits
from seaboard.table.tables.table_quota import TableQuota

from .in_process import inside, until, with_slow_bots
from .server import Person, serving


def test_twenty_tables_of_experts_do_not_keep_another_visitor_waiting(tmp_path, monkeypatch):
    let_go = threading.Event()
    with_slow_bots(monkeypatch, let_go)

    async def attack():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            registry = house.registry
            theirs = [await house.table(*["expert"] * 5, visitor="attacker") for _ in range(20)]
            await until(lambda: house.bots.scheduler.waiting)
            mine = await registry.open(await house.table("easy", "", visitor="visitor"))
            await until(lambda: not mine.bot_to_move)  # its whole turn
            assert await house.bots.hint(mine, 1, "visitor") == []
            assert [(await registry.open(name)).number for name in theirs] == [0] * 20  # and they still think

    asyncio.run(attack())


def test_tables_with_people_share_by_visitor_too(tmp_path, monkeypatch):
    """A visitor who sits at twenty tables gets no more than one who sits at one."""
    let_go = threading.Event()
    with_slow_bots(monkeypatch, let_go)

    async def attack():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            for _ in range(20):
                await house.table("expert", "", visitor="attacker")
            scheduler = house.bots.scheduler
            await until(lambda: scheduler.waiting)
            assert scheduler.at_work["attacker", False, False] == STARTED_EACH
            for visitor in ("one", "two", "three"):
                await house.table("expert", "", visitor=visitor)
            await until(lambda: len(scheduler.used) == 4)
            share = {visitor: scheduler.used[visitor] for visitor in ("attacker", "one", "two", "three")}
            await asyncio.sleep(1)
            grown = [scheduler.used[visitor] - share[visitor] for visitor in share]
            assert max(grown) < 3 * min(grown) + 0.2
            let_go.set()

    asyncio.run(attack())


def test_tables_with_bots_only_go_last_and_leave_a_slot_free():
    async def attack():
        scheduler, ended = BotScheduler(slots=2), threading.Event()

        def think(cancelled):
            while not cancelled() and not ended.wait(0.002):
                pass

        tasks = [
            asyncio.create_task(scheduler.think(f"v{n}", ended.is_set, think, bots_only=True, short=False)) for n in range(9)
        ]
        await until(lambda: len(scheduler.running) == 1)
        assert scheduler.free == 1
        people = [
            asyncio.create_task(scheduler.think(f"p{n}", ended.is_set, think, bots_only=False, short=False)) for n in range(2)
        ]
        await until(lambda: {thought.bots_only for thought in scheduler.running} == {False} and len(scheduler.running) == 2)
        ended.set()
        await asyncio.gather(*tasks, *people)
        assert (scheduler.free, scheduler.waiting, scheduler.at_work, scheduler.running) == (2, [], {}, set())
        scheduler.stop()

    asyncio.run(attack())


def test_a_search_uses_more_threads_only_while_no_other_waits():
    async def search():
        scheduler, ended, helped = BotScheduler(slots=2), threading.Event(), threading.Event()

        def helper(cancelled):
            while not cancelled():
                helped.set()
                time.sleep(0.002)

        def think(cancelled):
            cancelled()
            second = threading.Thread(target=helper, args=(cancelled,))
            second.start()
            while not cancelled() and not ended.wait(0.002):
                pass
            second.join()

        one = asyncio.create_task(scheduler.think("one", ended.is_set, think, bots_only=False, short=False))
        await until(helped.is_set)
        assert scheduler.free == 0
        assert await scheduler.think("two", lambda: False, lambda _: "at once", bots_only=False, short=True) == "at once"
        ended.set()
        await one
        assert scheduler.free == 2
        scheduler.stop()

    asyncio.run(search())


def test_bot_only_tables_do_not_delay_their_creators_other_games():
    """Even if many of their long searches are running or waiting."""

    async def play():
        scheduler, ended = BotScheduler(slots=2), threading.Event()

        def think(cancelled):
            while not cancelled() and not ended.wait(0.002):
                pass

        def begin(visitor, bots_only):
            return asyncio.create_task(scheduler.think(visitor, ended.is_set, think, bots_only, short=False))

        tasks = [begin("one", True) for _ in range(5)]
        await until(lambda: scheduler.running)
        tasks += [begin(visitor, False) for visitor in ("two", "three", "one", "one", "one")]
        await until(lambda: scheduler.at_work["one", False, False] == STARTED_EACH)
        assert await scheduler.think("one", lambda: False, lambda _: "at once", bots_only=False, short=True) == "at once"
        ended.set()
        await asyncio.gather(*tasks)
        assert (scheduler.free, scheduler.waiting, scheduler.running) == (2, [], set())
        assert not scheduler.at_work
        scheduler.stop()

    asyncio.run(play())


def test_a_cancelled_search_frees_its_slot():
    async def cancel():
        scheduler = BotScheduler(slots=1)
        never = threading.Event()
        first = asyncio.create_task(scheduler.think("a", never.is_set, lambda _: never.wait(5), bots_only=False, short=True))
        await until(lambda: not scheduler.free)
        waiting = asyncio.create_task(scheduler.think("b", lambda: False, lambda _: None, bots_only=False, short=True))
        await until(lambda: scheduler.waiting)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert scheduler.waiting == []
        never.set()
        await first
        assert scheduler.free == 1
        scheduler.stop()

    asyncio.run(cancel())


def test_idle_bots_free_their_memory(tmp_path, monkeypatch):
    """Only a few bots keep their search trees between two decisions, and none while its table waits for a person."""
    let_go = threading.Event()
    let_go.set()
    with_slow_bots(monkeypatch, let_go)

    async def play():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            tables = [await house.registry.open(await house.table("expert", "")) for _ in range(20)]
            most = 0
            while any(table.bot_to_move for table in tables):
                most = max(most, len(house.bots.cached.entries))
                await asyncio.sleep(0)
            assert most <= bot_runner.CACHED_BOTS
            await until(lambda: not house.bots.running)
            assert not house.bots.cached.entries

    asyncio.run(play())


def test_tables_of_a_visitor_are_counted():
    quota = TableQuota(Limits(tables_each=5, bots_only_each=2))

    def make(name, visitor, bots_only):
        with quota.reserve(name, visitor, bots_only):
            pass

    make("a", "one", True)
    make("b", "one", True)
    with pytest.raises(Refused, match="with bots only"):
        make("c", "one", True)
    make("d", "two", True)
    for name in "efg":
        make(name, "one", False)
    with pytest.raises(Refused, match="unfinished"):
        make("h", "one", False)
    quota.forget("a")
    make("i", "one", True)
    with pytest.raises(ZeroDivisionError), quota.reserve("j", "two", True):  # a table whose creation failed does not count
        raise ZeroDivisionError
    make("k", "two", True)


def test_bots_only_tables_are_capped_and_ipv6_counts_by_64(tmp_path):
    bots = {"game": "maori", "options": {"players": 2}, "seats": [{"kind": "bot", "level": "expert"}] * 2}
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", free=False, pace=60) as server, Person(server.url) as ann:
        made = [
            ann.post("/api/tables", json=bots, headers={"x-forwarded-for": f"2001:db8:1:2::{n}"}).status_code
            for n in range(1, 6)
        ]
        assert made == [201, 201, 201, 429, 429]
        assert ann.post("/api/tables", json=bots, headers={"x-forwarded-for": "2001:db8:1:3::1"}).status_code == 201
        person = {"game": "maori", "options": {"players": 2}}
        assert ann.post("/api/tables", json=person, headers={"x-forwarded-for": "2001:db8:1:2::9"}).status_code == 201


def test_which_requests_count_as_one_visitor():
    assert visitor_at("203.0.113.5") == visitor_at("::ffff:203.0.113.5") == "203.0.113.5"
    assert visitor_at("2001:db8::1") == visitor_at("2001:db8::ffff:1") == "2001:db8::/64"
    assert visitor_at("fe80::1%eth0") == "fe80::/64"
    assert visitor_at("testclient") == "testclient"
