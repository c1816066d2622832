"""Kaivai's art: huts on stilts, canoes, the god, cult places, fish and shells. Everything is drawn around (0, 0).

The sizes fit a map with hexes of radius 33; `scaled` adapts them to other sizes.
"""

from html import escape

from ....drawing import icon, seat_badge
from ..layout import CANOE_BUILDER, FISHERMAN

RADIUS = 33


def scaled(body: str, size: float, x: float = 0, y: float = 0) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({size:g})">{body}</g>'


def titled(words: str, body: str) -> str:
    """A drawing with a tooltip."""
    return f"<g><title>{escape(words)}</title>{body}</g>"


def owned(seat: int, body: str) -> str:
    """A drawing in the colour of a player."""
    return f'<g class="seat-{seat}">{body}</g>'


def path(kind: str, d: str) -> str:
    return f'<path class="{kind}" d="{d}"/>'


SHADOW = '<ellipse class="kaivai-shadow" cy="20" rx="23" ry="5"/>'
STILTS = SHADOW + path("kaivai-stilt", "M-15 9V19M-5 9V20M5 9V20M15 9V19") + path("kaivai-plank", "M-20 6.5H20V10.5H-20Z")
ROOF_LIGHT = "kaivai-light"
BOAT_SHED = (
    STILTS
    + path("kaivai-wall", "M-15 7V-5H15V7Z")
    + path("kaivai-door", "M-8 7V1C-8 -9 8 -9 8 1V7Z")
    + path("kaivai-hull", "M-6.5 2C-4 8 4 8 6.5 2C3 4 -3 4 -6.5 2Z")
    + path("kaivai-roof", "M-22 -1L0 -22L22 -1L16 -1L0 -11.5L-16 -1Z")
    + path(ROOF_LIGHT, "M-22 -1L0 -22L2 -20L-18 -1Z")
    + path("kaivai-thatch", "M-2 -20L3 -25M2 -20L-3 -25")
)
FISHERS_HUT = (
    STILTS
    + path("kaivai-wall", "M-16 7V-2H4V7Z")
    + path("kaivai-door", "M-9 7V1.5C-9 -3 -2 -3 -2 1.5V7Z")
    + path("kaivai-roof", "M-21 0C-20 -22 8 -22 9 0Z")
    + path(ROOF_LIGHT, "M-21 0C-20 -13 -14 -17 -7 -17C-13 -14 -16 -8 -16 0Z")
    + path("kaivai-thatch", "M-15 -3C-14 -10 -11 -14 -8 -15.5M-6 -3V-16M3 -3C2 -10 -1 -14 -4 -15.5")
)
MEETING_HOUSE = (
    STILTS
    + path("kaivai-door", "M-16 7V-2H16V7Z")
    + path("kaivai-post", "M-14 7V-2M-5 7V-2M5 7V-2M14 7V-2")
    + path("kaivai-roof", "M-23 0C-19 -6 -19 -14 -23 -22C-9 -13 9 -13 23 -22C19 -14 19 -6 23 0Z")
    + path(ROOF_LIGHT, "M-23 -22C-9 -13 9 -13 23 -22L22 -19C9 -10 -9 -10 -21 -18Z")
    + path("kaivai-thatch", "M-12 -3V-13M-4 -3V-11.5M4 -3V-11.5M12 -3V-13")
)


def use(name: str) -> str:
    """A shape that pages contain once (`ART`)."""
    return f'<use href="#kaivai-{name}"/>'


def fisherman() -> str:
    """A fisherman with a rod."""
    return (
        path("kaivai-rod", "M12 -1L22 -15V-3")
        + path("kaivai-figure", "M7.5 9C7.5 1 9 -3 12 -3S16.5 1 16.5 9Z")
        + '<circle class="kaivai-figure" cx="12" cy="-6.5" r="3.8"/>'
    )


def hut(seat: int, kind: int) -> str:
    """A hut in its owner's colour; its shape shows the kind."""
    name = "shed" if kind == CANOE_BUILDER else "fisher" if kind == FISHERMAN else "meeting"
    return owned(seat, use(name))


HULL = (
    '<ellipse class="kaivai-shadow" cy="19" rx="21" ry="4"/>'
    + path("kaivai-rod", "M-11 12L-14 19M9 12L6 19M-19 19H12")
    + path("kaivai-hull", "M-23 6C-16 17 13 18 24 5C15 10 -13 10 -23 6Z")
)
SAIL = "M-3 9C-15 -4 -11 -17 -2 -25C2 -15 10 -12 22 -12C20 -2 9 6 -3 9Z"
BOOM = path("kaivai-thatch", "M-3 9C-7 -4 -6 -14 -2 -25")


