"""Names in moves and positions, never translated: hexes (`d4`: column d, fourth hex from the top) and kinds of hut."""

from ..box import MAP, RADIUS

KIND_NAMES = ("canoe-builder", "fisherman", "meeting")


def name_of(q: int, r: int) -> str:
    """Column letter from the left, number from the top: (0, 0) is g7."""
    return f"{'abcdefghijklm'[q + RADIUS]}{r + RADIUS + min(0, q) + 1}"


HEX_NAMES = [name_of(q, r) for q, r in MAP]
HEX_NUMBERS = {name: hex for hex, name in enumerate(HEX_NAMES)}
