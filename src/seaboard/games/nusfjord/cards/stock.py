"""N2.3, N8.2 the stock: cards are drawn at random when they are needed; their order is not fixed before."""

from ....core.dice import draw
from ....core.rule import rule
from ..derived import lowest, move_card
from ..layout import DISPLAY, IN_WORD, LETTER_A, LETTER_B, NEXT_TO_DISPLAY, OUT


@rule
def drawable(s, box, letter, deck, word):
    """A word of the set of cards that can be drawn, of one deck or (`deck` 0) of all."""
    return int(s.stock[word] & box.of_letter[letter, word] & box.of_deck[deck, word])


@rule
def cards_left(s, box, letter, deck):
    """How many cards of a letter (and deck) are in stock."""
    n = 0
    for word in range(int(box.words)):
        n += drawable(s, box, letter, deck, word).bit_count()
    return n


@rule
def draw_cards(s, box, letter, deck, n, to):
    """N8.2: draws cards of a letter (and deck), as many as there are. Returns their number."""
    left = cards_left(s, box, letter, deck)
    number = min(n, left)
    for drawn in range(number):
        move_card(s, nth_drawable(s, box, letter, deck, draw(s, left - drawn)), to)
    return number


@rule
def nth_drawable(s, box, letter, deck, n):
    """The n-th card of a set, counted from 0."""
    word = 0
    cards = drawable(s, box, letter, deck, 0)
    while cards.bit_count() <= n:
        n -= cards.bit_count()
        word += 1
        cards = drawable(s, box, letter, deck, word)
    for _i in range(n):
        cards &= cards - 1
    return word * IN_WORD + lowest(cards)


@rule
def shown(s, box, letter):
    """How many cards of a letter are on the display."""
    n = 0
    for word in range(int(box.words)):
        cards = int(s.displayed[word] & box.of_letter[letter, word])
        while cards:
            n += s.where[word * IN_WORD + lowest(cards)] == DISPLAY
            cards &= cards - 1
    return int(n)


@rule
def can_reveal(s, box):
    """N7.19: whether A or B cards are left in stock."""
    return cards_left(s, box, LETTER_A, 0) + cards_left(s, box, LETTER_B, 0) > 0


@rule
def reveal_card(s, box, letter):
    """N7.19 Architect*: into the display, next to the board if that is full."""
    places = int(box.display_a) if letter == LETTER_A else int(box.display_b)
    full = shown(s, box, letter) >= places
    draw_cards(s, box, letter, int(box.later_deck), 1, NEXT_TO_DISPLAY if full else DISPLAY)


@rule
def remove_stock(s, box, letter, except_deck):
    """N2.3, N12.2: the cards of a letter still in stock leave the game, except those of one deck (0: no exception)."""
    for word in range(int(box.words)):
        cards = drawable(s, box, letter, 0, word)
        if except_deck > 0:
            cards &= ~int(box.of_deck[except_deck, word])
        while cards:
            move_card(s, word * IN_WORD + lowest(cards), OUT)
            cards &= cards - 1
