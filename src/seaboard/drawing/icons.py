"""The icon set of Seaboard: one picture for each good, used on boards, in prompts, in the log, in help and docs.

An icon is drawn around (0, 0), about 20 wide and high. Pages contain all icons once (`ART`); `icon` refers to them.
"""

from html import escape
from math import cos, radians, sin


def path(kind: str, line: str) -> str:
    return f'<path class="i-{kind}" d="{line}"/>'


def disc(kind: str, radius: float, x: float = 0, y: float = 0) -> str:
    return f'<circle class="i-{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


FISH = (
    path("fish", "M-10 .6C-6.4-5.6 1.4-6.2 5.2-1L10-5.2C9-1.8 9 1.8 10 5.2L5.2 1.4C1.4 6.4-6.4 6-10 .6Z")
    + path("fish-belly", "M-9.4 1C-5 3 1 3 5 1.2C1.4 6.2-6 6-9.4 1Z")
    + path("fish-line", "M-4-4.2C-2.2-1.6-2.2 2-4 4.4M-1.6-5.4L1.6-8.2L3-4.2M0-1.6C1-1 1 .8 0 1.4M2.4-1C3.2-.4 3.2.6 2.4 1.2")
    + disc("eye", 1.25, -6.5, -0.7)
)
WOOD = (
    path("bark", "M-6.4-4.8H5.8C8.2-4.8 10-2.6 10 0S8.2 4.8 5.8 4.8H-6.4Z")
    + path("bark-shade", "M-6.4 1.2H9.8C9.4 3.4 7.8 4.8 5.8 4.8H-6.4Z")
    + path("bark-line", "M-1.5-2.6H6.5M1-.2H4.6M-2 3H5.5")
    + '<ellipse class="i-cut" cx="-6.4" rx="3.5" ry="4.8"/><ellipse class="i-ring" cx="-6.4" rx="1.9" ry="2.7"/>'
    + '<ellipse class="i-ring" cx="-6.4" rx=".5" ry=".8"/>'
)
GOLD = (
    disc("gold-edge", 8.6, 0, 0.9)
    + disc("gold", 8.6, 0, -0.5)
    + disc("gold-rim", 6.2, 0, -0.5)
    + path("gold-sign", "M-3.4 1.4C-2.6 4 2.6 4 3.4 1.4M0 2.9V-4.2M-2.4-1.8H2.4M-1.3-4.3A1.3 1.3 0 1 1 1.3-4.3")
)
SHELL = path(
    "shell", "M0 9.4L-3.6 8.6L-3.4 6.6C-9.6 3.4-11-3.4-7.4-6.4C-6-9-2.8-9.4 0-9.4S6-9 7.4-6.4C11-3.4 9.6 3.4 3.4 6.6L3.6 8.6Z"
) + path("shell-rib", "M0 6.4V-8.4M-1.2 6.2L-4.4-7.2M1.2 6.2L4.4-7.2M-2.2 5.6L-8-2.8M2.2 5.6L8-2.8")
INFLUENCE = disc("influence", 9) + path(
    "influence-sign", "M.6.4C.6-1.5-2.5-1.5-2.5 1C-2.5 4 3.6 4.6 4 .4C4.3-4.2-2.2-6.4-5-3.2C-7.6.4-5 6.4.6 6.6"
)


def laurel_leaf(side: int, angle: float) -> str:
    """A leaf of the wreath, by its angle from the knot at the bottom."""
    x, y = side * 7.3 * sin(radians(angle)), 7.3 * cos(radians(angle))
    turn = side * (18 - angle)  # along the branch, the tip a little outwards
    turned = f"rotate({turn:.0f} {x:.1f} {y:.1f})"
    return f'<ellipse class="i-glory" cx="{x:.1f}" cy="{y:.1f}" rx="3.5" ry="2.1" transform="{turned}"/>'


