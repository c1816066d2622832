"""What a seat sees of a position: templates over the seam, which loops bind to a game's rules (`bound_seeing`).

Nothing that is hidden goes in: it is seen in the view of the seat, or at once where the game is discreet (`Game.discreet`).
"""

from typing import Any

from .game import Game
from .rule import rule
from .seam import observe, score_sheet, view

DISCREET = False  # bound for each game


def see(s, box, viewer, seen, out):
    """Writes what a seat observes; `seen` is room for its view."""
    if DISCREET:
        observe(s, box, viewer, out)
    else:
        view(s, box, viewer, seen)
        observe(seen, box, viewer, out)


def see_points(s, box, seen, sheet):
    """Writes the score sheet as it looks to the seat for which `see` was called just before."""
    if DISCREET:
        score_sheet(s, box, sheet)
    else:
        score_sheet(seen, box, sheet)


def bound_seeing(game: Game) -> dict[str, Any]:
    """The templates as rules of one game, by name, for a loop to be bound to."""
    return {template.__name__: rule(game.bound(template, DISCREET=game.discreet)) for template in (see, see_points)}
