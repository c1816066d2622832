"""The art: tiles with their islands, palms, huts, boats, shells and wreaths, the ships. Each is drawn once and used by its name.

A tile is drawn in a square of 100 x 100; symbols stand around (0, 0).
"""

import math
from collections.abc import Iterable

import numpy as np

from ....drawing import seat_badge
from ..layout import BOTTOM, LEFT, RIGHT, TOP, VOLCANO

SYMBOLS = {
    "palm": '<path class="maori-trunk" d="M-6.5,0C-5,-12-5,-20-1.5,-30L2,-29C-1,-19-1,-11 0.5,0Z"/>'
    '<path class="maori-frond" d="M0,-30C-8,-39-16,-38-22,-29C-14,-33-8,-30 0,-30ZM0,-30C-8,-32-16,-27-17,-17C-12,-25-6,-26 0,-30Z'
    "M0,-30C-1,-40-6,-46-13,-46C-7,-41-4,-36 0,-30ZM0,-30C8,-39 16,-38 22,-29C14,-33 8,-30 0,-30Z"
    'M0,-30C8,-32 15,-27 17,-17C11,-25 6,-26 0,-30ZM0,-30C-2,-40 4,-47 12,-47C6,-42 4,-36 0,-30Z"/>'
    '<circle class="maori-nut" cx="-2.2" cy="-27.5" r="2.3"/><circle class="maori-nut" cx="2.4" cy="-27.8" r="2.3"/>',
    "hut": '<path class="maori-wall" d="M-12,-14V0H12V-14Z"/><path class="maori-door" d="M-4,0V-8A4,4 0 0 1 4,-8V0Z"/>'
    '<path class="maori-thatch" d="M0,-35C-5,-26-12,-19-20,-13C-12,-10 12,-10 20,-13C12,-19 5,-26 0,-35Z"/>'
    '<path class="maori-straw" d="M0,-31V-14M-4,-25L-9,-14M4,-25L9,-14"/>',
    "boat": '<path class="maori-sail" d="M2,-21C13,-18 15,-9 10,-1L2,-1Z"/><path class="maori-mast" d="M0,3V-22"/>'
    '<path class="maori-hull" d="M-19,-1C-10,3 10,3 19,-1C15,11-15,11-19,-1Z"/>'
    '<path class="maori-outrigger" d="M-11,12H13"/>',
    "shell": '<path class="maori-shell" d="M0,11L-4.5,9.5C-15,2-12,-11 0,-11C12,-11 15,2 4.5,9.5Z"/>'
    '<path class="maori-rib" d="M0,9V-8M-2,8L-6.5,-6M2,8L6.5,-6M-3.5,7.5L-10,0M3.5,7.5L10,0"/>',
    "flower": '<g class="maori-petal"><circle cx="0" cy="-3.4" r="2.9"/><circle cx="3.2" cy="-1" r="2.9"/><circle cx="2" cy="2.8" r="2.9"/>'
    '<circle cx="-2" cy="2.8" r="2.9"/><circle cx="-3.2" cy="-1" r="2.9"/></g><circle class="maori-heart" r="1.9"/>',
    "explorer": '<path class="maori-explorer-hull" d="M-21,6C-12,9 12,9 22,3C20,14 14,18 8,18H-10C-16,18-20,13-21,6Z"/>'
    '<path class="maori-mast" d="M-8,8V-18M6,8V-22"/>'
    '<path class="maori-explorer-sail" d="M-17,-15C-12,-12-4,-12 0,-15C2,-8 2,-3 0,3C-5,5-12,5-17,3C-14,-3-14,-9-17,-15Z'
    'M0,-19C4,-16 12,-16 17,-19C20,-10 20,-4 17,3C12,5 5,5 1,3C4,-4 4,-12 0,-19Z"/>'
    '<path class="maori-pennant" d="M6,-22L17,-25L6,-28Z"/>',
    "star": '<path class="maori-star" d="M0,-11L3.2,-4 10.6,-3.3 5,1.7 6.7,9 0,5.1 -6.7,9 -5,1.7 -10.6,-3.3 -3.2,-4Z"/>',
    "space": '<rect class="maori-slot" x="-8" y="-8" width="16" height="16" rx="3"/>',
    "volcano": '<rect class="maori-ash" width="100" height="100" rx="6"/>'
    '<path class="maori-smoke" d="M46,30C36,24 44,14 38,8M54,28C60,22 54,14 62,7"/>'
    '<path class="maori-rock" d="M6,90C24,78 32,52 40,34C46,38 54,38 60,34C68,52 76,78 94,90Z"/>'
    '<path class="maori-lava" d="M40,34C46,29 54,29 60,34L62,40C58,42 59,52 62,62C56,58 54,48 51,46C49,54 50,64 44,76C43,62 44,50 40,48C38,46 38,40 40,34Z"/>',
}
WAVES = "M8,13q5,-5 10,0t10,0M70,11q5,-5 10,0t10,0M10,90q5,-5 10,0t10,0M68,92q5,-5 10,0t10,0M40,6q4,-4 8,0t8,0M4,52q3,-4 6,0"
CALM = "M14,26q6,-6 12,0t12,0t12,0M54,44q6,-6 12,0t12,0M18,62q6,-6 12,0t12,0M46,82q6,-6 12,0t12,0t12,0"
# an island's shore, open where land goes on; drawn to the right, and turned
END = "M100,20C78,15 60,12 42,14C22,17 10,30 11,50C10,70 22,85 44,86C62,88 80,84 100,80"
GREEN_END = "M100,29C78,24 60,22 44,24C28,27 20,36 21,50C20,64 28,75 46,76C62,78 80,75 100,71"
MIDDLE = ("M0,20C30,14 70,26 100,20", "M100,80C70,86 30,74 0,80")
GREEN_MIDDLE = "M0,29C30,23 70,34 100,29V71C70,76 30,66 0,71Z"
SINGLE = "M50,13C74,11 88,28 87,50C89,72 72,88 50,87C27,89 12,73 13,50C11,28 27,12 50,13Z"
GREEN_SINGLE = "M50,23C68,22 78,34 77,50C78,66 66,78 50,77C33,78 22,67 23,50C22,34 33,22 50,23Z"
MIDDLE_OF = {LEFT: (0, 50), RIGHT: (100, 50), TOP: (50, 0), BOTTOM: (50, 100)}
TURN = {RIGHT: 0, BOTTOM: 90, LEFT: 180, TOP: 270}


