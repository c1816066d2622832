"""M6 the players' own small ships: the advanced and the pro game. M3.7 in the basic game, where nothing limits laying."""

from ...core.rule import rule
from .ending import has_a_turn_left
from .layout import ADVANCED, BASIC, NO_TILE, NOWHERE, PRO
from .reasons import ALREADY_THERE, FINE, NO_TILE_THERE, NOT_ON_THIS_BOARD


@rule
def free_spaces(s, box, p):
    """The spaces without a tile, as a bit set."""
    free = 0
    board = s.players[p].board
    for space in range(int(box.spaces)):
        if board[space] == NO_TILE:
            free |= 1 << space
    return free


@rule
def all_spaces(box):
    return (1 << int(box.spaces)) - 1


@rule
def next_to(box, spaces):
    """The spaces next to one of `spaces`, in any of 8 directions."""
    around = 0
    for space in range(int(box.spaces)):
        if spaces >> space & 1:
            around |= int(box.around[space])
    return around


@rule
def ship_is_free(s, box, p):
    """M6.1: in the basic game, and before the first tile, every free space will do."""
    return box.level == BASIC or s.players[p].ship == NOWHERE


@rule
def spaces_in_reach(s, box, p, shells):
    """M6.2, M6.6: the free spaces next to the ship, after at most `shells` steps over laid tiles."""
    free = free_spaces(s, box, p)
    if ship_is_free(s, box, p):
        return free
    under_way = 1 << int(s.players[p].ship)
    around = next_to(box, under_way)
    for _ in range(shells):
        farther = under_way | around & ~free
        if farther == under_way:
            break
        under_way = farther
        around = next_to(box, under_way)
    return around & free


@rule
def steps_to(s, box, p, space):
    """M6.6: the fewest steps that bring the ship next to a space in reach."""
    shells = 0
    while not spaces_in_reach(s, box, p, shells) >> space & 1:
        shells += 1
    return shells


@rule
def pay_way_to(s, box, p, space):
    """M6.6: a shell a step. The new tile's own shells come too late to pay."""
    s.players[p].shells -= steps_to(s, box, p, space)


@rule
def board_ship(s, box, p, space):
    """M6.1, M6.4: the ship goes on the first tile; in the pro game on every tile just laid; else it stays (M6.3)."""
    if box.level == PRO or (box.level == ADVANCED and s.players[p].ship == NOWHERE):
        s.players[p].ship = space


@rule
def may_sail(s, box, p):
    """M6.3: asked in the advanced game, with two tiles on the board or more, while the player has a turn left."""
    if box.level != ADVANCED or not has_a_turn_left(s, box):
        return False
    laid = all_spaces(box) & ~free_spaces(s, box, p)
    return laid & (laid - 1) != 0  # more than one bit


@rule
def problem_with_sailing(s, box, space):
    p = s.players[s.mover]
    if space >= box.spaces:
        return NOT_ON_THIS_BOARD  # M1.5
    if p.board[space] == NO_TILE:
        return NO_TILE_THERE  # M6.3
    if p.ship == space:
        return ALREADY_THERE  # M6.3
    return FINE


@rule
def sail(s, space):
    """M6.3: free, to any other tile on the own board."""
    s.players[s.mover].ship = space
