"""Confines the current process, on Linux: no network, no files but Python's modules, no other programs, little memory and time.

The mechanisms, and where they work:

namespaces  separate user, network, PID and IPC namespaces: no network interface, no other process can be signalled, and all
            processes that it starts end with it. Needs unprivileged user namespaces (usual on Linux), or root.
landlock    the kernel refuses to open any file except to read below Python's library folders, to write anywhere, to run any
            program, and (from ABI 4 on) to use TCP. Needs Linux 5.13 or newer with Landlock.
rlimits     address space, CPU seconds, no core dumps, nothing written to files, few open files.

The parent process adds the time limit for each decision. macOS and Windows lack the first two, so no submission runs there.
"""

import ctypes
import os
import resource
import signal
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

NEW_USER, NEW_NET, NEW_PID, NEW_IPC = 0x10000000, 0x40000000, 0x20000000, 0x08000000
NO_NEW_PRIVILEGES, DEATH_SIGNAL = 38, 1
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
READ_FILE, READ_FOLDER = 1 << 2, 1 << 3
FILE_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}  # from this ABI on
libc = ctypes.CDLL(None, use_errno=True)


class Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class PathRule(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32))


def confine(memory: int, seconds: int) -> dict[str, int | bool]:
    """Confines this process permanently; returns what is enforced. `memory` in MB, `seconds` of CPU."""
    namespaces = enter_namespaces()
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    abi = restrict_files(library_folders())
    set_limits(memory, seconds)
    return {"namespaces": namespaces, "landlock": abi}


def enter_namespaces() -> bool:
    """Continues in a child, the first process of new namespaces. The parent waits; when one ends, so does the other."""
    if libc.unshare(NEW_USER | NEW_NET | NEW_PID | NEW_IPC):
        return False
    child = os.fork()
    if child:
        _pid, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    libc.prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    return True


def library_folders() -> list[str]:
    """The folders of Python and its packages; nothing else can be read."""
    paths = {sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    seaboard_folder = str(Path(__file__).parents[2])
    return [path for path in sorted({*paths, seaboard_folder}) if os.path.isdir(path)]


def restrict_files(readable: Iterable[str]) -> int:
    """Restricts file access by Landlock; returns its ABI, or 0 if this kernel has none."""
    abi = libc.syscall(CREATE_RULESET, None, 0, 1)
    if abi < 1:
        return 0
    files = FILE_RIGHTS[max(known for known in FILE_RIGHTS if known <= abi)]
    rules = Ruleset(files, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    ruleset = libc.syscall(CREATE_RULESET, ctypes.byref(rules), size, 0)
    if ruleset < 0:
        return 0
    for path in readable:
        folder = os.open(path, os.O_PATH | os.O_CLOEXEC)
        allow = PathRule(READ_FILE | READ_FOLDER, folder)
        libc.syscall(ADD_RULE, ruleset, 1, ctypes.byref(allow), 0)
        os.close(folder)
    done = libc.syscall(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)
    return 0 if done else abi


def set_limits(memory: int, seconds: int) -> None:
    for kind, limit in (
        (resource.RLIMIT_AS, memory * 2**20),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        resource.setrlimit(kind, (limit, limit))


def is_supported() -> bool:
    return sys.platform == "linux"
