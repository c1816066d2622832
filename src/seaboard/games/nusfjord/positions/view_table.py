"""A view as a table (N14.1), with the texts of visible cards and elders."""

from typing import Any

import numpy as np

from ..elders.council import is_on_top
from ..layout import BUILT, COUNCIL, DISPLAY, ELDER_NUMBERS, HAND, NEXT_TO_DISPLAY, SEATS
from ..texts.describe import card_sentence
from ..words.elders import elder_text
from ..words.notation import ELDER_NAMES, number_of
from .table import to_table


def view_to_table(seen: np.record, box: np.record, viewer: int | None) -> dict[str, Any]:
    """The view as a table; of other hands only the number of cards, which are listed together with the stock."""
    table = to_table(seen, box)
    table["stock_or_other_hands"] = table.pop("stock")
    for seat, player in enumerate(table["player"]):
        player["cards_in_hand"] = int(seen.players[seat].hand)
        if seat != viewer:
            del player["hand"]
    table["card_texts"] = {str(number_of(box, card)): card_sentence(box, card) for card in open_cards(seen, box, viewer)}
    table["elder_texts"] = {ELDER_NAMES[elder]: elder_text(box, elder) for elder in open_elders(seen)}
    return table


def open_cards(seen: np.record, box: np.record, viewer: int | None) -> list[int]:
    """In the display, in a harbour, or in the viewer's hand."""
    places = {DISPLAY, NEXT_TO_DISPLAY, *range(BUILT, BUILT + SEATS), *([] if viewer is None else [HAND + viewer])}
    return [card for card in range(1, int(box.number_of_cards) + 1) if int(seen.where[card]) in places]


def open_elders(seen: np.record) -> list[int]:
    """On top of a stack, or in a council."""
    councils = range(COUNCIL, COUNCIL + SEATS)
    return [elder for elder in range(1, ELDER_NUMBERS) if is_on_top(seen, elder) or int(seen.elder_at[elder]) in councils]
