"""What is asked, and what happened: the answer, and what changed between the view before and the view after."""

from collections.abc import Sequence

import numpy as np

from ....language import _, mark, player_name
from ..cards.effects import FISH, GOLD, GUEST, STRIP, WOOD
from ..layout import (
    BESIDE,
    BUILT,
    COUNCIL,
    DISPLAY,
    ELDERS_KNOWN,
    HAND,
    LAST_ROUND,
    OVER,
    STACKS,
)
from ..turn import QUESTIONS
from .catches import before_catch, who_caught
from .effects import GOOD, capital, plural
from .names import SHIPS, card_title, the_elder

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
    parts = [QUESTIONS.story(before, after, box, action)]
    parts += what_changed(before, before_catch(before, after, box), box)
    if after.round_number == before.round_number:
        parts += new_cards(before, after, box)
    if after.stage == OVER:
        parts.append(_("the game is over"))
    return "; ".join(parts) + "."


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: its first choice, where the worker goes, and what it brought everybody."""
    first = QUESTIONS.story(views[0], views[1], box, actions[0])
    return "; ".join([first, *what_changed(views[0], before_catch(views[-2], views[-1], box), box)]) + "."


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """N3, N8.2: what a new round brings, and the catch."""
    said = []
    if after.round_number != before.round_number:
        said += [capital(f"{new}.") for new in new_cards(before, after, box)]
    if who_caught(before, after, box):
        start = before_catch(before, after, box)
        catches = [changes_for(start, after, box, seat) for seat in range(int(box.players))]
        said.append(_("The catch: {catches}.", catches="; ".join(filter(None, catches)) or _("nothing")))
    return said


def round_words(seen: np.record, box: np.record) -> str:
    return "" if seen.stage == OVER else _("Round {round} of {rounds}", round=int(seen.round_number), rounds=LAST_ROUND)


def what_changed(before: np.record, after: np.record, box: np.record) -> list[str]:
    """For everybody, whoever moved first; plates, and elders that are turned up."""
    mover, players = int(before.mover), int(box.players)
    parts = [changes_of(before, after, box, mover)]
    parts += [changes_for(before, after, box, (mover + k) % players) for k in range(1, players)]
    if before.plates != after.plates and after.round_number == before.round_number:
        parts.append(_("plates filled now: {n}", n=int(after.plates)))
    turned = [elder for elder in range(1, ELDERS_KNOWN) if turned_up(before, after, elder)]
    parts += [_("{elder} is turned up", elder=the_elder(elder)) for elder in turned]
    return [part for part in parts if part]


def changes_for(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Ann: +2 fish"""
    changes = changes_of(before, after, box, seat)
    return _("{name}: {changes}", name=player_name(seat), changes=changes) if changes else ""


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
        card_title(box, card) for card in cards if is_new(before, after, card, DISPLAY) or is_new(before, after, card, BESIDE)
    ]
    hand = [
        card_title(box, card) for card in cards if HAND <= after.where[card] < BUILT and after.where[card] != before.where[card]
    ]
    parts = [_("new in the display: {cards}", cards=", ".join(shown))] if shown else []
    return parts + ([_("new in the hand: {cards}", cards=", ".join(hand))] if hand else [])


def turned_up(before: np.record, after: np.record, elder: int) -> bool:
    old, new = int(before.elder_at[elder]), int(after.elder_at[elder])
    return old != new and (1 <= new <= STACKS or new == COUNCIL - 1)
