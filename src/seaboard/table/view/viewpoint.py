"""From which seat a browser sees a table. Everything that is drawn starts from here."""

from dataclasses import dataclass

from ...drawing.board import VIEWPORT
from ..tables.game_table import GameTable

STEP = 20  # pixels: rooms that differ less get the same drawing


@dataclass(frozen=True)
class Viewpoint:
    """How a browser sees a table: from which seat (None: as a spectator), in which language, how wide."""

    viewer: int | None
    curtain: int | None = None  # the seat that the screen has to be passed to first
    language: str = "en"
    narrow: bool = False
    at: int | None = None  # the number of moves shown, for the replay
    following: bool = False  # on the way to now, after what others did
    draft: int | None = None  # an action that would end the turn
    viewport: tuple[int, int] = VIEWPORT  # in pixels, what a wide screen has for the board


def viewport_of(wide: int, high: int) -> tuple[int, int]:
    """The room in steps, so that few drawings serve many windows."""
    return wide // STEP * STEP, high // STEP * STEP


def viewer_of(table: GameTable, held: list[int], wanted: int | None) -> tuple[int | None, int | None]:
    """The seat a browser sees the table from, and the seat that the screen must be passed to first.

    One seat: as that. Several at one screen: as the one to move; with secrets, only after its player has said so.
    """
    people = [seat for seat in held if table.seats[seat].kind == "person"] or held
    if len(people) < 2:
        return (people[0] if people else None), None
    mover = table.mover
    if not table.game.has_secrets or table.over:
        return (mover if mover in people else wanted if wanted in people else people[0]), None
    if mover in people and wanted != mover:
        return None, mover
    return (wanted if wanted in people else None), None
