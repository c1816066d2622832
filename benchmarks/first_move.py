"""Seconds from starting a server with an empty cache to its lobby, and from the lobby to a strong bot's first move.

`python -m benchmarks.first_move` prints a line per game. Meanwhile the server compiles in the background, as on a new machine.
"""

import tempfile
import time

from seaboard.games import NAMES
from tests.table.server import Person, serving

BYTECODE = {"PYTHONDONTWRITEBYTECODE": ""}  # an installed Seaboard has it; without it, each start compiles all modules (2 s)


def measure(game: str) -> tuple[float, float]:
    start = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/tables.db", NUMBA_DISABLE_JIT="0", SEABOARD_CACHE=folder, **BYTECODE) as server,
        Person(server.url) as person,
    ):
        person.get("/")
        lobby = time.monotonic()
        table = person.table(game, seats=[{"kind": "me"}, *({"kind": "bot", "level": "strong"},) * opponents(game)])
        own_moves = 0
        while (scene := table.scene())["moves"] == own_moves:  # until a bot has moved
            if scene["yours"]:
                table.send("move", version=scene["version"], action=table.actions(scene)[0])
                own_moves += 1
            time.sleep(0.02)
        return lobby - start, time.monotonic() - lobby


def opponents(game: str) -> int:
    return 2 if game == "kaivai" else 1


if __name__ == "__main__":
    for name in NAMES:
        lobby, move = measure(name)
        print(f"{name}: lobby after {lobby:.1f} s, a strong bot's first move {move:.1f} s later", flush=True)
