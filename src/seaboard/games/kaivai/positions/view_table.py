"""A view as a table, without information that is hidden from its viewer (K14.1)."""

from typing import Any

import numpy as np

from ..layout import HIDDEN
from ..words.terms import shows_influence
from .table import to_table


def view_to_table(seen: np.record, box: np.record, viewer: int | None) -> dict[str, Any]:
    """The position without other players' influence counters and secret choices."""
    table = to_table(seen, box)
    for seat, player in enumerate(table["player"]):
        if not shows_influence(seen, viewer, seat):
            del player["influence"]
        if player.get("chosen") == HIDDEN:
            player["chosen"] = "hidden"
    return table
