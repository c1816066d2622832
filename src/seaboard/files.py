"""Atomic file writes."""

import os
from pathlib import Path

from .core.errors import SeaboardError


def write_whole(file: Path, text: str) -> None:
    """Writes a temporary file in the same folder and renames it; removes it if that fails."""
    draft = file.parent / f".{file.name}.{os.getpid()}"
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SeaboardError(f"cannot write {file}: {error.strerror}") from None
