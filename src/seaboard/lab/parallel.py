"""Runs jobs in local processes or on a Ray cluster, with the same results."""

import itertools
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, NamedTuple

from ..core.boxes import add_boxes, boxes_in_memory
from ..core.deadline import OutOfTime, time_limit
from ..core.errors import SeaboardError
from ..games import find_game
from .single_game import missing_library


def run_jobs(
    function: Callable[..., Any], jobs: Sequence[tuple], processes: int = 1, ray: str = "", seconds: float = math.inf
) -> Iterator[tuple[int, Any]]:
    """Yields (index of the job, `function(*job)`) as jobs finish, for at most `seconds`; jobs that still run then are dropped.

    In this process, a job is stopped where it calls `check_time`. `ray` is the address of a cluster (`auto`, `host:port`), or
    `local` to start one here; without it, uses local processes.
    """
    end = time.monotonic() + seconds
    if ray:
        yield from on_ray(function, jobs, ray, end)
    elif processes == 1 or len(jobs) < 2:
        for n, job in enumerate(jobs):
            try:
                with time_limit(end - time.monotonic()):
                    result = function(*job)
            except OutOfTime:
                return
            yield n, result
    else:
        yield from on_processes(function, jobs, min(processes, len(jobs)), end)


def until_interrupted(items: Iterable[Any], on_signal: Callable[[BaseException], None]) -> Iterator[Any]:
    """Yields the items until Ctrl+C or SIGTERM, so that the caller can use those so far; `on_signal` gets the exception."""
    try:
        yield from items
    except (KeyboardInterrupt, SystemExit) as interrupt:
        on_signal(interrupt)


def start_worker(boxes: Sequence[tuple[str, str]]) -> None:
    """Prepares a worker process: it ignores Ctrl+C, and gets the boxes of its caller."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends Ctrl+C to all processes; the parent ends its workers
    add_boxes(boxes, find_game)


def on_processes(function: Callable[..., Any], jobs: Sequence[tuple], processes: int, end: float) -> Iterator[tuple[int, Any]]:
    context, others = multiprocessing.get_context("spawn"), set(multiprocessing.active_children())  # a fork would copy threads
    pool = ProcessPoolExecutor(processes, context, start_worker, (boxes_in_memory(),))
    left, running = iter(enumerate(jobs)), dict[Future, int]()
    try:
        while True:
            for n, job in itertools.islice(left, 2 * processes - len(running)):
                running[pool.submit(function, *job)] = n
            if not running or time.monotonic() > end:
                return
            limit = None if end == math.inf else max(0.0, end - time.monotonic())
            for done in wait(running, limit, FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if running:  # else the interpreter would wait for their jobs when it ends
            for worker in set(multiprocessing.active_children()) - others:
                worker.terminate()


def on_ray(function: Callable[..., Any], jobs: Sequence[tuple], address: str, end: float) -> Iterator[tuple[int, Any]]:
    """Ray schedules the jobs and retries those of lost workers. Seaboard must be installed on all nodes."""
    ray, connected_here = join_ray(address)
    try:
        remote, caller = ray.remote(run_in), ray.put(Caller(os.getcwd(), boxes_in_memory()))
        running = {remote.remote(caller, function, job): n for n, job in enumerate(jobs)}
        while running and time.monotonic() <= end:
            limit = None if end == math.inf else max(0.0, end - time.monotonic())
            for done in ray.wait(list(running), timeout=limit)[0]:
                yield running.pop(done), ray.get(done)
    finally:
        for one in running:
            ray.cancel(one, force=True)
        if connected_here:
            ray.shutdown()


class Caller(NamedTuple):
    """The state of the caller that a job on another machine needs."""

    folder: str
    boxes: list[tuple[str, str]]  # hash and text


def run_in(caller: Caller, function: Callable[..., Any], job: tuple) -> Any:
    """Runs a job in the caller's working directory, if it exists here: users' own bots and files may be there."""
    if os.path.isdir(caller.folder):
        os.chdir(caller.folder)
    add_boxes(caller.boxes, find_game)
    return function(*job)


def call_in(caller: Caller, function: Callable[..., Any], *arguments: Any) -> Any:
    """`run_in` with the arguments one by one, since Ray replaces only top-level references by their values."""
    return run_in(caller, function, arguments)


def join_ray(address: str) -> tuple[Any, bool]:
    """Connects to Ray; returns the module `ray`, and whether this call connected."""
    try:
        import ray
    except ImportError:
        raise missing_library("Ray", "ray") from None
    if ray.is_initialized():
        return ray, False
    try:
        ray.init(address="local" if address == "local" else address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise SeaboardError(f"no Ray cluster at {address}: {str(error).strip().splitlines()[0]}") from None
    return ray, True


class RayPool:
    """Runs tasks on a Ray cluster, one per core; `results` collects those that are done. For training."""

    def __init__(self, address: str):
        self.ray, self.connected_here = join_ray(address)
        self.remote, self.running = self.ray.remote(call_in), set[Any]()
        self.caller = self.ray.put(Caller(os.getcwd(), boxes_in_memory()))

    @property
    def workers(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def share(self, value: Any) -> Any:
        return self.ray.put(value)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.running.add(self.remote.remote(self.caller, function, *arguments))

    def results(self) -> list[Any]:
        if not self.running:
            return []
        done, _ = self.ray.wait(list(self.running), num_returns=len(self.running), timeout=0)
        self.running -= set(done)
        return [self.ray.get(one) for one in done]

    def __enter__(self) -> "RayPool":
        return self

    def __exit__(self, *_: object) -> None:
        """Drops running tasks, and leaves the cluster."""
        for one in self.running:
            self.ray.cancel(one, force=True)
        if self.connected_here:
            self.ray.shutdown()
