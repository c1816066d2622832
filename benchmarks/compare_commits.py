"""Compares the speed of random play of two checkouts: interleaved runs on one core, in CPU time of the thread.

git worktree add ../before 512ea25
python benchmarks/compare_commits.py ../before nusfjord players=2
python benchmarks/compare_commits.py --steps all ../before nusfjord
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent.parent
SERIES = 200  # games per call
BATCH = 1024  # games in parallel
STEPS = {
    "all": {},
    "mask": {"observations": False},
    "observation": {"masks": False},
    "none": {"masks": False, "observations": False},
}


def moves_per_second(name: str, options: dict[str, Any], seconds: float) -> float:
    """Random play with the package that this process imports."""
    from seaboard.games import find_game
    from seaboard.loops.random_games import RandomSeries

    game = find_game(name)
    series = RandomSeries(game, game.choose(**options), SERIES)
    series.play(1, 0)
    started, moves, first = time.thread_time(), 0, 0
    while time.thread_time() - started < seconds:
        series.play(1, first)
        moves, first = moves + int(series.moves.sum()), first + SERIES
    return moves / (time.thread_time() - started)


def steps_per_second(name: str, options: dict[str, Any], seconds: float, written: str) -> float:
    """Random play with `Batch`; `written` says which buffers it writes (STEPS)."""
    from seaboard.lab.batch import Batch

    settings: dict[str, Any] = {**STEPS[written], **options}
    batch = Batch(name, BATCH, **settings)
    for _ in range(100):
        batch.pick_random()
        batch.step()
    started, steps = time.thread_time(), 0
    while time.thread_time() - started < seconds:
        batch.pick_random()
        batch.step()
        steps += BATCH
    return steps / (time.thread_time() - started)


def as_options(words: list[str]) -> dict[str, Any]:
    return {key: int(value) if value.isdigit() else value for key, value in (option.split("=") for option in words)}


def measure_in(checkout: Path, arguments: list[str]) -> float:
    """Measures in a separate process, with the package of that checkout."""
    command = [sys.executable, __file__, "--one", str(checkout), *arguments]
    result = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(checkout / "src")}, check=True, capture_output=True)
    return float(result.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--one", action="store_true", help="measure only the imported package")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--steps", choices=STEPS, help="steps of Batch instead of random play, and what they write")
    parser.add_argument("before", type=Path, help="the other checkout")
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="such as players=2")
    args = parser.parse_args()
    if args.one:
        settings = (args.game, as_options(args.options), args.seconds)
        print(steps_per_second(*settings, args.steps) if args.steps else moves_per_second(*settings))
        return
    arguments = [f"--seconds={args.seconds}", *([f"--steps={args.steps}"] if args.steps else []), args.game, *args.options]
    pairs = [(measure_in(args.before, arguments), measure_in(HERE, arguments)) for _ in range(args.times)]
    before, now = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(new / old for old, new in pairs)
    print(f"| {' '.join([args.game, *args.options])} | {before / 1e6:.2f} | {now / 1e6:.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
