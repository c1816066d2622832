"""The pictures of Nusfjord: goods, workers, shares, ships, pines, faces, houses. Each is drawn around (0, 0)."""

from ....drawing import text
from ....drawing.shapes import SEAT_SHAPES
from .typesetting import circle, moved


def path(kind: str, line: str) -> str:
    """A line or a shape with the look `nusfjord-KIND`."""
    return f'<path class="nusfjord-{kind}" d="{line}"/>'


def group(kind: str, *parts: str) -> str:
    return f'<g class="nusfjord-{kind}">{"".join(parts)}</g>'


FISH = group(
    "fish",
    '<path d="M-8.5 0C-5-5.4 2-5.2 5.4-.6L9-4.2C8.4-1.6 8.4 1.6 9 4.2L5.4.6C2 5.2-5 5.4-8.5 0Z"/>',
    path("fin", "M-2.2-3.9C-.6-.9-.6.9-2.2 3.9"),
    circle(-5.4, -0.9, 0.9, "nusfjord-eye"),
)
WOOD = group(
    "wood",
    '<path d="M-6-3.8H5.4C7.4-3.8 8.6-2 8.6 0S7.4 3.8 5.4 3.8H-6Z"/>',
    '<ellipse class="nusfjord-cut" cx="-6" cy="0" rx="2.7" ry="3.8"/>',
    '<ellipse class="nusfjord-ring" cx="-6" cy="0" rx="1.2" ry="1.7"/>',
)
GOLD = group("gold", '<circle r="6.8"/>', circle(0, 0, 4.6, "nusfjord-rim"), '<path d="M-1.8-2.6H1.8M0-2.6V2.8M-2 2.8H2"/>')
PINE = group(
    "pine",
    path("trunk", "M-1.3 6H1.3V10H-1.3Z"),
    '<path d="M0-11L4.8-4.4H2.6L6.4 1H3.8L8 7H-8L-3.8 1H-6.4L-2.6-4.4H-4.8Z"/>',
)
HOUSE = group(
    "house",
    path("stilts", "M-6 7V10.5M0 7V10.5M6 7V10.5"),
    '<path d="M-8-1H8V7.5H-8Z"/>',
    path("roof", "M-10-.4L-5.2-8H5.2L10-.4Z"),
    path("pane", "M-5.5 1.6H-2V5H-5.5ZM2 1.6H5.5V7.5H2Z"),
)
GUEST = group(
    "guest",
    '<path d="M-5 9C-5 2-3.4-1 0-1S5 2 5 9Z"/>',
    circle(0, -4.4, 3.6, "nusfjord-skin"),
    '<path d="M-5.4-5.4H5.4L3.4-6.4C3.2-8.8 2-9.6 0-9.6S-3.2-8.8-3.4-6.4Z"/>',
    path("case", "M4.6 3.4H10V9H4.6ZM6.2 3.4V2H8.4V3.4"),
)
COPY = path("stroke", "M-7 2A7 6 0 0 1 5-5M5-5L5.4-9M5-5L.8-4.4M7-2A7 6 0 0 1-5 5M-5 5L-5.4 9M-5 5L-.8 4.4")
STAR = path("point", "M0-8.4L2.5-2.9 8.4-2.4 4 1.6 5.3 7.5 0 4.4-5.3 7.5-4 1.6-8.4-2.4-2.5-2.9Z")
UNISSUED = path("unissued", "M-9-11H6L9-8V11H-9Z") + path("stroke", "M-4-3H4M-4 1H4M-4 5H1")

NOBODY = path("nobody", "M0-9A5 5 0 0 1 2.6 0.2C7 1.4 9 5 9 10H-9C-9 5-7 1.4-2.6.2A5 5 0 0 1 0-9Z")  # a free place in a council

HAIR = ("white", "brown", "fair", "dark")
COATS = ("blue", "red", "green", "ochre", "plum")
BEARDS = (
    "M-5.6-1C-5.4 5-2.6 8.4 0 8.4S5.4 5 5.6-1C3 1.6-3 1.6-5.6-1Z",
    "M-4.6.8C-4 5.4 4 5.4 4.6.8C2 2-2 2-4.6.8Z",
    "M-3 .4C-1.5 1.6 1.5 1.6 3 .4L0 2.4Z",
)
HATS = (
    "M-6.4-4.4H6.4C6-8.8 3-10.6 0-10.6S-6-8.8-6.4-4.4Z",
    "M-9-4.4H9L6-6.4C5.4-9.6 3-10.8 0-10.8S-5.4-9.6-6-6.4Z",
)
LOCKS = "M-5.8-3.6C-6-8.4-3-9.2 0-9.2S6-8.4 5.8-3.6C3-6-3-6-5.8-3.6Z"
WOMEN = (19, 20, 21)  # Guide, Architect*, Investor


def worker(colour: int) -> str:
    """A worker in the colour, with the number, of its player."""
    body = "M0-11A4.6 4.6 0 0 1 3.3-3.2C6.6-1.6 8 2.4 8 9H-8C-8 2.4-6.6-1.6-3.3-3.2A4.6 4.6 0 0 1 0-11Z"
    number = text(0, 6.6, colour + 1, "seat-number", "middle")
    return f'<g class="seat-{colour}"><g class="seat-fill"><path d="{body}"/></g>{number}</g>'


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
    return path("hull", f"M{-half + 1:g} 4H{half - 1:g}{bow}H{-half + 7:g}{stern}Z")


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
    """The boat that everybody has, printed on the track."""
    half = width / 2
    sail = path("sail", f"M{half * 0.3:g}-10V2H{-half + 2:g}Z")
    return group("ship nusfjord-catboat", hull(width), path("mast", f"M{half * 0.4:g} 4V-11"), sail)


def face(elder: int) -> str:
    """An elder: hat or hair, beard or none, and a coat, by number."""
    hair, coat, hat = HAIR[elder % 4], COATS[elder % 5], COATS[(elder + 2) % 5]
    parts = [circle(0, 0, 13, "nusfjord-back")]
    parts.append(path(coat, "M-10.2 8.2C-9 3.4-5 2.6 0 2.6S9 3.4 10.2 8.2A13 13 0 0 1-10.2 8.2Z"))
    if elder in WOMEN:
        parts.append(path(hair, "M-6.4 5C-8-8-4-10.4 0-10.4S8-8 6.4 5Z"))
    parts.append(circle(0, -2.2, 5.6, "nusfjord-skin"))
    if elder not in WOMEN:
        parts.append(path(hair, BEARDS[elder % 3]))
    bare = elder in WOMEN or elder % 3 == 2
    parts.append(path(hair, LOCKS) if bare else path(hat, HATS[elder % 3]))
    return group("face", *parts, path("eyes", "M-2.2-2.6V-1.8M2.2-2.6V-1.8"))


def plate(width: float, half: float, full: bool, number: int) -> str:
    """A plate of the banquet table: what it costs, or the fish on it."""
    rim = f'<ellipse class="nusfjord-plate lit" rx="{width / 2:g}" ry="{half:g}"/>'
    dish = f'<ellipse class="nusfjord-dish" rx="{width / 2 - 5:g}" ry="{half * 0.66:g}"/>'
    return rim + dish + (moved(0, 0, FISH, 1.25) if full else text(0, 4.5, number, "bold", "middle"))
