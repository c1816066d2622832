"""The theme of a puzzle, by its question."""

import numpy as np

from ....language import mark
from ..all_actions import ACTIONS
from ..layout import (
    ASK_ACTION,
    ASK_BID,
    ASK_DELIVERY,
    ASK_FEAST,
    ASK_GOD,
    ASK_HONOUR,
    ASK_KIND,
    ASK_PLAY,
    ASK_RECEIVER,
    ASK_SCORING,
    ASK_SITE,
    ASK_START,
    ASK_WATERS,
    NO_ACTION,
)

LAST_ROUND, FIRST_HUTS = mark("last round"), mark("starting huts")
THEMES = {
    ASK_BID: mark("bidding"),
    ASK_START: FIRST_HUTS,
    ASK_KIND: FIRST_HUTS,
    ASK_GOD: mark("the god"),
    ASK_ACTION: mark("which action"),
    ASK_SITE: mark("building"),
    ASK_WATERS: mark("fishing"),
    ASK_DELIVERY: mark("delivering"),
    ASK_FEAST: mark("celebrating"),
    ASK_SCORING: mark("scoring the villages"),
    ASK_PLAY: mark("scoring the villages"),
    ASK_RECEIVER: mark("gifts"),
    ASK_HONOUR: mark("gifts"),
}


def theme(seen: np.record, box: np.record) -> str:
    """The action in progress, else the question; choosing an action in the last round is a separate theme."""
    if seen.acting != NO_ACTION:
        return ACTIONS[seen.acting].activity
    if seen.decision == ASK_ACTION and seen.round_number == box.rounds:
        return LAST_ROUND
    return THEMES.get(int(seen.decision), "")
