"""K2 setup: the bases, the counters, and the start of the first bidding. Also the derived fields of the board."""

from ...core.dice import draw, set_key
from ...core.rule import clear_row, rule
from .bid import begin_bidding
from .hexes import NO_HEX, add, add_around, first_of, hexes_in, is_empty, remove, store, without_first
from .huts import hut_kind, hut_owner
from .layout import (
    ACTION_SPACES,
    FISHERMAN,
    HEXES,
    KINDS,
    NO_ACTION,
    NOBODY,
    NOT_CHOSEN,
    NOWHERE,
    SEATS,
    TRACK,
    VILLAGES,
)
from .villages import add_fishing_docks, compute_all_canoes, compute_growth, compute_open_water, set_village_of, village_of


@rule
def start(s, box, key):
    """K2: the position before the first decision."""
    clear_table(s)
    set_key(s, key)
    draw_layout(s, box)
    give_starting_counters(s, box)
    compute_derived(s, box)
    begin_bidding(s, box)


@rule
def clear_table(s):
    """No land, no pieces, no question; before anything is set up, or read from a position file."""
    for seat in range(SEATS):
        clear_player(s.players[seat])
    for v in range(VILLAGES):
        s.bases[v] = NOWHERE
        store(s.villages[v], NO_HEX)
    store(s.cult, NO_HEX)
    store(s.ready, NO_HEX)
    store(s.choices, NO_HEX)
    for hex in range(HEXES):
        s.hut[hex] = 0
        s.fish[hex] = 0
    for action in range(ACTION_SPACES):
        s.spaces[action] = 0
    for i in range(TRACK):
        s.sold[i] = 0
    s.round_number = 1
    s.cult_supply = 0
    s.stock = 0
    s.supply = 0
    s.unbacked_counters = 0
    s.acting = NO_ACTION
    s.performed = 0
    s.owed = 0
    s.handed = 0
    s.scored = 0
    s.given = 0
    s.mover = NOBODY
    s.giver = NOBODY
    s.god = NOWHERE
    s.canoe = NOWHERE
    s.site = NOWHERE
    s.scoring = NOWHERE
    s.gift = NOWHERE


@rule
def clear_player(p):
    store(p.canoes, NO_HEX)
    p.glory = 0
    p.from_villages = 0
    p.influence = 0
    p.bid = 0
    p.increase = 0
    p.acted = 0
    p.passed = 0
    p.chosen = NOT_CHOSEN
    p.played = 0
    for i in range(TRACK):
        p.shells[i] = 0
        p.fish[i] = 0


@rule
def draw_layout(s, box):
    """K1.1, K2.2, K2.3: the printed bases and, drawn uniformly from all legal layouts, the extra ones."""
    v = 0
    for i in range(int(box.bases)):
        add_base(s, box, v, int(box.printed[i]))
        v += 1
    layout = draw(s, int(box.layouts_used))
    for i in range(4):
        hex = int(box.layouts[layout, i])
        if hex == NOWHERE:
            continue
        if i % int(box.base_hexes) == 0:
            add_base(s, box, v, hex)
            v += 1
        else:
            add(box, s.villages[v - 1], hex)
            add(box, s.cult, hex)


@rule
def add_base(s, box, v, hex):
    """The first cult hex of village `v`, which is named after it."""
    s.bases[v] = hex
    add(box, s.villages[v], hex)
    add(box, s.cult, hex)


@rule
def give_starting_counters(s, box):
    """K2.1, K2.4: shells, fish and influence for each player; the rest is in stock and supplies."""
    players = int(box.players)
    for seat in range(players):
        s.players[seat].shells[int(box.shell_space) - 1] = box.start_shells
        s.players[seat].fish[int(box.fish_space) - 1] = box.start_fish
        s.players[seat].influence = box.start_influence
    s.stock = int(box.counters) - players * (int(box.start_shells) + int(box.start_fish))
    s.supply = int(box.influence) - players * int(box.start_influence)
    s.cult_supply = box.cult_supply


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
