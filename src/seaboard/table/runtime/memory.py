"""Returns freed memory to the operating system: bots build search trees of up to 100 MB in separate threads."""

import ctypes
import sys
import time
from functools import cache
from typing import Any

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8  # parameters of glibc's `mallopt`
LARGE = 256 * 1024  # bytes: blocks of this size are returned as soon as they are freed
ARENAS = 2  # heaps; glibc makes up to 8 per core, and returns little of each
PAUSE = 5.0  # seconds between two calls of `malloc_trim`


@cache
def allocator() -> Any:
    """The C library if it is glibc; None for others, which need nothing."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        library = ctypes.CDLL("libc.so.6")
        return library if library.mallopt and library.malloc_trim else None
    except (OSError, AttributeError):
        return None


def keep_heaps_small() -> None:
    """Makes glibc return freed blocks early; called at the start of a server."""
    if allocator() is not None:
        for parameter, value in ((ARENA_MAX, ARENAS), (MMAP_THRESHOLD, LARGE), (TRIM_THRESHOLD, LARGE)):
            allocator().mallopt(parameter, value)


class Trimmer:
    """Trims the heaps after work that needed much memory, at most once in a few seconds."""

    def __init__(self) -> None:
        self.last = -PAUSE  # by the monotonic clock

    def is_due(self) -> bool:
        return allocator() is not None and time.monotonic() - self.last >= PAUSE

    def trim(self) -> None:
        """Trims the heaps; takes some milliseconds, without holding the GIL."""
        self.last = time.monotonic()
        allocator().malloc_trim(0)
