"""The short texts: moves (`bid 6`, `hut d4`, `to e6`) and hexes (`d4`: column d, fourth hex from the top)."""

import numpy as np

from ..box import MAP, RADIUS
from ..layout import (
    BID,
    CANOE,
    CHOOSE,
    FISH_TO,
    GIVE_FISH,
    GIVE_SHELL,
    GO_TO,
    GOD_TO,
    HEXES,
    HONOURABLE,
    HUT_ON,
    NOT_HONOURABLE,
    OF_KIND,
    PASS,
    PLAY,
    RECEIVER,
    STOP,
    VILLAGE,
)

ACTION_NAMES = ("build", "fish", "deliver", "move", "celebrate", "increase")
KIND_NAMES = ("canoe-builder", "fisherman", "meeting")


def name_of(q: int, r: int) -> str:
    """Column letter from the left, number from the top: (0, 0) is g7."""
    return f"{'abcdefghijklm'[q + RADIUS]}{r + RADIUS + min(0, q) + 1}"


HEX_NAMES = [name_of(q, r) for q, r in MAP]
HEX_NUMBERS = {name: hex for hex, name in enumerate(HEX_NAMES)}

HEX_MOVES = ((HUT_ON, "hut"), (GOD_TO, "god"), (CANOE, "canoe"), (GO_TO, "to"), (FISH_TO, "fish to"), (VILLAGE, "village"))
FIXED = {
    PASS: "pass",
    STOP: "stop",
    HONOURABLE: "honourable",
    NOT_HONOURABLE: "not honourable",
    **{OF_KIND + kind: name for kind, name in enumerate(KIND_NAMES)},
    **{CHOOSE + action: name for action, name in enumerate(ACTION_NAMES)},
}


def notation(box: np.record, action: int) -> str:
    """The text of an action."""
    if action in FIXED:
        return FIXED[action]
    for first, word in HEX_MOVES:
        if first <= action < first + HEXES:
            return f"{word} {HEX_NAMES[action - first]}"
    if action < HUT_ON:
        return f"bid {action - BID + 1}"
    if PLAY <= action < STOP:
        return f"play {action - PLAY}"
    if action < CANOE:
        return f"give shell {action - GIVE_SHELL + 1}" if action < GIVE_FISH else f"give fish {action - GIVE_FISH + 1}"
    return f"receiver {action - RECEIVER + 1}"
