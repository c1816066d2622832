"""Small SVG plots without a plotting library."""

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 150, 34, 44
COLOURS = ("#2b6cb0", "#c05621", "#2f855a", "#805ad5", "#b7791f", "#c53030", "#319795", "#718096", "#d53f8c", "#4a5568")
Points = Sequence[tuple[float, float]]


def text(x: float, y: float, words: str, anchor: str = "start", attributes: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {attributes}>{escape(words)}</text>'


def figure(title: str, marks: list[str], legend: Sequence[str], across: str = "", up: str = "", height: int = HEIGHT) -> str:
    """A plot with title, axis labels and a legend on the right."""
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif" '
        f'font-size="12" fill="currentColor" style="max-width:{WIDTH}px;background:#fff;color:#1a202c">',
        f"<title>{escape(title)}</title>",
        text(LEFT, 18, title, attributes='font-size="14" font-weight="bold"'),
        *marks,
        text(middle, height - 8, across, "middle"),
        text(
            14,
            TOP + (height - TOP - BOTTOM) / 2,
            up,
            "middle",
            f'transform="rotate(-90 14 {TOP + (height - TOP - BOTTOM) / 2})"',
        ),
    ]
    for n, name in enumerate(legend):
        y = TOP + 8 + 18 * n
        parts.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{y - 9}" width="10" height="10" fill="{COLOURS[n % len(COLOURS)]}"/>')
        parts.append(text(WIDTH - RIGHT + 30, y, name))
    return "\n".join([*parts, "</svg>"])


def ticks(least: float, most: float, count: int = 5) -> list[float]:
    """Round tick values from least to most."""
    span = (most - least) or 1
    step = 10.0 ** len(str(int(span)))
    while span / step < count - 1:
        for part in (2, 2.5, 2):
            step /= part
            if span / step >= count - 1:
                break
    first = -(-least // step)
    return [first * step + n * step for n in range(int((most - first * step) / step + 1.001))]


class Axes:
    """Maps values to coordinates."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float], height: int = HEIGHT):
        self.x0, self.x1 = across
        self.y0, self.y1 = up
        self.height = height

    def x(self, value: float) -> float:
        return LEFT + (value - self.x0) / ((self.x1 - self.x0) or 1) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        return self.height - BOTTOM - (value - self.y0) / ((self.y1 - self.y0) or 1) * (self.height - TOP - BOTTOM)

    def grid(self) -> list[str]:
        """Horizontal grid lines with labels."""
        parts = []
        for value in ticks(self.y0, self.y1):
            y = self.y(value)
            parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="currentColor" opacity=".15"/>')
            parts.append(text(LEFT - 6, y + 4, f"{value:g}", "end"))
        return parts

    def numbers(self) -> list[str]:
        """Labels of the x axis."""
        return [text(self.x(value), self.height - BOTTOM + 16, f"{value:g}", "middle") for value in ticks(self.x0, self.x1)]


def curve(title: str, lines: Mapping[str, Points], across: str, up: str, limits: tuple[float, float] | None = None) -> str:
    """A line plot, one line per name."""
    points = [point for line in lines.values() for point in line]
    highest = max((y for _, y in points), default=1)
    axes = Axes((min(x for x, _ in points), max(x for x, _ in points)), limits or (min(0, *(y for _, y in points)), highest))
    marks = axes.grid() + axes.numbers()
    for n, line in enumerate(lines.values()):
        path = "M" + "L".join(f"{axes.x(x):.1f} {axes.y(y):.1f}" for x, y in line)
        colour = COLOURS[n % len(COLOURS)]
        marks.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        marks.extend(f'<circle cx="{axes.x(x):.1f}" cy="{axes.y(y):.1f}" r="3" fill="{colour}"/>' for x, y in line)
    return figure(title, marks, list(lines), across, up)


def bars(
    title: str,
    groups: Mapping[str, Mapping[str, float]],
    up: str,
    errors: Mapping[str, float] | None = None,
    across: str = "",
) -> str:
    """A stacked bar chart, one bar per group; negative values below zero."""
    names = list(dict.fromkeys(part for parts in groups.values() for part in parts))
    highest = max((sum(max(0, value) for value in parts.values()) for parts in groups.values()), default=1)
    lowest = min((sum(min(0, value) for value in parts.values()) for parts in groups.values()), default=0)
    if errors:
        highest = max(sum(groups[group].values()) + errors[group] for group in groups)
    axes = Axes((0, max(1, len(groups))), (min(0.0, lowest), highest * 1.05 or 1))
    marks, bar_width = axes.grid(), (axes.x(1) - axes.x(0)) * 0.62
    for n, (group, parts) in enumerate(groups.items()):
        x, above, below = axes.x(n + 0.5) - bar_width / 2, 0.0, 0.0
        for name, value in parts.items():
            base = above if value >= 0 else below
            top, bottom = axes.y(max(base, base + value)), axes.y(min(base, base + value))
            colour = COLOURS[names.index(name) % len(COLOURS)]
            marks.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{bar_width:.1f}" '
                f'height="{max(0.0, bottom - top):.1f}" fill="{colour}">'
                f"<title>{escape(group)}, {escape(name)}: {value:.4g}</title></rect>"
            )
            if value >= 0:
                above += value
            else:
                below += value
        if errors:
            middle, y0, y1 = x + bar_width / 2, axes.y(above - errors[group]), axes.y(above + errors[group])
            marks.append(f'<path d="M{middle:.1f} {y0:.1f}V{y1:.1f}" stroke="currentColor" stroke-width="2"/>')
        marks.append(text(x + bar_width / 2, axes.height - BOTTOM + 16, group, "middle"))
    return figure(title, marks, names if len(names) > 1 else [], across, up)


def histogram(title: str, values: Sequence[float], across: str, up: str = "games") -> str:
    """A histogram with about 24 bins."""
    least, most = min(values), max(values)
    step = max(1, -(-(most - least + 1) // 24))
    counts: dict[float, int] = {}
    for value in values:
        first = least + (value - least) // step * step
        counts[first] = counts.get(first, 0) + 1
    axes = Axes((least, most + step), (0, max(counts.values()) * 1.05))
    marks = axes.grid() + axes.numbers()
    for first, count in sorted(counts.items()):
        x0, x1 = axes.x(first), axes.x(first + step)
        marks.append(
            f'<rect x="{x0 + 0.5:.1f}" y="{axes.y(count):.1f}" width="{x1 - x0 - 1:.1f}" '
            f'height="{axes.y(0) - axes.y(count):.1f}" fill="{COLOURS[0]}"><title>{first:g}: {count}</title></rect>'
        )
    return figure(title, marks, [], across, up)
