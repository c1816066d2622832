"""Work spread over this machine's processes, or over a Ray cluster: the same results, in the same order."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from rich.console import Console
from rich.progress import track

from ..core.errors import SeaboardError
from .one import missing


def spread(function: Callable[[Any], Any], jobs: Sequence, about: str, processes: int = 0, ray: str = "") -> list:
    """`function` of each job, in the order of the jobs, with a progress bar.

    `processes`: how many, 0 for one a core. `ray`: the address of a cluster ("auto", "host:port"), or "local" to begin one here.
    """
    results = on_ray(function, jobs, ray) if ray else on_processes(function, jobs, processes or os.cpu_count() or 1)
    return list(track(results, about, len(jobs), console=Console(stderr=True), transient=True))


def on_processes(function: Callable[[Any], Any], jobs: Sequence, processes: int) -> Iterator:
    if processes == 1 or len(jobs) < 2:
        yield from map(function, jobs)
        return
    with ProcessPoolExecutor(min(processes, len(jobs)), get_context("spawn")) as pool:  # a fork would copy running threads
        yield from pool.map(function, jobs)


def on_ray(function: Callable[[Any], Any], jobs: Sequence, address: str) -> Iterator:
    """Ray gives a job to whoever is free, and to another worker if one is lost."""
    try:
        import ray
    except ImportError:
        raise missing("Ray", "ray") from None
    here = ray.is_initialized()  # someone else's: left as it is
    if not here:
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise SeaboardError(f"no Ray cluster at {address}: {str(error).splitlines()[0]}") from None
    try:
        remote = ray.remote(function)
        tasks = [remote.remote(job) for job in jobs]
        for task in tasks:
            yield ray.get(task)
    finally:
        if not here:
            ray.shutdown()
