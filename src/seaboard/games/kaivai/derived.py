"""Derived fields (layout.py): sets and counts that rules would otherwise compute again and again.

The rules that change land, huts, canoes and fish keep them up to date. Here they are computed from scratch, for new positions
and for the test that compares the two.
"""

from ...core.rule import clear_row, rule
from .hexes import NO_HEX, add, add_around, first_of, hexes_in, is_empty, remove, store, union, without_first
from .huts import hut_kind, hut_owner
from .layout import FISHERMAN, KINDS, NOWHERE, SEATS, VILLAGES
from .villages import add_fishing_docks, compute_growth, compute_open_water, set_village_of, village_of


@rule
def compute_derived(s, box):
    """Computes all derived fields (layout.py) from villages, cult hexes, huts, fish, canoes and the god."""
    store(s.water, hexes_in(box.board))
    store(s.accepts_fish, NO_HEX)
    compute_all_canoes(s)
    clear_row(s.land)
    for v in range(VILLAGES):
        store(s.shores[v], NO_HEX)
        store(s.docks[v], NO_HEX)
        s.cults[v] = 0
        s.fish_in[v] = 0
        for seat in range(SEATS):
            for kind in range(KINDS):
                s.players[seat].huts[kind, v] = 0
        rest = hexes_in(s.villages[v])
        while not is_empty(rest):
            add_to_derived(s, box, first_of(box, rest), v)
            rest = without_first(rest)
    compute_fishing_docks(s)
    s.gods_village = NOWHERE if s.god == NOWHERE else village_of(s, int(s.god))
    compute_open_water(s, box)
    compute_growth(s, box)


@rule
def compute_all_canoes(s):
    """Stores all players' canoes as one set."""
    canoes = NO_HEX
    for p in range(SEATS):
        canoes = union(canoes, hexes_in(s.players[p].canoes))
    store(s.all_canoes, canoes)


@rule
def compute_fishing_docks(s):
    """K8.1: the docks of the villages in which each player has a fisherman's hut."""
    for seat in range(SEATS):
        store(s.fishing_docks[seat], NO_HEX)
        for v in range(VILLAGES):
            if s.players[seat].huts[FISHERMAN, v] > 0:
                add_fishing_docks(s, seat, v)


@rule
def add_to_derived(s, box, hex, v):
    """What a hex of village `v` contributes to the derived fields."""
    remove(box, s.water, hex)
    set_village_of(s, hex, v)
    add_around(box, s.shores[v], hex)
    code = int(s.hut[hex])
    if code == 0:
        add_around(box, s.docks[v], hex)
        s.cults[v] += 1
        return
    s.players[hut_owner(code)].huts[hut_kind(code), v] += 1
    s.fish_in[v] += s.fish[hex]
    if hut_kind(code) != FISHERMAN and s.fish[hex] < box.room_for_fish:
        add(box, s.accepts_fish, hex)
