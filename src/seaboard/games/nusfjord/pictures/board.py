"""The whole table as panels: on a wide screen side by side, on a phone with the choices first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
from .action_board import action_board, rounds, ships
from .action_board import height_needed as actions_needed
from .cards import cached
from .display import Split, display, more_cards, open_cards, rest_of_cards, slots, split
from .far import far_harbour
from .harbour import harbour, height_needed, is_opened, opened_height
from .scene import Scene
from .typesetting import SIZE

GAP = 8
FINE, USUAL = 0.94, (1250, 700)  # the least scale; the viewport at scale 1 (in larger ones the letters are larger)
LEGIBLE = 13.1  # pixels: default size of the smallest letters
ROUNDS, SHIPS = 28, 58  # heights
ACTIONS = 350  # the least width of the action board
COLUMNS = 1000  # the least width of three columns
PHONE = 390
PLANS: dict[Any, Any] = {}
# the panel in which a question is answered; by default the viewer's harbour
ASKED = dict.fromkeys((PLACE, CHOOSE_ACTION, IMITATE_WHICH, PLATES_TO_FILL), "actions")
ASKED |= {CARD_TO_BUILD: "display", LETTER_TO_REVEAL: "display", SHIP_TO_BUILD: "ships", ELDER_TO_TAKE: "elders"}


def board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str], pen: Pen) -> list[Panel]:
    """The table as the viewer sees it: the viewer's harbour in full, the other harbours in short unless they are opened."""
    scene = Scene(seen, box, viewer, names, pen)
    panels = narrow(scene) if pen.narrow else wide(scene, *canvas_size(pen.viewport, USUAL, (0, 0), FINE))
    return [with_styles(panel) for panel in panels]


def with_styles(panel: Panel) -> Panel:
    """The same panel with the CSS class of this game."""
    return replace(panel, body=f'<g class="nusfjord">{panel.body}</g>')


@dataclass(frozen=True)
class Plan:
    """The layout of a wide table: where its upper part ends, whether the ship supply is in the middle or below the harbour, and
    the panels of the cards."""

    low: float
    ships_in_the_middle: bool
    cards: Split

    @property
    def end(self) -> float:
        """The lower edge of the elders and the cards below them."""
        return self.low - SHIPS - GAP if self.ships_in_the_middle else self.low


def wide(scene: Scene, width: float, height: float) -> list[Panel]:
    """From the left: the viewer's harbour; the action board and the elders; the buildings. Below, the others.

    Nothing is drawn too small to read: if the viewport is too low, the page scrolls to opened harbours and other buildings."""
    near, *far = scene.seats
    left, middle = widths(width)
    middle_x, top = left + GAP, ROUNDS + GAP
    right = middle_x + middle + GAP
    start = top + actions_needed(scene, middle) + GAP
    plan = best_plan(scene, width, height)
    elders = council.height_needed(scene, middle) if plan.cards.more else plan.end - start
    ships_x, ships_width = (middle_x, middle) if plan.ships_in_the_middle else (0, left)
    panels = [
        at(harbour(scene, near, left, plan.low - (0 if plan.ships_in_the_middle else SHIPS + GAP)), 0, 0),
        *far_harbours(scene, far, width, plan.low + GAP),
        at(shared_panel(scene, rounds, width - middle_x, ROUNDS), middle_x, 0),
        at(shared_panel(scene, action_board, middle, start - top - GAP), middle_x, top),
        at(shared_panel(scene, council.stacks, middle, elders), middle_x, start),
        at(shared_panel(scene, ships, ships_width, SHIPS), ships_x, plan.low - SHIPS),
    ]
    least, (shown, more, rest) = least_size(scene, width), (plan.cards.shown, plan.cards.more, plan.cards.rest)
    if width >= COLUMNS:
        panels.append(at(display(scene, shown, width - right, plan.low - top, least, len(rest)), right, top))
    if more:
        panels.append(
            at(more_cards(scene, more, middle, plan.end - start - elders - GAP, least), middle_x, start + elders + GAP)
        )
    if rest:
        x, y = after_opened(panels, [seat for seat in far if is_opened(scene, seat)], width)
        panels.append(at(rest_of_cards(scene, rest, width - x, plan.cards.size, alone=width < COLUMNS), x, y))
    return panels


def after_opened(panels: Sequence[Panel], opened: Sequence[int], width: float) -> tuple[float, float]:
    """The position of the other cards: next to the last opened harbour if it is alone in its row, else below everything."""
    if len(opened) % 2:
        return (width + GAP) / 2, next(panel.y for panel in panels if panel.key == f"harbour-{opened[-1]}")
    return 0, max(panel.y + panel.height for panel in panels) + GAP


def widths(width: float) -> tuple[float, float]:
    """The widths of harbour and action board; on a narrower screen they share it, and the buildings go below."""
    if width < COLUMNS:
        half = (width - GAP) / 2
        return half, half
    return round(width * 0.33), max(ACTIONS, round(width * 0.3))


