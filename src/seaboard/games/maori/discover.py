"""M3.4 to M3.12 discovering an island: take, store, lay, remove, or do nothing."""

from ...core.rule import rule
from .ending import note_full_board
from .layout import BLOCKED, FROM_STORAGE, NO_TILE, NOWHERE, SHELLS, SPACE, VOLCANO
from .reasons import (
    ALREADY_STORED,
    BEHIND_A_VOLCANO,
    FINE,
    NO_ROOM_FOR_IT,
    NO_SUCH_TILE,
    NO_TILE_THERE,
    NOT_ON_THIS_BOARD,
    NOTHING_STORED,
    OUT_OF_REACH,
    SPACE_IS_TAKEN,
    STORAGE_IS_FULL,
    TOO_DEAR,
    UNDER_THE_SHIP,
)
from .setup import draw_tile
from .ship import board_ship, free_spaces, pay_way_to, spaces_in_reach


@rule
def nth_tile(s, box, n):
    """M3.5, M3.6: the place of the n-th tile (from 0) in the line that the explorer faces, NOWHERE if there is none,
    BLOCKED if it is a volcano or lies behind one. An empty place is no tile."""
    for i in range(4):
        place = int(box.line[s.explorer, i])
        if s.display[place] == VOLCANO:
            return BLOCKED
        if s.display[place] != NO_TILE:
            if n == 0:
                return place
            n -= 1
    return NOWHERE


@rule
def room_for_tile(s, box, shells):
    """M3.4: the spaces where the mover could lay a tile with `shells` left to pay for it, as a bit set."""
    return spaces_in_reach(s, box, int(s.mover), shells)


@rule
def problem_with_taking(s, box, n):
    p = s.players[s.mover]
    place = nth_tile(s, box, n)
    if place == NOWHERE:
        return NO_SUCH_TILE  # M3.5
    if place == BLOCKED:
        return BEHIND_A_VOLCANO  # M3.6
    if n > p.shells:
        return TOO_DEAR  # M3.5, M3.12
    if p.stored != NO_TILE and room_for_tile(s, box, int(p.shells) - n) == 0:
        return NO_ROOM_FOR_IT  # M3.4
    return FINE


@rule
def take(s, box, n):
    """M3.5: the first tile is free, each one skipped costs a shell."""
    s.taken = nth_tile(s, box, n)
    s.players[s.mover].shells -= n
    s.decision = SPACE


@rule
def problem_with_laying_stored(s, box):
    p = s.players[s.mover]
    if p.stored == NO_TILE:
        return NOTHING_STORED  # M3.9
    if room_for_tile(s, box, int(p.shells)) == 0:
        return NO_ROOM_FOR_IT  # M3.4
    return FINE


@rule
def take_from_storage(s):
    """M3.4: the stored tile will be laid."""
    s.taken = FROM_STORAGE
    s.decision = SPACE


@rule
def problem_with_space(s, box, space):
    p = s.players[s.mover]
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD  # M1.5
    if not free_spaces(s, box, int(s.mover)) >> space & 1:
        return SPACE_IS_TAKEN  # M3.7
    if not room_for_tile(s, box, int(p.shells)) >> space & 1:
        return OUT_OF_REACH  # M6.2, M6.6
    return FINE


@rule
def lay_tile(s, box, space):
    """M3.7, M3.8: on a free space; shells on the tile come at once, as far as the supply reaches."""
    p = int(s.mover)
    pay_way_to(s, box, p, space)
    tile = pick_up_tile(s)
    s.players[p].board[space] = tile
    s.players[p].shells += min(int(box.shells[tile]), shells_in_supply(s, box))
    board_ship(s, box, p, space)
    note_full_board(s, box, p)
    refill_display(s)


@rule
def pick_up_tile(s):
    """The tile in hand, which leaves the display or the storage."""
    if s.taken == FROM_STORAGE:
        tile = int(s.players[s.mover].stored)
        s.players[s.mover].stored = NO_TILE
    else:
        tile = int(s.display[s.taken])
        s.display[s.taken] = NO_TILE
    return tile


@rule
def shells_in_supply(s, box):
    """M1.4, M2.2: what the players do not have."""
    left = SHELLS
    for seat in range(int(box.players)):
        left -= int(s.players[seat].shells)
    return left


@rule
def problem_with_storing(s):
    if s.taken == FROM_STORAGE:
        return ALREADY_STORED  # M3.9
    if s.players[s.mover].stored != NO_TILE:
        return STORAGE_IS_FULL  # M3.9
    return FINE


@rule
def store_tile(s):
    """M3.8, M3.9: into the storage; shells on the tile do not come now."""
    s.players[s.mover].stored = pick_up_tile(s)
    refill_display(s)


@rule
def problem_with_removing(s, box, space):
    p = s.players[s.mover]
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD  # M1.5
    if p.board[space] == NO_TILE:
        return NO_TILE_THERE  # M3.4
    if p.ship == space:
        return UNDER_THE_SHIP  # M6.5
    return FINE


@rule
def remove_tile(s, space):
    """M3.10: out of the game; shells it brought are kept."""
    s.players[s.mover].board[space] = NO_TILE


@rule
def refill_display(s):
    """M3.11: a tile from the stock comes to the empty place; a volcano may come now."""
    if s.taken != FROM_STORAGE:
        s.display[s.taken] = draw_tile(s)
    s.taken = NOWHERE
