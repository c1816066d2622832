"""Atomic file writes, and folders that one process uses at a time."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from .core.errors import SeaboardError


def check_writable(*files: Path | None) -> None:
    """Raises SeaboardError if one of these files cannot be written, before a command does its work."""
    for file in files:
        if file is None:
            continue
        if file.is_dir():
            raise SeaboardError(f"cannot write {file}: it is a folder")
        if not file.parent.is_dir():
            raise SeaboardError(f"cannot write {file}: there is no folder {file.parent}")
        if not os.access(file.parent, os.W_OK):
            raise SeaboardError(f"cannot write {file}: the folder {file.parent} is read-only")


def make_folder(folder: Path) -> None:
    """Creates a folder unless it exists; SeaboardError says why it cannot."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SeaboardError(f"cannot create {folder}: {error.strerror}") from None


def write_whole(file: Path, content: str | bytes) -> None:
    """Writes a file atomically: writes a temporary file in the same folder and renames it. Removes it if that fails."""
    draft = file.parent / f".{file.name}.{os.getpid()}"
    try:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
        os.replace(draft, file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SeaboardError(f"cannot write {file}: {error.strerror}") from None


@contextlib.contextmanager
def only_user_of(folder: Path) -> Iterator[None]:
    """Holds a lock on a folder, so that two runs do not write over each other. The lock ends with its process."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows
        yield
        return
    make_folder(folder)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SeaboardError(f"another run uses {folder}; wait until it ends, or name another folder") from None
        yield
