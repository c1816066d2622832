"""Variants of the GPU kernels in one call on one GPU: `python benchmarks/gpu_variants.py --out FOLDER`.

Each job is a process of its own: it compiles (all at a time), waits for its turn on the GPU, checks that seeded games equal the
CPU's (gpu_expected.json), measures, and prints a JSON line per figure, also to FOLDER/variants.jsonl.
"""

import argparse
import fcntl
import hashlib
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "src"))

CHECKED_GAMES, CHECKED_IN_PARALLEL = 20_000, 4096
BATCH_GAMES, BATCH_STEPS = 2048, 250
BUFFERS = ("states", "numbers", "movers", "counts", "masks", "observations", "rewards", "scores", "points", "done")


def jobs() -> list[tuple[str, str, dict]]:
    """(job, game, options), in order of importance; all start at once."""
    listed: list[tuple[str, str, dict]] = [(job, game, {}) for job in ("play", "batch") for game in ("kaivai", "nusfjord")]
    listed += [("play", "nusfjord", {"registers": n}) for n in (128, 168)]
    listed += [("play", "nusfjord", {"large_rule": 600}), ("play", "nusfjord", {"large_rule": 150})]
    listed += [("play", "kaivai", {"registers": 128}), ("play", "kaivai", {"registers": 168})]
    listed += [("play", "nusfjord", {"old_keys": True})]
    listed += [("keys", "nusfjord", {}), ("batch", "nusfjord", {"registers": 128})]
    listed += [("play", "nusfjord", {"registers": 96}), ("batch", "kaivai", {"registers": 128})]
    return listed


# the parent: starts jobs, relays their lines


def run_all(args: argparse.Namespace) -> None:
    started = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="gpu-variants-"))
    args.out.mkdir(parents=True, exist_ok=True)
    log = open(args.out / "variants.jsonl", "w")
    waiting = [job for job in jobs() if re.search(args.only, " ".join(map(str, job)))]
    running: dict[int, tuple] = {}
    lines: queue.Queue = queue.Queue()

    def tell(line: str) -> None:
        print(line, flush=True)
        log.write(line + "\n")
        log.flush()

    def relay(process: Any) -> None:
        for line in process.stdout:
            lines.put((process.pid, line.strip()))
        lines.put((process.pid, None))

    tell(json.dumps({"what": "machine", **machine()}))
    for number, job in enumerate(waiting):
        process = start_job(number, job, scratch)
        running[process.pid] = (process, job)
        threading.Thread(target=relay, args=(process,), daemon=True).start()
    while running and time.monotonic() - started < args.limit:
        try:
            number, line = lines.get(timeout=0.5)
        except queue.Empty:
            continue
        if line is not None:
            tell(line)
            continue
        process, job = running.pop(number)
        note = {"what": "ended", "job": job, "exit": process.wait(), "at": round(time.monotonic() - started, 1)}
        if process.returncode:
            note["error"] = (scratch / f"{process.pid}.err").read_text()[-1500:]
        tell(json.dumps(note))
    for process, job in running.values():
        os.killpg(process.pid, signal.SIGKILL)
        tell(json.dumps({"what": "stopped", "job": job}))
    tell(json.dumps({"what": "end", "seconds": round(time.monotonic() - started, 1)}))
    shutil.rmtree(scratch, ignore_errors=True)


def start_job(number: int, job: tuple, scratch: Path) -> Any:
    own = scratch / f"{number:02}"
    own.mkdir()
    given = json.dumps({"scratch": str(scratch), "own": str(own), "job": job[0], "game": job[1], "options": job[2]})
    environment = {**os.environ, "SEABOARD_CACHE": str(own / "cache"), "PYTHONUNBUFFERED": "1"}
    environment["PYTHONPATH"] = f"{FOLDER.parent / 'src'}:{os.environ.get('PYTHONPATH', '')}"
    errors = open(scratch / f"{own.name}.err", "w+")
    process: Any = subprocess.Popen(
        [sys.executable, __file__, "--worker", given],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env=environment,
        start_new_session=True,
    )
    (scratch / f"{process.pid}.err").symlink_to(scratch / f"{own.name}.err")
    return process


