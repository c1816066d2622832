"""Checks positions from files; errors name the broken rule."""

import numpy as np

from ....core.errors import BadPosition
from ..actions.build import needs_no_space
from ..actions.goods import wood_limit
from ..actions.work import colour_of
from ..cards.counting import standing_amount
from ..cards.counts import covered_units, elders_of
from ..cards.effects import COUNCIL_HOLDS, LINES, ONCE, USE_BLOCKED, WHENEVER, has_standing
from ..derived import workers_there
from ..layout import (
    BOARD_SPACES,
    CASTAWAY,
    COUNCIL,
    ELDER_NUMBERS,
    FACE_DOWN,
    FIELDS,
    HAND,
    LETTER_C,
    NO_CARD,
    PROMO_BELOW,
    PROMO_TOP,
    RAFT_KIND,
    SLOTS,
    SPACES,
    STACKS,
    TRACK,
)
from ..resources import resources_of
from ..words.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, SPACE_NAMES, number_of


def check_position(s: np.record, box: np.record) -> None:
    check_ships(s, box)
    check_shares(s, box)
    check_elders(s, box)
    check_workers(s, box)
    for seat in range(int(box.players)):
        check_harbour(s, box, seat)
        check_goods(s, box, seat)
        check_lines(s, box, seat)


def check_ships(s: np.record, box: np.record) -> None:
    seats = range(int(box.players))
    for kind in range(3):
        count = sum(int(s.players[seat].ships[kind]) for seat in seats) + int(s.supply[kind])
        expected = int(box.ship_supply)
        if kind == 2:
            count, expected = count + int(s.spare), expected + int(box.spare)
        if count != expected:
            raise BadPosition(
                f"there are {count} {SHIP_NAMES[kind]}s, at players and in the supply; the game has {expected} (N1.4)"
            )
    rafts = sum(int(s.players[seat].ships[RAFT_KIND]) for seat in seats)
    if rafts > box.rafts or (rafts and not box.elders[CASTAWAY].stack):
        raise BadPosition(f"{rafts} rafts: there are {box.rafts}, and only with the Castaway (N7.22)")
    for seat in seats:
        if (units := int(covered_units(s, seat))) > TRACK:
            raise BadPosition(f"player {seat + 1}: {units} units of the fishing track are covered; it has {TRACK} (N1.3)")


def check_shares(s: np.record, box: np.record) -> None:
    expected = int(box.issued) + int(box.unissued)
    for colour in range(int(box.players)):
        me = s.players[colour]
        count = (
            int(me.unissued) + int(me.on_board) + sum(int(s.players[seat].shares[colour]) for seat in range(int(box.players)))
        )
        if count != expected:
            raise BadPosition(f"player {colour + 1} has {count} shares, wherever they lie; every player has {expected} (N1.6)")


def check_elders(s: np.record, box: np.record) -> None:
    """N2.2: the elders in play, their stacks, and how many are face down."""
    for elder in range(1, ELDER_NUMBERS):
        place, stack, name = int(s.elder_at[elder]), int(box.elders[elder].stack), ELDER_NAMES[elder]
        if bool(place) != bool(stack):
            raise BadPosition(f"{name} is {'missing' if stack else 'not in play'} (N2.2, N7.19, N7.20)")
        if 1 <= stack <= STACKS and place not in (stack, *range(COUNCIL, COUNCIL + 5)):
            raise BadPosition(f"{name} lies in stack {stack}, or sits in a council (N2.2)")
        if stack == FACE_DOWN and place in (PROMO_BELOW, PROMO_TOP):
            raise BadPosition(f"{name} is no promo (N7.20)")
        if stack == PROMO_BELOW and place < PROMO_BELOW:
            raise BadPosition(f"{name} lies in the stack of the promos, or sits in a council (N7.20)")
        if stack == FACE_DOWN and 1 <= place <= STACKS and (s.covered[place - 1] or others_in_stack(s, place) > 1):
            raise BadPosition(f"{name} lay face down: it is seen only when nothing else is left in its stack (N2.2)")
        if place >= COUNCIL + int(box.players):
            raise BadPosition(f"{name} is in nobody's council")
        if s.elder_fish[elder] and s.elder_fish[elder] >= box.elders[elder].holds:
            raise BadPosition(f"{name} is cleared at {box.elders[elder].holds} fish (N3.3)")
    for stack in range(STACKS):
        if s.covered[stack] and not others_in_stack(s, stack + 1):
            raise BadPosition(f"the card under stack {stack + 1} would have been turned up (N5.11)")
    if int(s.covered.sum()) != int((s.elder_at == FACE_DOWN).sum()):
        raise BadPosition("as many elders are unseen as lie face down under stacks (N2.2)")
    if (s.elder_at == PROMO_TOP).sum() != min(1, (s.elder_at >= PROMO_BELOW).sum() - (s.elder_at >= COUNCIL).sum()):
        raise BadPosition("the top promo is seen, as long as there are any (N7.20)")
    for seat in range(int(box.players)):
        most = int(box.council) + int(standing_amount(s, box, seat, COUNCIL_HOLDS, 0))
        if elders_of(s, seat) > most:
            raise BadPosition(f"player {seat + 1}: at most {most} elders (N5.11)")


