"""The position in sentences, for screen readers."""

from collections.abc import Sequence

import numpy as np

from ....language import _, many
from ..cards.counting import catch_of
from ..cards.counts import shares_on_board
from ..cards.effects import SLOOP, STRIP
from ..derived import workers_there
from ..elders.council import is_on_top
from ..layout import COUNCIL, DISPLAY, ELDER_NUMBERS, FIELDS, HAND, IMITATION, LAST_ROUND, NEXT_TO_DISPLAY, OVER, PLATES, SPACES
from ..words.effects import GOOD, card_text, cost_text, lines_of, points_text
from ..words.elders import elder_text
from ..words.names import SHIPS, STAGES, amount, card_title, elder_name, goods, space_name
from ..words.notation import SPACE_NAMES, field_name


def describe(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> list[str]:
    """First what all players share, then every harbour, beginning with the viewer's."""
    near = viewer or 0
    seats = [(near + k) % int(box.players) for k in range(int(box.players))]
    text = [
        _("Round {n} of {all}, {stage}.", n=int(seen.round_number), all=LAST_ROUND, stage=_(STAGES[int(seen.stage)])),
        _("{name} begins this round.", name=names[int(seen.start_player)]),
    ]
    if seen.stage != OVER:
        text.append(_("{name} decides.", name=names[int(seen.mover)]))
    text += [spaces(seen, box), table(seen, box), shares(seen, box, names), elders(seen, box), supply(seen)]
    text += buildings(seen, box, viewer)
    for seat in seats:
        text += harbour(seen, box, seat, names)
    return text


def spaces(seen: np.record, box: np.record) -> str:
    """How many workers are on each space."""
    in_play = [space for space in range(IMITATION + int(box.imitations)) if box.capacity[space]]
    counts = [f"{space_name(box, space)} {workers_there(seen, space)}/{box.capacity[space]}" for space in in_play]
    return _("Workers on the action board: {spaces}.", spaces=", ".join(counts))


def table(seen: np.record, box: np.record) -> str:
    empty = ", ".join(str(n) for n in box.plates[int(seen.plates) :])
    filled = int(seen.plates)
    if filled == PLATES:
        return _("All plates of the banquet table are filled.")
    return many(
        filled,
        "{n} plate of the banquet table is filled; the empty ones need {empty} fish.",
        "{n} plates of the banquet table are filled; the empty ones need {empty} fish.",
        empty=empty,
    )


def shares(seen: np.record, box: np.record, names: Sequence[str]) -> str:
    if not shares_on_board(seen):
        return _("No shares lie on the action board.")
    held = [seat for seat in range(int(box.players)) if seen.players[seat].on_board]
    counts = ", ".join(f"{names[seat]} {seen.players[seat].on_board}" for seat in held)
    return _("Shares on the action board: {shares}.", shares=counts)


def elders(seen: np.record, box: np.record) -> str:
    there = [elder for elder in range(1, ELDER_NUMBERS) if is_on_top(seen, elder)]
    texts = " ".join(f"{elder_name(elder)}: {elder_text(box, elder)}" for elder in there)
    return _("Elders that can be taken: {elders}", elders=texts or "-")


def supply(seen: np.record) -> str:
    ships = ", ".join(amount(int(seen.supply[kind]), GOOD[SLOOP + kind]) for kind in range(3))
    return _("Ships in supply: {ships}.", ships=ships)


def buildings(seen: np.record, box: np.record, viewer: int | None) -> list[str]:
    """The display and the viewer's hand, each card with cost, points and effect."""
    cards = range(1, int(box.number_of_cards) + 1)
    hand = [card for card in cards if viewer is not None and seen.where[card] == HAND + viewer]
    shown = [card for card in cards if seen.where[card] in (DISPLAY, NEXT_TO_DISPLAY)]
    text = [_("In your hand: {card}", card=card_sentence(box, card)) for card in hand]
    return text + [_("In the display: {card}", card=card_sentence(box, card)) for card in shown]


def card_sentence(box: np.record, card: int) -> str:
    lines = lines_of(box, card)
    return _(
        "{card}, cost {cost}, points {points}. {effect}",
        card=card_title(box, card),
        cost=cost_text(box.cards[card], lines),
        points=points_text(box.cards[card], lines),
        effect=card_text(box, card),
    )


def harbour(seen: np.record, box: np.record, seat: int, names: Sequence[str]) -> list[str]:
    """Goods, shares, ships, council, buildings and forest of a player."""
    me, name = seen.players[seat], names[seat]
    text = [_("{name} has {goods}.", name=name, goods=goods(int(me.wood), int(me.fish), int(me.gold)))]
    reserve = goods(int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold))
    text.append(_("{name}'s reserve: {goods}; workers left: {workers}.", name=name, goods=reserve, workers=int(me.workers)))
    held = ", ".join(f"{names[colour]} {me.shares[colour]}" for colour in range(int(box.players)) if me.shares[colour])
    text.append(_("{name}'s shares: {shares}; unissued: {unissued}.", name=name, shares=held or "-", unissued=int(me.unissued)))
    ships = ", ".join(amount(int(n), words) for n, words in zip(me.ships, SHIPS, strict=True) if n) or "-"
    text.append(_("{name}'s ships: {ships}; catch: {catch}.", name=name, ships=ships, catch=int(catch_of(seen, box, seat))))
    if box.guests:
        aboard = int(me.aboard.astype(int).sum())
        text.append(_("{name}'s guests: {n} in the supply, {aboard} on ships.", name=name, n=int(me.guests), aboard=aboard))
    if me.hand:
        text.append(many(int(me.hand), "{name} holds {n} card.", "{name} holds {n} cards.", name=name))
    sitting = [elder for elder in range(1, ELDER_NUMBERS) if seen.elder_at[elder] == COUNCIL + seat]
    if sitting:
        texts = " ".join(seated(seen, box, elder) for elder in sitting)
        text.append(_("{name}'s council: {elders}", name=name, elders=texts))
    text += [
        _("{name}'s building: {card}", name=name, card=card_at(box, slot, int(card)))
        for slot, card in enumerate(me.harbour)
        if card
    ]
    forest = [field for field in range(FIELDS) if me.strips[field]]
    strips = ", ".join(f"{field_name(box, field)}: {amount(int(me.strips[field]), GOOD[STRIP])}" for field in forest)
    text.append(_("{name}'s forest: {strips}.", name=name, strips=strips or "-"))
    return text


def seated(seen: np.record, box: np.record, elder: int) -> str:
    """An elder with its fish, and whether a worker is there."""
    fish = many(int(seen.elder_fish[elder]), "{n} fish on the card", "{n} fish on the card")
    busy = ", " + _("with a worker") if seen.elder_worker[elder] else ""
    return f"{elder_name(elder)} ({fish}{busy}): {elder_text(box, elder)}"


def card_at(box: np.record, slot: int, card: int) -> str:
    place = f"{SPACE_NAMES[slot]}: " if slot < SPACES else ""
    return f"{place}{card_title(box, card)}. {card_text(box, card)}"
