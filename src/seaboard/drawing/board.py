"""A board is a list of panels. On a wide screen they lie as the game places them; on a narrow one they stand below each other."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

STYLE = Path(__file__).parent / "board.css"
GAP = 12


@dataclass(frozen=True)
class Panel:
    """A part of the table, drawn from (0, 0) to (width, height), and where it lies on a wide screen.

