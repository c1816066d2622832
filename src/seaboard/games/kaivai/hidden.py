"""K14 hidden information: secret choices until the reveal, and future draws."""

from ...core.dice import draw, hide_chance, set_key
from ...core.rule import copy_row, noalias, rule
from .hexes import hexes_in, store
from .layout import ACTION_SPACES, HIDDEN, KINDS, NOT_CHOSEN, SEATS, TRACK, VILLAGES


@noalias
def view(s, box, viewer, out):
    """K14.1: copies what a seat (or, for -1, a spectator) may know."""
    hide_chance(out)
    view_board(s, out)
    view_turn(s, out)
    for seat in range(SEATS):
        store(out.fishing_docks[seat], hexes_in(s.fishing_docks[seat]))
        view_player(s.players[seat], out.players[seat])
        out.players[seat].chosen = shown_choice(s.players[seat], seat == viewer)


@rule
def shown_choice(p, is_viewer):
    """K12.3: others see that a player has chosen, not the number."""
    return int(p.chosen) if is_viewer or p.chosen == NOT_CHOSEN else HIDDEN


@noalias
def view_board(s, out):
    """K14.1: villages, huts, fish and derived fields are open."""
    for v in range(VILLAGES):
        store(out.villages[v], hexes_in(s.villages[v]))
        store(out.shores[v], hexes_in(s.shores[v]))
        store(out.docks[v], hexes_in(s.docks[v]))
        out.bases[v] = s.bases[v]
        out.cults[v] = s.cults[v]
        out.fish_in[v] = s.fish_in[v]
    store(out.cult, hexes_in(s.cult))
    store(out.water, hexes_in(s.water))
    store(out.growth, hexes_in(s.growth))
    store(out.cutting, hexes_in(s.cutting))
    store(out.open_water, hexes_in(s.open_water))
    store(out.all_canoes, hexes_in(s.all_canoes))
    store(out.accepts_fish, hexes_in(s.accepts_fish))
    store(out.ready, hexes_in(s.ready))
    store(out.choices, hexes_in(s.choices))
    copy_row(s.land, out.land)
    copy_row(s.hut, out.hut)
    copy_row(s.fish, out.fish)


@noalias
def view_turn(s, out):
    """K14.1: the question, the action in progress and the supplies are open."""
    out.mover = s.mover
    out.decision = s.decision
    out.round_number = s.round_number
    out.god = s.god
    out.gods_village = s.gods_village
    out.cult_supply = s.cult_supply
    out.stock = s.stock
    out.supply = s.supply
    out.unbacked_counters = s.unbacked_counters
    out.acting = s.acting
    out.performed = s.performed
    out.canoe = s.canoe
    out.site = s.site
    out.owed = s.owed
    out.handed = s.handed
    out.scoring = s.scoring
    out.scored = s.scored
    out.giver = s.giver
    out.gift = s.gift
    out.given = s.given
    for action in range(ACTION_SPACES):
        out.spaces[action] = s.spaces[action]
    for i in range(TRACK):
        out.sold[i] = s.sold[i]


@noalias
def view_player(p, out):
    """K14.1: copies everything except the secret choice."""
    store(out.canoes, hexes_in(p.canoes))
    out.glory = p.glory
    out.from_villages = p.from_villages
    out.influence = p.influence
    out.bid = p.bid
    out.increase = p.increase
    out.acted = p.acted
    out.passed = p.passed
    out.played = p.played
    for i in range(TRACK):
        out.shells[i] = p.shells[i]
        out.fish[i] = p.fish[i]
    for kind in range(KINDS):
        for v in range(VILLAGES):
            out.huts[kind, v] = p.huts[kind, v]


@rule
def redeal(seen, box, key):
    """A position consistent with the view: new future draws, and a random number for each hidden choice (K12.3)."""
    set_key(seen, key)
    for seat in range(SEATS):
        if seen.players[seat].chosen == HIDDEN:
            seen.players[seat].chosen = draw(seen, int(seen.players[seat].influence) + 1)
