"""The whole table as panels: on a wide screen side by side, on a phone what is decided upon first."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....drawing import Panel, Pen, canvas_size
from ..layout import (
    CARD_TO_BUILD,
    CHOOSE_ACTION,
    ELDER_TO_TAKE,
    IMITATE_WHICH,
    LETTER_TO_REVEAL,
    PLACE,
    PLATES_TO_FILL,
    SHIP_TO_BUILD,
)
from . import council
from .action_board import action_board, height_needed, rounds, ships
from .cards import display, in_two, more_cards, open_cards
from .far import far_harbour
from .harbour import harbour
from .scene import Scene

GAP = 8
LEAST = (1080, 570)  # a smaller room shrinks the letters
FINE, USUAL = 0.93, (1250, 700)  # letters of 13 are shown at 12; a room larger than usual has larger ones
ROUNDS, SHIPS = 28, 58  # heights
ACTIONS, TALL = 368, 640  # the least width of the action board; from which height on a table is tall
PHONE, FAR_ON_PHONE = 390, 132
# where the answer to a question lies; elsewhere in the own harbour
ASKED = dict.fromkeys((PLACE, CHOOSE_ACTION, IMITATE_WHICH, PLATES_TO_FILL), "actions")
ASKED |= {CARD_TO_BUILD: "display", LETTER_TO_REVEAL: "display", SHIP_TO_BUILD: "ships", ELDER_TO_TAKE: "elders"}


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The table as the viewer sees it: the own harbour in full, the others in short."""
    scene = Scene(seen, box, viewer, names, pen)
    panels = narrow(scene) if pen.narrow else wide(scene, *canvas_size(pen.viewport, USUAL, LEAST, FINE))
    return [drawn_here(panel) for panel in panels]


def drawn_here(panel: Panel) -> Panel:
    """With the looks of this game."""
    return replace(panel, body=f'<g class="nusfjord">{panel.body}</g>')


def wide(scene: Scene, width: float, height: float) -> list[Panel]:
    """From the left: the own harbour; the action board and the elders; the buildings. Below, the others.

    The ships lie under the harbour, or under the elders where the table is tall; buildings that find no room, between them."""
    near, *far = scene.seats
    low = height - far_height(far) - GAP if far else height
    left, middle = round(width * 0.36), max(ACTIONS, round(width * 0.28))
    beyond, top = left + GAP, ROUNDS + GAP
    actions = height_needed(scene, middle)
    right, start = beyond + middle + GAP, top + actions + GAP
    above_ships, tall = low - SHIPS - GAP, low >= TALL
    end = above_ships if tall else low
    elders = min(end - start, council.height_needed(scene, middle))
    shown, more = in_two(scene, open_cards(scene), (width - right, low - top), (middle, end - start - elders - GAP))
    panels = [
        at(harbour(scene, near, left, low if tall else above_ships), 0, 0),
        *far_harbours(scene, far, width, low + GAP),
        at(rounds(scene, width - beyond, ROUNDS), beyond, 0),
        at(action_board(scene, middle, actions), beyond, top),
        at(council.stacks(scene, middle, elders if more else end - start), beyond, start),
        at(ships(scene, middle if tall else left, SHIPS), beyond if tall else 0, low - SHIPS),
        at(display(scene, shown, width - right, low - top), right, top),
    ]
    if more:
        panels.append(at(more_cards(scene, more, middle, end - start - elders - GAP), beyond, start + elders + GAP))
    return panels


def far_harbours(scene: Scene, seats: Sequence[int], width: float, y: float) -> list[Panel]:
    """Side by side over the whole width."""
    each = (width + GAP) / max(1, len(seats)) - GAP
    return [at(far_harbour(scene, seat, each, far_height(seats)), n * (each + GAP), y) for n, seat in enumerate(seats)]


def far_height(seats: Sequence[int]) -> float:
    """One harbour is one row, two have theirs below the names; of more, each needs two."""
    return (0, 37, 58)[len(seats)] if len(seats) < 3 else 84


def narrow(scene: Scene) -> list[Panel]:
    """What is asked about first, then the own harbour, and so on."""
    near, *far = scene.seats
    panels = [
        rounds(scene, PHONE, ROUNDS),
        action_board(scene, PHONE, 0),
        harbour(scene, near, PHONE, 0),
        display(scene, open_cards(scene), PHONE, 0),
        *([council.stacks(scene, PHONE, 0)] if council.stacks_left(scene) else []),
        ships(scene, PHONE, SHIPS + 14),
        *(far_harbour(scene, seat, PHONE, FAR_ON_PHONE) for seat in far),
    ]
    first = ASKED.get(scene.kind, f"harbour-{near}" if scene.asks(near) else "actions")
    return sorted(panels, key=lambda panel: panel.key not in ("round", first))


def at(panel: Panel, x: float, y: float) -> Panel:
    return replace(panel, x=x, y=y)
