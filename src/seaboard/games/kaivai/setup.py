"""K2 setup: the bases, the counters, and the start of the first bidding."""

from ...core.dice import draw, set_key
from ...core.rule import rule
from .bid import begin_bidding
from .derived import compute_derived
from .hexes import NO_HEX, add, store
from .layout import (
    ACTION_SPACES,
    HEXES,
    NO_ACTION,
    NOBODY,
    NOT_CHOSEN,
    NOWHERE,
    SEATS,
    TRACK,
    VILLAGES,
)


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
