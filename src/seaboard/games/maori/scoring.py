"""M5 scoring, M7 the atoll. Islands are straight lines (M1.1): from a tile, each land edge is followed in one direction."""

from ...core.rule import rule
from .layout import BOTTOM, NO_TILE, NOWHERE, RIGHT

PALMS, WREATHS, BOATS, SHELL_POINTS, EMPTY_SPACES = 0, 1, 2, 3, 4  # columns of the score sheet; words/names.py names them


@rule
def has_edge(edges, edge):
    """Whether a bit set of edges (`land` or `lei` of a tile) contains an edge."""
    return int(edges) >> edge & 1 == 1


@rule
def opposite(edge):
    """The edge of the neighbouring tile that touches this edge."""
    return edge ^ 1


@rule
def joined(s, box, p, space, edge):
    """M5.1: the space of the tile that is joined to this one at a land edge, or NOWHERE where the edge is open."""
    other = int(box.neighbour[space, edge])
    if other != NOWHERE and has_edge(box.land[s.players[p].board[other]], opposite(edge)):
        return other
    return NOWHERE


@rule
def reaches_shore(s, box, p, space, edge):
    """M5.1: whether the island, followed from a tile in the direction of an edge, has no open land edge."""
    while has_edge(box.land[s.players[p].board[space]], edge):
        space = joined(s, box, p, space, edge)
        if space == NOWHERE:
            return False
    return True


@rule
def is_finished(s, box, p, space):
    """M5.1: whether the space has a tile that is not removed: a water tile, or one of a finished island."""
    if s.players[p].board[space] == NO_TILE:
        return False
    for edge in range(4):
        if not reaches_shore(s, box, p, space, edge):
            return False
    return True


@rule
def island_has_hut(s, box, p, space):
    """M5.2: at least one hut is on the finished island of this tile."""
    for edge in range(4):
        at = space
        while True:
            tile = int(s.players[p].board[at])
            if box.hut[tile]:
                return True
            if not has_edge(box.land[tile], edge):
                break
            at = int(box.neighbour[at, edge])
    return False


@rule
def island_inside_atoll(s, box, p, space):
    """M7.2: the finished island of this tile is completely inside the atoll."""
    for edge in range(4):
        at = space
        while box.inside[at] and has_edge(box.land[s.players[p].board[at]], edge):
            at = int(box.neighbour[at, edge])
        if not box.inside[at]:
            return False
    return True


@rule
def palm_points(s, box, p, space):
    """M5.2, M7.2: for each palm on this tile 1 point, 2 with a hut on the island; double inside the atoll."""
    points = int(box.palms[s.players[p].board[space]])
    if island_has_hut(s, box, p, space):
        points *= 2
    if island_inside_atoll(s, box, p, space):
        points *= 2
    return points


@rule
def wreath_points(s, box, p, space):
    """M5.3: 10 for each joint of this tile to the right or downwards at which two halves meet."""
    points = 0
    lei = box.lei[s.players[p].board[space]]
    for edge in (RIGHT, BOTTOM):
        if has_edge(lei, edge) and has_edge(box.lei[s.players[p].board[box.neighbour[space, edge]]], opposite(edge)):
            points += 10
    return points


@rule
def majority(sheet, kind, players):
    """M5.4, M5.5: only the player with the most keeps the points; tied players all do."""
    most = 0
    for p in range(players):
        most = max(most, int(sheet[p, kind]))
    for p in range(players):
        if sheet[p, kind] < most:
            sheet[p, kind] = 0


@rule
def score_sheet(s, box, sheet):
    """M5: each player's points by kind, as if the game ended now."""
    players = int(box.players)
    for p in range(players):
        for kind in range(5):
            sheet[p, kind] = 0
        sheet[p, BOATS] = box.boats_beside
        for space in range(int(box.spaces)):
            if is_finished(s, box, p, space):
                sheet[p, PALMS] += palm_points(s, box, p, space)
                sheet[p, WREATHS] += wreath_points(s, box, p, space)
                sheet[p, BOATS] += box.boats[s.players[p].board[space]]  # M5.4
            else:
                sheet[p, EMPTY_SPACES] -= 1  # M5.6
                sheet[p, BOATS] += box.boat_on[space]  # M7.3
        sheet[p, SHELL_POINTS] = s.players[p].shells
    majority(sheet, BOATS, players)
    majority(sheet, SHELL_POINTS, players)


@rule
def tie_break(s, box, p):
    """M5.8: more shells; otherwise the win is shared."""
    return int(s.players[p].shells)
