"""N8 phase III, home: workers return, the start ship moves on, new buildings are revealed or dealt; N11 solo."""

from ....core.dice import draw
from ....core.rule import cold, rule
from ..cards.effects import START_OF_ROUND
from ..cards.events import trigger
from ..cards.stock import draw_cards, shown
from ..derived import move_card, update_full_and_blocked
from ..layout import BOARD_SPACES, DISPLAY, ELDER_NUMBERS, HAND, LETTER_A, LETTER_B, LETTER_C, SEATS


@cold
def go_home(s, box):
    """N8.1, N8.2: prepares the next round; not called after the last one."""
    s.start_player = (int(s.start_player) + int(box.players) - 1) % int(box.players)
    s.round_number += 1
    take_workers_back(s, box)
    deal_new_buildings(s, box)
    for seat in range(int(box.players)):
        trigger(s, box, seat, START_OF_ROUND, 1)


@rule
def take_workers_back(s, box):
    """N8.1; N11.2: in solo games, only those of the next colour."""
    solo = box.colours > 1
    next_colour = (int(s.round_number) - 1) % int(box.colours)
    for space in range(BOARD_SPACES):
        if solo:
            s.workers_on[space, next_colour] = 0
        else:
            for colour in range(SEATS):
                s.workers_on[space, colour] = 0
        update_full_and_blocked(s, box, space)
    for elder in range(ELDER_NUMBERS):
        if not solo or s.elder_worker[elder] == next_colour + 1:
            s.elder_worker[elder] = 0
    for seat in range(int(box.players)):
        s.players[seat].workers = box.workers


@rule
def deal_new_buildings(s, box):
    """N8.2, N11.4: the new buildings of a round."""
    if s.round_number == 3:
        room = max(0, int(box.display_a) - shown(s, box, LETTER_A))
        draw_cards(s, box, LETTER_A, int(box.later_deck), min(room, int(box.a_in_round_3)), DISPLAY)
    elif s.round_number == 4:
        draw_cards(s, box, LETTER_C, int(box.later_deck), int(box.c_open_in_round_4), DISPLAY)
        deal_hands(s, box)
    elif s.round_number == 5:
        room = max(0, int(box.display_b) - shown(s, box, LETTER_B))
        draw_cards(s, box, LETTER_B, int(box.later_deck), min(room, int(box.b_in_round_5)), DISPLAY)
    elif s.round_number == 6:
        draw_cards(s, box, LETTER_C, int(box.later_deck), int(box.c_open_in_round_6), DISPLAY)
        reveal_hands(s, box)


@rule
def deal_hands(s, box):
    """N8.2: deals C cards into the hands, one at a time around the table."""
    for _ in range(int(box.c_in_hand)):
        for k in range(int(box.players)):
            p = (int(s.start_player) + k) % int(box.players)
            s.players[p].hand += draw_cards(s, box, LETTER_C, int(box.later_deck), 1, HAND + p)


@rule
def reveal_hands(s, box):
    """N8.2, round 6: any player can build the C cards still in hands. The draw marks that something was revealed (no undo)."""
    revealed = 0
    for card in range(1, int(box.number_of_cards) + 1):
        if HAND <= s.where[card] < HAND + SEATS:
            move_card(s, card, DISPLAY)
            revealed += 1
    if revealed > 0:
        draw(s, 1)
    for seat in range(SEATS):
        s.players[seat].hand = 0
