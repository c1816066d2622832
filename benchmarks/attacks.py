"""The effect of attacks on other visitors, measured on loopback: `python benchmarks/attacks.py [bots] [sockets] ...`.

It starts the package that Python imports, so PYTHONPATH=OTHER/src measures another version. Visitors are distinguished by
the address that a proxy would forward. Latencies are wall-clock times, so other load on the machine shows.
"""

import argparse
import json
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx

ATTACKER, VISITOR = "203.0.113.5", "198.51.100.7"


class Server:
    """`seaboard serve` with the usual limit of 1,024 open files."""

    def __init__(self, folder: Path, *options: str, **environment: str):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url, self.log = f"http://127.0.0.1:{self.port}", folder / "log"
        command = [sys.executable, "-m", "seaboard", "serve", "--port", str(self.port)]
        command += ["--database", f"sqlite:///{folder / 'tables.db'}", *options]
        with self.log.open("wb") as log:
            limit_files = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))  # noqa: E731
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, preexec_fn=limit_files, env=os.environ | environment
            )
        while not self.answers():
            time.sleep(0.2)

    def answers(self, seconds: float = 2.0) -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/ready", timeout=seconds).status_code == 200
        return False

    def cpu_seconds(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[0]) // 1024


@contextmanager
def serving(*options: str, **environment: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *options, **environment)
        try:
            yield server
        finally:
            server.process.kill()
            server.process.wait()


class Person(httpx.Client):
    def __init__(self, server: Server, address: str):
        super().__init__(base_url=server.url, headers={"origin": server.url, "x-forwarded-for": address}, timeout=400)

    def table(self, *seats: dict, **options: Any) -> str:
        answer = self.post("/api/tables", json={"game": "maori", "seats": list(seats), "options": options})
        return answer.json().get("page", "") if answer.status_code == 201 else ""

    def scene(self, page: str) -> dict:
        for _ in range(100):
            if (answer := self.get(f"{page}/scene")).status_code == 200:
                return answer.json()
            time.sleep(0.2)
        raise SystemExit(answer.text)

    def move(self, page: str) -> float:
        """Plays the first action of the prompt; returns the seconds until the answer."""
        scene = self.scene(page)
        action = int(re.findall(r'data-action="(\d+)"', scene["prompt"])[0])
        started = time.perf_counter()
        answer = self.post(f"{page}/move", json={"version": scene["version"], "action": action})
        assert answer.status_code == 200, answer.text
        return time.perf_counter() - started


def visit(server: Server) -> dict[str, float]:
    """Response times for another visitor: an easy bot's turn, a hint, a move."""
    person = Person(server, VISITOR)
    page = person.table({"kind": "me"}, {"kind": "bot", "level": "easy"}, players=2)
    bot_turns: list[float] = []
    while len(bot_turns) < 3:
        scene = person.scene(page)
        if scene["yours"]:
            person.move(page)
            continue
        started = time.perf_counter()
        while not person.scene(page)["yours"]:
            time.sleep(0.05)
        bot_turns.append(time.perf_counter() - started)
    pages = [person.table({"kind": "me"}, {"kind": "here"}, players=2) for _ in range(8)]
    hints = []
    for page in pages[:4]:
        person.move(page)
        version = person.scene(page)["version"]
        started = time.perf_counter()
        assert person.post(f"{page}/hint", json={"version": version}).status_code == 200
        hints.append(time.perf_counter() - started)
    moves = sorted(person.move(pages[n % 8]) for n in range(240))
    return {"easy bot": max(bot_turns), "hint": max(hints), "median move": statistics.median(moves), "p99 move": moves[-3]}


def attack_bots(limits: list[str]) -> dict[str, Any]:
    """Twenty tables of five expert bots by one visitor."""
    with serving(*limits) as server:
        quiet = visit(server)
        attacker = Person(server, ATTACKER)
        expert = {"kind": "bot", "level": "expert"}
        made = sum(bool(attacker.table(*[expert] * 5, players=5)) for _ in range(20))
        time.sleep(10)
        return {"undisturbed": quiet, "attacked": visit(server), "tables made": made, "memory in MB": server.memory()}


