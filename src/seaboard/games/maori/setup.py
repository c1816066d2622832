"""M2 setup: the display, the shells, and the player who places the explorer ship."""

from ...core.dice import count_sums_up_to, draw, prefix_sums, set_key, sum_before
from ...core.rule import rule
from .derived import compute_derived, update_stock_counts
from .layout import BLOCK, KINDS, NO_TILE, NOBODY, NOWHERE, PLACES, SEATS, SET_EXPLORER, SPACES, VOLCANO


@rule
def start(s, box, key):
    """M2: the position before the first decision."""
    clear_table(s)
    set_key(s, key)
    for kind in range(1, int(box.kinds)):
        s.stock[kind] = box.count[kind]
    compute_derived(s, box)
    lay_out_display(s)
    for seat in range(int(box.players)):
        s.players[seat].shells = 5  # M2.2
    choose_setter(s, box)


@rule
def clear_table(s):
    """No shells, no tiles, no ship; before anything is set up, or read from a position file."""
    for seat in range(SEATS):
        s.players[seat].shells = 0
        s.players[seat].ship = NOWHERE
        s.players[seat].stored = NO_TILE
        for space in range(SPACES):
            s.players[seat].board[space] = NO_TILE
    for kind in range(KINDS):
        s.stock[kind] = 0
    s.explorer = NOWHERE
    s.taken = NOWHERE
    s.filled_by = NOBODY
    s.round_number = 1


@rule
def lay_out_display(s):
    """M2.1: sixteen tiles; the volcanoes are set aside meanwhile."""
    volcanoes = int(s.stock[VOLCANO])
    put_in_stock(s, VOLCANO, -volcanoes)
    for place in range(PLACES):
        s.display[place] = draw_tile(s)
    put_in_stock(s, VOLCANO, volcanoes)


@rule
def choose_setter(s, box):
    """M2.3: a random player will place the explorer ship."""
    s.setter = draw(s, int(box.players))
    s.mover = s.setter
    s.decision = SET_EXPLORER


@rule
def put_in_stock(s, kind, tiles):
    """Adds tiles of a kind to the stock; a negative number removes them."""
    s.stock[kind] += tiles
    update_stock_counts(s, kind, tiles)


@rule
def draw_tile(s):
    """Takes a random tile from the stock; NO_TILE if it is empty. First finds its block of kinds, then its kind."""
    if s.in_stock == 0:
        return NO_TILE
    n = draw(s, int(s.in_stock))
    blocks = prefix_sums(s.stock_blocks, 0)
    block = count_sums_up_to(blocks, n)
    tiles = prefix_sums(s.stock, block * BLOCK)
    kind = block * BLOCK + count_sums_up_to(tiles, n - sum_before(blocks, block))
    put_in_stock(s, kind, -1)
    return kind