def canoe(seat: int, badge: float = 1) -> str:
    """An outrigger canoe with a crab-claw sail, and its owner's badge on the sail."""
    return owned(seat, use("canoe")) + (seat_badge(seat, 2, -6, badge) if badge else "")


NEW_CANOE = use("new-canoe")  # on its hut, which shows the owner


IDOL = (
    '<circle class="kaivai-halo" r="25"/><ellipse class="kaivai-shadow" cy="21" rx="15" ry="4"/>'
    + path("kaivai-idol", "M-9 21V9C-15 7 -15 -2 -9 -3C-14 -9 -13 -22 0 -24C13 -22 14 -9 9 -3C15 -2 15 7 9 9V21H3V14H-3V21Z")
    + path("kaivai-carving", "M-8 -4C-4 0 4 0 8 -4M-6 3C-2 7 2 7 6 3M0 -24V-17")
    + '<circle class="kaivai-eye" cx="-4.6" cy="-12" r="3.6"/><circle class="kaivai-eye" cx="4.6" cy="-12" r="3.6"/>'
    + '<circle class="kaivai-pupil" cx="-4.6" cy="-12" r="1.5"/><circle class="kaivai-pupil" cx="4.6" cy="-12" r="1.5"/>'
)

PLATFORM = (
    path("kaivai-stone", "M-17 5L-10 -7H10L17 5L10 14H-10Z")
    + path("kaivai-step", "M-10 2L-6 -6H6L10 2L6 8H-6Z")
    + '<circle class="kaivai-sun" cy="0.5" r="3.2"/>'
)

PALM_TREE = (
    path("kaivai-trunk", "M0 10C-1 3 -3 -3 -5 -8")
    + path("kaivai-frond", "M-5 -8C-12 -13 -17 -9 -18 -4C-14 -8 -9 -8 -5 -8Z")
    + path("kaivai-frond", "M-5 -8C-8 -16 -3 -20 2 -19C-2 -16 -3 -12 -5 -8Z")
    + path("kaivai-frond", "M-5 -8C1 -13 7 -10 8 -5C4 -8 -1 -8 -5 -8Z")
    + path("kaivai-frond", "M-5 -8C-11 -7 -14 -3 -13 1C-11 -4 -8 -6 -5 -8Z")
)

GOD, CULT_PLACE, PALM, WAVE = use("god"), use("cult"), use("palm"), use("wave")
FISH_COUNTER, SHELL, COUNTER, LAUREL = icon("fish"), icon("shell"), icon("influence"), icon("glory")
FISH_ON_HUT = '<ellipse class="kaivai-plate" rx="11" ry="8"/>' + scaled(FISH_COUNTER, 0.8, -1)
SHAPES = {
    "shed": BOAT_SHED,
    "fisher": FISHERS_HUT + fisherman(),
    "meeting": MEETING_HOUSE,
    "canoe": HULL + path("kaivai-sail", SAIL) + path("kaivai-light", "M-3 9C-13 -4 -10 -16 -2 -25C-5 -14 -5 -4 -3 9Z") + BOOM,
    "new-canoe": HULL + path("kaivai-plainsail", SAIL) + BOOM,
    "god": IDOL,
    "cult": PLATFORM,
    "palm": PALM_TREE,
    "wave": path("kaivai-wave", "M-10 0C-7 -4 -3 -4 0 0C3 4 7 4 10 0"),
}
ART = "".join(f'<g id="kaivai-{name}">{body}</g>' for name, body in SHAPES.items())


def feast() -> str:
    """A drum, for celebrating."""
    return (
        path("kaivai-hull", "M-12 -6C-9 2 -9 6 -11 15H11C9 6 9 2 12 -6Z")
        + '<ellipse class="kaivai-eye" cy="-7" rx="12" ry="4.5"/>'
        + path("kaivai-thatch", "M-11 -2L-4 12L2 -1L8 12L11 -2")
        + path("kaivai-rod", "M-14 -20L-3 -9M14 -20L3 -9")
    )


def faster() -> str:
    """A canoe in the wind, for more range."""
    return path("kaivai-rod", "M-20 -8H-10M-22 0H-12M-20 8H-10") + scaled(NEW_CANOE, 0.75, 6, 2)
