"""Where compiled code is kept on disk: a folder for each game, in it one for each entry and version of its code."""

import contextlib
import os
import re
import shutil
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

UNUSED = 30 * 24 * 3600  # seconds after which a version that nobody used is removed


@cache
def cache_root() -> Path:
    """`$SEABOARD_CACHE`, else the user's cache folder, else a temporary one."""
    if named := os.environ.get("SEABOARD_CACHE"):
        wanted = Path(named)
    elif sys.platform == "win32":
        wanted = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "seaboard" / "compiled"
    else:
        wanted = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seaboard"
    try:
        wanted.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=wanted):
            return wanted
    except OSError:
        instead = tempfile.mkdtemp(prefix="seaboard-")
        print(f"seaboard: cannot write to {wanted}; compiled code goes to {instead} for this run", file=sys.stderr)
        os.environ["SEABOARD_CACHE"] = instead
        return Path(instead)


def version_folder(folder: Path, name: str, key: str) -> Path:
    """The folder of one version of an entry; from now on it counts as used."""
    label = re.sub(r"\W+", "_", name)  # it may hold <locals>
    version = folder / f"{label}-{key}"
    with contextlib.suppress(OSError):  # it need not be there yet, nor be ours
        os.utime(version)
    return version


def remove_unused(folder: Path) -> None:
    """Removes versions not used for a month. Whoever needs one of them after all compiles it again."""
    with contextlib.suppress(OSError):
        for version in folder.iterdir():
            if re.fullmatch(r"\w+-[0-9a-f]{16}", version.name) and time.time() - version.lstat().st_mtime > UNUSED:
                shutil.rmtree(version, ignore_errors=True)


def ready_file(folder: Path | str) -> Path:
    """The file that says, beside compiled code: it is whole, and for this processor."""
    from llvmlite.binding import get_host_cpu_name

    processor = os.environ.get("NUMBA_CPU_NAME") or get_host_cpu_name()  # Numba compiles for the one that is named
    return Path(folder) / f"ready-{processor}"
