"""M4 the end: a full board, no tiles left, or 50 turns for each player."""

from ...core.rule import rule
from .layout import LAST_ROUND, NO_TILE, NOBODY, OVER, PLACES, STEPS, VOLCANO


@rule
def record_full_board(s, box, p):
    """M4.1: the first full board begins the last turns; a second one changes nothing."""
    if s.filled_by == NOBODY and board_is_full(s, box, p):
        s.filled_by = p


@rule
def board_is_full(s, box, p):
    """M4.1, M7.3: a tile is on every space."""
    return int(s.players[p].laid) == (1 << int(box.spaces)) - 1


@rule
def no_tiles_left(s, box):
    """M4.2 (a): display and storages hold no tiles except volcanoes."""
    for place in range(PLACES):
        if s.display[place] != NO_TILE and s.display[place] != VOLCANO:
            return False
    for seat in range(int(box.players)):
        if s.players[seat].stored != NO_TILE:
            return False
    return True


@rule
def is_last_round(s, box):
    """M4.2: the round is the last one, because (a) no tiles are left, or (b) it is the 50th."""
    return s.round_number >= LAST_ROUND or no_tiles_left(s, box)


@rule
def has_a_turn_left(s, box):
    """M4.1, M4.2: whether the mover will have another turn after this one."""
    return s.filled_by == NOBODY and not is_last_round(s, box)


@rule
def end_turn(s, box):
    """M2.3, M4.1, M4.2: the turn passes to the left, or the game is over."""
    following = int(s.mover) + 1 if s.mover + 1 < box.players else 0
    round_is_over = s.mover == s.setter
    if following == s.filled_by or (s.filled_by == NOBODY and round_is_over and is_last_round(s, box)):
        s.mover = NOBODY
        s.decision = OVER
        return
    if round_is_over:
        s.round_number += 1
    s.mover = following
    s.decision = STEPS
