"""N2 setup: the table, the elders, the display, the players' components."""

from ...core.dice import draw, set_key
from ...core.rule import rule
from .cards.stock import draw_cards, remove_stock
from .derived import update_full_and_blocked, update_top, update_wooded
from .elders.council import reveal_elder
from .layout import (
    BOARD_SPACES,
    CARDS,
    CATCHING,
    DISPLAY,
    ELDER_NUMBERS,
    FACE_DOWN,
    FIELDS,
    FRAMES,
    LETTER_A,
    LETTER_B,
    LETTER_C,
    LINES,
    OUT,
    PROMO_BELOW,
    PROMO_TOP,
    SEATS,
    SLOTS,
    STACKS,
    STOCK,
    WORDS,
)
from .turn import run


@rule
def start(s, box, key):
    """N2: the position before the first decision; the first catch may need none."""
    clear_table(s)
    set_key(s, key)
    lay_out_players(s, box)
    lay_out_elders(s, box)
    lay_out_buildings(s, box)
    for kind in range(3):
        s.supply[kind] = box.ship_supply  # N1.4
    for space in range(BOARD_SPACES):
        update_full_and_blocked(s, box, space)
    s.spare = box.spare
    s.plates = box.filled  # N2.1
    s.round_number = 1
    s.start_player = int(box.first_seat) - 1 if box.first_seat > 0 else draw(s, int(box.players))  # N2.4
    s.stage = CATCHING
    run(s, box)


@rule
def clear_table(s):
    """Sets all fields except the chance fields to 0."""
    s.fed = 0
    s.mover = 0
    s.round_number = 0
    s.start_player = 0
    s.stage = 0
    s.turn = 0
    s.plates = 0
    s.depth = 0
    s.uses = 0
    s.spare = 0
    for i in range(3):
        s.to_pay[i] = 0
    s.full = 0
    s.blocked = 0
    s.tops = 0
    s.alert = 0
    for word in range(WORDS):
        s.stock[word] = 0
        s.displayed[word] = 0
        s.in_hands[word] = 0
    for i in range(FRAMES):
        s.frames[i].kind = 0
        s.frames[i].player = 0
        s.frames[i].field_1 = 0
        s.frames[i].field_2 = 0
    for seat in range(SEATS):
        clear_player(s.players[seat])
        s.fed_shares[seat] = 0
    for kind in range(3):
        s.supply[kind] = 0
    for elder in range(ELDER_NUMBERS):
        s.elder_at[elder] = 0
        s.elder_fish[elder] = 0
        s.elder_worker[elder] = 0
    for stack in range(STACKS):
        s.covered[stack] = 0
    for space in range(BOARD_SPACES):
        for colour in range(SEATS):
            s.workers_on[space, colour] = 0
    for card in range(CARDS):
        s.where[card] = OUT


@rule
def clear_player(me):
    """Sets all fields of a player to 0."""
    me.triggered_by = 0
    me.has = 0
    me.council = 0
    me.built = 0
    me.wooded = 0
    me.waiting = 0
    me.units = 0
    me.wood = 0
    me.fish = 0
    me.gold = 0
    me.reserve_wood = 0
    me.reserve_fish = 0
    me.reserve_gold = 0
    me.unissued = 0
    me.on_board = 0
    me.workers = 0
    me.hand = 0
    me.slept = 0
    me.guests = 0
    for slot in range(SLOTS):
        me.harbour[slot] = 0
        me.once[slot] = 0
    for i in range(SLOTS * LINES):
        me.triggered[i] = 0
    for field in range(FIELDS):
        me.strips[field] = 0
    for kind in range(4):
        me.ships[kind] = 0
    for kind in range(3):
        me.aboard[kind] = 0
    for colour in range(SEATS):
        me.shares[colour] = 0


@rule
def lay_out_players(s, box):
    """N1.1, N1.6: workers, shares and forest of each player."""
    for seat in range(int(box.players)):
        me = s.players[seat]
        me.workers = box.workers
        me.unissued = box.unissued
        me.shares[seat] = box.issued
        for field in range(FIELDS):
            me.strips[field] = box.strips[field]
            if me.strips[field] > 0:
                update_wooded(me, box, field)


@rule
def lay_out_elders(s, box):
    """N2.2, N7.19, N7.20: stacks, face-down cards under random stacks, and the promos."""
    below, promos = 0, 0
    for elder in range(1, ELDER_NUMBERS):
        s.elder_at[elder] = box.elders[elder].stack
        below += box.elders[elder].stack == FACE_DOWN
        promos += box.elders[elder].stack == PROMO_BELOW
    for i in range(int(below)):
        k = draw(s, STACKS - i)
        for stack in range(STACKS):
            if s.covered[stack] == 0:
                if k == 0:
                    s.covered[stack] = 1
                    break
                k -= 1
    if promos > 0:
        reveal_elder(s, PROMO_BELOW, PROMO_TOP)
    for place in range(1, PROMO_TOP + 1):
        update_top(s, place)


@rule
def lay_out_buildings(s, box):
    """N2.3, N12.2: A and B cards into the display; cards that cannot appear later leave the game."""
    for card in range(1, int(box.number_of_cards) + 1):
        s.where[card] = STOCK
    for word in range(int(box.words)):
        s.stock[word] = box.of_deck[0, word]
    if box.later_deck > 0:
        for deck in range(1, 8):
            draw_cards(s, box, LETTER_A, deck, int(box.mixed_a), DISPLAY)
            draw_cards(s, box, LETTER_B, deck, int(box.mixed_b), DISPLAY)
    else:
        draw_cards(s, box, LETTER_A, 0, int(box.display_a), DISPLAY)
        draw_cards(s, box, LETTER_B, 0, int(box.display_b), DISPLAY)
    if box.players <= 2:
        remove_stock(s, box, LETTER_A, 0)
        remove_stock(s, box, LETTER_B, 0)
    elif box.later_deck > 0:
        remove_stock(s, box, LETTER_A, int(box.later_deck))
        remove_stock(s, box, LETTER_B, int(box.later_deck))
    if box.later_deck > 0:
        remove_stock(s, box, LETTER_C, int(box.later_deck))
