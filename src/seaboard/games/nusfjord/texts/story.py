"""The prompt, and sentences for the log, made from the views before and after a move."""

from collections.abc import Sequence

import numpy as np

from ....language import _, capital, many, mark, player_name, signed
from ..actions.board_actions import ACTIONS, DoAction
from ..actions.build import BuildAt, ChooseCard
from ..actions.serve import FillPlates
from ..actions.ships import BuildShip, PayShip
from ..actions.work import OnSpace
from ..cards.effects import FISH, GOLD, GUEST, STRIP, WOOD
from ..elders.taking import TakeElder
from ..layout import (
    BUILT,
    CATCHING,
    COUNCIL,
    DISPLAY,
    HAND,
    IMITATION,
    LAST_ROUND,
    NEXT_TO_DISPLAY,
    OVER,
    STACKS,
)
from ..turn import QUESTIONS, Decline
from ..words.effects import GOOD, card_name, plural
from ..words.names import SHIPS, amount, the_elder
from .catches import before_catch, who_caught

GOODS = (("wood", WOOD), ("fish", FISH), ("gold", GOLD))
SHARES = mark("share|shares")
ABOARD = mark("guest on a ship|guests on ships")
SILENT = (OnSpace, ChooseCard, BuildAt, BuildShip, PayShip, TakeElder, FillPlates)  # the log shows their results


def prompt(seen: np.record, box: np.record) -> str:
    """The question for the mover."""
    if seen.stage == OVER:
        return _("The game is over. 30 to 40 points are a good solo result.") if box.players == 1 else _("The game is over.")
    return QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """The move, everyone's gains, and the new cards: one sentence each."""
    text = [turn([before, after], box, [action])]
    if after.round_number == before.round_number:
        text += new_cards(before, after, box)
    if after.stage == OVER:
        text.append(_("The game is over."))
    return " ".join(text)


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: `built Yard for 1 fish (+2 gold). Ann: +1 fish.`"""
    before, after, mover = views[0], before_catch(views[-2], views[-1], box), int(views[0].mover)
    events = changes_by(before, after, box, mover)
    steps = list(zip(views, views[1:], actions, strict=False))
    shown = [step for step in steps if not isinstance(QUESTIONS.answer(step[2], step[0])[0], Decline)] or steps[:1]
    stories = [QUESTIONS.story(was, now, box, action) for was, now, action in shown]
    first, n = QUESTIONS.answer(shown[0][2], shown[0][0])
    if before.stage == CATCHING and not isinstance(first, SILENT):
        events = stories
    elif not (events and isinstance(first, SILENT)):
        events.insert(0, (work_done(n, views, actions) if isinstance(first, OnSpace) else "") or stories[0])
    text = [with_changes(", ".join(events), before, after, mover)]
    others = ((mover + k) % int(box.players) for k in range(1, int(box.players)))
    text += [f"{changes}." for seat in others if (changes := changes_for(before, after, box, seat))]
    moved = np.flatnonzero(before.elder_at != after.elder_at).tolist()
    turned = [elder for elder in moved if elder and was_revealed(before, after, elder)]
    return " ".join(text + [capital(_("{elder} was revealed.", elder=the_elder(elder))) for elder in turned])


def work_done(space: int, views: Sequence[np.record], actions: Sequence[int]) -> str:
    """N4.1, N5.12: the action of a worker's space, or of the space that it imitated."""
    if space < IMITATION:
        return _(ACTIONS[space].done) if ACTIONS[space].done else ""
    answers = [QUESTIONS.answer(action, view) for action, view in zip(actions, views, strict=False)]
    done = next((ACTIONS[n].done for answer, n in answers if isinstance(answer, DoAction)), "")
    return _("imitated a space and {action}", action=_(done)) if done else _("imitated a space")


def with_changes(events: str, before: np.record, after: np.record, seat: int) -> str:
    """A player's actions, their price, and other changes: `built 1 sloop for 3 wood (+1 gold).`"""
    changes = [*goods_changes(before, after, seat), *piece_changes(before, after, seat)]
    if has_built(before, after, seat):
        paid = [amount(-n, words) for n, words in changes if n < 0]
        events = _("{events} for {goods}", events=events, goods=", ".join(paid)) if paid else events
        changes = [(n, words) for n, words in changes if n > 0]
    brackets = ", ".join([change(n, words) for n, words in changes if n] + reserve_changes(before, after, seat))
    return f"{events} ({brackets})." if brackets else f"{events}."


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """N3, N8.2: a new round's cards, and the catch."""
    text = []
    if after.round_number != before.round_number:
        text += new_cards(before, after, box)
    if who_caught(before, after, box):
        start = before_catch(before, after, box)
        catches = [changes_for(start, after, box, seat) for seat in range(int(box.players))]
        if any(catches) or after.stage != CATCHING:  # not while the first player still decides
            text.append(_("The catch: {catches}.", catches="; ".join(filter(None, catches)) or _("nothing")))
    return text


