"""Compares the GPU kernels of this working tree with those of before (gpu_before/): one JSON row per measurement.

Temporary: remove this file and the folder gpu_before afterwards. `python benchmarks/gpu_variants.py --out FOLDER`
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNIT = int(os.environ.get("VARIANT_UNIT", 2**20))  # smaller in the simulator
ROWS = [  # what, tree, game, games in millions, order or registers; the most important ones first
    ("play", "now", "nusfjord", 2, 0),
    ("play", "before", "nusfjord", 2, 0),
    ("batch", "now", "kaivai", 1, "F"),
    ("batch", "before", "kaivai", 1, "F"),
    ("batch", "now", "nusfjord", 1, "F"),
    ("batch", "before", "nusfjord", 1, "F"),
    ("play", "now", "kaivai", 2, 0),
    ("play", "now", "nusfjord", 2, 168),
    ("play", "now", "nusfjord", 4, 0),
    ("batch", "now", "kaivai", 1, "C"),
    ("batch", "now", "nusfjord", 1, "C"),
    ("batch", "now", "kaivai", 2, "F"),
    ("batch", "now", "nusfjord", 2, "F"),
    ("batch", "before", "kaivai", 1, "C"),
    ("play", "before", "nusfjord", 4, 0),
]


def print_row(**row):
    print("ROW " + json.dumps(row), flush=True)


def limit_registers(registers):
    """Compiles the kernel of random play with at most so many registers."""
    from seaboard.core import cuda as core
    from seaboard.lab import gpu_sorted

    def make(function, game=None):
        kernel = core.find_cuda().jit(function, max_registers=registers)
        folder = cache_folder_of(function, game.cache_folder() / f"registers{registers}", game.state, game.box)
        core.compiler().cache_kernel(kernel, folder)
        return kernel

    from seaboard.core.rule import cache_folder_of

    gpu_sorted.make_kernel = make


def play(name, millions, registers, compile_only):
    """Random play in the middle of a series, for several thresholds of playing on."""
    import numpy as np

    from seaboard.games import find_game
    from seaboard.lab import gpu_sorted

    if registers:
        limit_registers(registers)
    game = find_game(name)
    games = 4096 if compile_only else millions * UNIT
    series = gpu_sorted.SortedGames(game, game.choose(), 4 * games if compile_only else 32 * UNIT, games)
    cuda, buffers = series.cuda, series.buffers
    gpu_sorted.prepare_compiling(game)
    buffers.steps.copy_to_device(np.full(series.parallel, gpu_sorted.BEGIN, np.int16))
    series.sorter.keys.copy_to_device(np.zeros(series.parallel, np.int16))
    buffers.rows.copy_to_device(np.arange(series.parallel) - series.parallel)
    for _ in range(2 if compile_only else 300 if UNIT > 100 else 3):
        series.play_step(1, 0)
    cuda.synchronize()
    if compile_only:
        return

    def moves():
        rows = buffers.rows.copy_to_host()
        lengths = series.lengths.copy_to_host().astype(np.int64)
        current = buffers.moves.copy_to_host().astype(np.int64)
        playing = series.sorter.keys.copy_to_host() != game.sort_keys + 1
        return int(lengths.sum() + current[playing & (buffers.steps.copy_to_host() != gpu_sorted.BEGIN)].sum()), int(
            (rows >= 0).sum()
        )

    for enough, block in ((16, 128), (12, 128), (20, 128), (8, 128), (16, 64), (16, 256)):
        gpu_sorted.ENOUGH, series.block = enough, block
        try:
            before, _ = moves()
            cuda.synchronize()
            started, launches = time.perf_counter(), 0
            while time.perf_counter() - started < 0.5:
                for _ in range(16):
                    series.play_step(1, 0)
                cuda.synchronize()
                launches += 16
            seconds = time.perf_counter() - started
            made = moves()[0] - before
            sorting = seconds_of(cuda, series.sorter.sort)
            print_row(
                enough=enough,
                block=block,
                M_moves_per_s=round(made / seconds / 1e6, 1),
                ms_per_launch=round(seconds / launches * 1e3, 3),
                sort_ms=round(sorting * 1e3, 3),
                left=series.sorter.left(),
            )
        except Exception as error:
            print_row(enough=enough, block=block, error=repr(error)[:300])


def seconds_of(cuda, call):
    cuda.synchronize()
    started = time.perf_counter()
    call()
    cuda.synchronize()
    return time.perf_counter() - started


def batch(name, millions, order, compile_only):
    """Steps per second of `Batch`, then the time of each kernel."""
    from collections import defaultdict

    from seaboard.core.cuda import find_cuda
    from seaboard.lab import Batch, batch_runners

    cuda = find_cuda()
    games = 1024 if compile_only else millions * UNIT
    made = Batch(name, games, device="cuda", seed=1, order=order)
    steps = 2 if compile_only else 200 if UNIT > 100 else 2
    for _ in range(steps):
        made.pick_random()
        made.step()
    cuda.synchronize()
    made.check()
    if compile_only:
        return
    for enough in ((12, 12, 1), (12, 1), (16, 12, 8, 1), (8, 8, 1), (1,), (16, 16, 16, 1)):
        batch_runners.ENOUGH = enough
        started, done = time.perf_counter(), 0
        while time.perf_counter() - started < 0.5:
            for _ in range(10):
                made.pick_random()
                made.step()
            cuda.synchronize()
            done += 10 * games
        print_row(enough=enough, M_steps_per_s=round(done / (time.perf_counter() - started) / 1e6, 1))
    batch_runners.ENOUGH = (12, 12, 1)
    started = time.perf_counter()
    for _ in range(5):
        made.pick_random()
        made.step()
    launching = (time.perf_counter() - started) / 5
    cuda.synchronize()
    runner, spent = made.runner, defaultdict(float)

    class Timed:
        """A kernel that waits until it is done, and adds up its time."""

        def __init__(self, kernel, label):
            self.kernel, self.label = kernel, label

        def __getitem__(self, shape):
            launch = self.kernel[shape]

            def run(*arguments):
                label = (
                    f"{self.label} {arguments[-1]}"
                    if self.label == "advance"
                    else f"{self.label} {arguments[0]}"
                    if self.label == "prepare"
                    else self.label
                )
                spent[label] += seconds_of(cuda, lambda: launch(*arguments))

            return run

    kernels = dict(vars(runner.kernels))
    runner.kernels = type(runner.kernels)(**{label: Timed(kernel, label) for label, kernel in kernels.items()})
    sort = runner.sorter.sort

    def timed_sort(stream=0):
        spent["sort"] += seconds_of(cuda, lambda: sort(stream))

    runner.sorter.sort = timed_sort
    for _ in range(20):
        made.pick_random()
        made.step()
    parts = {label: round(value / 20 * 1e3, 3) for label, value in spent.items()}
    print_row(ms_per_step=parts, sum=round(sum(parts.values()), 3), launch_ms=round(launching * 1e3, 3))


def tree_of(name):
    """The folder of the sources: this working tree, or a copy with the files of before."""
    if name == "now":
        return ROOT / "src"
    folder = Path("/tmp/gpu_before/src")
    if not folder.exists():
        shutil.copytree(ROOT / "src", folder, ignore=shutil.ignore_patterns("__pycache__"))
        before = ROOT / "benchmarks" / "gpu_before"
        for file in before.rglob("*.txt"):
            shutil.copy(file, folder / "seaboard" / file.relative_to(before).with_suffix(""))
    return folder


def start(row, compile_only, **more):
    what, tree, name, millions, variant = row
    command = [sys.executable, __file__, "--row", what, name, str(millions), str(variant)]
    environment = {**os.environ, "PYTHONPATH": str(tree_of(tree)), "SEABOARD_CACHE": "/tmp/gpu-cache", **more}
    return subprocess.Popen(
        [*command, *(["--compile"] if compile_only else [])],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=225, help="no measurement starts after this time")
    parser.add_argument("--row", nargs=4)
    parser.add_argument("--compile", action="store_true")
    args = parser.parse_args()
    if args.row:
        what, name, millions, variant = args.row
        if what == "play":
            play(name, int(millions), int(variant), args.compile)
        else:
            batch(name, int(millions), variant, args.compile)
        return
    began = time.monotonic()
    different = {(*row[:3], row[4]): row for row in ROWS}
    compiling = {row: start(row, True) for row in different.values()}
    for row, process in compiling.items():
        try:
            text = process.communicate(timeout=max(1, 150 - (time.monotonic() - began)))[0]
        except subprocess.TimeoutExpired:
            process.kill()
            text = process.communicate()[0] + " (too long)"
        print_row(compiled=row, at=round(time.monotonic() - began), error=text[-700:] if process.returncode else "")
    with open(args.out / "gpu_variants.jsonl", "a") as file:
        for row in ROWS:
            if time.monotonic() - began > args.seconds:
                print_row(left_out=row)
                continue
            process = start(row, False)
            try:
                text = process.communicate(timeout=45)[0]
            except subprocess.TimeoutExpired:
                process.kill()
                text = process.communicate()[0]
            found = [line[4:] for line in text.splitlines() if line.startswith("ROW ")]
            for line in found:
                text = json.dumps({"row": row, **json.loads(line)}) if found else text
                print(text, flush=True)
                file.write(text + "\n")
            if process.returncode or not found:
                print_row(row=row, code=process.returncode, error=text[-700:])
            file.flush()


if __name__ == "__main__":
    main()
