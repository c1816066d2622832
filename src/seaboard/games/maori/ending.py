"""M4 the end: a full board, no tiles left, or fifty rounds."""

from ...core.rule import rule
from .layout import LAST_ROUND, NO_TILE, NOBODY, OVER, PLACES, STEPS, VOLCANO


@rule
def note_full_board(s, box, p):
    """M4.1: the first player to fill every space ends the game; a second one changes nothing."""
    if s.filled_by == NOBODY and board_is_full(s, box, p):
        s.filled_by = p


@rule
def board_is_full(s, box, p):
    return int(s.players[p].laid) == (1 << int(box.spaces)) - 1


@rule
def nothing_left_to_lay(s, box):
    """M4.2 (a): display and storages hold no tile but volcanoes."""
    for place in range(PLACES):
        if s.display[place] != NO_TILE and s.display[place] != VOLCANO:
            return False
    for seat in range(int(box.players)):
        if s.players[seat].stored != NO_TILE:
            return False
    return True


@rule
def this_is_the_last_round(s, box):
    """M4.2: (a) no tile is left, or (b) everybody has had fifty turns."""
    return s.round_number >= LAST_ROUND or nothing_left_to_lay(s, box)


@rule
def has_a_turn_left(s, box):
    """Whether the mover will have another turn after this one."""
    return s.filled_by == NOBODY and not this_is_the_last_round(s, box)


@rule
def end_turn(s, box):
    """M2.3, M4: the turn passes to the left, or the game is over."""
    following = int(s.mover) + 1 if s.mover + 1 < box.players else 0
    round_is_over = s.mover == s.setter
    if following == s.filled_by or (s.filled_by == NOBODY and round_is_over and this_is_the_last_round(s, box)):
        s.mover = NOBODY
        s.decision = OVER
        return
    if round_is_over:
        s.round_number += 1
    s.mover = following
    s.decision = STEPS
