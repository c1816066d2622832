"""Which keys of a position the parts of the drawing belong to."""

import re
from collections.abc import Mapping
from typing import Any

from ..words.notation import ELDER_NAMES
from .table import GOODS

PANELS = {
    "actions": ["workers_on", "plates"],
    "display": ["display", "stock"],
    "elders": ["stacks", "promo"],
    "round": ["round", "stage", "turn", "start_player"],
    "ships": ["supply"],
}
OF_PANEL = (*GOODS, "workers", "buildings", "strips", "ships", "elders", "shares")
OF_SEAT = {"share": "on_board", "ship": "ships", "strip": "strips"}


def keys_at(mark: str, table: Mapping[str, Any]) -> list[str]:
    """A piece or a place its own key; a panel all that are drawn in it."""
    kind, name, first, *rest = (*re.split("[ @-]", mark), "", "")
    if kind == "panel":
        return [f"player.{first}.{key}" for key in OF_PANEL] if name == "harbour" else PANELS.get(name, [])
    if name == "good":
        return [f"player.{first}.{GOODS[int(rest[0])]}"]
    if name == "card":
        return holding(table, int(first), ("display", "beside_display"), ("hand", "buildings", "beside"))
    if name == "elder":
        return holding(table, ELDER_NAMES[int(first)], ("stacks", "promo", "promos_below"), ("elders",))
    if name == "worker":
        return [f"player.{first}.workers"] if rest[0] == "home" and int(first) < len(table["player"]) else ["workers_on"]
    if mark == "piece start-ship":
        return ["start_player"]
    return [f"player.{first}.{OF_SEAT[name]}"] if name in OF_SEAT else []


def holding(table: Mapping[str, Any], what: Any, common: tuple[str, ...], own: tuple[str, ...]) -> list[str]:
    """The keys under which something lies."""
    found = [key for key in common if key in table and lies_in(table[key], what)]
    seats = enumerate(table["player"])
    return found + [f"player.{seat}.{key}" for seat, part in seats for key in own if lies_in(part.get(key, ()), what)]


def lies_in(value: Any, what: Any) -> bool:
    parts = value.values() if isinstance(value, Mapping) else value
    return any(what in part if isinstance(part, list) else part == what for part in parts)
