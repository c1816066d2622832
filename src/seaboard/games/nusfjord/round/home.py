"""N8 home: workers return, the start ship moves on, new buildings come; N11 solo."""

from ....core.dice import draw
from ....core.rule import rule
from ..cards.effects import START_OF_ROUND
from ..cards.events import trigger
from ..cards.stock import draw_cards, shown
from ..derived import move_card, note_workers
from ..layout import BOARD_SPACES, DISPLAY, ELDERS_KNOWN, HAND, LETTER_A, LETTER_B, LETTER_C, SEATS


@rule
def go_home(s, box):
    """N8.1, N8.2: after all but the last round."""
    s.start_player = (int(s.start_player) + int(box.players) - 1) % int(box.players)
    s.round_number += 1
    take_workers_back(s, box)
    bring_buildings(s, box)
    for seat in range(int(box.players)):
        trigger(s, box, seat, START_OF_ROUND, 1)


@rule
def take_workers_back(s, box):
    """N8.1; N11.2: in solo games, only those of the next colour."""
    solo = box.colours > 1
    coming = (int(s.round_number) - 1) % int(box.colours)
    for space in range(BOARD_SPACES):
        for colour in range(SEATS):
            if not solo or colour == coming:
                s.workers_on[space, colour] = 0
        note_workers(s, box, space)
    for elder in range(ELDERS_KNOWN):
        if not solo or s.elder_worker[elder] == coming + 1:
            s.elder_worker[elder] = 0
    for seat in range(int(box.players)):
        s.players[seat].workers = box.workers


@rule
def bring_buildings(s, box):
    """N8.2, N11.4: what comes with a new round."""
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
        lay_hands_open(s, box)


@rule
def deal_hands(s, box):
    """N8.2: C into the hands, one after the other around the table."""
    for _ in range(int(box.c_in_hand)):
        for k in range(int(box.players)):
            p = (int(s.start_player) + k) % int(box.players)
            s.players[p].hand += draw_cards(s, box, LETTER_C, int(box.later_deck), 1, HAND + p)


@rule
def lay_hands_open(s, box):
    """N8.2, round 6: all C still in hands can be built by anyone. The draw only says that something was revealed."""
    laid_open = 0
    for card in range(1, int(box.number_of_cards) + 1):
        if HAND <= s.where[card] < HAND + SEATS:
            move_card(s, card, DISPLAY)
            laid_open += 1
    if laid_open > 0:
        draw(s, 1)
    for seat in range(SEATS):
        s.players[seat].hand = 0
