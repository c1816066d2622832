"""The disk cache of compiled code: a folder per game, and in it a folder per compiled entry point and version of its code."""

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

MAX_AGE = 30 * 24 * 3600  # seconds without use, after which a version is removed


@cache
def cache_root() -> Path:
    """`$SEABOARD_CACHE`, else the user's cache folder, else a temporary folder."""
    if configured := os.environ.get("SEABOARD_CACHE"):
        root = Path(configured)
    elif sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard" / "compiled"
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seaboard"
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        fallback = tempfile.mkdtemp(prefix="seaboard-")
        print(f"seaboard: cannot write to {root}; using {fallback} for compiled code in this run", file=sys.stderr)
        os.environ["SEABOARD_CACHE"] = fallback
        return Path(fallback)


def version_folder(folder: Path, name: str, key: str) -> Path:
    """The folder of one version of a compiled entry point; marks it as used."""
    label = re.sub(r"\W+", "_", name)  # a qualified name may contain <locals>
    version = folder / f"{label}-{key}"
    with contextlib.suppress(OSError):  # it may not exist yet, or belong to someone else
        os.utime(version)
    return version


def remove_unused(folder: Path) -> None:
    """Removes versions that were not used for a month; they are compiled again when needed."""
    with contextlib.suppress(OSError):
        for version in folder.iterdir():
            if re.fullmatch(r"\w+-[0-9a-f]{16}", version.name) and time.time() - version.lstat().st_mtime > MAX_AGE:
                shutil.rmtree(version, ignore_errors=True)


def ready_file(folder: Path | str) -> Path:
    """The marker file next to compiled code: complete, and compiled for this CPU."""
    from llvmlite.binding import get_host_cpu_name

    cpu = os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name()
    return Path(folder) / f"ready-{cpu}"