def least_size(scene: Scene, width: float) -> float:
    """The least size of cards at which their letters can be read."""
    return min(1.0, LEGIBLE / (SIZE * scene.pen.viewport[0] / width))


def shared_panel(scene: Scene, draw: Callable[..., Panel], *size: float) -> Panel:
    """A panel without secrets: drawn once for all viewers who have no choice to make."""
    if scene.pen.legal:
        return draw(scene, *size)
    public = replace(scene, seen=scene.public)
    return scene.pen.once((draw, scene.printed, hash(scene.public.tobytes()), size), lambda: draw(public, *size))


def best_plan(scene: Scene, width: float, height: float) -> Plan:
    """The best plan, from a cache: it depends on the places of cards and elders, and on the components."""
    seen, viewport = scene.seen, scene.pen.viewport
    where = (
        seen.where.tobytes(),
        seen.elder_at.tobytes(),
        seen.covered.tobytes(),
        seen.tops,
        seen.players[scene.near].harbour.tobytes(),
    )
    found: Plan = cached(
        PLANS, (scene.printed, scene.viewer, hash(where), width, height, viewport), lambda: find_plan(scene, width, height)
    )
    return found


def find_plan(scene: Scene, width: float, height: float) -> Plan:
    """The plan of the least height, then with the largest cards; if equal, the ships are in the middle."""
    far = far_height(scene.seats[1:], width)
    fits = height - far - GAP if far else height
    plans = [plan_with(scene, width, fits, in_the_middle) for in_the_middle in (True, False)]
    return min(plans, key=lambda plan: (plan.low, len(plan.cards.rest), -plan.cards.size))


def plan_with(scene: Scene, width: float, fits: float, ships_in_the_middle: bool) -> Plan:
    """Ends where the viewport ends, or lower if the texts of harbour and elders need more space."""
    left, middle = widths(width)
    top = ROUNDS + GAP
    below_harbour, below_elders = (0, SHIPS + GAP) if ships_in_the_middle else (SHIPS + GAP, 0)
    elders_end = top + actions_needed(scene, middle) + GAP + council.height_needed(scene, middle)
    low = max(fits, height_needed(scene, scene.near, left) + below_harbour, elders_end + below_elders)
    if width < COLUMNS:
        return Plan(low, ships_in_the_middle, Split(1, [], [], slots(scene, open_cards(scene))))
    first = (width - left - middle - 2 * GAP, low - top)
    second = (middle, low - below_elders - elders_end - GAP)
    return Plan(low, ships_in_the_middle, split(scene, first, second, least_size(scene, width)))


def far_harbours(scene: Scene, seats: Sequence[int], width: float, y: float) -> list[Panel]:
    """The other harbours side by side, and below them the opened ones, two in a row."""
    number = in_a_row(seats, width)
    each, height = (width + GAP) / number - GAP, far_row(seats, width)
    panels = [
        at(shared_panel(scene, far_harbour, seat, each, height), n % number * (each + GAP), y + n // number * (height + GAP))
        for n, seat in enumerate(seats)
    ]
    y += far_height(seats, width) + GAP
    opened, half = [seat for seat in seats if is_opened(scene, seat)], (width - GAP) / 2
    for n in range(0, len(opened), 2):
        tall = max(opened_height(scene, seat, half) for seat in opened[n : n + 2])
        panels += [at(harbour(scene, seat, half, tall), k * (half + GAP), y) for k, seat in enumerate(opened[n : n + 2])]
        y += tall + GAP
    return panels


def in_a_row(seats: Sequence[int], width: float) -> int:
    return max(1, min(len(seats), 4 if width >= COLUMNS else 2))


def far_row(seats: Sequence[int], width: float) -> float:
    """The height of harbours in short: one player needs one row, two players two rows, more players three."""
    return (0, 37, 58)[len(seats)] if len(seats) < 3 and width >= COLUMNS else 84


def far_height(seats: Sequence[int], width: float) -> float:
    """The height of all harbours in short."""
    rows = -(-len(seats) // in_a_row(seats, width))
    return rows * (far_row(seats, width) + GAP) - GAP if seats else 0


def narrow(scene: Scene) -> list[Panel]:
    """On a phone: the panel of the current question first, then the viewer's harbour, and so on."""
    near, *far = scene.seats
    panels = [
        shared_panel(scene, rounds, PHONE, ROUNDS),
        shared_panel(scene, action_board, PHONE, 0),
        harbour(scene, near, PHONE, 0),
        display(scene, open_cards(scene), PHONE, 0),
        *([shared_panel(scene, council.stacks, PHONE, 0)] if council.stacks_left(scene) else []),
        shared_panel(scene, ships, PHONE, SHIPS + 14),
        *(shared_panel(scene, harbour if is_opened(scene, seat) else far_harbour, seat, PHONE, 0) for seat in far),
    ]
    first = ASKED.get(scene.kind, f"harbour-{near}" if scene.asks(near) else "actions")
    return sorted(panels, key=lambda panel: panel.key not in ("round", first))


def at(panel: Panel, x: float, y: float) -> Panel:
    return replace(panel, x=x, y=y)
