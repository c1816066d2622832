"""A time limit for work that a stranger asked for: a loop over their moves checks it, since a thread cannot be stopped."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

deadline: ContextVar[float] = ContextVar("end", default=math.inf)  # by time.monotonic()


class OutOfTime(Exception):
    """The work took longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limits the time of the code inside."""
    before = deadline.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        deadline.reset(before)


def check_time() -> None:
    """Called once for each move, line or row."""
    if time.monotonic() > deadline.get():
        raise OutOfTime
