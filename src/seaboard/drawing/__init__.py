"""Helpers to draw boards as SVG: panels, pieces, click targets. Independent of any game."""

from .board import Panel, Pen, board_svg, canvas_size, hidden_art, in_ascii, whole_svg
from .close_up import CloseUp
from .figure_card import figure_card
from .icons import icon, inline_icon
from .materials import sheet
from .measure import display_width, fitted, shortened, width_of
from .reuse import made_once
from .shapes import deck_of, fold_button, hexagon, inspectable, lanes, piece, place, seat_badge, text, wrapped

__all__ = [
    "CloseUp",
    "Panel",
    "Pen",
    "board_svg",
    "canvas_size",
    "deck_of",
    "display_width",
    "figure_card",
    "fitted",
    "fold_button",
    "hexagon",
    "hidden_art",
    "icon",
    "in_ascii",
    "inline_icon",
    "inspectable",
    "lanes",
    "made_once",
    "piece",
    "place",
    "seat_badge",
    "sheet",
    "shortened",
    "text",
    "whole_svg",
    "width_of",
    "wrapped",
]