# a wreath of laurel, unlike the star that stands for points
LEAVES = [laurel_leaf(side, angle) for side in (-1, 1) for angle in (26, 56, 86, 116, 146)]
GLORY = "".join(LEAVES) + disc("glory-knot", 1.9, 0, 8)
WORKER = path("worker", "M0-10A4.5 4.5 0 0 1 3-2.2C6.8-.8 8.4 3 8.4 9.4H-8.4C-8.4 3-6.8-.8-3-2.2A4.5 4.5 0 0 1 0-10Z") + path(
    "worker-light", "M-1.4-8.8A3 3 0 0 0-3.2-4.8M-4.6.8C-6 2.6-6.6 5-6.8 7.8"
)
SHARE = (
    path("share", "M-7.4-9.4H4.4L8-5.8V9.4H-7.4Z")
    + path("share-fold", "M4.4-9.4V-5.8H8Z")
    + path("share-line", "M-4.4-4.6H1.6M-4.4-1.6H5M-4.4 1.4H2")
    + disc("seal", 2.8, 4, 5.4)
)
CANOE = (
    path("sail", "M-1 3.6C-9.4-.6-8-8 .6-10.4C.4-5 4-3 8.6-3.4C7.6.6 4 3.2-1 3.6Z")
    + path("hull", "M-10.4 3.8C-6 9.6 6 9.8 10.6 3.2C6 6-5.6 6.2-10.4 3.8Z")
    + path("rig", "M-1 4.6C-2.6-.4-2-6 .6-10.4M-6 8.2L-7.4 10.4M4 8.2L3 10.4M-9.4 10.4H5.4")
)
HOUSE = (
    path("stilts", "M-6.4 6V10M0 6V10M6.4 6V10")
    + path("wall", "M-8-1.6H8V7H-8Z")
    + path("wall-shade", "M3-1.6H8V7H3Z")
    + path("roof", "M-10.4-.8L-5.6-8.6H5.6L10.4-.8Z")
    + path("pane", "M-5.4 1H-2V4H-5.4ZM.4 1H3.8V7H.4Z")
)
ELDER = (
    path("coat", "M-9 10C-9 4.4-5.4 2.4 0 2.4S9 4.4 9 10Z")
    + disc("skin", 5.4, 0, -2)
    + path("beard", "M-5.2-1.2C-5.6 4.6-2.4 7.6 0 7.6S5.6 4.6 5.2-1.2C2.6 1.4-2.6 1.4-5.2-1.2Z")
    + path("hat", "M-6.6-3.6H6.6C6.4-8.4 3.6-10 0-10S-6.4-8.4-6.6-3.6Z")
)
SHIP = (
    path("sail", "M-.6-10V2.8H-8.4C-7-3-4.6-7 -.6-10ZM1.4-7.6C5-4.8 7-1.4 7.8 2.8H1.4Z")
    + path("hull", "M-9.8 4.4H9.8C9 7.6 7.6 9.4 5.6 9.4H-6C-8 9.4-9.2 7.4-9.8 4.4Z")
    + path("rig", "M.4-10.4V4.4")
)
FOREST = (
    path("trunk", "M-1.2 5.6H1.2V10H-1.2Z")
    + path("leaf", "M0-10.4L4.6-4.2H2.6L6.2 1.2H3.8L8 7H-8L-3.8 1.2H-6.2L-2.6-4.2H-4.6Z")
    + path("leaf-shade", "M0-10.4L4.6-4.2H2.6L6.2 1.2H3.8L8 7H0Z")
)
GUEST = (
    path("guest", "M-6 9.6C-6 3-4 0 0 0S6 3 6 9.6Z")
    + disc("skin", 3.8, 0, -3.4)
    + path("hat", "M-6-4.4H6L4-5.6C3.6-8.4 2.2-9.2 0-9.2S-3.6-8.4-4-5.6Z")
    + path("case", "M5 3.4H10.4V9.4H5ZM6.6 3.4V2H8.8V3.4")
)
CARD = path("card", "M-6.6-9.4H6.6V9.4H-6.6Z") + path("card-line", "M-4-4.4H4M-4-1H4M-4 2.4H1")
PALM = path("trunk", "M-1.6 9.6C-.8 4-.6 0 1.4-4.4L3-3.8C1.2.4 1.2 4.4 1.2 9.6Z") + path(
    "leaf",
    "M2-4.4C-2-9.4-7-8.6-9.6-4C-5.6-6-2-5 2-4.4ZM2-4.4C-2-5.4-6-2.4-6.4 2C-4-2-1-2.6 2-4.4ZM2-4.4C1.4-9-.6-10.6-4-10.4"
    "C-1-8.4.4-7 2-4.4ZM2-4.4C5.4-9 8.8-8 10.4-3.6C7-5.6 5-5 2-4.4ZM2-4.4C6-5 8.6-2.4 8.6 2C6.6-1.6 4.4-2.8 2-4.4Z",
)
HUT = (
    path("wall", "M-6.4 0V9H6.4V0Z")
    + path("door", "M-2.2 9V4.6A2.2 2.2 0 0 1 2.2 4.6V9Z")
    + path("thatch", "M0-10C-3-5-6.6-1.4-10.4 1.4C-6 3 6 3 10.4 1.4C6.6-1.4 3-5 0-10Z")
)
WREATH = '<circle class="i-wreath" r="6.4"/>' + "".join(
    disc("petal", 2.7, x, y) for x, y in ((0, -6.6), (5.7, -3.3), (5.7, 3.3), (0, 6.6), (-5.7, 3.3), (-5.7, -3.3))
)
BOAT = (
    path("sail", "M.8-10C6.6-8 8.4-3 6.6 2.4H.8Z")
    + path("rig", "M-.4 4V-10.4")
    + path("hull", "M-9.6 2.6C-5 4.6 5 4.6 9.6 2.6C7.6 9.4-7.6 9.4-9.6 2.6Z")
)
TILE = path("tile", "M-8.6-8.6H8.6V8.6H-8.6Z") + path(
    "tile-wave", "M-5.4-1C-3.6-3-1.8-3 0-1S3.6 1 5.4-1M-5.4 4C-3.6 2-1.8 2 0 4S3.6 6 5.4 4"
)
ICONS = {
    "fish": FISH,
    "wood": WOOD,
    "gold": GOLD,
    "shell": SHELL,
    "influence": INFLUENCE,
    "glory": GLORY,
    "worker": WORKER,
    "share": SHARE,
    "canoe": CANOE,
    "building": HOUSE,
    "elder": ELDER,
    "ship": SHIP,
    "forest": FOREST,
    "guest": GUEST,
    "card": CARD,
    "palm": PALM,
    "hut": HUT,
    "wreath": WREATH,
    "boat": BOAT,
    "tile": TILE,
}


def symbols() -> str:
    """All icons as SVG symbols, which `icon` refers to by name."""
    return "".join(f'<symbol id="icon-{name}" viewBox="-11 -11 22 22">{body}</symbol>' for name, body in ICONS.items())


def icon(name: str, x: float = 0, y: float = 0, size: float = 20) -> str:
    """An icon on a board, around (x, y)."""
    half = size / 2
    return f'<use href="#icon-{name}" x="{x - half:g}" y="{y - half:g}" width="{size:g}" height="{size:g}"/>'


def inline_icon(name: str, words: str) -> str:
    """An icon among words on a page; screen readers hear the words."""
    return (
        f'<svg class="board icon" viewBox="-11 -11 22 22" role="img" aria-label="{escape(words)}">'
        f'<title>{escape(words)}</title><use href="#icon-{name}" x="-11" y="-11" width="22" height="22"/></svg>'
    )
