"""Freed memory goes back to the operating system."""

import re
import subprocess
import sys

import pytest

from seaboard.table.runtime.memory import Trimmer, allocator

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