def round_words(seen: np.record, box: np.record) -> str:
    return "" if seen.stage == OVER else _("Round {round} of {rounds}", round=int(seen.round_number), rounds=LAST_ROUND)


def changes_for(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Ann: built 1 sloop, +2 fish"""
    moved = [*goods_changes(before, after, seat), *piece_changes(before, after, seat)]
    changes = [change(n, words) for n, words in moved if n] + reserve_changes(before, after, seat)
    text = ", ".join(changes_by(before, after, box, seat) + changes)
    return _("{name}: {changes}", name=player_name(seat), changes=text) if text else ""


def changes_by(before: np.record, after: np.record, box: np.record, seat: int) -> list[str]:
    """The buildings, elders, shares and plates of a player's move."""
    cards = np.flatnonzero((after.where == BUILT + seat) & (before.where != BUILT + seat)).tolist()
    new, lost = ships_built(before, after, seat), ships_lost(before, after, seat)
    elders = np.flatnonzero((after.elder_at == COUNCIL + seat) & (before.elder_at != COUNCIL + seat)).tolist()
    events = [_("built {card}", card=card_name(box, card)) for card in cards]
    events += [_("took {elder}", elder=the_elder(elder)) for elder in elders]
    if new and lost:
        events.append(_("swapped {lost} for {new}", lost=", ".join(lost), new=", ".join(new)))
    else:
        events += [_("built {ships}", ships=ships) for ships in new] + [_("lost {ships}", ships=ships) for ships in lost]
    if after.players[seat].unissued != before.players[seat].unissued:
        events.append(_("issued a share"))
    plates = int(after.plates) - int(before.plates)
    if plates > 0 and seat == before.mover and after.round_number == before.round_number:
        events.append(many(plates, "filled {n} plate", "filled {n} plates"))
    return events


def has_built(before: np.record, after: np.record, seat: int) -> bool:
    """Whether a player paid for a building or a ship."""
    new = (after.where == BUILT + seat) & (before.where != BUILT + seat)
    return bool(new.any()) or bool(ships_built(before, after, seat) and not ships_lost(before, after, seat))


def ships_built(before: np.record, after: np.record, seat: int) -> list[str]:
    return [amount(n, name) for n, name in ship_changes(before, after, seat) if n > 0]


def ships_lost(before: np.record, after: np.record, seat: int) -> list[str]:
    return [amount(-n, name) for n, name in ship_changes(before, after, seat) if n < 0]


def ship_changes(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    old, new = before.players[seat].ships, after.players[seat].ships
    return [(int(b) - int(a), name) for a, b, name in zip(old, new, SHIPS, strict=True)]


def goods_changes(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    """Wood, fish, gold and guests."""
    old, new = before.players[seat], after.players[seat]
    moved = [(int(new[good]) - int(old[good]), GOOD[number]) for good, number in GOODS]
    return [*moved, (int(new.guests) - int(old.guests), GOOD[GUEST])]


def piece_changes(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    """Guests on ships, forest strips and shares."""
    old, new = before.players[seat], after.players[seat]
    pieces = ((ABOARD, "aboard"), (GOOD[STRIP], "strips"), (SHARES, "shares"))
    return [(int(new[field].astype(int).sum()) - int(old[field].astype(int).sum()), words) for words, field in pieces]


def reserve_changes(before: np.record, after: np.record, seat: int) -> list[str]:
    old, new = before.players[seat], after.players[seat]
    stored = [change(int(new[f"reserve_{good}"]) - int(old[f"reserve_{good}"]), GOOD[number]) for good, number in GOODS]
    return [_("{goods} in the reserve", goods=goods) for goods in stored if goods]


def change(n: int, words: str) -> str:
    """+2 sloops"""
    return f"{signed(n)} {plural(_(words), abs(n))}" if n else ""


def new_cards(before: np.record, after: np.record, box: np.record) -> list[str]:
    """The new cards in the display and in the viewer's hand."""
    old, new = before.where, after.where
    opened = (new == DISPLAY) | (new == NEXT_TO_DISPLAY)
    shown = [card_name(box, card) for card in np.flatnonzero(opened & (old != new)).tolist()]
    held = (new >= HAND) & (new < BUILT)
    hand = [card_name(box, card) for card in np.flatnonzero(held & (old != new)).tolist()]
    parts = [_("New in the display: {cards}.", cards=", ".join(shown))] if shown else []
    return parts + ([_("New in hand: {cards}.", cards=", ".join(hand))] if hand else [])


def was_revealed(before: np.record, after: np.record, elder: int) -> bool:
    old, new = int(before.elder_at[elder]), int(after.elder_at[elder])
    return old != new and (1 <= new <= STACKS or new == COUNCIL - 1)
