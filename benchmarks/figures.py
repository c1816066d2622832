"""Sizes and start-up times of this machine: import, first compile, warm start, copying a position. Part of `make bench`."""

import os
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from numba import njit

from seaboard.games import NAMES, find_game

COPIES = 2_000_000


@njit
def copy_often(positions, times):
    """Copies positions between the 64 elements of an array."""
    for i in range(times):
        positions[(i * 7 + 3) % 64] = positions[i % 64]


def seconds_to_copy(dtype: np.dtype) -> float:
    positions = np.zeros(64, dtype)
    copy_often(positions, 10)
    started = time.perf_counter()
    copy_often(positions, COPIES)
    return (time.perf_counter() - started) / COPIES


def seconds_for(code: str, cache: str) -> float:
    """A new Python process from its start to its end."""
    started = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "SEABOARD_CACHE": cache}, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - started


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as cache:
        bare = statistics.median(seconds_for("", cache) for _ in range(5))
        imported = statistics.median(seconds_for("import seaboard", cache) for _ in range(5)) - bare
        rows.append(("`import seaboard`", f"{imported * 1000:.0f} ms"))
        for name in NAMES:
            game = find_game(name)
            play = f"import seaboard; m = seaboard.new({name!r}); m.play(m.moves()[0])"
            rows.append((f"{game.title}: first compile, with the first move", f"{seconds_for(play, cache):.1f} s"))
            warm = statistics.median(seconds_for(play, cache) for _ in range(5))
            rows.append((f"{game.title}: warm start, from a new process to the first move played", f"{warm:.2f} s"))
            rows.append((f"{game.title}: size of a position", f"{game.state.itemsize} bytes"))
            rows.append((f"{game.title}: copying a position in compiled code", f"{seconds_to_copy(game.state) * 1e9:.1f} ns"))
    print("| figure | measured |\n|---|---:|")
    for name, figure in rows:
        print(f"| {name} | {figure} |")


if __name__ == "__main__":
    main()
