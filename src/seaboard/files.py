"""Writing a file completely or not at all."""

import os
from pathlib import Path

from .core.errors import SeaboardError


def write_whole(file: Path, text: str) -> None:
    """Writes a temporary file beside it, then renames it; a temporary file that fails is removed."""
    draft = file.parent / f".{file.name}.{os.getpid()}"
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SeaboardError(f"cannot write {file}: {error.strerror}") from None
