"""What is asked, and what happened: the answer, and what changed between the view before and the view after."""

import numpy as np

from ....language import _, mark
from ..cards.effects import FISH, GOLD, GUEST, STRIP, WOOD
from ..layout import (
    BESIDE,
    BUILT,
    COUNCIL,
    DISPLAY,
    ELDERS_KNOWN,
    HAND,
    OVER,
    STACKS,
)
from ..turn import QUESTIONS
from .effects import GOOD, plural
from .names import SHIPS, card_title, the_elder
from .notation import number_of

GOODS = (("wood", WOOD), ("fish", FISH), ("gold", GOLD))
SHARES = mark("share|shares")
ABOARD = mark("guest on a ship|guests on ships")


def prompt(seen: np.record, box: np.record) -> str:
    """What the mover is asked, with the figures that matter."""
    if seen.stage == OVER:
        return _("The game is over. Alone, 30 to 40 points are a good result.") if box.players == 1 else _("The game is over.")
    return QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """The choice, and what changed for everybody."""
    mover = int(before.mover)
    parts = [QUESTIONS.story(before, after, box, action)]
    for k in range(int(box.players)):
        seat = (mover + k) % int(box.players)
        changes = changes_of(before, after, box, seat)
        if changes:
            parts.append(changes if seat == mover else _("player {n}: {changes}", n=seat + 1, changes=changes))
    if before.plates != after.plates and after.round_number == before.round_number:
        parts.append(_("plates filled now: {n}", n=int(after.plates)))
    parts += new_cards(before, after, box)
    turned = [elder for elder in range(1, ELDERS_KNOWN) if turned_up(before, after, elder)]
    parts += [_("{elder} is turned up", elder=the_elder(elder)) for elder in turned]
    if after.round_number != before.round_number:
        parts.append(_("round {n} begins with a catch", n=int(after.round_number)))
    if after.stage == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def changes_of(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Goods, ships, strips, shares, buildings and elders of one player."""
    old, new = before.players[seat], after.players[seat]
    parts = [change(int(new[good]) - int(old[good]), GOOD[number]) for good, number in GOODS]
    stored = [change(int(new[f"reserve_{good}"]) - int(old[f"reserve_{good}"]), GOOD[number]) for good, number in GOODS]
    parts += [_("{goods} in the reserve", goods=goods) for goods in stored if goods]
    parts.append(change(int(new.guests) - int(old.guests), GOOD[GUEST]))
    parts += [change(int(b) - int(a), name) for a, b, name in zip(old.ships, new.ships, SHIPS, strict=True)]
    parts.append(change(int(new.aboard.astype(int).sum()) - int(old.aboard.astype(int).sum()), ABOARD))
    parts.append(change(int(new.strips.astype(int).sum()) - int(old.strips.astype(int).sum()), GOOD[STRIP]))
    parts.append(change(int(new.shares.astype(int).sum()) - int(old.shares.astype(int).sum()), SHARES))
    if new.unissued != old.unissued:
        parts.append(_("issues a share"))
    built = [card for card in range(1, int(box.number_of_cards) + 1) if is_new(before, after, card, BUILT + seat)]
    parts += [_("builds {card}", card=card_title(box, card)) for card in built]
    taken = [elder for elder in range(1, ELDERS_KNOWN) if after.elder_at[elder] == COUNCIL + seat != before.elder_at[elder]]
    parts += [_("takes {elder}", elder=the_elder(elder)) for elder in taken]
    return ", ".join(part for part in parts if part)


def change(n: int, words: str) -> str:
    """+2 sloops"""
    return f"{n:+d} {plural(_(words), abs(n))}" if n else ""


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
    parts = [_("new in the display: {cards}", cards=", ".join(shown))] if shown else []
    return parts + ([_("new in the hand: {cards}", cards=", ".join(hand))] if hand else [])


def turned_up(before: np.record, after: np.record, elder: int) -> bool:
    old, new = int(before.elder_at[elder]), int(after.elder_at[elder])
    return old != new and (1 <= new <= STACKS or new == COUNCIL - 1)
