"""N9.3 exchanges may be repeated: finds Anytime cards that could be used together without end, because nothing is lost."""

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from .effects import (
    ANYTIME,
    CUTTER,
    FISH,
    FISH_GAINED,
    GOLD,
    GOLD_GAINED,
    GOODS,
    GUEST,
    GUEST_GAINED,
    RESERVE_EMPTIED,
    RESERVE_GOLD,
    RESERVE_WOOD,
    SCHOONER,
    SHIP_SOLD,
    SLOOP,
    STRIP,
    STRIP_LAID,
    STRIP_REMOVED,
    WHENEVER,
    WOOD,
    WOOD_GAINED,
)

if TYPE_CHECKING:
    from .buildings import Card

GAINED = {WOOD_GAINED: WOOD, FISH_GAINED: FISH, GOLD_GAINED: GOLD, STRIP_LAID: STRIP, GUEST_GAINED: GUEST}
MAX_STEPS = 5_000


def endless_exchanges(cards: Collection["Card"]) -> list["Card"]:
    """The cards that can be used without end; empty if there are prices of the goods at which every exchange is a loss.

    The search for such prices raises the price of what an exchange pays and lowers that of what it gains until all exchanges
    are losses (the perceptron algorithm, which finds such prices if there are any)."""
    vectors = list(exchanges(cards))
    prices = np.ones(GOODS, dtype=np.int64)
    for _ in range(MAX_STEPS if vectors else 0):
        gains = [vector for _, vector in vectors if prices @ vector >= 0]
        gains += [-unit for unit in np.eye(GOODS, dtype=np.int64) if prices @ unit <= 0]
        if not gains:
            return []
        for vector in gains:
            prices -= vector
    return list({card.number: card for card, _ in vectors}.values())


def exchanges(cards: Collection["Card"]) -> list[tuple["Card", np.ndarray]]:
    """Each Anytime line as a vector of goods, including all gains from other cards."""
    found = []
    for card in cards:
        for line in card.own_lines:
            if line.trigger == ANYTIME:
                gain = line.gain.astype(np.int64) * max(1, int(line.most))
                found.append((card, gain - line.pay + added_goods(line.pay.astype(np.int64), gain, cards)))
    return found


def added_goods(pay: np.ndarray, gain: np.ndarray, cards: Collection["Card"], depth: int = 4) -> np.ndarray:
    """Goods that Whenever cards add to an exchange; their gains can trigger other cards, up to `depth` times."""
    counts = {event: int(gain[good]) for event, good in GAINED.items()}
    counts[STRIP_REMOVED] = int(pay[STRIP])
    counts[SHIP_SOLD] = int(pay[SLOOP] + pay[CUTTER] + pay[SCHOONER])
    reserve = slice(RESERVE_WOOD, RESERVE_GOLD + 1)
    counts[RESERVE_EMPTIED] = int(pay[reserve].any() and not gain[reserve].any())
    more = np.zeros(GOODS, dtype=np.int64)
    for card in cards:
        for line in card.own_lines:
            if line.trigger == WHENEVER and counts.get(int(line.event), 0):
                times = times_triggered(line, counts[int(line.event)]) * int(line.times)
                more += (line.gain.astype(np.int64) - line.pay) * times
    if depth and more.any():
        more += added_goods(-more.clip(max=0), more.clip(min=0), cards, depth - 1)
    return more


def times_triggered(line: np.record, events: int) -> int:
    """How often a Whenever line counts at most: for `each 4`, an incomplete group counts as four."""
    if line.each:
        return -(-events // int(line.step))
    return int(line.most) if line.per else 1
