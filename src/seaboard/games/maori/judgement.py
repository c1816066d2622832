"""Heuristics for bots: place tiles that fit, save shells, remove only tiles of islands that can no longer be finished."""

from ...core.rule import rule
from .layout import NO_TILE, NOWHERE
from .scoring import has_edge, opposite


@rule
def best_fit(s, box, p, tile):
    """The best `fit` of a tile on the player's board."""
    best = 0
    for space in range(int(box.spaces)):
        if s.players[p].board[space] == NO_TILE:
            best = max(best, fit(s, box, p, tile, space))
    return best


@rule
def fit(s, box, p, tile, space):
    """How well a tile fits a free space: 0 where it would keep an island from ever being finished (M5.1)."""
    joints = 0
    land, lei = int(box.land[tile]), int(box.lei[tile])
    for edge in range(4):
        other = int(box.neighbour[space, edge])
        neighbour = NO_TILE if other == NOWHERE else int(s.players[p].board[other])
        facing = has_edge(box.land[neighbour], opposite(edge))
        if not has_edge(land, edge):
            if facing:
                return 0
        elif facing:
            joints += 8
            if has_edge(lei, edge) and has_edge(box.lei[neighbour], opposite(edge)):
                joints += 40
        elif other == NOWHERE or neighbour != NO_TILE:
            return 0
    return 2 + int(box.palms[tile]) + int(box.boats[tile]) + int(box.shells[tile]) + joints


@rule
def is_lost(s, box, p, space):
    """M5.1: whether a land edge of the tile meets the edge of the board, or a tile's water edge."""
    tile = int(s.players[p].board[space])
    for edge in range(4):
        if has_edge(box.land[tile], edge):
            other = int(box.neighbour[space, edge])
            if other == NOWHERE:
                return True
            neighbour = int(s.players[p].board[other])
            if neighbour != NO_TILE and not has_edge(box.land[neighbour], opposite(edge)):
                return True
    return False
