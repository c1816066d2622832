"""How pages show a person: the link to their profile, and an avatar drawn from shapes."""

import hashlib
import math
import secrets
from dataclasses import dataclass, replace
from urllib.parse import quote

from ...language import mark

SHAPE_TEXTS = {
    "boat": mark("a boat"),
    "fish": mark("a fish"),
    "shell": mark("a shell"),
    "sun": mark("a sun"),
    "island": mark("an island"),
    "star": mark("a star"),
    "whale": mark("a whale"),
    "anchor": mark("an anchor"),
}
SHAPES = tuple(SHAPE_TEXTS)
COLOURS = ("#0b4f6c", "#1b998b", "#e4572e", "#f2b134", "#7b4b94", "#2e4057", "#c8553d", "#5b8e3e", "#d1495b", "#e8e3d3")
MIN_CONTRAST = 2.0  # of an avatar with random colours
DRAWINGS = {
    "boat": '<path d="M14 43h36c-3 8-9 11-18 11S17 51 14 43z"/><path d="M31 12v28H17c2-13 7-23 14-28zM34'
    ' 17c8 6 12 14 13 23H34z"/>',
    "fish": '<path d="M10 32c8-13 24-15 34-4l10-8v24l-10-8C34 47 18 45 10 32z"/><circle cx="21" cy="30" r="2.4" class="eye"/>',
    "shell": '<path d="M32 52 12 30c0-12 9-19 20-19s20 7 20 19z"/>'
    '<path class="line" d="M32 50V14M32 50 21 16M32 50 43 16M32 50 14 24M32 50 50 24"/>',
    "sun": '<circle cx="32" cy="32" r="11"/>'
    '<path class="ray" d="M32 8v8M32 48v8M8 32h8M48 32h8M15 15l6 6M43 43l6 6M49 15l-6 6M21 43l-6 6"/>',
    "island": '<path d="M8 47c6-12 14-17 24-17s18 5 24 17z"/>'
    '<path d="M31 31c1-8 0-12-2-16 5-4 12-3 15 2-5-2-8-1-10 1 5 0 8 3 9 8-3-3-6-4-9-4 1 3 1 6 0 9z"/>',
    "star": '<path d="m32 9 6.5 16 17.5 1-13.5 11 4.5 17L32 44.5 17 54l4.5-17L8 26l17.5-1z"/>',
    "whale": '<path d="M8 30c0 14 9 20 21 20 13 0 21-8 22-20'
    ' 4 1 7-2 7-7-4 0-6 1-8 3-2-2-4-3-8-3 0 5 2 7 5 8-3 6-8 9-14 6-8-5-25-9-25-7z"/>'
    '<circle cx="17" cy="34" r="2" class="eye"/>',
    "anchor": '<path class="ray" d="M32 20v33M23 26h18M12 38c1 10 9 15 20 15s19-5 20-15"/>'
    '<circle class="ring" cx="32" cy="15" r="5"/>',
}


@dataclass(frozen=True)
class Avatar:
    """Shape, its colour, the colour behind it, and a seed for the waves; stored as `boat.3.0.1f2e3d`."""

    shape: str
    colour: int
    ground: int
    seed: str

    def __str__(self) -> str:
        return f"{self.shape}.{self.colour}.{self.ground}.{self.seed}"


def read_avatar(text: str) -> Avatar:
    """The avatar that a text describes (as `Avatar` stores it); for any other text, the avatar with this seed."""
    shape, _, more = text.partition(".")
    numbers = more.split(".")
    if shape in SHAPES and len(numbers) == 3 and all(one.isascii() and one.isalnum() for one in numbers):
        try:
            return Avatar(shape, int(numbers[0]) % len(COLOURS), int(numbers[1]) % len(COLOURS), numbers[2][:16])
        except ValueError:
            pass
    return avatar_from(text)


def avatar_from(seed: str) -> Avatar:
    """The avatar of a seed, in two colours with enough contrast."""
    random = hashlib.sha256(seed.encode("utf-8", "replace")).digest()
    ground = random[1] % len(COLOURS)
    legible = [n for n, colour in enumerate(COLOURS) if contrast(colour, COLOURS[ground]) >= MIN_CONTRAST]
    return Avatar(SHAPES[random[0] % len(SHAPES)], legible[random[2] % len(legible)], ground, random[3:6].hex())


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG defines it, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def brightness(colour: str) -> float:
    """The relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def new_avatar() -> Avatar:
    return avatar_from(secrets.token_hex(8))


def choose_avatar(avatar: Avatar, shape: str, colour: int, ground: int) -> Avatar:
    """The avatar with another shape and colours; equal colours are changed, because they would show nothing."""
    colour, ground = colour % len(COLOURS), ground % len(COLOURS)
    shape = shape if shape in SHAPES else avatar.shape
    return replace(avatar, shape=shape, colour=colour, ground=(ground + 5) % len(COLOURS) if ground == colour else ground)


def avatar_svg(text: str) -> str:
    """An avatar as SVG, without a name: the name is next to it."""
    avatar = read_avatar(text)
    random = hashlib.sha256(avatar.seed.encode()).digest()
    colour, ground = COLOURS[avatar.colour], COLOURS[avatar.ground]
    drawing = DRAWINGS[avatar.shape]
    for kind, attributes in (
        ("eye", f'fill="{ground}"'),
        ("line", stroke(ground, 1.5)),
        ("ray", stroke(colour, 5)),
        ("ring", stroke(colour, 4)),
    ):
        drawing = drawing.replace(f'class="{kind}"', attributes)
    return (
        f'<svg class="avatar" viewBox="0 0 64 64" aria-hidden="true" fill="{colour}">'
        f'<rect width="64" height="64" rx="14" fill="{ground}"/>{waves(random, colour)}{drawing}</svg>'
    )


def stroke(colour: str, width: float) -> str:
    return f'fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"'


def waves(random: bytes, colour: str) -> str:
    """Two or three waves behind the shape, which differ from seed to seed."""
    lines = []
    for n in range(2 + random[0] % 2):
        height, shift, rise = 8 + (random[1 + n] % 48), random[4 + n] % 16, 2 + random[7 + n] % 4
        points = " ".join(f"{x},{height + rise * math.sin((x + shift) / 5):.1f}" for x in range(0, 65, 4))
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5" opacity="0.45"/>')
    return "".join(lines)


def person_link(name: str) -> str:
    """The address of a profile's page."""
    return f"/people/{quote(name, safe='')}"
