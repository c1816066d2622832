"""The pictures of Nusfjord: goods, workers, shares, ships, pines, faces, houses. Each is drawn around (0, 0)."""

from ....drawing import text
from ....drawing.shapes import SEAT_SHAPES

FISH = (
    '<g class="nusfjord-fish"><path d="M-8.5 0C-5-5.4 2-5.2 5.4-.6L9-4.2C8.4-1.6 8.4 1.6 9 4.2L5.4.6C2 5.2-5 5.4-8.5 0Z"/>'
    '<path class="nusfjord-fin" d="M-2.2-3.9C-.6-.9-.6.9-2.2 3.9"/><circle class="nusfjord-eye" cx="-5.4" cy="-.9" r=".9"/></g>'
)
WOOD = (
    '<g class="nusfjord-wood"><path d="M-6-3.8H5.4C7.4-3.8 8.6-2 8.6 0S7.4 3.8 5.4 3.8H-6Z"/>'
    '<ellipse class="nusfjord-cut" cx="-6" cy="0" rx="2.7" ry="3.8"/><ellipse class="nusfjord-ring" cx="-6" cy="0" rx="1.2" ry="1.7"/></g>'
)
GOLD = '<g class="nusfjord-gold"><circle r="6.8"/><circle class="nusfjord-rim" r="4.6"/><path d="M-1.8-2.6H1.8M0-2.6V2.8M-2 2.8H2"/></g>'
PINE = (
    '<g class="nusfjord-pine"><path class="nusfjord-trunk" d="M-1.3 6H1.3V10H-1.3Z"/>'
    '<path d="M0-11L4.8-4.4H2.6L6.4 1H3.8L8 7H-8L-3.8 1H-6.4L-2.6-4.4H-4.8Z"/></g>'
)
HOUSE = (
    '<g class="nusfjord-house"><path class="nusfjord-stilts" d="M-6 7V10.5M0 7V10.5M6 7V10.5"/><path d="M-8-1H8V7.5H-8Z"/>'
    '<path class="nusfjord-roof" d="M-10-.4L-5.2-8H5.2L10-.4Z"/><path class="nusfjord-pane" d="M-5.5 1.6H-2V5H-5.5ZM2 1.6H5.5V7.5H2Z"/></g>'
)
COPY = '<path class="nusfjord-stroke" d="M-7 2A7 6 0 0 1 5-5M5-5L5.4-9M5-5L.8-4.4M7-2A7 6 0 0 1-5 5M-5 5L-5.4 9M-5 5L-.8 4.4"/>'
CROWN = '<path class="nusfjord-point" d="M0-8.4L2.5-2.9 8.4-2.4 4 1.6 5.3 7.5 0 4.4-5.3 7.5-4 1.6-8.4-2.4-2.5-2.9Z"/>'

HAIR = ("nusfjord-white", "nusfjord-brown", "nusfjord-fair", "nusfjord-dark")
COATS = ("nusfjord-blue", "nusfjord-red", "nusfjord-green", "nusfjord-ochre", "nusfjord-plum")
WOMEN = (19, 20, 21)  # Guide, Architect*, Investor


def worker(colour: int) -> str:
    """A worker in the colour, with the number, of its player."""
    return (
        f'<g class="seat-{colour}"><g class="seat-fill"><path d="M0-11A4.6 4.6 0 0 1 3.3-3.2C6.6-1.6 8 2.4 8 9H-8C-8 2.4-6.6-1.6-3.3-3.2'
        f'A4.6 4.6 0 0 1 0-11Z"/></g>{text(0, 6.6, colour + 1, "seat-number", "middle")}</g>'
    )


def share(colour: int) -> str:
    """An issued share: a deed with the sign of its player."""
    return (
        f'<g class="seat-{colour}"><path class="nusfjord-deed" d="M-9-11H6L9-8V11H-9Z"/>'
        f'<g class="seat-fill" transform="scale(.62)">{SEAT_SHAPES[colour]}</g>'
        f"{text(0, 3.6, colour + 1, 'nusfjord-tiny seat-number', 'middle')}</g>"
    )


UNISSUED = '<path class="nusfjord-unissued" d="M-9-11H6L9-8V11H-9Z"/><path class="nusfjord-stroke" d="M-4-3H4M-4 1H4M-4 5H1"/>'


def ship(kind: int, width: float) -> str:
    """A sloop, a cutter, a schooner or a raft on the water, `width` long; it is 30 high."""
    half = width / 2
    if kind == 3:
        logs = "".join(f"M{-half + 2:g} {y}H{half - 2:g}" for y in (6, 9.4, 12.8))
        return f'<g class="nusfjord-ship"><path class="nusfjord-logs" d="{logs}"/><path class="nusfjord-mast" d="M0 5V-8"/>{sail(0, -7, 7, 9)}</g>'
    hull = f"M{-half + 1:g} 4H{half - 1:g}C{half - 3:g} 11 {half - 7:g} 14 {half - 9:g} 14H{-half + 7:g}C{-half + 4:g} 14 {-half + 2:g} 9 {-half + 1:g} 4Z"
    masts = ((-0.04,), (-0.02,), (-0.2, 0.16))[kind]
    rig = "".join(mast(at * width, width / (2.5 if kind < 2 else 4.1), kind) for at in masts)
    jib = f'<path class="nusfjord-jib" d="M{(masts[-1] * width) + 1.5:g}-12L{half - 3:g} 2H{(masts[-1] * width) + 1.5:g}Z"/>'
    return f'<g class="nusfjord-ship nusfjord-ship-{kind}"><path class="nusfjord-hull" d="{hull}"/>{rig}{jib}</g>'


