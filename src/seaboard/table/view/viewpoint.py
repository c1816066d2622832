"""From which seat, at which moment and for which screen a browser sees a table: the input of all drawing."""

from dataclasses import dataclass

from ...drawing.board import VIEWPORT
from ..tables.game_table import GameTable

STEP = 20  # pixels: viewports that differ less share a drawing


@dataclass(frozen=True)
class Viewpoint:
    """How a browser sees a table: its seat (None: a spectator), language and size."""

    viewer: int | None
    curtain: int | None = None  # the seat that the screen has to be passed to first
    language: str = "en"
    narrow: bool = False
    at: int | None = None  # the number of moves shown, in a replay
    following: bool = False  # the page is showing the others' last moves
    draft: int | None = None  # an action that would end the turn
    viewport: tuple[int, int] = VIEWPORT  # pixels that a wide screen has for the board
    opened: tuple[str, ...] = ()  # parts of the board that are opened in place


def viewport_of(width: int, height: int) -> tuple[int, int]:
    """The viewport rounded down, so that similar windows share drawings."""
    return width // STEP * STEP, height // STEP * STEP


def viewer_of(table: GameTable, held: list[int], requested: int | None) -> tuple[int | None, int | None]:
    """The seat from which a browser sees the table, and the seat that the screen must be passed to first.

    A browser with one seat sees the table from there. With several players at one screen, the seat to move sees it; in games
    with secrets, only after the page has asked to pass the screen.
    """
    people = [seat for seat in held if seat in table.people()] or held
    if len(people) < 2:
        return (people[0] if people else None), None
    mover = table.mover
    if not table.game.has_secrets or table.over:
        return (mover if mover in people else requested if requested in people else people[0]), None
    if mover in people and requested != mover:
        return None, mover
    return (requested if requested in people else None), None