def machine() -> dict:
    try:
        query = ["nvidia-smi", "--query-gpu=name,driver_version,clocks.max.sm", "--format=csv,noheader"]
        shown = subprocess.run(query, capture_output=True, text=True, timeout=20).stdout.strip()
    except Exception as error:
        shown = repr(error)
    return {"gpu": shown, "cores": os.cpu_count(), "load": os.getloadavg(), "python": sys.version.split()[0]}


# a job


class Worker:
    def __init__(self, given: dict):
        from seaboard.games import find_game

        self.job, self.options = given["job"], given["options"]
        self.scratch, self.own = Path(given["scratch"]), Path(given["own"])
        self.game = find_game(given["game"])
        self.expected = json.loads((FOLDER / "gpu_expected.json").read_text())[given["game"]]
        self.begun = time.monotonic()

    def tell(self, what: str, **figures: Any) -> None:
        names = {"what": what, "job": self.job, "game": self.game.name, **self.options}
        rounded = {k: round(v, 3) if isinstance(v, float) else v for k, v in figures.items()}
        print(json.dumps(names | rounded | {"at": round(time.monotonic() - self.begun, 1)}), flush=True)

    @contextmanager
    def gpu(self, important: bool = True) -> Any:
        """The GPU for this process alone; important measurements and earlier jobs of the list go first."""
        wish = self.scratch / f"wish-{0 if important else 1}-{self.own.name}"
        wish.write_text(str(os.getpid()))
        with open(self.scratch / "gpu.lock", "w") as lock:
            while True:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if min(filter(lives, self.scratch.glob("wish-*"))) == wish:
                    break
                fcntl.flock(lock, fcntl.LOCK_UN)
                time.sleep(0.05)
            alarm = threading.Timer(40, lambda: os._exit(9))  # a kernel that hangs
            alarm.daemon = True
            alarm.start()
            try:
                yield
            finally:
                alarm.cancel()
                wish.unlink()

    def run(self) -> None:
        from seaboard.core import numba_rules
        from seaboard.core.cuda import find_cuda
        from seaboard.lab import batch_runners, gpu_sorted

        numba_rules.LARGE_RULE = self.options.get("large_rule", numba_rules.LARGE_RULE)
        if self.options.get("old_keys"):
            use_old_keys()
        if "registers" in self.options:
            for module in (batch_runners, gpu_sorted):
                names: Any = module
                names.make_kernel = lambda function, game=None: find_cuda().jit(
                    function, max_registers=self.options["registers"]
                )
        {"batch": self.batch, "keys": self.keys, "play": self.play}[self.job]()

    def tell_kernel(self, label: str, kernel: Any) -> None:
        for overload in kernel.overloads.values():
            attributes = overload._codelibrary.get_cufunc().attrs
            self.tell("kernel", kernel=label, regs=attributes.regs, local=attributes.local)

    # random play

    def compiled(self) -> Any:
        """Compiles the kernel by a tiny series; checks seeded games."""
        tiny, wall, cpu = self.series(64, 32), time.perf_counter(), time.process_time()
        tiny.play(1, 0)
        self.tell("compiled", wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
        self.tell_kernel("play", tiny.kernel)
        return tiny

    def series(self, games: int, parallel: int, block: int = 128) -> Any:
        from seaboard.lab.gpu_sorted import SortedGames

        return SortedGames(self.game, self.game.choose(), games, parallel, block)

    def play(self) -> None:
        from seaboard.lab import gpu_sorted

        self.compiled()
        own = not self.options
        with self.gpu(own):
            series = self.series(CHECKED_GAMES, CHECKED_IN_PARALLEL)
            series.play(1, 0)
            scores, moves = series.results()
            there = {"scores": digest(scores), "moves": moves}
            same = there == {key: self.expected.get(key) for key in there}
            self.tell("equal" if same else "NOT EQUAL", **({} if same else there))
            if own:
                series = self.series(WHOLE_SERIES, 2**22)
                begun = time.perf_counter()
                series.play(1, 0)
                spent = time.perf_counter() - begun
                self.tell(
                    "OFFICIAL", M_moves_per_second=series.results()[1] / spent / 1e6, seconds=spent, parallel=series.parallel
                )
        measured = [(2**21, 128, (16, 64)), (2**21, 128, (20, 64)), (2**21, 128, (33, 1))]
        if own:
            measured += [(2**21, 128, (24, 64)), (2**21, 128, (12, 64)), (2**21, 128, (16, 4)), (2**21, 128, (16, 8))]
            measured += [(2**21, 64, (16, 64)), (2**21, 256, (16, 64)), (2**22, 128, (16, 64)), (2**22, 128, (20, 64))]
        with self.gpu(False):
            series = self.series(2**24, 2**21)
            warm_up(series)
            for parallel, block, votes in measured:
                if parallel > series.parallel:
                    series = self.series(2**24, parallel)
                    warm_up(series)
                series.block, gpu_sorted.ENOUGH, gpu_sorted.MOST = block, *votes
                self.tell("steady", parallel=series.parallel, block=block, enough=votes[0], most=votes[1], **steady(series))
            series.block = 128
            if own:
                self.carve_out(series)

    def carve_out(self, series: Any) -> None:
        """All of the multiprocessor's memory as L1 cache."""
        try:
            from cuda.bindings import driver

            for overload in series.kernel.overloads.values():
                function = overload._codelibrary.get_cufunc()
                kind = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT
                handle = driver.CUfunction(int(getattr(function.handle, "value", function.handle)))
                result = driver.cuFuncSetAttribute(handle, kind, 0)
            self.tell("steady", carve_out=0, result=str(result), **steady(series))
        except Exception:
            self.tell("failed", error=traceback.format_exc()[-400:])

    def keys(self) -> None:
        """Games and microseconds of each sort key, each in a launch of its own; one step each."""
        from seaboard.lab import gpu_sorted

        self.compiled()
        with self.gpu(False):
            gpu_sorted.ENOUGH, gpu_sorted.MOST = 33, 1
            series, total = self.series(2**24, 2**20), {}
            warm_up(series)
            for _ in range(12):
                for key, games, us in step_by_key(series):
                    old = total.get(key, (0, 0.0))
                    total[key] = old[0] + games, old[1] + us
            rows = sorted(((key - 1, games, round(us)) for key, (games, us) in total.items()), key=lambda row: -row[2])
            self.tell("keys", key_games_us=rows[:90], us_by_key=sum(row[2] for row in rows) / 12)

    # `Batch`

    def batch(self) -> None:
        from seaboard.lab import batch_runners
        from seaboard.lab.batch import Batch

        name, own = self.game.name, not self.options
        tiny = self.compiled_batch("F")
        for label, kernel in vars(tiny.runner.kernels).items():
            self.tell_kernel(label, kernel)
        votes = [(16, 1), (16, 16, 1), (8, 1), (8, 8, 1), (4, 1), (16, 16, 16, 1), (12, 12, 1)]
        for games in (2**19, 2**20) if own else (2**19,):
            batch = Batch(name, games, device="cuda", seed=1)
            with self.gpu(own):
                warm_batch(batch)
                self.tell("OFFICIAL batch", games=games, enough=batch_runners.ENOUGH, **batch_speed(batch, 0.5))
                if own:
                    self.tell("kernels", games=games, **by_kernel(batch))
            with self.gpu(False):
                for enough in votes:
                    batch_runners.ENOUGH = enough
                    self.tell("batch", games=games, enough=enough, **batch_speed(batch, 0.2))
            batch_runners.ENOUGH = votes[-1]
            del batch
        for order, without in (("F", {"masks": False}), ("F", {"observations": False}), ("C", {})) if own else ():
            if order == "C":
                self.compiled_batch("C")
            batch = Batch(name, 2**19, device="cuda", seed=1, order=order, **without)
            with self.gpu(False):
                warm_batch(batch)
                self.tell("batch", games=2**19, order=order, **without, **batch_speed(batch, 0.2))
            del batch

    def compiled_batch(self, order: str) -> Any:
        """Compiles the kernels by a tiny batch; checks seeded games."""
        from seaboard.lab.batch import Batch

        wall, cpu = time.perf_counter(), time.process_time()
        tiny = Batch(self.game.name, 64, device="cuda", seed=3, points=True, order=order)
        tiny.pick_random()
        tiny.step()
        tiny.check()
        self.tell("compiled", order=order, wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
        with self.gpu(not self.options):
            self.check_batch(order)
        return tiny

    def check_batch(self, order: str) -> None:
        from seaboard.lab.batch import Batch

        batch = Batch(self.game.name, BATCH_GAMES, device="cuda", seed=3, points=True, order=order)
        for _ in range(BATCH_STEPS):
            batch.pick_random()
            batch.step()
        batch.check()
        there = {buffer: digest(batch.buffers[buffer].copy_to_host()) for buffer in BUFFERS}
        wrong = [buffer for buffer in BUFFERS if there[buffer] != self.expected["batch"][buffer]]
        self.tell("NOT EQUAL" if wrong else "equal", order=order, wrong=wrong)


WHOLE_SERIES = 2**24  # games of a whole series, as in the command


def warm_up(series: Any) -> None:
    """Until the games are at different points of their course: as many moves per game as with 1,000 single steps."""
    from seaboard.lab import gpu_sorted

    buffers, votes = series.buffers, (gpu_sorted.ENOUGH, gpu_sorted.MOST)
    gpu_sorted.ENOUGH, gpu_sorted.MOST = 16, 64
    buffers.steps.copy_to_device(np.full(series.parallel, gpu_sorted.BEGIN, np.int16))
    series.sorter.keys.copy_to_device(np.zeros(series.parallel, np.int16))
    buffers.rows.copy_to_device(np.arange(series.parallel) - series.parallel)
    for _ in range(250):
        series.play_step(1, 0)
    series.cuda.synchronize()
    gpu_sorted.ENOUGH, gpu_sorted.MOST = votes


def total_moves(series: Any) -> int:
    from seaboard.lab.gpu_sorted import BEGIN, FINISHED

    steps, moves = series.buffers.steps.copy_to_host(), series.buffers.moves.copy_to_host()
    going = (steps != BEGIN) & (steps != FINISHED)
    return int(moves[going].sum(dtype=np.int64)) + int(series.lengths.copy_to_host().sum(dtype=np.int64))


def steady(series: Any, seconds: float = 0.25) -> dict:
    """Moves per second in the middle of a series."""
    for _ in range(4):
        series.play_step(1, 0)
    before, steps = total_moves(series), 0
    series.cuda.synchronize()
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(16):
            series.play_step(1, 0)
        series.cuda.synchronize()
        steps += 16
    spent = time.perf_counter() - begun
    moves = total_moves(series) - before
    return {
        "M_moves_per_second": moves / spent / 1e6,
        "ms_per_sorted_step": spent / steps * 1e3,
        "moves_per_game": moves / steps / series.parallel,
        "going": series.sorter.left(),
    }


def step_by_key(series: Any) -> list:
    """A step, with a launch for each sort key: (bin, games, microseconds) of each."""
    from seaboard.lab import gpu_sorted

    cuda, launched, buffers, sorter = series.cuda, [], series.buffers, series.sorter
    sorter.sort()
    counts = np.bincount(sorter.keys.copy_to_host(), minlength=series.game.sort_keys + 2)[:-1]
    places = np.concatenate([[0], np.cumsum(counts)])
    for key in np.flatnonzero(counts):
        games = int(counts[key])
        order = sorter.order[int(places[key]) : int(places[key]) + games]
        going = cuda.to_device(np.full(1, games, np.int32))
        events = cuda.event(), cuda.event()
        first = (buffers.positions, buffers.steps, sorter.keys, buffers.generators, buffers.moves, buffers.rows)
        last = (series.box, 1, 0, series.scores, series.lengths, gpu_sorted.ENOUGH, gpu_sorted.MOST)
        events[0].record()
        series.kernel[-(-games // series.block), series.block](order, going, *first, *last)
        events[1].record()
        events[1].synchronize()
        launched.append((int(key), games, events[0].elapsed_time(events[1]) * 1e3))
    return launched


def warm_batch(batch: Any) -> None:
    from numba import cuda

    for _ in range(250):
        batch.pick_random()
        batch.step()
    cuda.synchronize()


def batch_speed(batch: Any, seconds: float) -> dict:
    from numba import cuda

    cuda.synchronize()
    begun, steps, host = time.perf_counter(), 0, 0.0
    while time.perf_counter() - begun < seconds:
        started = time.perf_counter()
        for _ in range(10):
            batch.pick_random()
            batch.step()
        host += time.perf_counter() - started
        cuda.synchronize()
        steps += 10
    spent = time.perf_counter() - begun
    batch.check()
    return {"M_steps_per_second": batch.games * steps / spent / 1e6, "ms": spent / steps * 1e3, "ms_host": host / steps * 1e3}


class Timed:
    """A kernel that notes the time of each launch, alone on the GPU."""

    def __init__(self, kernel: Any, records: list, name: str):
        self.kernel, self.records, self.name = kernel, records, name

    def __getitem__(self, shape: Any) -> Any:
        from numba import cuda

        def launch(*arguments: Any) -> None:
            cuda.synchronize()
            begun = time.perf_counter()
            self.kernel[shape](*arguments)
            launched = time.perf_counter()
            cuda.synchronize()
            self.records.append((self.name, time.perf_counter() - begun, launched - begun))

        return launch


def by_kernel(batch: Any, times: int = 8) -> dict:
    """[microseconds until it is done, of these until it is launched] of each kernel of a step; games in each advance kernel."""
    runner, sorter, records, going = batch.runner, batch.runner.sorter, [], []
    old, old_sorting = runner.kernels, sorter.kernels
    runner.kernels = type(old)(**{name: Timed(kernel, records, name) for name, kernel in vars(old).items()})
    sorter.kernels = type(old)(**{name: Timed(kernel, records, name) for name, kernel in vars(old_sorting).items()})
    rows: dict[str, np.ndarray] = {}
    for _ in range(times):
        records.clear()
        batch.pick_random()
        batch.step()
        number = 0
        for place, (name, spent, launching) in enumerate(records):
            number += name == "advance"
            label = f"{name} {number}" if name == "advance" else "pick" if place == 0 else name
            rows[label] = rows.get(label, np.zeros(2)) + np.array([spent, launching]) * 1e6 / times
    runner.kernels, sorter.kernels = old, old_sorting
    sort = sorter.sort
    sorter.sort = lambda stream: (sort(stream), going.append(sorter.left()))
    batch.pick_random()
    batch.step()
    del sorter.sort
    return {"us": {name: row.round().tolist() for name, row in rows.items()}, "going": going}


def use_old_keys() -> None:
    """Nusfjord's sort keys before its resolutions had three."""
    from seaboard.core.rule import rule
    from seaboard.games.nusfjord import sort_key as keys

    def old_resolution(s):
        f = s.frames[s.depth - 1]
        return 0 if f.player >= 0 and s.players[f.player].triggered_by else 2

    names: Any = keys
    names.resolution.py_func.__globals__["resolution"] = rule(old_resolution)


def lives(wish: Path) -> bool:
    """Whether the process that wishes for the GPU still runs."""
    try:
        os.kill(int(wish.read_text() or os.getpid()), 0)
    except (OSError, ValueError):
        return False
    return True


def digest(array: Any) -> str:
    return hashlib.blake2b(array.tobytes(order="C"), digest_size=8).hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--limit", type=float, default=130)
    parser.add_argument("--only", default="")
    parser.add_argument("--worker")
    args = parser.parse_args()
    if args.worker:
        Worker(json.loads(args.worker)).run()
    else:
        run_all(args)


if __name__ == "__main__":
    main()
