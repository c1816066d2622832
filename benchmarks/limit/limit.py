"""Distance from C: random games of Māori (basic, front, 2 players) with Seaboard's rules and with `seam.c`, interleaved.

    python benchmarks/limit/limit.py [--rounds 7] [--seconds 1]

Needs a C compiler (`cc`, or the one that CC names) and a processor with BMI. First it compares every game of a series (points,
rewards, number of moves), then both play the same series in turns, measured in CPU time of the thread.
"""

import argparse
import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from seaboard.compiling import ensure_compiled
from seaboard.games import find_game
from seaboard.loops.random_games import RandomSeries

FOLDER = Path(__file__).parent
GAME = find_game("maori")
OPTIONS = GAME.choose()
GAMES = 200  # per call
COMPARED = 20_000  # games that both play first, and that must be equal


class SeamInC:
    """A series of random games in C."""

    def __init__(self, library: Path, games: int):
        self.call: Any = ctypes.CDLL(str(library)).play
        self.call.argtypes = [ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64, *[ctypes.c_void_p] * 3]
        self.numbers, self.moves = np.zeros(games, np.int64), np.zeros(games, np.int32)
        self.scores, self.rewards = np.zeros((games, 2), np.int32), np.zeros((games, 2), np.float32)

    def play(self, seed: int, first: int) -> None:
        self.numbers[:] = np.arange(first, first + len(self.numbers))
        addresses = [array.ctypes.data for array in (self.scores, self.rewards, self.moves)]
        self.call(seed, self.numbers.ctypes.data, len(self.numbers), *addresses)


def c_tables() -> str:
    """The tiles and lines of the box as `tables.h`; planes hold one bit for each of 16 spaces, four to a word."""
    box = GAME.build_box(OPTIONS)
    kinds = range(int(box.kinds))
    tiles = [kind for kind in kinds[1:] for _ in range(int(box.count[kind]))]
    planes = []
    for kind in kinds:
        rest = [box.hut[kind], box.palms[kind] & 1, box.palms[kind] >> 1 & 1, box.boats[kind]]
        edges = [[edges[kind] >> edge & 1 for edge in range(4)] for edges in (box.land, box.lei)]
        planes.append("{" + ", ".join(f"{plane(bits):#x}ull" for bits in [*edges, rest]) + "}")
    lines = ",".join("{" + numbers(box.line[position]) + "}" for position in range(16))
    return f"""
enum {{ KINDS = {len(kinds)}, TILES = {len(tiles)}, BESIDE = {box.boats_beside} }};
static const uint8_t KIND_OF[128] = {{{numbers(tiles)}}};
static const uint8_t SHELLS[] = {{{numbers(box.shells[: len(kinds)])}}};
static const uint8_t BOATS[] = {{{numbers(box.boats[: len(kinds)])}}};
static const struct {{ uint64_t land, lei, rest; }} PLANE[] = {{{", ".join(planes)}}};
static const uint8_t LINE[16][4] = {{{lines}}};
"""


def plane(bits: list) -> int:
    return sum(1 << 16 * i for i, bit in enumerate(bits) if bit)


def numbers(values: Any) -> str:
    return ",".join(str(int(value)) for value in values)


def build(folder: Path) -> Path:
    """The C player as a library, with the box of this version."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise SystemExit("no C compiler found: install cc, or name one in CC")
    for name in ("seam.c", "maori.h"):
        shutil.copy(FOLDER / name, folder)
    (folder / "tables.h").write_text(c_tables())
    library = folder / "seam.so"
    subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", library, folder / "seam.c"], check=True)
    return library


def compare(library: Path) -> None:
    """Every game of a series, by its points, rewards and number of moves."""
    ours, theirs = RandomSeries(GAME, OPTIONS, COMPARED), SeamInC(library, COMPARED)
    for player in (ours, theirs):
        player.play(7, 123_456)
    pairs = {
        "moves": (ours.moves, theirs.moves),
        "scores": (ours.buffers.scores, theirs.scores),
        "rewards": (ours.buffers.rewards, theirs.rewards),
    }
    for field, (mine, other) in pairs.items():
        if not (mine == other).all():
            raise SystemExit(f"the C player plays other games than the rules: {field} differ")
    print(f"{COMPARED:,} games: the same moves, points and rewards")


def moves_per_second(player: Any, seconds: float) -> float:
    start, moves, first = time.thread_time(), 0, 0
    while time.thread_time() - start < seconds:
        player.play(1, first)
        first += GAMES
        moves += int(player.moves.sum())
    return moves / (time.thread_time() - start)


def interleave(players: dict[str, Any], rounds: int, measure: Callable[[Any], float]) -> dict[str, list[float]]:
    for player in players.values():
        player.play(1, 0)
    figures: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(rounds):
        for name, player in players.items():
            figures[name].append(measure(player))
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        library = build(Path(folder))
        ensure_compiled(GAME)
        compare(library)
        players = {"Seaboard": RandomSeries(GAME, OPTIONS, GAMES), "C": SeamInC(library, GAMES)}
        figures = interleave(players, args.rounds, lambda player: moves_per_second(player, args.seconds))
    for name, speeds in figures.items():
        print(f"{name:10}{median(speeds) / 1e6:6.1f} M moves per second ({min(speeds) / 1e6:.1f} to {max(speeds) / 1e6:.1f})")
    ratios = [c / ours for c, ours in zip(figures["C"], figures["Seaboard"], strict=True)]
    print(f"C is {median(ratios):.2f} times as fast ({min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()
