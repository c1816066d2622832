"""Memory of a server: `python -m benchmarks.memory` with all games and networks, `--idle 10000` with 10,000 idle tables.

Prints the resident memory (RSS) and its anonymous part, which no other process can share.
"""

import argparse
import re
import tempfile
import time
from pathlib import Path

from seaboard.games import NAMES, find_game
from tests.table.server import Person, Server, serving

LEVEL = "expert"  # searches with the network of the game


def print_row(name: str, server: Server) -> None:
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    resident, anonymous = (int(re.findall(rf"{field}:\s+(\d+)", status)[0]) // 1024 for field in ("VmRSS", "RssAnon"))
    print(f"| {name} | {resident} | {anonymous} |", flush=True)


def play_all(person: Person, server: Server) -> None:
    """A bot with a network makes a move in each game."""
    for name in NAMES:
        game = find_game(name)
        bots = [{"kind": "bot", "level": LEVEL}] * (game.seats(game.choose()) - 1)
        table = person.table(name, seats=[{"kind": "me"}, *bots])
        own_moves = 0
        while (scene := table.scene())["moves"] == own_moves:
            if scene["yours"]:
                table.send("move", version=scene["version"], action=table.actions(scene)[0])
                own_moves += 1
            time.sleep(0.2)
        print_row(f"and {game.title} with its network", server)


def make_idle_tables(person: Person, server: Server, tables: int) -> None:
    """Makes tables, looks at each once, and leaves them."""
    for n in range(1, tables + 1):
        person.table("maori", seats=[{"kind": "me"}, {"kind": "friend"}]).scene()
        if n in (20, 500, 1500, tables):
            print_row(f"{n:,} idle tables", server)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=0, metavar="TABLES")
    idle = parser.parse_args().idle
    print("| a server | RSS, MiB | anonymous, MiB |\n|---|---:|---:|")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/tables.db", NUMBA_DISABLE_JIT="0") as server,
        Person(server.url) as person,
    ):
        print_row("started", server)
        if idle:
            make_idle_tables(person, server, idle)
        else:
            play_all(person, server)


if __name__ == "__main__":
    main()