def defs(box: np.record, kinds: Iterable[int]) -> str:
    """The symbols, and each kind of tile that lies on the table."""
    drawn = [f'<g id="maori-{name}">{shape}</g>' for name, shape in SYMBOLS.items()]
    drawn.append(f'<g id="maori-wreath">{half_wreath(RIGHT, 0, 0)}{half_wreath(LEFT, 0, 0)}</g>')
    drawn += [f'<g id="maori-tile-{kind}">{tile_shape(box, kind)}</g>' for kind in sorted(set(kinds))]
    return f"<defs>{''.join(drawn)}</defs>"


def use(name: str, x: float, y: float, size: float = 1) -> str:
    """A symbol at (x, y)."""
    return f'<use href="#maori-{name}" transform="translate({x:g} {y:g}) scale({size:.3g})"/>'


def tile(kind: int, x: float, y: float, size: float, look: str = "") -> str:
    """A tile with its top left corner at (x, y)."""
    return (
        f'<use href="#maori-{"volcano" if kind == VOLCANO else f"tile-{kind}"}" class="maori-tile {look}" '
        f'transform="translate({x:g} {y:g}) scale({size / 100:.4g})"/>'
    )


def tile_shape(box: np.record, kind: int) -> str:
    """The water, the land on it, what stands on the land and what lies at its shore."""
    water = f'<rect class="maori-water" width="100" height="100" rx="6"/><path class="maori-wave" d="{{}}"/>'
    boats, shells = int(box.boats[kind]), int(box.shells[kind])
    if not box.palms[kind]:
        return water.format(CALM) + in_a_row("boat", boats, 50, 55, 1.45) + in_a_row("shell", shells, 50, 50, 1.5)
    lei = [edge for edge in range(4) if int(box.lei[kind]) >> edge & 1]
    shape = water.format(WAVES) + land(int(box.land[kind])) + "".join(half_wreath(edge, *MIDDLE_OF[edge]) for edge in lei)
    shape += palms_and_hut(int(box.palms[kind]), bool(box.hut[kind]), lei)
    return shape + in_a_row("boat", boats, 24, 80, 0.98) + in_a_row("shell", shells, 78, 80, 1)


