"""The short texts of moves, of spaces (`b1`: column b, first row), of elders (`developer`) and of pending work."""

import numpy as np

from ..cards.effects import ACTION_NAMES, LINES
from ..layout import (
    ABOARD,
    AT,
    BOARD_SPACES,
    BUILD_OFFER,
    CARD,
    CATCH_OF,
    DECLINE,
    DO,
    FEED_ELDER,
    FEED_SHARE,
    FILL,
    GUEST_FOR,
    ON_ELDER,
    PAY,
    PLACE_ON,
    PLANT_AT,
    REMOVE_STRIP,
    REVEAL_LETTER,
    SELL_SHIP,
    SKIP,
    SPACES,
    SWAP_SHIP,
    TAKE,
    TEAR,
    USE,
    USE_IT,
    USE_RAFT,
    WITH_GUESTS,
)

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
FIXED = {DECLINE: "decline", SKIP: "skip", USE_IT: "use it", USE_RAFT: "raft", PAY: "pay"}


def notation(box: np.record, action: int) -> str:
    """The text of an action."""
    if action in FIXED:
        return FIXED[action]
    if action >= USE:
        card, line = divmod(action - USE, LINES)
        return f"use {number_of(box, card)}{'' if line == 0 else ' ' + 'abcd'[line]}"
    for first, word in RANGES:
        if action >= first:
            return word(box, action - first)
    raise ValueError(action)


def number_of(box: np.record, card: int) -> int:
    return int(box.cards[card].number)


def field_name(box: np.record, field: int) -> str:
    """A double field by its left space."""
    return SPACE_NAMES[box.field_left[field]]


RANGES = (
    (ABOARD, lambda box, n: f"guest on {SHIP_NAMES[n]}"),
    (WITH_GUESTS, lambda box, n: f"guests {n}"),
    (GUEST_FOR, lambda box, n: f"guest for {('wood', 'fish')[n]}"),
    (TEAR, lambda box, n: f"remove {number_of(box, n)}"),
    (CARD, lambda box, n: f"card {number_of(box, n)}"),
    (REVEAL_LETTER, lambda box, n: f"reveal {'ab'[n]}"),
    (SELL_SHIP, lambda box, n: f"sell {SHIP_NAMES[n]}"),
    (SWAP_SHIP, lambda box, n: f"swap {SHIP_NAMES[n]}"),
    (AT, lambda box, n: f"at {SPACE_NAMES[n]}"),
    (CATCH_OF, lambda box, n: f"catch of {n + 1}"),
    (FEED_SHARE, lambda box, n: f"fish to {n + 1}"),
    (FEED_ELDER, lambda box, n: f"fish to {ELDER_NAMES[n]}"),
    (TAKE, lambda box, n: f"take {ELDER_NAMES[n]}"),
    (BUILD_OFFER, lambda box, n: OFFERS[n]),
    (PLANT_AT, lambda box, n: f"plant {field_name(box, n)}"),
    (REMOVE_STRIP, lambda box, n: f"strip {field_name(box, n)}"),
    (FILL, lambda box, n: f"plates {n}"),
    (DO, lambda box, n: f"do {ACTION_WORDS[n]}"),
    (ON_ELDER, lambda box, n: f"to {ELDER_NAMES[n]}"),
    (PLACE_ON, lambda box, n: BOARD_NAMES[n]),
)

assert len(BOARD_NAMES) == BOARD_SPACES
