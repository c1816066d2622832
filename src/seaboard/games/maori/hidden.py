"""M8 hidden information: only the order of the stock, which future draws decide."""

from ...core.dice import hide_chance, set_key
from ...core.rule import copy_row, noalias, rule
from .layout import SEATS


@noalias
def view(s, box, viewer, out):
    """M8.1: copies what a seat (or, for -1, a spectator) may know. The stock's tiles follow from the visible ones."""
    hide_chance(out)
    out.mover = s.mover
    out.decision = s.decision
    out.explorer = s.explorer
    out.taken = s.taken
    out.setter = s.setter
    out.filled_by = s.filled_by
    out.round_number = s.round_number
    copy_row(s.stock, out.stock)
    copy_row(s.display, out.display)
    for seat in range(SEATS):
        out.players[seat].shells = s.players[seat].shells
        out.players[seat].ship = s.players[seat].ship
        out.players[seat].stored = s.players[seat].stored
        copy_row(s.players[seat].board, out.players[seat].board)
        out.players[seat].laid = s.players[seat].laid
        out.players[seat].boats = s.players[seat].boats
    copy_row(s.stock_blocks, out.stock_blocks)
    out.in_stock = s.in_stock


@rule
def redeal(seen, box, key):
    """A position consistent with the view, with new future draws."""
    set_key(seen, key)
