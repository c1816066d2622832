"""N2.3, N8.2 cards come out of the stock: drawn when they are needed, never shuffled ahead."""

from ....core.dice import draw
from ....core.rule import rule
from ..layout import BESIDE, DISPLAY, LETTER_A, LETTER_B, OUT, STOCK


@rule
def is_drawable(s, box, card, letter, deck):
    """`deck` 0: any."""
    return s.where[card] == STOCK and box.cards[card].letter == letter and (deck == 0 or box.cards[card].deck == deck)


@rule
def cards_left(s, box, letter, deck):
    n = 0
    for card in range(1, int(box.number_of_cards) + 1):
        n += is_drawable(s, box, card, letter, deck)
    return int(n)


@rule
def draw_cards(s, box, letter, deck, n, to):
    """N8.2: so many cards of a letter (and deck); too few: so many fewer. Returns how many came."""
    left = cards_left(s, box, letter, deck)
    come = min(n, left)
    for drawn in range(come):
        k = draw(s, left - drawn)
        for card in range(1, int(box.number_of_cards) + 1):
            if is_drawable(s, box, card, letter, deck):
                if k == 0:
                    s.where[card] = to
                    break
                k -= 1
    return come


@rule
def cards_at(s, box, place, letter):
    """How many cards of a letter are in the stock, on the display, in a hand."""
    n = 0
    for card in range(1, int(box.number_of_cards) + 1):
        n += s.where[card] == place and box.cards[card].letter == letter
    return int(n)


@rule
def can_reveal(s, box):
    """N7.19: A or B are left."""
    return cards_at(s, box, STOCK, LETTER_A) + cards_at(s, box, STOCK, LETTER_B) > 0


@rule
def reveal_card(s, box, letter):
    """N7.19 Architect*: into the display, beside the board if that is full."""
    places = int(box.display_a) if letter == LETTER_A else int(box.display_b)
    full = cards_at(s, box, DISPLAY, letter) >= places
    draw_cards(s, box, letter, int(box.later_deck), 1, BESIDE if full else DISPLAY)


@rule
def remove_stock(s, box, letter, but_deck):
    """Cards that will not come any more leave the game (`but_deck`: all but that deck's; 0: all)."""
    for card in range(1, int(box.number_of_cards) + 1):
        if s.where[card] == STOCK and box.cards[card].letter == letter and (but_deck == 0 or box.cards[card].deck != but_deck):
            s.where[card] = OUT
