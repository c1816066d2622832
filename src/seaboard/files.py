"""Files that are written whole or not at all."""

import os
from pathlib import Path

from .core.errors import SeaboardError


def write_whole(file: Path, text: str) -> None:
    """Writes a draft beside the file, then puts it in the file's place; a draft that fails is not left behind."""
    draft = file.parent / f".{file.name}.{os.getpid()}"
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, file)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise SeaboardError(f"cannot write {file}: {error.strerror}") from None
