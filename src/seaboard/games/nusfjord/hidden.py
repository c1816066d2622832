"""N14 hidden information: C cards in other hands, and the order of stocks, of face-down elders and of promos below the top."""

from ...core.dice import hide_chance, set_key
from ...core.rule import copy_row, noalias, rule
from .cards.stock import draw_cards
from .derived import lowest, move_card
from .layout import BOARD_SPACES, ELDER_NUMBERS, FRAMES, HAND, IN_WORD, LETTER_C, SEATS, STACKS, STOCK


@noalias
def view(s, box, viewer, out):
    """N14.1: copies what a seat (or, for -1, a spectator) may know; a card in another hand looks like one in the stock."""
    hide_chance(out)
    out.fed = s.fed
    out.mover = s.mover
    out.round_number = s.round_number
    out.start_player = s.start_player
    out.stage = s.stage
    out.turn = s.turn
    out.plates = s.plates
    out.depth = s.depth
    out.uses = s.uses
    out.spare = s.spare
    copy_row(s.to_pay, out.to_pay)
    out.full = s.full
    out.blocked = s.blocked
    out.tops = s.tops
    out.alert = s.alert
    copy_row(s.stock, out.stock)
    copy_row(s.displayed, out.displayed)
    copy_row(s.in_hands, out.in_hands)
    copy_row(s.supply, out.supply)
    copy_row(s.fed_shares, out.fed_shares)
    for i in range(FRAMES):
        out.frames[i].kind = s.frames[i].kind
        out.frames[i].player = s.frames[i].player
        out.frames[i].field_1 = s.frames[i].field_1
        out.frames[i].field_2 = s.frames[i].field_2
    for seat in range(SEATS):
        view_player(s.players[seat], out.players[seat])
    for elder in range(ELDER_NUMBERS):
        out.elder_at[elder] = s.elder_at[elder]
        out.elder_fish[elder] = s.elder_fish[elder]
        out.elder_worker[elder] = s.elder_worker[elder]
    for stack in range(STACKS):
        out.covered[stack] = s.covered[stack]
    for space in range(BOARD_SPACES):
        for colour in range(SEATS):
            out.workers_on[space, colour] = s.workers_on[space, colour]
    copy_row(s.where, out.where)
    hide_hands(s, box, viewer, out)


@rule
def shown_place(place, viewer):
    """N14.1: where a building is, as the viewer sees it: in another hand it looks like one in the stock."""
    return STOCK if HAND <= place < HAND + SEATS and place != HAND + viewer else place


@rule
def hide_hands(s, box, viewer, out):
    """N14.1: moves the cards in other hands to the stock of the view."""
    for word in range(int(box.words)):
        cards = int(s.in_hands[word])
        while cards:
            card = word * IN_WORD + lowest(cards)
            move_card(out, card, shown_place(int(s.where[card]), viewer))
            cards &= cards - 1


@noalias
def view_player(me, out):
    """Copies all fields of a player; of the hand they have only the number of cards."""
    out.triggered_by = me.triggered_by
    out.has = me.has
    out.council = me.council
    out.built = me.built
    out.wooded = me.wooded
    out.waiting = me.waiting
    out.units = me.units
    out.wood = me.wood
    out.fish = me.fish
    out.gold = me.gold
    out.reserve_wood = me.reserve_wood
    out.reserve_fish = me.reserve_fish
    out.reserve_gold = me.reserve_gold
    out.unissued = me.unissued
    out.on_board = me.on_board
    out.workers = me.workers
    out.hand = me.hand
    out.slept = me.slept
    out.guests = me.guests
    copy_row(me.harbour, out.harbour)
    copy_row(me.strips, out.strips)
    copy_row(me.ships, out.ships)
    copy_row(me.aboard, out.aboard)
    copy_row(me.shares, out.shares)
    copy_row(me.once, out.once)
    copy_row(me.triggered, out.triggered)


@rule
def redeal(seen, box, key):
    """A position consistent with the view: hidden hands are dealt again."""
    set_key(seen, key)
    for seat in range(int(box.players)):
        if seen.players[seat].hand > 0:
            known = 0
            for card in range(1, int(box.number_of_cards) + 1):
                known += seen.where[card] == HAND + seat
            draw_cards(seen, box, LETTER_C, int(box.later_deck), int(seen.players[seat].hand) - int(known), HAND + seat)
