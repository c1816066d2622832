"""Observations of one seat: templates over the seam that loops bind to a game's rules (`bound_observation`).

Hidden information cannot leak: a seat is observed through its view, or directly where the game guarantees the same result
(`Game.observes_without_view`).
"""

from typing import Any

from .game import Game
from .rule import rule
from .seam import observe, score_sheet, view

OBSERVES_WITHOUT_VIEW = False  # bound per game


def observe_for_seat(s, box, viewer, seen, out):
    """Writes the observation of a seat into `out`; `seen` is scratch space for the seat's view."""
    if OBSERVES_WITHOUT_VIEW:
        observe(s, box, viewer, out)
    else:
        view(s, box, viewer, seen)
        observe(seen, box, viewer, out)


def score_sheet_for_seat(s, box, seen, sheet):
    """Writes the score sheet as known to the seat of the preceding `observe_for_seat` call."""
    if OBSERVES_WITHOUT_VIEW:
        score_sheet(s, box, sheet)
    else:
        score_sheet(seen, box, sheet)


def bound_observation(game: Game) -> dict[str, Any]:
    """The templates as rules of one game, by name, for binding into a loop."""
    names = {"OBSERVES_WITHOUT_VIEW": game.observes_without_view}
    return {template.__name__: rule(game.bound(template, **names)) for template in (observe_for_seat, score_sheet_for_seat)}
