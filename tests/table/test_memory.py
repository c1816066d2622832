"""Freed memory goes back to the operating system; caches have limits in bytes; modules are imported when they are needed."""

import asyncio
import re
import subprocess
import sys
from typing import Any, cast

import numpy as np
import pytest

from seaboard.table.runtime.lru_cache import LruCache
from seaboard.table.runtime.memory import Trimmer, allocator
from seaboard.table.tables import table_registry
from seaboard.table.view import scene_update
from seaboard.table.view.scene_update import CUT_AT, SentScenes

from .in_process import inside

RESIDENT = """
import re
from pathlib import Path
import numpy as np
from seaboard.table.runtime.memory import Trimmer, keep_heaps_small

def resident():
    return int(re.findall(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[0]) // 1024

keep_heaps_small()
before = resident()
trees = [np.ones(200_000, np.int8) for _n in range(300)]  # each below the size that is always returned
last = np.ones(200_000, np.int8)  # above them on the heap
full = resident()
del trees
Trimmer().trim()
print(before, full, resident())
"""


@pytest.mark.skipif(allocator() is None, reason="only for glibc")
def test_freed_search_trees_are_returned():
    ran = subprocess.run([sys.executable, "-c", RESIDENT], capture_output=True, text=True, check=True)
    before, full, after = map(int, re.findall(r"\d+", ran.stdout))
    assert full - before > 50
    assert after - before < 15


LINKED = """
import re
import subprocess
import sys
from pathlib import Path
from llvmlite import binding
from seaboard.table.runtime.memory import page_out

def mapped():
    return int(re.findall(r"RssFile:\\s+(\\d+)", Path("/proc/self/status").read_text())[0]) // 1024

loads = "from llvmlite import binding; print(len(binding.get_host_cpu_name()), flush=True); input()"
other = subprocess.Popen([sys.executable, "-c", loads], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
other.stdout.readline()  # it uses the library, too
full = mapped()
page_out("llvmlite")
print(full, mapped(), len(binding.get_host_cpu_name()))
other.communicate(b"\\n")
"""


@pytest.mark.skipif(allocator() is None, reason="only for glibc")
def test_the_library_that_links_machine_code_is_paged_out_and_works_again():
    ran = subprocess.run([sys.executable, "-c", LINKED], capture_output=True, text=True, check=True)
    full, after, letters = map(int, ran.stdout.split())
    assert full - after > 20
    assert letters


@pytest.mark.skipif(allocator() is None, reason="only for glibc")
def test_heaps_are_trimmed_now_and_then():
    trimmer = Trimmer()
    assert trimmer.is_due()
    trimmer.trim()
    assert not trimmer.is_due()


def test_a_cache_drops_the_least_recently_used_entries_beyond_its_size():
    texts: LruCache[str, str] = LruCache(10, len)
    for key, text in {"a": "aaaa", "b": "bbbb", "c": "cc"}.items():
        texts[key] = text
    assert texts.get("a")
    texts["c"] = "cccc"  # has grown
    assert list(texts.entries) == ["a", "c"]
    texts["d"] = "d" * 11
    assert list(texts.entries) == ["d"]
    texts.pop("d")
    assert texts.size == 0


def test_tables_with_many_moves_leave_memory_sooner(tmp_path, monkeypatch):
    async def fill():
        async with inside(f"sqlite:///{tmp_path / 'tables.db'}") as house:
            tables = [await house.registry.open(await house.table("", "")) for _n in range(20)]
            in_memory = len(house.registry.tables)
            for table in tables:
                table.match.history += [(0, np.zeros_like(table.match.s))] * 100
                await house.registry.open(table.id)
            return in_memory, len(house.registry.tables)

    monkeypatch.setattr(table_registry, "CACHE_BYTES", 1_000_000)
    assert asyncio.run(fill()) == (20, 7)


def test_the_scenes_of_open_pages_are_remembered(monkeypatch):
    """Pages without an event stream share a small number."""
    monkeypatch.setattr(scene_update, "SENT_BESIDES", 3)
    is_open, scene = 0, cast(Any, dict.fromkeys(CUT_AT, "<p>") | {"viewer": 0})
    sent = SentScenes(lambda: is_open)

    def known(pages):
        marks = {page: sent.update("table", page, scene, "")["mark"] for page in map(str, range(pages))}
        return sum(sent.update("table", page, scene, mark)["base"] is not None for page, mark in reversed(marks.items()))

    assert known(20) == 3
    is_open = 10
    assert known(20) == 20


NEEDED_LATER = ("numba", "rich", "segno", "email.policy", "sqlalchemy.dialects.postgresql", "aiosmtplib", "PIL", "authlib")
STARTED = """
import sys
from seaboard import __main__
from seaboard.games import all_games
from seaboard.table.server import start
all_games()
print(*(name for name in sys.argv[1:] if name in sys.modules))
"""


def test_a_server_imports_large_modules_when_it_needs_them():
    ran = subprocess.run([sys.executable, "-c", STARTED, *NEEDED_LATER], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == []
