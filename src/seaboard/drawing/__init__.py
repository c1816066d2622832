"""Drawing boards as SVG: panels, pieces, things to click. Knows no game; each game draws itself with it."""

from .board import Panel, Pen, board_svg, whole_svg
from .large import Large
from .shapes import hexagon, look, piece, place, seat_badge, text, wrapped

__all__ = [
    "Large",
    "Panel",
    "Pen",
    "board_svg",
    "hexagon",
    "look",
    "piece",
    "place",
    "seat_badge",
    "text",
    "whole_svg",
    "wrapped",
]