def attack_sockets() -> dict[str, Any]:
    """1,100 connections with an unfinished header, held for half a minute."""
    with serving(SEABOARD_TRUSTED_PROXIES="192.0.2.1") as server:
        connections = []
        for _ in range(1100):
            connection = socket.socket()
            connection.setblocking(False)
            with suppress(BlockingIOError, OSError):
                connection.connect(("127.0.0.1", server.port))
            connections.append(connection)
        time.sleep(1)
        for connection in connections:
            with suppress(OSError):
                connection.send(b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ")
        cpu_before, answered, slowest = server.cpu_seconds(), 0, 0.0
        other = httpx.HTTPTransport(local_address="127.0.0.2")  # another visitor
        for _ in range(15):
            started = time.perf_counter()
            with suppress(httpx.TransportError), httpx.Client(transport=other, timeout=5) as client:
                answered += client.get(f"{server.url}/ready").status_code == 200
            other = httpx.HTTPTransport(local_address="127.0.0.2")
            slowest = max(slowest, time.perf_counter() - started)
            time.sleep(max(0.0, 2 - (time.perf_counter() - started)))
        for connection in connections:
            connection.close()
        return {
            "requests of another visitor answered, of 15": answered,
            "slowest": slowest,
            "processor seconds": server.cpu_seconds() - cpu_before,
            "log in MB": server.log.stat().st_size / 1e6,
        }


def attack_scene() -> dict[str, Any]:
    """A player leaves the seat and returns to it, 4,000 times."""
    with serving("--no-limits", NUMBA_DISABLE_JIT="1") as server:
        person = Person(server, ATTACKER)
        page = person.table({"kind": "me"}, {"kind": "here"}, players=2)
        for n in range(8000):
            person.post(f"{page}/{'return' if n % 2 else 'leave'}", json={"seat": 0})
        started = time.perf_counter()
        size = len(person.get(f"{page}/scene").content)
        return {"scene in kB": size / 1e3, "seconds": time.perf_counter() - started}


def attack_seat() -> dict[str, Any]:
    """Five times a player hands the seat to an expert bot and takes it back while the bot thinks."""
    with serving("--no-limits", "--pace", "0") as server:
        person, moved = Person(server, ATTACKER), 0
        for _ in range(5):
            page = person.table({"kind": "me"}, {"kind": "here"}, players=2)
            while person.scene(page)["mover"] != 0:
                person.move(page)
            before = person.scene(page)["moves"]
            person.post(f"{page}/handover", json={"seat": 0, "level": "expert"})
            time.sleep(1)
            person.post(f"{page}/return", json={"seat": 0})
            time.sleep(6)
            moved += person.scene(page)["moves"] > before
        return {"moved by the bot, of 5": moved}


def attack_memory() -> dict[str, Any]:
    """While four expert bots play at a table, a thousand other tables push it out of memory; then its page is opened."""
    with serving("--no-limits", "--pace", "0") as server:
        person, expert = Person(server, ATTACKER), {"kind": "bot", "level": "expert"}
        others = [person.table({"kind": "me"}, {"kind": "here"}, players=2) for _ in range(1010)]
        page = person.table({"kind": "me"}, expert, expert, expert, expert, players=5)
        while person.scene(page)["yours"]:
            person.move(page)
        for other in others:
            person.get(other)
        person.get(page)
        end = time.monotonic() + 200
        while not (scene := person.scene(page))["yours"] and time.monotonic() < end:
            time.sleep(1)
        return {"the page shows the turn of its player": scene["yours"]}


def scene_seconds(person: Person, page: str, times: int = 15) -> list[float]:
    """Another visitor's waiting times for a scene during the attack."""
    waits: list[float] = []
    for _ in range(times):
        started = time.perf_counter()
        assert person.get(f"{page}/scene", params={"narrow": len(waits) % 2 == 0}).status_code == 200
        waits.append(time.perf_counter() - started)
        time.sleep(0.3)
    return waits


def bombs() -> dict[str, tuple[str, dict[str, Any]]]:
    """Requests whose work may grow faster than their size: the largest that the limits allow, and some that are refused."""
    dotted = "a." * 20_000 + "a = 1"
    many = "\n".join(f"k{n}.a.a.a.a = 1" for n in range(6_000))
    deep = "x = " + "[" * 40_000
    move = "".join(chr(33 + n % 900) for n in range(150_000))
    record = {"format": "seaboard record 1", "game": "maori", "rules": 1, "box": "", "options": {}, "seed": "0" * 32}
    return {
        "dotted key": ("/edit/maori", {"text": dotted}),
        "many dotted keys": ("/edit/maori", {"text": many}),
        "nested": ("/load", {"text": deep}),
        "nested study": ("/api/studies", {"text": '{"a":' * 60_000}),
        "list of choices": ("/load", {"text": 'game = "nusfjord"\nplayers = 2\nwithout = [' + "1," * 45_000 + "]"}),
        "long move": ("/load", {"text": json.dumps({**record, "names": ["a", "b"], "moves": [move]}, ensure_ascii=False)}),
    }


def attack_text() -> dict[str, Any]:
    """Eight requests of each kind at once, from eight addresses, and the waiting times of another visitor."""
    results: dict[str, Any] = {}
    with serving() as server:
        visitor = Person(server, VISITOR)
        page = visitor.table({"kind": "me"}, {"kind": "here"}, players=2)
        visitor.scene(page)
        results["undisturbed"] = max(scene_seconds(visitor, page, 5))
        for name, (path, body) in bombs().items():
            with ThreadPoolExecutor(8) as crowd:
                started = time.perf_counter()
                answers = [crowd.submit(Person(server, f"203.0.113.{n}").post, path, json=body) for n in range(8)]
                slowest = max(scene_seconds(visitor, page, 5))
                statuses = sorted({answer.result().status_code for answer in answers})
                results[name] = {
                    "slowest scene": slowest,
                    "all answered in": time.perf_counter() - started,
                    "statuses": statuses,
                }
    return results


def attack_files() -> dict[str, Any]:
    """A visitor names a file of 200 MB; returns the server's memory before and after."""
    with tempfile.NamedTemporaryFile() as large, serving() as server:
        large.truncate(200_000_000)
        attacker, before = Person(server, ATTACKER), server.memory()
        text = f'game = "nusfjord"\nplayers = 2\nbuildings = "{large.name}"\n'
        answers = [attacker.post(path, json={"text": text}) for path in ("/load", "/api/studies")]
        return {
            "statuses": [answer.status_code for answer in answers],
            "says": answers[-1].text[:120],
            "memory in MB": [before, server.memory()],
        }


def finished_record(n: int) -> str:
    """The record of a finished game; each number gives another seed."""
    from seaboard.games import find_game
    from seaboard.match import Match

    match = Match(find_game("maori"), players=2, seed=n)
    while not match.over:
        match.push(match.actions()[-1])
    return match.record()


def attack_reviews() -> dict[str, Any]:
    """One visitor asks for reviews of 15 games; then another asks for one."""
    with serving() as server:
        attacker, visitor, statuses = Person(server, ATTACKER), Person(server, VISITOR), []
        for n in range(15):
            answer = attacker.post("/load", json={"text": finished_record(n)})
            if answer.status_code == 201:
                statuses.append(attacker.post(f"{answer.json()['page']}/review").status_code)
        page = visitor.post("/load", json={"text": finished_record(99)}).json()["page"]
        message = visitor.post(f"{page}/review").json()
        return {
            "places of one visitor": statuses.count(200),
            "refused": statuses.count(429),
            "before the other": message["before"],
        }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "attacks", nargs="*", default=["bots", "sockets", "scene", "seat", "memory", "text", "files", "reviews"]
    )
    parser.add_argument(
        "--no-limits",
        action="store_true",
        help="in the attack with bots: no limit on tables, so that only the fair sharing of bots protects",
    )
    args = parser.parse_args()
    attacks: dict[str, Any] = {
        "bots": lambda: attack_bots(["--no-limits"] if args.no_limits else []),
        "sockets": attack_sockets,
        "scene": attack_scene,
        "seat": attack_seat,
        "memory": attack_memory,
        "text": attack_text,
        "files": attack_files,
        "reviews": attack_reviews,
    }
    for name in args.attacks:
        print(name, json.dumps(attacks[name](), indent=1), flush=True)


if __name__ == "__main__":
    main()
