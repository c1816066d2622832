"""The theme of a puzzle, by its question."""

import numpy as np

from ....language import mark
from ..layout import ACTION, NOBODY, SAIL, SET_EXPLORER, SPACE, STEPS

LAST_TURNS = mark("last turns")
THEMES = {
    SET_EXPLORER: mark("explorer ship"),
    STEPS: mark("explorer ship"),
    ACTION: mark("choosing a tile"),
    SPACE: mark("placing a tile"),
    SAIL: mark("your own ship"),
}


def theme(seen: np.record, box: np.record) -> str:
    """The last turns (M4.1) if a board is full; otherwise the theme of the question."""
    return LAST_TURNS if seen.filled_by != NOBODY else THEMES.get(int(seen.decision), "")
