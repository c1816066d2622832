"""What happened, told from the view before and the view after."""

import numpy as np

from ..layout import (
    BESIDE,
    BUILT,
    COUNCIL,
    DECLINE,
    DISPLAY,
    DO,
    ELDERS_KNOWN,
    HAND,
    ON_ELDER,
    OVER,
    PLACE_ON,
    SKIP,
    STACKS,
    USE,
)
from .effects import card_name
from .notation import BOARD_NAMES, ELDER_NAMES, LINES, SHIP_NAMES, notation, number_of

GOODS = ("wood", "fish", "gold")


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """The choice, and what changed for everybody."""
    mover = int(before.mover)
    parts = [told(before, box, action)]
    for k in range(int(box.players)):
        seat = (mover + k) % int(box.players)
        changes = changes_of(before, after, box, seat)
        if changes:
            parts.append(changes if seat == mover else f"player {seat + 1} {changes}")
    if before.plates != after.plates and after.round_number == before.round_number:
        parts.append(f"{after.plates} plates are filled")
    parts += new_cards(before, after, box)
    parts += [f"{ELDER_NAMES[elder]} is turned up" for elder in range(1, ELDERS_KNOWN) if turned_up(before, after, elder)]
    if after.round_number != before.round_number:
        parts.append(f"round {after.round_number} begins with a catch")
    if after.stage == OVER:
        parts.append("the game is over")
    return "; ".join(parts) + "."


def told(before: np.record, box: np.record, action: int) -> str:
    """The choice itself."""
    if action == SKIP:
        return "skips the turn"
    if action == DECLINE:
        return "declines"
    if action >= USE:
        card = (action - USE) // LINES
        return f"uses {number_of(box, card)} {card_name(box, card)}"
    if PLACE_ON <= action < ON_ELDER:
        return f"places a worker on {BOARD_NAMES[action - PLACE_ON]}"
    if ON_ELDER <= action < DO:
        return f"places a worker on the {ELDER_NAMES[action - ON_ELDER]}"
    return f"chooses {notation(box, action)}"


def changes_of(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Goods, ships, strips, shares, buildings and elders of one player."""
    old, new = before.players[seat], after.players[seat]
    parts = []
    for where, word in (("", ""), ("reserve_", " in the reserve")):
        moved = [(int(new[where + good]) - int(old[where + good]), good) for good in GOODS]
        parts += [f"{n:+d} {good}{word}" for n, good in moved if n]
    if new.guests != old.guests:
        guests = int(new.guests) - int(old.guests)
        parts.append(f"{guests:+d} {'guest' if abs(guests) == 1 else 'guests'}")
    parts += difference(old.ships, new.ships, SHIP_NAMES)
    parts += difference(old.aboard, new.aboard, tuple(f"guest on a {name}" for name in SHIP_NAMES[:3]))
    strips = int(new.strips.astype(int).sum()) - int(old.strips.astype(int).sum())
    if strips:
        parts.append(f"{strips:+d} {'strip' if abs(strips) == 1 else 'strips'}")
    shares = int(new.shares.astype(int).sum()) - int(old.shares.astype(int).sum())
    if shares:
        parts.append(f"{shares:+d} {'share' if abs(shares) == 1 else 'shares'}")
    if new.unissued != old.unissued:
        parts.append("issues a share")
    built = [card for card in range(1, int(box.number_of_cards) + 1) if is_new(before, after, card, BUILT + seat)]
    parts += [f"builds {number_of(box, card)} {card_name(box, card)}" for card in built]
    taken = [elder for elder in range(1, ELDERS_KNOWN) if after.elder_at[elder] == COUNCIL + seat != before.elder_at[elder]]
    parts += [f"takes the {ELDER_NAMES[elder]}" for elder in taken]
    return ", ".join(parts)


def difference(old: np.ndarray, new: np.ndarray, names: tuple[str, ...]) -> list[str]:
    return [f"{int(b) - int(a):+d} {name}" for a, b, name in zip(old, new, names, strict=True) if a != b]


def is_new(before: np.record, after: np.record, card: int, place: int) -> bool:
    return bool(after.where[card] == place != before.where[card])


def new_cards(before: np.record, after: np.record, box: np.record) -> list[str]:
    """What came into the display and into the own hand."""
    cards = range(1, int(box.number_of_cards) + 1)
    shown = [
        str(number_of(box, card))
        for card in cards
        if is_new(before, after, card, DISPLAY) or is_new(before, after, card, BESIDE)
    ]
    hand = [
        str(number_of(box, card))
        for card in cards
        if HAND <= after.where[card] < BUILT and after.where[card] != before.where[card]
    ]
    parts = [f"{', '.join(shown)} come into the display"] if shown else []
    return parts + ([f"{', '.join(hand)} come into the hand"] if hand else [])


def turned_up(before: np.record, after: np.record, elder: int) -> bool:
    old, new = int(before.elder_at[elder]), int(after.elder_at[elder])
    return old != new and (1 <= new <= STACKS or new == COUNCIL - 1)
