"""K1.2 to K1.4 pieces and counters: how many a player has, and taking counters from stock and supply."""

from ...core.rule import rule
from .hexes import count, hexes_in
from .layout import KINDS, TRACK, VILLAGES


@rule
def huts_of_kind(s, p, kind):
    """A player's huts of one kind on the board."""
    total = 0
    for v in range(VILLAGES):
        total += int(s.players[p].huts[kind, v])
    return total


@rule
def huts_on_board(s, p):
    """A player's huts of all kinds."""
    total = 0
    for kind in range(KINDS):
        total += huts_of_kind(s, p, kind)
    return total


@rule
def canoes_on_board(s, p):
    """A player's canoes at sea and on huts."""
    return count(hexes_in(s.players[p].canoes))


@rule
def money_of(s, p):
    """K7.3: the value of a player's shells."""
    total = 0
    for i in range(TRACK):
        total += (i + 1) * int(s.players[p].shells[i])
    return total


@rule
def fish_of(s, p):
    """Fish counters on the player's track."""
    total = 0
    for i in range(TRACK):
        total += int(s.players[p].fish[i])
    return total


@rule
def take_influence(s, p, number):
    """K1.4: influence counters from the supply, as many as are left."""
    taken = min(number, int(s.supply))
    s.supply -= taken
    s.players[p].influence += taken


@rule
def take_fish(s, box, p, number):
    """K8.4, K1.4: fish from the stock, as many as are left."""
    taken = min(number, int(s.stock))
    s.stock -= taken
    s.players[p].fish[int(box.fish_space) - 1] += taken
