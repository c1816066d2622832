"""Helpers to draw boards as SVG: panels, pieces, click targets. Independent of any game."""

from .board import Panel, Pen, board_svg, canvas_size, whole_svg
from .close_up import CloseUp
from .measure import fitted, shortened, width_of
from .shapes import hexagon, inspectable, piece, place, seat_badge, text, wrapped

__all__ = [
    "CloseUp",
    "Panel",
    "Pen",
    "board_svg",
    "canvas_size",
    "fitted",
    "hexagon",
    "inspectable",
    "piece",
    "place",
    "seat_badge",
    "shortened",
    "text",
    "whole_svg",
    "width_of",
    "wrapped",
]
