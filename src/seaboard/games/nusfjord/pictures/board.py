"""The whole table as panels: on a wide screen beside each other, on a phone what is decided upon first."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ....drawing import Panel, Pen
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
from .action_board import action_board, rounds, ships
from .cards import display
from .council import stacks
from .harbour import far_harbour, harbour
from .scene import Scene

WIDTH, HEIGHT, GAP = 1080, 780, 8
LEFT = 456  # the harbours
RIGHT = WIDTH - LEFT - GAP
ROUNDS, MIDDLE = 32, 334  # heights on the right: the rounds, the action board
ACTIONS = 348
SHIPS = 84
PHONE = 390
# where the answer to a question lies; elsewhere in the own harbour
ASKED = dict.fromkeys((PLACE, CHOOSE_ACTION, IMITATE_WHICH, PLATES_TO_FILL), "actions")
ASKED |= {CARD_TO_BUILD: "display", LETTER_TO_REVEAL: "display", SHIP_TO_BUILD: "ships", ELDER_TO_TAKE: "elders"}


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The table as the viewer sees it: the own harbour in full, the others condensed."""
    scene = Scene(seen, box, viewer, names, pen)
    panels = narrow(scene) if pen.narrow else wide(scene)
    return [replace(panel, body=f'<g class="nusfjord">{panel.body}</g>') for panel in panels]


def wide(scene: Scene) -> list[Panel]:
    """Harbours on the left; rounds, action board, elders, ships and buildings on the right."""
    right, top, low = LEFT + GAP, ROUNDS + GAP, ROUNDS + MIDDLE + 2 * GAP
    beside = right + ACTIONS + GAP
    narrow_width = WIDTH - beside
    return [
        *left_column(scene),
        at(rounds(scene, RIGHT, ROUNDS), right, 0),
        at(action_board(scene, ACTIONS, MIDDLE), right, top),
        at(stacks(scene, narrow_width, MIDDLE - SHIPS - GAP), beside, top),
        at(ships(scene, narrow_width, SHIPS), beside, top + MIDDLE - SHIPS),
        at(display(scene, RIGHT, HEIGHT - low), right, low),
    ]


def left_column(scene: Scene) -> list[Panel]:
    """The near harbour; below it the others, one or two side by side."""
    near, *far = scene.seats
    rows, columns = (len(far) + 1) // 2, min(2, len(far))
    far_height = 190 if rows == 2 else 272
    own = HEIGHT - rows * (far_height + GAP)
    panels = [at(harbour(scene, near, LEFT, own), 0, 0)]
    for n, seat in enumerate(far):
        width = (LEFT - (columns - 1) * GAP) / columns
        x, y = n % 2 * (width + GAP), own + GAP + n // 2 * (far_height + GAP)
        panels.append(at(far_harbour(scene, seat, width, far_height), x, y))
    return panels


def narrow(scene: Scene) -> list[Panel]:
    """What is asked about first, then the own harbour, and so on."""
    near, *far = scene.seats
    panels = [
        rounds(scene, PHONE, ROUNDS),
        action_board(scene, PHONE, 0),
        harbour(scene, near, PHONE, 0),
        display(scene, PHONE, 0),
        stacks(scene, PHONE, 0),
        ships(scene, PHONE, SHIPS),
        *(far_harbour(scene, seat, PHONE, 255) for seat in far),
    ]
    first = ASKED.get(scene.kind, f"harbour-{near}" if scene.asks(near) else "actions")
    return sorted(panels, key=lambda panel: panel.key not in ("round", first))


def at(panel: Panel, x: float, y: float) -> Panel:
    return replace(panel, x=x, y=y)
