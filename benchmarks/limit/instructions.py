"""Instructions and mispredicted branches per decision of random play, and a lower bound for them.

    python benchmarks/limit/instructions.py [GAME ...]

Needs valgrind with its headers (Debian: `valgrind`) and a C compiler. Callgrind counts the same on a busy machine. It has no
AVX-512, so the code is compiled for Haswell, in a separate cache. Its branch predictor is simpler than a processor's.

The lower bound counts what every implementation of the seam must do: hash a number for each draw (SipHash-2-4), write the list
of legal actions, and pick one of them. The rest is the rules.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

GAMES: dict[str, dict[str, Any]] = {"maori": {"players": 2}, "kaivai": {"players": 3}, "nusfjord": {"players": 3}}
SERIES = 40  # games
HASH, WRITE, PICK = 118, 5, 22  # instructions: of a draw, of an action in the list, of a pick
COLUMNS = ("game", "instructions", "branches", "mispredicted", "draws", "legal actions", "lower bound")
DIGITS = (0, 1, 1, 2, 1, 0)
HASWELL = "+avx,+avx2,+bmi,+bmi2,+cmov,+cx16,+f16c,+fma,+lzcnt,+mmx,+movbe,+popcnt,+sse,+sse2,+sse3,+sse4.1,+sse4.2,+ssse3"
SWITCH = """#include <valgrind/callgrind.h>
void count(void) { CALLGRIND_START_INSTRUMENTATION; }
void stop(void) { CALLGRIND_STOP_INSTRUMENTATION; }
"""


def play(name: str, library: str) -> None:
    """Plays the series; Callgrind counts the second time only. Prints the moves, draws and legal actions."""
    import ctypes

    from seaboard.games import find_game
    from seaboard.lab.batch import Batch
    from seaboard.loops.random_games import RandomSeries

    game, switch = find_game(name), ctypes.CDLL(library)
    series, single = (RandomSeries(game, game.choose(**GAMES[name]), games) for games in (SERIES, 1))
    series.play(1, 0)
    switch.count()
    series.play(1, 0)
    switch.stop()
    draws = 0
    for number in range(SERIES):
        single.play(1, number)
        draws += int(single.last["counter"][0])
    batch, listed = Batch(name, 64, masks=False, observations=False, **GAMES[name]), 0
    for _ in range(500):
        listed += int(batch.counts.sum())
        batch.pick_random()
        batch.step()
    moves = int(series.moves.sum())
    print(f"FOUND {moves} {draws / moves} {listed / 500 / 64}")


def measure(name: str, folder: Path) -> None:
    environment = {**os.environ, "NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": HASWELL, "PYTHONHASHSEED": "0"}
    environment["SEABOARD_CACHE"] = str(folder / "cache")
    command = [sys.executable, __file__, "--play", name, str(folder / "switch.so")]
    subprocess.run(command, env=environment, check=True, capture_output=True)  # compiles
    callgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--branch-sim=yes"]
    command = [*callgrind, f"--callgrind-out-file={folder / name}", *command]
    result = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    counts = re.search(r"FOUND (\d+) (\S+) (\S+)", result.stdout)
    totals = re.findall(r"^totals: (.*)$", (folder / name).read_text(), re.M)
    if not counts or not totals:
        raise SystemExit(f"valgrind did not count: {result.stderr[-500:]}")
    instructions, branches, missed, indirect, missed_indirect = (int(n) for n in totals[-1].split())
    moves, draws, listed = int(counts[1]), float(counts[2]), float(counts[3])
    bound = PICK + HASH * draws + WRITE * listed
    all_branches, all_missed = branches + indirect, missed + missed_indirect
    figures = (instructions / moves, all_branches / moves, all_missed / moves, draws, listed, bound)
    cells = [f"{figure:,.{digits}f}" for figure, digits in zip(figures, DIGITS, strict=True)]
    print(f"| {name} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--play"]:
        play(sys.argv[2], sys.argv[3])
        return
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler or not shutil.which("valgrind"):
        raise SystemExit("this needs valgrind and a C compiler: apt-get install valgrind gcc")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "switch.c")
        source.write_text(SWITCH)
        subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", Path(folder, "switch.so"), source], check=True)
        print(f"| {' | '.join(COLUMNS)} |\n|---|{'---:|' * len(DIGITS)}", flush=True)
        for name in sys.argv[1:] or GAMES:
            measure(name, Path(folder))


if __name__ == "__main__":
    main()
