"""The short names in moves and positions: spaces (`b1`: column b, first row), elders (`developer`), ships, cards by number."""

import numpy as np

from ..cards.effects import ACTION_NAMES
from ..layout import BOARD_SPACES, SPACES

ACTION_WORDS = list(ACTION_NAMES)
SPACE_NAMES = [f"{'abcd'[space % 4]}{space // 4 + 1}" for space in range(SPACES)]
OFFERS = ("sloop", "cutter", "schooner", "schooner for gold")
SHIP_NAMES = ("sloop", "cutter", "schooner", "raft")
BOARD_NAMES = [*ACTION_WORDS, "imitate", "imitate middle", "imitate right"]
ELDER_NAMES = (
    *("nobody", "developer", "constructor", "pond-builder", "forest-manager", "sailor", "harbour-master", "builder", "steward"),
    *("forest-farmer", "forester", "engineer", "fish-farmer", "architect", "carpenter", "fish-supplier", "ranger", "financier"),
    *("ship-owner", "guide", "architect*", "investor", "fishmonger", "old-man", "castaway", "willy"),
)


def number_of(box: np.record, card: int) -> int:
    return int(box.cards[card].number)


def field_name(box: np.record, field: int) -> str:
    """A double field by its left space."""
    return SPACE_NAMES[box.field_left[field]]


assert len(BOARD_NAMES) == BOARD_SPACES
