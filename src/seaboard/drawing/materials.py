"""Wood, paper, water and rope: patterns and gradients that all boards share. Pages contain them once (`ART`)."""

import math
import random

from .icons import symbols


def grain(width: int, height: int, lines: int, seed: int) -> str:
    """Wavy lines that begin and end at the same height, so that the pattern can be repeated."""
    rng, drawn = random.Random(seed), []
    for n in range(lines):
        y = (n + 0.5) * height / lines + rng.uniform(-2, 2)
        sway, phase = rng.uniform(0.6, 2.4), rng.uniform(0, 6.3)
        points = [(x, y + sway * math.sin(phase + 2 * math.pi * x / width)) for x in range(0, width + 1, width // 6)]
        drawn.append("M" + "L".join(f"{x} {y:.1f}" for x, y in points))
    return "".join(drawn)


def specks(width: int, height: int, number: int, seed: int) -> str:
    """The fibres of paper: short random lines."""
    uniform = random.Random(seed).uniform
    return "".join(
        f"M{uniform(0, width):.0f} {uniform(0, height):.0f}l{uniform(-4, 4):.1f} {uniform(-2, 2):.1f}" for _n in range(number)
    )


def pattern(name: str, width: int, height: int, body: str) -> str:
    return f'<pattern id="sb-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">{body}</pattern>'


def gradient(name: str, *stops: tuple[float, str], across: bool = False) -> str:
    drawn = "".join(f'<stop offset="{offset:g}" class="sb-{kind}"/>' for offset, kind in stops)
    return f'<linearGradient id="sb-{name}" x2="{1 if across else 0}" y2="{0 if across else 1}">{drawn}</linearGradient>'


WAVES = "".join(f"M{x} {y}q6 -5 12 0t12 0" for x, y in ((6, 14), (70, 8), (40, 34), (96, 40), (14, 56), (66, 62)))
PATTERNS = (
    pattern(
        "wood",
        240,
        96,
        f'<rect class="sb-wood" width="240" height="96"/><path class="sb-grain" d="{grain(240, 96, 15, 3)}"/>'
        '<path class="sb-seam" d="M0 .5H240M0 48.5H240M86 0V48M190 48V96"/>'
        '<path class="sb-seam-light" d="M0 1.6H240M0 49.6H240"/>',
    )
    + pattern(
        "plank",
        160,
        40,
        f'<rect class="sb-plank" width="160" height="40"/><path class="sb-grain" d="{grain(160, 40, 8, 5)}"/>',
    )
    + pattern(
        "paper", 90, 90, f'<rect class="sb-paper" width="90" height="90"/><path class="sb-fibre" d="{specks(90, 90, 26, 1)}"/>'
    )
    + pattern("water", 120, 72, f'<rect class="sb-water" width="120" height="72"/><path class="sb-ripple" d="{WAVES}"/>')
    + pattern("linen", 6, 6, '<rect class="sb-linen" width="6" height="6"/><path class="sb-weave" d="M0 1.5H6M1.5 0V6"/>')
)
GRADIENTS = (
    gradient("sheen", (0, "light"), (0.5, "clear"), (1, "dark"))
    + gradient("sky", (0, "sky-high"), (1, "sky-low"))
    + gradient("dawn", (0, "dawn-high"), (1, "dawn-low"))
    + gradient("dusk", (0, "dusk-high"), (1, "dusk-low"))
    + gradient("storm", (0, "storm-high"), (1, "storm-low"))
    + gradient("round", (0, "light"), (0.35, "clear"), (1, "dark"), across=True)
)
ART = f"{PATTERNS}{GRADIENTS}{symbols()}"


def sheet(kind: str, x: float, y: float, width: float, height: float, corner: float = 8, thick: float = 3) -> str:
    """A board or card on the table: its shadow, its edge, and its face with the class `kind`."""
    size = f'width="{width:g}" height="{height:g}" rx="{corner:g}"'
    under = f'width="{width - 1:g}" height="{height - 1:g}" rx="{corner:g}"'
    return (
        f'<rect class="sb-shadow" x="{x + 1:g}" y="{y + thick + 2:g}" {under}/>'
        f'<rect class="sb-side" x="{x + 0.5:g}" y="{y + thick + 1:g}" {under}/>'
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" {size}/>'
    )
