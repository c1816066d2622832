"""Files that are written whole or not at all."""

import os
import tempfile
from pathlib import Path

from .core.errors import SeaboardError


def write_whole(file: Path, text: str) -> None:
    """Writes a file whole or not at all."""
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        with os.fdopen(handle, "w", encoding="utf-8") as draft:
            draft.write(text)
        os.replace(name, file)
    except OSError as error:
        raise SeaboardError(f"cannot write {file}: {error.strerror}") from None
