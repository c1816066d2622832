"""`Batch` on a GPU, kernel by kernel, for benchmarks/gpu_variants.py."""

import time
import traceback
from typing import Any

import numpy as np
from gpu_variants import BATCH_GAMES, BATCH_STEPS, BUFFERS, digest

from seaboard.lab import batch_runners
from seaboard.lab.batch import Batch


def run(worker: Any) -> None:
    from numba import cuda

    name = worker.game.name
    begun, cpu = time.perf_counter(), time.process_time()
    tiny = {order: Batch(name, 64, device="cuda", seed=3, points=True, order=order) for order in "FC"}
    for batch in tiny.values():
        batch.pick_random()
        batch.step()
        batch.check()
    worker.tell("compiled", wall=time.perf_counter() - begun, cpu=time.process_time() - cpu)
    for kind, kernel in vars(tiny["F"].runner.kernels).items():
        for overload in kernel.overloads.values():
            attributes = overload._codelibrary.get_cufunc().attrs
            worker.tell("kernel", kernel=kind, regs=attributes.regs, local=attributes.local)
    with worker.gpu():
        for order in "FC":
            check(worker, name, order)
        games = 2**19
        for order in "FC":
            batch = warm(name, games, order)
            worker.tell("speed", games=games, order=order, **speed(batch, cuda))
            worker.tell("kernels", games=games, order=order, **by_kernel(batch, cuda))
            for steps in (2, 4):
                batch_runners.SORTED_STEPS = steps
                worker.tell("speed", games=games, order=order, sorted_steps=steps, **speed(batch, cuda))
            batch_runners.SORTED_STEPS = 8
            batch_runners.BLOCK = 128
            worker.tell("speed", games=games, order=order, block=128, **speed(batch, cuda))
            batch_runners.BLOCK = 64
            del batch
        batch = warm(name, 2**18, "F")
        worker.tell("speed", games=2**18, order="F", **speed(batch, cuda))
        try:
            worker.tell("graph", games=2**18, order="F", **graph(batch, cuda))
        except Exception:
            worker.tell("graph failed", error=traceback.format_exc()[-600:])
        del batch
    with worker.gpu():
        for games in (2**20,):
            batch = warm(name, games, "F")
            worker.tell("speed", games=games, order="F", **speed(batch, cuda))
            del batch
    with worker.gpu():
        for without in ({"masks": False}, {"observations": False}, {"masks": False, "observations": False}):
            batch = warm(name, 2**19, "F", **without)
            worker.tell("speed", games=2**19, order="F", **without, **speed(batch, cuda))
            del batch


def check(worker: Any, name: str, order: str) -> None:
    batch = Batch(name, BATCH_GAMES, device="cuda", seed=3, points=True, order=order)
    for _ in range(BATCH_STEPS):
        batch.pick_random()
        batch.step()
    batch.check()
    there = {buffer: digest(batch.buffers[buffer].copy_to_host()) for buffer in BUFFERS}
    wrong = [buffer for buffer in BUFFERS if there[buffer] != worker.expected["batch"][buffer]]
    worker.tell("NOT EQUAL" if wrong else "equal", order=order, wrong=wrong)


def warm(name: str, games: int, order: str, **options: Any) -> Any:
    batch = Batch(name, games, device="cuda", seed=1, order=order, **options)
    for _ in range(200):
        batch.pick_random()
        batch.step()
    return batch


def speed(batch: Any, cuda: Any, seconds: float = 0.25) -> dict:
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
    """A kernel that records events around each launch."""

    def __init__(self, kernel: Any, cuda: Any, records: list, name: str):
        self.kernel, self.cuda, self.records, self.name = kernel, cuda, records, name

    def __getitem__(self, shape: Any) -> Any:
        def launch(*arguments: Any) -> None:
            events = self.cuda.event(), self.cuda.event()
            events[0].record()
            self.kernel[shape](*arguments)
            events[1].record()
            self.records.append((self.name, events))

        return launch


def by_kernel(batch: Any, cuda: Any, times: int = 10) -> dict:
    """Microseconds of each kernel of a step, and the games that it had to do with."""
    runner, records = batch.runner, []
    old, old_sorting = runner.kernels, runner.sorter.kernels
    timed = {name: Timed(kernel, cuda, records, name) for name, kernel in vars(old).items()}
    runner.kernels = type(old)(**timed)
    timed = {name: Timed(kernel, cuda, records, name) for name, kernel in vars(old_sorting).items()}
    runner.sorter.kernels = type(old)(**timed)
    rows: dict[str, float] = {}
    for _ in range(times):
        records.clear()
        batch.pick_random()
        batch.step()
        cuda.synchronize()
        number = 0
        for place, (name, (begun, ended)) in enumerate(records):
            number += name == "play"
            label = f"{name} {number}" if name == "play" else "pick" if place == 0 else name
            rows[label] = rows.get(label, 0.0) + begun.elapsed_time(ended) * 1e3 / times
    runner.kernels, runner.sorter.kernels = old, old_sorting
    return {"us": {name: round(us) for name, us in rows.items()}, "us_sum": sum(rows.values()), "going": going_by_step(batch)}


def going_by_step(batch: Any) -> list:
    """The number of games that take part in each launch of the play kernel."""
    runner, counts = batch.runner, []
    sort = runner.sorter.sort
    runner.sorter.sort = lambda stream: (sort(stream), counts.append(runner.sorter.left()))
    batch.pick_random()
    batch.step()
    runner.sorter.sort = sort
    return counts


def graph(batch: Any, cuda: Any, seconds: float = 0.25) -> dict:
    """A step as a CUDA graph: one launch."""
    from cuda.bindings import driver

    def checked(result: tuple) -> Any:
        if int(result[0]) != 0:
            raise RuntimeError(str(result[0]))
        return result[1] if len(result) > 1 else None

    stream = cuda.stream()
    handle = driver.CUstream(int(stream.handle))
    runner = batch.runner
    runner.stream = lambda: stream
    cuda.synchronize()
    checked(driver.cuStreamBeginCapture(handle, driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED))
    batch.pick_random()
    batch.step()
    captured = checked(driver.cuStreamEndCapture(handle))
    ready = checked(driver.cuGraphInstantiate(captured, 0))
    before = int(np.sum(batch.read("numbers")))
    cuda.synchronize()
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        for _ in range(10):
            checked(driver.cuGraphLaunch(ready, handle))
        stream.synchronize()
        steps += 10
    spent = time.perf_counter() - begun
    batch.check()
    ended = int(np.sum(batch.read("numbers"))) - before
    del runner.stream
    return {
        "M_steps_per_second": batch.games * steps / spent / 1e6,
        "ms": spent / steps * 1e3,
        "games_ended": ended // batch.games,
    }
