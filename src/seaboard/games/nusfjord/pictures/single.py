"""The drawing of a single building or elder, for the page on which its owner edits it."""

import numpy as np

from ....core.box_parts import Content
from ....drawing import Pen
from ..box import index_card, index_cards, put_in_elders
from ..box_content import elders_in
from ..cards.buildings import Card, put_in_card
from ..layout import BOX, DISPLAY, STATE
from .cards import card_body, whole_height
from .council import elder_card, words_height
from .scene import Scene

WIDE = 210


def svg(height: float, body: str) -> str:
    return f'<svg class="board" viewBox="-1 -1 {WIDE + 2} {height + 2:g}">{body}</svg>'


def empty_box() -> np.record:
    box = np.zeros(1, BOX)[0]
    box.players = 5
    return box


def building_picture(building: Card) -> str:
    """A card as in the display."""
    box, seen = empty_box(), np.zeros(1, STATE)[0]
    box.number_of_cards = 1
    put_in_card(box, 1, building)
    index_card(box, 1)
    index_cards(box)
    seen.where[1] = DISPLAY
    scene = Scene(seen, box, None, [], Pen())
    height = whole_height(scene, 1, WIDE, True) + 60
    return svg(height, card_body(scene, 1, WIDE, height, True))


def elder_picture(content: Content, number: int) -> tuple[str, np.record]:
    """An elder as on its stack, and the box that it was drawn from."""
    box, seen = empty_box(), np.zeros(1, STATE)[0]
    put_in_elders(box, elders_in(content), ["guide", "architect", "investor", "promos"])
    scene = Scene(seen, box, None, [], Pen())
    height = max(84.0, words_height(scene, number, WIDE, False))
    return svg(height, elder_card(scene, number, WIDE, height)), box
