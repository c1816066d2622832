"""M3.1 to M3.3 moving the explorer ship, M2.3 setting it."""

from ...core.rule import rule
from .layout import ACTION, NO_TILE, STEPS
from .reasons import FINE, TOO_MANY_STEPS


@rule
def set_explorer(s, box, position):
    """M2.3: the setter's choice; the player to the left begins."""
    s.explorer = position
    s.mover = (s.mover + 1) % box.players
    begin_turn(s, box)


@rule
def boats_on_board(s, box, p):
    """M3.1: the boats printed beside the spaces and on bare ones (M7.3), and those on laid tiles."""
    boats = int(box.boats_beside)
    board = s.players[p].board
    for space in range(int(box.spaces)):
        tile = int(board[space])
        boats += int(box.boats[tile])
        if tile == NO_TILE:
            boats += int(box.boat_on[space])
    return boats


@rule
def most_steps(s, box, p):
    """M3.1, M3.2: as many as boats, and one more for each shell; at most 16."""
    return min(16, boats_on_board(s, box, p) + int(s.players[p].shells))


@rule
def problem_with_steps(s, box, steps):
    if steps > most_steps(s, box, int(s.mover)):
        return TOO_MANY_STEPS  # M3.2
    return FINE


@rule
def move_explorer(s, box, steps):
    """M3.1, M3.2: clockwise; each step beyond the boats costs a shell."""
    p = int(s.mover)
    s.players[p].shells -= max(0, steps - boats_on_board(s, box, p))
    s.explorer = (s.explorer + steps) % 16  # M3.3
    s.decision = ACTION


@rule
def begin_turn(s, box):
    """M3.1: the ship must move. Who can go one step only is not asked."""
    s.decision = STEPS
    if s.players[s.mover].shells == 0 and boats_on_board(s, box, int(s.mover)) == 1:
        move_explorer(s, box, 1)