def land(edges: int) -> str:
    """Sand with a green inside: an end, a middle or a single island by its land edges."""
    along = [edge for edge in range(4) if edges >> edge & 1]
    if not along:
        shores, green, turn = (SINGLE,), GREEN_SINGLE, 0
    elif len(along) == 1:
        shores, green, turn = (END,), GREEN_END, TURN[along[0]]
    else:
        shores, green, turn = MIDDLE, GREEN_MIDDLE, 0 if LEFT in along else 90
    sand = shores[0] if len(shores) == 1 else f"{shores[0]}L{shores[1][1:]}"
    surf = "".join(f'<path class="maori-surf" d="{shore}"/>' for shore in shores)
    edge = "".join(f'<path class="maori-shore" d="{shore}"/>' for shore in shores)
    return (
        f'<g transform="rotate({turn} 50 50)">{surf}<path class="maori-sand" d="{sand}"/>{edge}'
        f'<path class="maori-green" d="{green}"/></g>'
    )


def half_wreath(edge: int, x: float, y: float) -> str:
    """Five flowers on green around (x, y), turned away from an edge; with its other half they are a wreath."""
    flowers = "".join(
        use("flower", 17 * math.cos(angle), 17 * math.sin(angle), 1.15)
        for angle in (math.radians(180 + step) for step in (-72, -36, 0, 36, 72))
    )
    ring = '<path class="maori-wreath" d="M0,-17A17,17 0 0 0 0,17"/>'
    return f'<g transform="translate({x} {y}) rotate({TURN[edge]})">{ring}{flowers}</g>'


def palms_and_hut(palms: int, hut: bool, lei: Iterable[int]) -> str:
    """In a row, the hut last; they make room for a wreath."""
    edges = set(lei)
    across = 10 * ((LEFT in edges) - (RIGHT in edges))
    down = 9 * ((TOP in edges) - (BOTTOM in edges))
    things = ["palm"] * palms + ["hut"] * hut
    wide = min(25.0, 56 / max(len(things) - 1, 1))
    size = 1.15 if len(things) < 3 else 1 if len(things) == 3 else 0.7
    left = 50 - wide * (len(things) - 1) / 2
    return "".join(
        use(thing, left + wide * n + across, 71 + down - (4 if n % 2 and thing == "palm" else 0), size)
        for n, thing in enumerate(things)
    )


def in_a_row(symbol: str, number: int, x: float, y: float, size: float) -> str:
    """So many of a symbol around (x, y)."""
    size = size if number < 2 else size * 0.8 if number == 2 else size * 1.6 / number
    wide = 27 * size
    return "".join(use(symbol, x + wide * (n - (number - 1) / 2), y, size) for n in range(number))


def small_ship(seat: int, size: float) -> str:
    """A player's own ship, around (0, 0), with the sign of its owner on the sail."""
    return (
        f'<g class="seat-{seat} maori-own" transform="scale({size:.3g})"><path class="maori-own-hull" '
        'd="M-20,8C-10,12 10,12 20,8C18,18 12,20 0,20C-12,20-18,18-20,8Z"/><path class="maori-mast" d="M0,10V-18"/>'
        f'<path class="maori-own-sail" d="M-15,5C-14,-8-6,-18 0,-20C6,-18 14,-8 15,5C6,8-6,8-15,5Z"/></g>'
        + seat_badge(seat, 0, -3 * size, 0.78 * size)
    )
