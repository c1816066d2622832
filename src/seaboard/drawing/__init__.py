"""Drawing boards as SVG: panels, pieces, things to click. Knows no game; each game draws itself with it."""

from .board import Panel, Pen, board_svg, paper, whole_svg
from .large import Large
from .measure import fitted, shortened, width_of
from .shapes import hexagon, look, piece, place, seat_badge, text, wrapped

__all__ = [
    "Large",
    "Panel",
    "Pen",
    "board_svg",
    "fitted",
    "hexagon",
    "look",
    "paper",
    "piece",
    "place",
    "seat_badge",
    "shortened",
    "text",
    "whole_svg",
    "width_of",
    "wrapped",
]
