"""A pool of threads that does not make Ctrl+C wait."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager


@contextmanager
def thread_pool(threads: int | None) -> Iterator[ThreadPoolExecutor]:
    """Like `with ThreadPoolExecutor(threads)`, but an exception drops waiting tasks and does not wait for running ones."""
    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()
