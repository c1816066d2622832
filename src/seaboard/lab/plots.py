"""Small plots as SVG, drawn here: they work offline, on paper and in the dark."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 34, 44
COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#805ad5", "#b7791f", "#c53030", "#319795", "#718096", "#d53f8c", "#4a5568")
Points = Sequence[tuple[float, float]]


def text(x: float, y: float, words: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {more}>{escape(words)}</text>'


def figure(title: str, inside: list[str], legend: Sequence[str], across: str = "", up: str = "", height: int = HEIGHT) -> str:
    """A picture with a title, names of the axes and a legend on the right."""
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" '
        f'font-size="12" fill="currentColor" style="max-width:{WIDTH}px;background:#fff;color:#1a202c">',
        f"<title>{escape(title)}</title>",
        text(LEFT, 18, title, more='font-size="14" font-weight="bold"'),
        *inside,
        text(middle, height - 8, across, "middle"),
        text(14, TOP + (height - TOP - BOTTOM) / 2, up, "middle", f'transform="rotate(-90 14 {TOP + (height - TOP - BOTTOM) / 2})"'),
    ]
    for n, name in enumerate(legend):
        y = TOP + 8 + 18 * n
        parts.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{y - 9}" width="10" height="10" fill="{COLOURS[n % len(COLOURS)]}"/>')
        parts.append(text(WIDTH - RIGHT + 30, y, name))
    return "\n".join([*parts, "</svg>"])


def ticks(least: float, most: float, wanted: int = 5) -> list[float]:
    """Round numbers from least to most."""
    span = (most - least) or 1
    step = 10.0 ** len(str(int(span)))
    while span / step < wanted - 1:
        for part in (2, 2.5, 2):
            step /= part
            if span / step >= wanted - 1:
                break
    first = -(-least // step)
    return [first * step + n * step for n in range(int((most - first * step) / step + 1.001))]


class Axes:
    """Where a value stands in the picture."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float], height: int = HEIGHT):
        self.x0, self.x1 = across
        self.y0, self.y1 = up
        self.height = height

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / ((self.x1 - self.x0) or 1) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return self.height - BOTTOM - (value - self.y0) / ((self.y1 - self.y0) or 1) * (self.height - TOP - BOTTOM)

    def grid(self) -> list[str]:
        """Lines across, with their values."""
        parts = []
        for value in ticks(self.y0, self.y1):
            y = self.y(value)
            parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".15"/>')
            parts.append(text(LEFT - 6, y + 4, f"{value:g}", "end"))
        return parts

    def numbers(self) -> list[str]:
        """Values below."""
        return [text(self.x(value), self.height - BOTTOM + 16, f"{value:g}", "middle") for value in ticks(self.x0, self.x1)]


def curve(title: str, lines: Mapping[str, Points], across: str, up: str, limits: tuple[float, float] | None = None) -> str:
    """A line for each name."""
    points = [point for line in lines.values() for point in line]
    highest = max((y for _, y in points), default=1)
    axes = Axes((min(x for x, _ in points), max(x for x, _ in points)), limits or (min(0, *(y for _, y in points)), highest))
    inside = axes.grid() + axes.numbers()
    for n, line in enumerate(lines.values()):
        path = "M" + "L".join(f"{axes.x(x):.1f} {axes.y(y):.1f}" for x, y in line)
        colour = COLOURS[n % len(COLOURS)]
        inside.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        inside.extend(f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(y):.1f}" r="3" fill="{colour}"/>' for x, y in line)
    return figure(title, inside, list(lines), across, up)