def others_in_stack(s: np.record, stack: int) -> int:
    return int((s.elder_at[1:] == stack).sum())


def check_workers(s: np.record, box: np.record) -> None:
    """N4.2, N8.1: all workers of a colour are somewhere."""
    for colour in range(5):
        placed = int(s.workers_on[:, colour].sum()) + int((s.elder_worker == colour + 1).sum())
        owner = [seat for seat in range(int(box.players)) if colour_of(s, box, seat) == colour]
        is_used = colour < (box.colours if box.colours > 1 else box.players)
        wrong = placed + int(s.players[owner[0]].workers) != box.workers if owner else placed > (box.workers if is_used else 0)
        if wrong:
            raise BadPosition(
                f"colour {colour + 1}: {placed} workers are placed; with those left there are {box.workers} (N1.6)"
            )
    can_exceed = any(has_standing(s.players[seat], USE_BLOCKED) for seat in range(int(box.players)))
    for space in range(BOARD_SPACES):
        there = int(workers_there(s, space))
        if there > box.capacity[space] and not (can_exceed and box.capacity[space]):
            raise BadPosition(f"{BOARD_NAMES[space]} takes {box.capacity[space]} workers, not {there} (N4.4)")


def check_harbour(s: np.record, box: np.record, seat: int) -> None:
    me, who = s.players[seat], f"player {seat + 1}"
    covered: dict[int, int] = {}
    for field in range(FIELDS):
        if me.strips[field]:
            for space in (int(box.field_left[field]), int(box.field_left[field]) + 1):
                if space in covered:
                    raise BadPosition(f"{who}: two strips cover {SPACE_NAMES[space]} and different spaces next to it (N1.2)")
                covered[space] = field
                if me.harbour[space] != NO_CARD:
                    raise BadPosition(f"{who}: {SPACE_NAMES[space]} holds a building and forest (N9.9)")
    for slot in range(SLOTS):
        card = int(me.harbour[slot])
        if card != NO_CARD and bool(needs_no_space(box, card)) != (slot >= SPACES):
            where = "is placed next to the harbour or on the track" if slot < SPACES else "needs a building space"
            raise BadPosition(f"{who}: {number_of(box, card)} {where} (N9.12)")
    hand = [card for card in range(1, int(box.number_of_cards) + 1) if s.where[card] == HAND + seat]
    if hand and (s.round_number not in (4, 5) or box.players == 1 or any(box.cards[card].letter != LETTER_C for card in hand)):
        raise BadPosition(f"{who}: only C buildings are in hands, in rounds 4 and 5, with two players or more (N8.2)")
    if len(hand) > box.c_in_hand:
        raise BadPosition(f"{who}: at most {box.c_in_hand} cards in hand (N8.2)")


def check_goods(s: np.record, box: np.record, seat: int) -> None:
    me = s.players[seat]
    if (me.guests or me.aboard.any()) and not box.guests:
        raise BadPosition(f"player {seat + 1}: no building of this game gives guests (N12.2)")
    for kind in range(3):
        if me.aboard[kind] > me.ships[kind]:
            raise BadPosition(f"player {seat + 1}: more guests on {SHIP_NAMES[kind]}s than there are (N13.4)")
    limit = wood_limit(s, box, seat, resources_of(s, seat))
    if (wood := int(me.wood)) > limit:
        raise BadPosition(f"player {seat + 1}: {wood} wood; the supply holds {limit} (N1.7)")


def check_lines(s: np.record, box: np.record, seat: int) -> None:
    """N9.2, N9.5: only Whenever and Once lines can wait, only Once lines can be done."""
    me = s.players[seat]
    for slot in range(SLOTS):
        for n in range(LINES):
            line = box.lines[int(me.harbour[slot]) * LINES + n]
            if me.triggered[slot * LINES + n] and line.trigger not in (WHENEVER, ONCE):
                raise BadPosition(f"player {seat + 1}: {number_of(box, me.harbour[slot])} has nothing that could wait (N9.2)")
            if int(me.once[slot]) >> n & 1 and line.trigger != ONCE:
                raise BadPosition(f"player {seat + 1}: {number_of(box, me.harbour[slot])} has no such Once effect (N9.5)")
