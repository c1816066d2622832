"""Derived fields: they follow from the rest of a position and are stored because every turn reads them.

A rule that changes a position updates them.
"""

from ...core.rule import rule
from .layout import BLOCK, KINDS, NO_TILE, SEATS


@rule
def compute_derived(s, box):
    """Computes all of them from the rest."""
    for p in range(SEATS):
        s.players[p].laid = 0
        s.players[p].boats = 0
    for p in range(int(box.players)):
        s.players[p].boats = boats_on_bare_board(box)
        for space in range(int(box.spaces)):
            if s.players[p].board[space] != NO_TILE:
                note_laid(s, box, p, space)
    s.in_stock = 0
    for block in range(KINDS // BLOCK):
        s.stock_blocks[block] = 0
    for kind in range(KINDS):
        note_in_stock(s, kind, int(s.stock[kind]))


@rule
def boats_on_bare_board(box):
    """M3.1, M7.3: the boats printed next to the spaces and on them."""
    boats = int(box.boats_beside)
    for space in range(int(box.spaces)):
        boats += int(box.boat_on[space])
    return boats


@rule
def note_laid(s, box, p, space):
    """A tile came to a space: its boats count, and one printed under it does not (M7.3)."""
    s.players[p].laid |= 1 << space
    s.players[p].boats += int(box.boats[s.players[p].board[space]]) - int(box.boat_on[space])


@rule
def note_removed(s, box, p, space):
    """The tile on a space is about to leave it."""
    s.players[p].laid &= ~(1 << space)
    s.players[p].boats -= int(box.boats[s.players[p].board[space]]) - int(box.boat_on[space])


@rule
def note_in_stock(s, kind, tiles):
    """Adds `n` tiles of a kind to the stock, or (below 0) removes them."""
    s.stock_blocks[kind // BLOCK] += tiles
    s.in_stock += tiles
