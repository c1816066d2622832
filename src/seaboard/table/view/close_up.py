"""A close-up of one component on the board, drawn from the viewer's view."""

from dataclasses import replace

from ...drawing import Pen, board_svg
from ...language import _
from ...match import Match
from ..errors import Refused
from .rendering import render
from .viewpoint import Viewpoint


def draw_close_up(match: Match, viewpoint: Viewpoint, what: str) -> str:
    """HTML of the component that the board calls `what`. Changes the match, so pass a copy."""
    close_up, viewer = match.game.pictures.close_up, viewpoint.viewer
    if viewpoint.at is not None and viewpoint.at < match.version:
        match.back_to(viewpoint.at)
    pen = Pen((), viewpoint.narrow)
    shown = close_up(match.view(viewer), match.box, viewer, match.names, pen, what) if close_up else None
    if shown is None:
        raise Refused(404, _("There is no {what} here.", what=what))
    return render("scene/close_up.html", game=match.game, shown=shown, picture=board_svg([replace(shown.picture, x=0, y=0)]))