def mast(x: float, length: float, kind: int) -> str:
    top = (-13, -15, -16)[kind]
    if kind == 0:
        return f'<path class="nusfjord-mast" d="M{x:g} 4V{top}"/><path class="nusfjord-sail" d="M{x - 1.5:g}{top + 1}L{x - 1.5:g} 2H{x - length:g}Z"/>'
    gaff = f"M{x - 1.5:g}{top + 4}L{x - length * 0.75:g}{top + 1}L{x - length:g} 2H{x - 1.5:g}Z"
    return f'<path class="nusfjord-mast" d="M{x:g} 4V{top}"/><path class="nusfjord-sail" d="{gaff}"/>'


def sail(x: float, y: float, width: float, height: float) -> str:
    return f'<path class="nusfjord-sail" d="M{x:g} {y:g}L{x + width:g} {y + height:g}H{x:g}Z"/>'


def cat_boat(width: float) -> str:
    """The boat that everybody has, printed on the track."""
    half = width / 2
    hull = f"M{-half + 1:g} 4H{half - 1:g}C{half - 3:g} 10 {half - 6:g} 13 {half - 7:g} 13H{-half + 6:g}C{-half + 3:g} 13 {-half + 2:g} 9 {-half + 1:g} 4Z"
    return f'<g class="nusfjord-ship nusfjord-catboat"><path class="nusfjord-hull" d="{hull}"/><path class="nusfjord-mast" d="M{half * 0.4:g} 4V-11"/>{sail_left(half * 0.3, half)}</g>'


def sail_left(x: float, half: float) -> str:
    return f'<path class="nusfjord-sail" d="M{x:g}-10L{x:g} 2H{-half + 2:g}Z"/>'


def face(elder: int) -> str:
    """An elder: hat or hair, beard or none, and a coat, by number."""
    hair, coat = HAIR[elder % 4], COATS[elder % 5]
    parts = [
        f'<circle class="nusfjord-back" r="13"/><path class="{coat}" d="M-10.2 8.2C-9 3.4-5 2.6 0 2.6S9 3.4 10.2 8.2A13 13 0 0 1-10.2 8.2Z"/>'
    ]
    if elder in WOMEN:
        parts.append(f'<path class="{hair}" d="M-6.4 5C-8-8-4-10.4 0-10.4S8-8 6.4 5Z"/>')
    parts.append('<circle class="nusfjord-skin" cy="-2.2" r="5.6"/>')
    if elder not in WOMEN:
        beards = (
            "M-5.6-1C-5.4 5-2.6 8.4 0 8.4S5.4 5 5.6-1C3 1.6-3 1.6-5.6-1Z",
            "M-4.6.8C-4 5.4 4 5.4 4.6.8C2 2-2 2-4.6.8Z",
            "M-3 .4C-1.5 1.6 1.5 1.6 3 .4L0 2.4Z",
        )
        parts.append(f'<path class="{hair}" d="{beards[elder % 3]}"/>')
    hats = (
        "M-6.4-4.4H6.4C6-8.8 3-10.6 0-10.6S-6-8.8-6.4-4.4Z",
        "M-9-4.4H9L6-6.4C5.4-9.6 3-10.8 0-10.8S-5.4-9.6-6-6.4Z",
        "M-5.8-3.6C-6-8.4-3-9.2 0-9.2S6-8.4 5.8-3.6C3-6-3-6-5.8-3.6Z",
    )
    parts.append(
        f'<path class="{hair if elder in WOMEN or elder % 3 == 2 else COATS[(elder + 2) % 5]}" d="{hats[2 if elder in WOMEN else elder % 3]}"/>'
    )
    parts.append('<path class="nusfjord-eyes" d="M-2.2-2.6V-1.8M2.2-2.6V-1.8"/>')
    return f'<g class="nusfjord-face">{"".join(parts)}</g>'


def plate(width: float, full: bool, number: int) -> str:
    """A plate of the banquet table: what it costs, or the fish on it."""
    inside = f'<g transform="scale(1.25)">{FISH}</g>' if full else text(0, 4.5, number, "bold", "middle")
    return f'<ellipse class="nusfjord-plate lit" rx="{width / 2:g}" ry="15"/><ellipse class="nusfjord-dish" rx="{width / 2 - 5:g}" ry="10.5"/>{inside}'
