"""The table under load, on loopback, in one run with a bare FastAPI POST: `python benchmarks/load.py` (`make bench-table`).

The clients write HTTP to plain sockets, so that their own work hardly counts. They know the moves in advance: they chose the
seeds of the tables. Costs are the server's CPU time for each request, which other work on the machine changes little;
latencies are wall-clock times. `--game nusfjord` plays another game, `--tables 100` has fewer tables. `benchmarks/memory.py`
measures memory.
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from seaboard.games import find_game
from seaboard.match import Match

REQUESTS = 1600
CONCURRENT = 16
TABLES = 500
LIVE_MOVES = 6  # for each table
BARE = """
from fastapi import FastAPI
from pydantic import BaseModel
class Move(BaseModel):
    version: int
    action: int
app = FastAPI()
@app.post("/move")
async def move(body: Move) -> dict[str, int]:
    return {"number": body.version, "version": body.version}
@app.get("/ready")
async def ready() -> dict[str, int]:
    return {}
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process, with its CPU time and memory."""

    def __init__(self, command: list[str], port: int, **options: Any):
        self.port = port
        self.process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL, **options)

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[0]) // 1024

    async def ready(self) -> "Server":
        for _ in range(600):
            try:
                await Browser(self.port).get("/ready")
                return self
            except OSError:
                await asyncio.sleep(0.1)
        raise SystemExit("the server does not answer")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Browser:
    """One connection that stays open, and a cookie."""

    def __init__(self, port: int, cookie: str = ""):
        self.port, self.cookie = port, cookie
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.last = -9.0

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "application/json") -> tuple[int, bytes]:
        if time.monotonic() - self.last > 2:  # servers close what was idle
            self.close()
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{self.port}\r\norigin: http://127.0.0.1:{self.port}\r\n"
            f"cookie: seaboard={self.cookie}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        assert self.writer
        assert self.reader
        self.last = time.monotonic()
        self.writer.write(head.encode() + body)
        top = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        if cookie := re.search("set-cookie: seaboard=([^;]+)", top):
            self.cookie = cookie[1]
        length = re.search(r"content-length: (\d+)", top)
        return int(top[9:12]), await self.reader.readexactly(int(length[1])) if length else b""

    async def get(self, path: str) -> tuple[int, bytes]:
        return await self.ask("GET", path)

    async def post(self, path: str, **body: Any) -> Any:
        status, answer = await self.ask("POST", path, json.dumps(body).encode())
        if status >= 300:
            raise SystemExit(f"POST {path}: {status} {answer[:300]!r}")
        return json.loads(answer) if answer else None

    def close(self) -> None:
        if self.writer:
            self.writer.close()


def moves_of(game: str, seed: str, count: int) -> list[tuple[int, int]]:
    """The (seat, action) of the first `count` moves of a random game of two with this seed."""
    match, choose = Match(find_game(game), seed=seed, players=2), random.Random(seed)
    moves: list[tuple[int, int]] = []
    while len(moves) < count and match.mover is not None:
        mover, action = match.mover, choose.choice(match.actions())
        moves.append((mover, action))
        match.push(action)
    return moves


class Table:
    """A table with two people, each with their own browser."""

    def __init__(self, port: int, game: str, number: int, moves: int):
        self.game, self.seed = game, f"load {number}"
        self.moves = iter(moves_of(game, self.seed, moves))
        self.people = [Browser(port), Browser(port)]
        self.version = 0
        self.page = ""

    async def open(self) -> None:
        one, two = self.people
        seats = [{"kind": "me"}, {"kind": "friend"}]
        made = await one.post("/api/tables", game=self.game, seed=self.seed, seats=seats, options={"players": 2})
        self.page = made["page"]
        await two.get("/")
        await two.ask("POST", made["invitations"]["1"], b"name=Bob", "application/x-www-form-urlencoded")

    async def move(self) -> int:
        """Plays the next move and returns its seat; -1 if there is none left."""
        seat, action = next(self.moves, (-1, 0))
        if seat >= 0:
            answer = await self.people[seat].post(f"{self.page}/move", version=self.version, action=action)
            self.version = answer["version"]
        return seat


async def run_limited(calls: Any, at_once: int) -> list[Any]:
    """All calls, a limited number at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(call: Any) -> Any:
        async with gate:
            return await call

    return await asyncio.gather(*(one(call) for call in calls))


async def timed(call: Any) -> float:
    started = time.perf_counter()
    await call
    return time.perf_counter() - started


