"""The pieces of Nusfjord: workers, shares, ships, plates; goods are icons. Each is drawn around (0, 0)."""

from ....drawing import icon, text
from ....drawing.shapes import SEAT_SHAPES
from . import busts, houses
from .typesetting import moved

ART = houses.ART + busts.ART


def path(kind: str, line: str) -> str:
    """A line or a shape with the look `nusfjord-KIND`."""
    return f'<path class="nusfjord-{kind}" d="{line}"/>'


def group(kind: str, *parts: str) -> str:
    return f'<g class="nusfjord-{kind}">{"".join(parts)}</g>'


FISH, WOOD, GOLD, GUEST, HOUSE = (icon(name) for name in ("fish", "wood", "gold", "guest", "building"))
PINE = '<use href="#nusfjord-pine"/>'
COPY = path("stroke", "M-7 2A7 6 0 0 1 5-5M5-5L5.4-9M5-5L.8-4.4M7-2A7 6 0 0 1-5 5M-5 5L-5.4 9M-5 5L-.8 4.4")
STAR = path("point", "M0-8.4L2.5-2.9 8.4-2.4 4 1.6 5.3 7.5 0 4.4-5.3 7.5-4 1.6-8.4-2.4-2.5-2.9Z")
UNISSUED = path("unissued", "M-9-11H6L9-8V11H-9Z") + path("stroke", "M-4-3H4M-4 1H4M-4 5H1")

NOBODY = path("nobody", "M0-9A5 5 0 0 1 2.6 0.2C7 1.4 9 5 9 10H-9C-9 5-7 1.4-2.6.2A5 5 0 0 1 0-9Z")  # a free place in a council
WORKER = (
    "M0-11.4A4.8 4.8 0 0 1 3.6-3.4L9.4-.6C10.8.2 10.6 3 9 3L5.4 2.4L7.6 9.4H2.4L0 5.6L-2.4 9.4H-7.6L-5.4 2.4L-9 3"
    "C-10.6 3-10.8.2-9.4-.6L-3.6-3.4A4.8 4.8 0 0 1 0-11.4Z"
)


def worker(colour: int) -> str:
    """A wooden worker in the colour, with the number, of its player."""
    body = f'<path class="nusfjord-piece-side" transform="translate(0 1.6)" d="{WORKER}"/><path d="{WORKER}"/>'
    light = path("piece-light", "M-1.6-10A3.4 3.4 0 0 0-3.4-6M-4-2.2L-8.6 0")
    number = text(0, 5, colour + 1, "seat-number", "middle")
    return f'<g class="seat-{colour}"><g class="seat-fill">{body}</g>{light}{number}</g>'


def share(colour: int) -> str:
    """An issued share: a deed with the sign of its player."""
    deed = path("deed", "M-9-11H6L9-8V11H-9Z")
    sign = f'<g class="seat-fill" transform="scale(.62)">{SEAT_SHAPES[colour]}</g>'
    return f'<g class="seat-{colour}">{deed}{sign}{text(0, 3.6, colour + 1, "seat-number", "middle")}</g>'


def ship(kind: int, width: float) -> str:
    """A sloop, a cutter, a schooner or a raft on the water, `width` long; it is 30 high."""
    if kind == 3:
        return raft(width)
    masts = ((-0.04 * width,), (-0.02 * width,), (-0.2 * width, 0.16 * width))[kind]
    length = width / (2.5 if kind < 2 else 4.1)
    rig = "".join(mast(x, length, kind) for x in masts)
    bow, last = width / 2, masts[-1] + 1.5
    return group(f"ship nusfjord-ship-{kind}", hull(width), rig, path("jib", f"M{last:g}-12L{bow - 3:g} 2H{last:g}Z"))


def hull(width: float) -> str:
    half = width / 2
    bow = f"C{half - 3:g} 11 {half - 7:g} 14 {half - 9:g} 14"
    stern = f"C{-half + 4:g} 14 {-half + 2:g} 9 {-half + 1:g} 4"
    body = path("hull", f"M{-half + 1:g} 4H{half - 1:g}{bow}H{-half + 7:g}{stern}Z")
    wale = path("wale", f"M{-half + 2.4:g} 6.8H{half - 2.6:g}")
    return body + wale + path("wake", f"M{-half - 1:g} 14.6H{half + 1:g}M{-half + 4:g} 16.4H{half - 4:g}")


def mast(x: float, length: float, kind: int) -> str:
    """A mast with its sail behind it: the sloop's is a triangle, the others' hang from a gaff."""
    top, aft = (-13, -15, -16)[kind], x - 1.5
    corner = f"L{x - length * 0.75:g}{top + 1}" if kind else ""
    sail = f"M{aft:g}{top + (4 if kind else 1)}{corner}L{x - length:g} 2H{aft:g}Z"
    return path("mast", f"M{x:g} 4V{top}") + path("sail", sail)


def raft(width: float) -> str:
    logs = "".join(f"M{2 - width / 2:g} {y}H{width / 2 - 2:g}" for y in (6, 9.4, 12.8))
    return group("ship", path("logs", logs), path("mast", "M0 5V-8"), path("sail", "M0-7L7 2H0Z"))


def cat_boat(width: float) -> str:
    """The catboat, printed on every track."""
    half = width / 2
    sail = path("sail", f"M{half * 0.3:g}-10V2H{-half + 2:g}Z")
    return group("ship nusfjord-catboat", hull(width), path("mast", f"M{half * 0.4:g} 4V-11"), sail)


def plate(width: float, half: float, full: bool, number: int) -> str:
    """A plate of the banquet table: what it costs, or the fish on it."""
    rim = f'<ellipse class="nusfjord-plate lit" rx="{width / 2:g}" ry="{half:g}"/>'
    dish = f'<ellipse class="nusfjord-dish" rx="{width / 2 - 5:g}" ry="{half * 0.66:g}"/>'
    return rim + dish + (moved(0, 0, FISH, 1.25) if full else text(0, 4.5, number, "bold", "middle"))
