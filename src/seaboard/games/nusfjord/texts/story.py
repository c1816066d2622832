"""The prompt, and sentences for the log. Outcomes are read from the view before and the view after."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many, mark, player_name, signed
from ..actions.board_actions import ACTIONS
from ..actions.build import BuildAt, ChooseCard
from ..actions.serve import FillPlates
from ..actions.ships import BuildShip, PayShip
from ..actions.work import OnSpace
from ..cards.effects import FISH, GOLD, GUEST, STRIP, WOOD
from ..elders.taking import TakeElder
from ..layout import (
    BESIDE,
    BUILT,
    COUNCIL,
    DISPLAY,
    ELDERS_KNOWN,
    HAND,
    IMITATION,
    LAST_ROUND,
    OVER,
    STACKS,
)
from ..turn import QUESTIONS
from ..words.effects import GOOD, capital, card_name, plural
from ..words.names import SHIPS, amount, card_title, the_elder
from .catches import before_catch, who_caught

GOODS = (("wood", WOOD), ("fish", FISH), ("gold", GOLD))
SHARES = mark("share|shares")
ABOARD = mark("guest on a ship|guests on ships")
SILENT = (OnSpace, ChooseCard, BuildAt, BuildShip, PayShip, TakeElder, FillPlates)  # the log tells what came of them


def prompt(seen: np.record, box: np.record) -> str:
    """The question for the mover."""
    if seen.stage == OVER:
        return _("The game is over. 30 to 40 points are a good solo result.") if box.players == 1 else _("The game is over.")
    return QUESTIONS.prompt(seen, box)


def story(before: np.record, after: np.record, box: np.record, action: int) -> str:
    """What a move did, what it gained everyone, and the cards that came: a sentence each."""
    said = [turn([before, after], box, [action])]
    if after.round_number == before.round_number:
        said += new_cards(before, after, box)
    if after.stage == OVER:
        said.append(_("The game is over."))
    return " ".join(said)


def turn(views: Sequence[np.record], box: np.record, actions: Sequence[int]) -> str:
    """A whole turn: `built Yard for 1 fish (+2 gold). Ann: +1 fish.`"""
    before, after, mover = views[0], before_catch(views[-2], views[-1], box), int(views[0].mover)
    deeds = deeds_of(before, after, box, mover)
    first, n = QUESTIONS.answer(actions[0], before)
    if not (deeds and isinstance(first, SILENT)):
        done = ACTIONS[n].done if isinstance(first, OnSpace) and n < IMITATION else ""
        deeds.insert(0, _(done) if done else QUESTIONS.story(before, views[1], box, actions[0]))
    said = [with_changes(", ".join(deeds), before, after, mover)]
    others = ((mover + k) % int(box.players) for k in range(1, int(box.players)))
    said += [f"{changes}." for seat in others if (changes := changes_for(before, after, box, seat))]
    turned = [elder for elder in range(1, ELDERS_KNOWN) if turned_up(before, after, elder)]
    return " ".join(said + [capital(_("{elder} was revealed.", elder=the_elder(elder))) for elder in turned])


def with_changes(deeds: str, before: np.record, after: np.record, seat: int) -> str:
    """What a player did, for what, and what else changed: `built 1 sloop for 3 wood (+1 gold).`"""
    changes = [*goods_moved(before, after, seat), *others_moved(before, after, seat)]
    if built(before, after, seat):
        paid = [amount(-n, words) for n, words in changes if n < 0]
        deeds = _("{deeds} for {goods}", deeds=deeds, goods=", ".join(paid)) if paid else deeds
        changes = [(n, words) for n, words in changes if n > 0]
    brackets = ", ".join([change(n, words) for n, words in changes if n] + reserve_moved(before, after, seat))
    return f"{deeds} ({brackets})." if brackets else f"{deeds}."


def aftermath(before: np.record, after: np.record, box: np.record) -> list[str]:
    """N3, N8.2: what a new round brings, and the catch."""
    said = []
    if after.round_number != before.round_number:
        said += new_cards(before, after, box)
    if who_caught(before, after, box):
        start = before_catch(before, after, box)
        catches = [changes_for(start, after, box, seat) for seat in range(int(box.players))]
        said.append(_("The catch: {catches}.", catches="; ".join(filter(None, catches)) or _("nothing")))
    return said


def round_words(seen: np.record, box: np.record) -> str:
    return "" if seen.stage == OVER else _("Round {round} of {rounds}", round=int(seen.round_number), rounds=LAST_ROUND)


def changes_for(before: np.record, after: np.record, box: np.record, seat: int) -> str:
    """Ann: built 1 sloop, +2 fish"""
    moved = [*goods_moved(before, after, seat), *others_moved(before, after, seat)]
    changes = [change(n, words) for n, words in moved if n] + reserve_moved(before, after, seat)
    said = ", ".join(deeds_of(before, after, box, seat) + changes)
    return _("{name}: {changes}", name=player_name(seat), changes=said) if said else ""


def deeds_of(before: np.record, after: np.record, box: np.record, seat: int) -> list[str]:
    """What a player built, took, issued and filled."""
    cards = [card for card in range(1, int(box.number_of_cards) + 1) if is_new(before, after, card, BUILT + seat)]
    ships = ships_moved(before, after, seat)
    elders = [elder for elder in range(1, ELDERS_KNOWN) if after.elder_at[elder] == COUNCIL + seat != before.elder_at[elder]]
    deeds = [_("built {card}", card=card_name(box, card)) for card in cards]
    deeds += [_("built {ships}", ships=amount(n, name)) for n, name in ships if n > 0]
    deeds += [_("lost {ships}", ships=amount(-n, name)) for n, name in ships if n < 0]
    deeds += [_("took {elder}", elder=the_elder(elder)) for elder in elders]
    if after.players[seat].unissued != before.players[seat].unissued:
        deeds.append(_("issued a share"))
    plates = int(after.plates) - int(before.plates)
    if plates > 0 and seat == before.mover and after.round_number == before.round_number:
        deeds.append(many(plates, "filled {n} plate", "filled {n} plates"))
    return deeds


def built(before: np.record, after: np.record, seat: int) -> bool:
    """Whether a player paid for a building or a ship."""
    new = (after.where == BUILT + seat) & (before.where != BUILT + seat)
    return bool(new.any()) or any(n > 0 for n, _name in ships_moved(before, after, seat))


def ships_moved(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    old, new = before.players[seat].ships, after.players[seat].ships
    return [(int(b) - int(a), name) for a, b, name in zip(old, new, SHIPS, strict=True)]


def goods_moved(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    """Wood, fish, gold and guests."""
    old, new = before.players[seat], after.players[seat]
    moved = [(int(new[good]) - int(old[good]), GOOD[number]) for good, number in GOODS]
    return [*moved, (int(new.guests) - int(old.guests), GOOD[GUEST])]


def others_moved(before: np.record, after: np.record, seat: int) -> list[tuple[int, str]]:
    """Guests on ships, forest strips and shares."""
    old, new = before.players[seat], after.players[seat]
    pieces = ((ABOARD, "aboard"), (GOOD[STRIP], "strips"), (SHARES, "shares"))
    return [(int(new[field].astype(int).sum()) - int(old[field].astype(int).sum()), words) for words, field in pieces]


def reserve_moved(before: np.record, after: np.record, seat: int) -> list[str]:
    old, new = before.players[seat], after.players[seat]
    stored = [change(int(new[f"reserve_{good}"]) - int(old[f"reserve_{good}"]), GOOD[number]) for good, number in GOODS]
    return [_("{goods} in the reserve", goods=goods) for goods in stored if goods]


def change(n: int, words: str) -> str:
    """+2 sloops"""
    return f"{signed(n)} {plural(_(words), abs(n))}" if n else ""


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
    parts = [_("New in the display: {cards}.", cards=", ".join(shown))] if shown else []
    return parts + ([_("New in hand: {cards}.", cards=", ".join(hand))] if hand else [])


def turned_up(before: np.record, after: np.record, elder: int) -> bool:
    old, new = int(before.elder_at[elder]), int(after.elder_at[elder])
    return old != new and (1 <= new <= STACKS or new == COUNCIL - 1)
