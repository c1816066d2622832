"""The theme of a puzzle, by its question."""

import numpy as np

from ....language import mark
from .. import layout
from ..layout import LAST_ROUND, PLACE
from ..pending import top_kind

LAST = mark("last round")
THEMES = {
    mark("workers"): ("PLACE", "CHOOSE_ACTION", "IMITATE_WHICH"),
    mark("the catch"): ("HAND_OUT", "WHOSE_CATCH"),
    mark("serving fish"): ("PLATES_TO_FILL", "GUESTS_AT_TABLE"),
    mark("buildings"): ("CARD_TO_BUILD", "SPACE_TO_BUILD_ON", "BUILDING_TO_REMOVE", "PAY_BUILDING", "LETTER_TO_REVEAL"),
    mark("effects of buildings"): ("RESOLVE", "WINDOW", "ON_BUILDING"),
    mark("forest"): ("STRIP_TO_REMOVE", "FIELD_TO_PLANT"),
    mark("ships"): ("SHIP_TO_BUILD", "SHIP_TO_SWAP", "SHIP_TO_SELL", "RAFT_TO_PLACE", "PAY_SHIP", "GUEST_TO_SHIP"),
    mark("elders"): ("ELDER_TO_TAKE", "USE_TAKEN_ELDER", "BEFORE_ELDER", "LET_ELDER_ACT"),
}
BY_KIND = {getattr(layout, name): theme for theme, names in THEMES.items() for name in names}


def theme(seen: np.record, box: np.record) -> str:
    """Placing a worker in the last round is a separate theme."""
    kind = int(top_kind(seen))
    return LAST if kind == PLACE and seen.round_number == LAST_ROUND else BY_KIND.get(kind, "")
