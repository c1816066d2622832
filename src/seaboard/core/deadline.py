"""A time limit for work that a stranger asked for: a loop over their moves checks it, since a thread cannot be stopped."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

end: ContextVar[float] = ContextVar("end", default=math.inf)  # by time.monotonic()


class OutOfTime(Exception):
    """The work took longer than it may."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limits the time of the code inside."""
    before = end.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        end.reset(before)


def check_time() -> None:
    """Called once for each move, line or row."""
    if time.monotonic() > end.get():
        raise OutOfTime
