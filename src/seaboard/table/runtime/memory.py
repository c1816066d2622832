"""Returns memory to the operating system: that of search trees (up to 100 MB each), and that of LLVM's library (100 MB)."""

import asyncio
import ctypes
import re
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

from ...core.machine_code import EntryPoint
from .background import BackgroundTask

TRIM_THRESHOLD, MMAP_THRESHOLD, ARENA_MAX = -1, -3, -8  # parameters of glibc's `mallopt`
LARGE = 256 * 1024  # bytes: blocks of this size are returned as soon as they are freed
ARENAS = 2  # heaps; glibc makes up to 8 per core, and returns little of each
PAUSE = 5.0  # seconds between two calls of `malloc_trim`, and between two looks for code that was loaded
DONT_NEED, PAGE_OUT = 4, 21  # of `madvise`; the second one since Linux 5.4


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


class LinkerMemory(BackgroundTask):
    """Pages out LLVM's library, which the server loads at its start and links machine code with, but rarely needs.

    What is needed again comes back from the file, so this is safe at any time.
    """

    def __init__(self) -> None:
        self.number_loaded = -1  # the library itself is loaded at the start

    async def watch(self) -> None:
        while allocator() is not None:
            await asyncio.sleep(PAUSE)
            if EntryPoint.number_loaded > self.number_loaded:
                self.number_loaded = EntryPoint.number_loaded
                await asyncio.to_thread(page_out, "llvmlite")


def page_out(library: str) -> None:
    """Pages out the files in memory whose path contains this name; does nothing where the kernel cannot.

    The kernel keeps pages that another process uses too. This process lets go of them, except in parts of the file that it has
    changed: those are only in memory.
    """
    madvise = allocator().madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    for part in re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text(), flags=re.M)[1:]:
        addresses, permissions, *_more, file = part.splitlines()[0].split(maxsplit=5)
        if library in file:
            start, end = (int(address, 16) for address in addresses.split("-"))
            madvise(start, end - start, PAGE_OUT)
            if "w" not in permissions and re.search(r"^Anonymous: +0 kB", part, re.M):
                madvise(start, end - start, DONT_NEED)
