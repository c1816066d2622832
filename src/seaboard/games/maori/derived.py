"""Derived fields: they follow from the rest of a position, and are stored because every turn reads them.

A rule that changes a position keeps them up to date; a test compares them with `compute_derived` after every move.
"""

from ...core.rule import rule
from .layout import BLOCK, KINDS, NO_TILE, SEATS


@rule
def compute_derived(s, box):
    """Computes all derived fields from the other fields."""
    for p in range(SEATS):
        s.players[p].laid = 0
        s.players[p].boats = 0
    for p in range(int(box.players)):
        s.players[p].boats = boats_on_bare_board(box)
        for space in range(int(box.spaces)):
            if s.players[p].board[space] != NO_TILE:
                update_after_placing(s, box, p, space)
    s.in_stock = 0
    for block in range(KINDS // BLOCK):
        s.stock_blocks[block] = 0
    for kind in range(KINDS):
        update_stock_counts(s, kind, int(s.stock[kind]))


@rule
def boats_on_bare_board(box):
    """M3.1, M7.3: the boats printed next to an empty board's spaces and on them."""
    boats = int(box.boats_beside)
    for space in range(int(box.spaces)):
        boats += int(box.boat_on[space])
    return boats


@rule
def update_after_placing(s, box, p, space):
    """M3.1, M7.3: the boats of a tile just placed count; a boat printed under it no longer does."""
    s.players[p].laid |= 1 << space
    s.players[p].boats += int(box.boats[s.players[p].board[space]]) - int(box.boat_on[space])


@rule
def update_before_removing(s, box, p, space):
    """M3.10, M7.3: the reverse, before the tile on a space is removed."""
    s.players[p].laid &= ~(1 << space)
    s.players[p].boats -= int(box.boats[s.players[p].board[space]]) - int(box.boat_on[space])


@rule
def update_stock_counts(s, kind, tiles):
    """The counts of the stock, after so many tiles of a kind were added; a negative number: removed."""
    s.stock_blocks[kind // BLOCK] += tiles
    s.in_stock += tiles
