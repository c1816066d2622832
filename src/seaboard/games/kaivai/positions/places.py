"""Which keys of a position the parts of the drawing belong to."""

import re
from collections.abc import Mapping
from typing import Any

from .table import PIECES

OF_SEAT = {"shells": "shells", "fish": "fish", "glory": "glory", "bid": "bid", "canoe": "canoes"}
PANELS = {"map": ["cult", "bases", "god"], "actions": ["spaces"], "bids": ["bid"], "glory": ["glory"]}


def keys_at(mark: str, table: Mapping[str, Any]) -> list[str]:
    """A piece or a place its own key; a panel all that are drawn in it."""
    kind, name, where, *_rest = (*re.split("[ @-]", mark), "", "")
    seats = range(len(table["player"]))
    if kind == "panel" and name == "player":
        return [f"player.{where}.{key}" for key in ("shells", "fish", "influence", "bid", "increase", *PIECES, "canoes")]
    if kind == "panel" and name in ("bids", "glory"):
        return [f"player.{seat}.{PANELS[name][0]}" for seat in seats]
    if kind == "panel":
        boats = [f"player.{seat}.canoes" for seat in seats] if name == "map" else []
        return [*PANELS.get(name, []), *boats]
    if name in ("cult", "god"):
        return [name]
    if name == "hut":
        return [f"player.{seat}.{key}" for seat in seats for key in PIECES if stands_in(table["player"][seat][key], where)]
    return [f"player.{where}.{OF_SEAT[name]}"] if name in OF_SEAT else []


def stands_in(huts: list[str], hex: str) -> bool:
    """Each is the name of a hex, perhaps with its fish behind it."""
    return any(hut.split()[0] == hex for hut in huts)
