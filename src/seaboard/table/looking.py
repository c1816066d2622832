"""One thing on the board, large: from the view of whoever looks, at the moment they look at."""

from dataclasses import replace

from ..drawing import Pen, board_svg
from ..language import _
from .errors import Refused
from .game_table import GameTable
from .rendering import render
from .viewpoint import Viewpoint


def look(table: GameTable, viewpoint: Viewpoint, what: str) -> str:
    """As HTML, of a frozen table; `what` is what the board calls it."""
    match, large, viewer = table.match.copy(), table.game.pictures.large, viewpoint.viewer
    if viewpoint.at is not None and viewpoint.at < match.version:
        match.back_to(viewpoint.at)
    pen = Pen((), viewpoint.narrow)
    shown = large(match.view(viewer), match.box, viewer, match.names, pen, what) if large else None
    if shown is None:
        raise Refused(404, _("There is no {what} to look at here.", what=what))
    return render("scene/look.html", shown=shown, picture=board_svg([replace(shown.picture, x=0, y=0)]))
