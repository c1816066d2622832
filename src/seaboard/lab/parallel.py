"""Runs jobs in local processes or on a Ray cluster, with the same results."""

import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from ..core.errors import SeaboardError
from .single_game import missing_library


def finished(
    function: Callable[..., Any], jobs: Sequence[tuple], processes: int = 1, ray: str = ""
) -> Iterator[tuple[int, Any]]:
    """Yields (index of the job, `function(*job)`) as jobs finish.

    `ray` is the address of a cluster (`auto`, `host:port`), or `local` to start one here; without it, uses local processes.
    """
    if ray:
        yield from on_ray(function, jobs, ray)
    elif processes == 1 or len(jobs) < 2:
        for n, job in enumerate(jobs):
            yield n, function(*job)
    else:
        yield from on_processes(function, jobs, processes)


def on_processes(function: Callable[..., Any], jobs: Sequence[tuple], processes: int) -> Iterator[tuple[int, Any]]:
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))  # a fork would copy running threads
    left, running = iter(enumerate(jobs)), dict[Future, int]()
    try:
        while True:
            for n, job in itertools.islice(left, 2 * processes - len(running)):
                running[pool.submit(function, *job)] = n
            if not running:
                return
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(done), done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def on_ray(function: Callable[..., Any], jobs: Sequence[tuple], address: str) -> Iterator[tuple[int, Any]]:
    """Ray schedules the jobs and retries those of lost workers. Seaboard must be installed on all nodes."""
    ray, is_ours = join_ray(address)
    try:
        remote, here = ray.remote(run_in), os.getcwd()
        running = {remote.remote(here, function, job): n for n, job in enumerate(jobs)}
        while running:
            for done in ray.wait(list(running))[0]:
                yield running.pop(done), ray.get(done)
    finally:
        if is_ours:
            ray.shutdown()


def run_in(folder: str, function: Callable[..., Any], job: tuple) -> Any:
    """Runs a job in the caller's working directory, if it exists here: users' own bots and files may be there."""
    if os.path.isdir(folder):
        os.chdir(folder)
    return function(*job)


def call_in(folder: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """The same; Ray replaces references among the arguments by their values."""
    return run_in(folder, function, arguments)


def join_ray(address: str) -> tuple[Any, bool]:
    """Connects to Ray; returns it, and whether this call connected it."""
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
    """Tasks on a Ray cluster, one per core, whose results are collected later: for training."""

    def __init__(self, address: str):
        self.ray, self.is_ours = join_ray(address)
        self.remote, self.running = self.ray.remote(call_in), set[Any]()

    @property
    def workers(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def share(self, value: Any) -> Any:
        return self.ray.put(value)

    def submit(self, function: Callable[..., Any], *arguments: Any) -> None:
        self.running.add(self.remote.remote(os.getcwd(), function, *arguments))

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
        if self.is_ours:
            self.ray.shutdown()