async def bare_posts(server: Server) -> tuple[float, float, list[float]]:
    """Requests per second, the server's processor time for one, and each one's time."""
    browsers = [Browser(server.port) for _ in range(CONCURRENT)]

    async def work(browser: Browser) -> list[float]:
        return [await timed(browser.post("/move", version=n, action=7)) for n in range(REQUESTS // CONCURRENT)]

    return await measured(server, [work(browser) for browser in browsers])


async def measured(server: Server, work: list) -> tuple[float, float, list[float]]:
    cpu_before, started = server.cpu_seconds(), time.perf_counter()
    times = [one for many in await asyncio.gather(*work) for one in many]
    return len(times) / (time.perf_counter() - started), (server.cpu_seconds() - cpu_before) / len(times), times


async def moves_only(server: Server, game: str) -> tuple[float, float, list[float]]:
    """Moves at tables without open pages."""
    moves_per_table = REQUESTS // CONCURRENT // 2
    tables = [Table(server.port, game, n, moves_per_table) for n in range(2 * CONCURRENT)]
    await run_limited((table.open() for table in tables), 8)

    async def work(pair: list[Table]) -> list[float]:
        times = []
        for table in pair:
            for _ in range(moves_per_table):
                started = time.perf_counter()
                if await table.move() < 0:
                    break
                times.append(time.perf_counter() - started)
        return times

    return await measured(server, [work(tables[n::CONCURRENT]) for n in range(CONCURRENT)])


class Page:
    """An open page of a table: it listens to events, and fetches an update of the scene after each."""

    def __init__(self, table: Table, seat: int):
        self.table = table
        self.port, self.cookie = table.people[seat].port, table.people[seat].cookie
        self.browser = Browser(self.port, self.cookie)
        self.updates: asyncio.Queue[tuple[int, float]] = asyncio.Queue()
        self.last_event = 0
        self.mark = ""

    async def listen(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {self.table.page}/events HTTP/1.1\r\nhost: x\r\ncookie: seaboard={self.cookie}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                self.last_event = int(line[6:])
                self.updates.put_nowait((await self.update(), time.perf_counter()))

    async def update(self) -> int:
        """Gets what has changed; returns the version of the scene."""
        _, answer = await self.browser.get(f"{self.table.page}/scene?base={self.mark}")
        scene = json.loads(answer)
        self.mark = scene["mark"]
        return scene["version"]


async def live_tables(
    server: Server, game: str, number: int, progress: Progress
) -> tuple[list[float], list[float], float, float]:
    """Plays at many tables, each with two open pages.

    Returns the seconds from a click to the update of the player's own page and of the other page, moves per second, and the
    server's CPU seconds for a move with both updates.
    """
    bar = progress.add_task(f"{number} tables, {2 * number} pages", total=number + number * LIVE_MOVES)
    tables = [Table(server.port, game, 10_000 + n, 2 * LIVE_MOVES) for n in range(number)]

    async def open_one(table: Table) -> list[Page]:
        await table.open()
        progress.advance(bar)
        return [Page(table, seat) for seat in (0, 1)]

    pages = dict(zip(tables, await run_limited((open_one(table) for table in tables), 8), strict=True))
    listening = [asyncio.create_task(page.listen()) for pair in pages.values() for page in pair]
    while not all(page.mark for pair in pages.values() for page in pair):
        await asyncio.sleep(0.1)
    own_page: list[float] = []
    other_pages: list[float] = []
    remaining = [table for table in tables for _ in range(LIVE_MOVES)]
    random.Random(1).shuffle(remaining)
    idle_tables = set(tables)

    async def work() -> None:
        while remaining:
            table = next((table for table in remaining if table in idle_tables), None)
            if table is None:
                await asyncio.sleep(0.001)
                continue
            remaining.remove(table)
            idle_tables.discard(table)
            started = time.perf_counter()
            seat = await table.move()
            if seat >= 0:
                for page, times in ((pages[table][seat], own_page), (pages[table][1 - seat], other_pages)):
                    version = 0
                    while version < table.version:
                        version, shown_at = await asyncio.wait_for(page.updates.get(), 60)
                    times.append(shown_at - started)
            progress.advance(bar)
            idle_tables.add(table)

    cpu_before, started = server.cpu_seconds(), time.perf_counter()
    await asyncio.gather(*(work() for _ in range(4)))
    speed, cost = len(other_pages) / (time.perf_counter() - started), (server.cpu_seconds() - cpu_before) / len(other_pages)
    for task in listening:
        task.cancel()
    return own_page, other_pages, speed, cost


def milliseconds(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"{1000 * cuts[49]:.1f} / {1000 * cuts[98]:.1f}"


async def main(game: str, number: int) -> None:
    folder = Path(tempfile.mkdtemp())
    (folder / "bare.py").write_text(BARE)
    ports = free_port(), free_port()
    settings = ["--no-access-log", "--log-level", "warning"]
    bare = Server(["-m", "uvicorn", "bare:app", "--port", str(ports[0]), *settings], ports[0], cwd=folder)
    serve = ["-m", "seaboard", "serve", "--port", str(ports[1]), "--no-limits", "--pace", "0"]
    table = Server([*serve, "--database", f"sqlite:///{folder / 'tables.db'}"], ports[1])
    try:
        await bare.ready()
        await table.ready()
        with Progress(console=Console(stderr=True)) as progress:
            bar = progress.add_task("posts and moves, interleaved", total=6)
            posts, moves = [], []
            for _ in range(3):
                posts.append(await bare_posts(bare))
                progress.advance(bar)
                moves.append(await moves_only(table, game))
                progress.advance(bar)
            post, move = (sorted(runs, key=lambda run: run[1])[1] for runs in (posts, moves))
            show_costs(post, move)
            own, others, speed, cost = await live_tables(table, game, number, progress)
        memory = table.memory()
    finally:
        bare.stop()
        table.stop()
    many = f"{number} tables, {2 * number} pages"
    print(f"| from click to the player's own page, {many} | {speed:,.0f} | | {milliseconds(own)} |")
    print(f"| from click to the other page, {many} | | | {milliseconds(others)} |")
    print(f"\nA move costs {move[1] / post[1]:.1f} times a bare POST, an update of a page {500 * (cost - move[1]):.1f} ms.")
    print(f"The server's memory with all tables open: {memory} MiB. Load of the machine: {os.getloadavg()[0]:.1f}.")


def show_costs(post: Any, move: Any) -> None:
    print("| on loopback | per second | server's time for one | p50 / p99, ms |")
    print("|---|---:|---:|---:|")
    print(f"| bare FastAPI POST, {CONCURRENT} at once | {post[0]:,.0f} | {1000 * post[1]:.2f} ms | {milliseconds(post[2])} |")
    print(f"| a move, stored, {CONCURRENT} at once | {move[0]:,.0f} | {1000 * move[1]:.2f} ms | {milliseconds(move[2])} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="maori")
    parser.add_argument("--tables", type=int, default=TABLES)
    args = parser.parse_args()
    asyncio.run(main(args.game, args.tables))
