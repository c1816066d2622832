"""Line plots as SVG, drawn on the server: no script, and the same in light and dark."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape

from ..view.game_result import round_figures

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 720, 320, 46, 30, 10, 170
LINE_STYLES = 8  # of different colours and dashes (people.css)
LABEL_HEIGHT = 17  # pixels


@dataclass(frozen=True)
class Plot:
    """Lines by name, with one value for each of the `times`; the first line is the thickest."""

    title: str
    lines: Mapping[str, Sequence[float]]
    times: Sequence[float]


def draw_plot(plot: Plot) -> str:
    """The plot as SVG; empty for fewer than two moments."""
    if len(plot.times) < 2 or not plot.lines:
        return ""
    figures = [value for line in plot.lines.values() for value in line]
    ticks = round_figures(min(0.0, *figures), max(1.0, *figures))
    scale = Scale(len(plot.times), ticks[0], ticks[-1])
    parts = [*(grid_line(scale, value) for value in ticks), *dates(scale, plot.times)]
    lowest = 0.0
    order = sorted(enumerate(plot.lines.items()), key=lambda item: -item[1][1][-1])
    labels = {}  # heights: next to the end of each line, without overlaps
    for _n, (name, line) in order:
        lowest = labels[name] = max(scale.y(line[-1]), lowest + LABEL_HEIGHT)
    overflow = max(0.0, lowest - (HEIGHT - BOTTOM))
    for n, (name, line) in order:
        parts.append(curve(scale, n, name, line, labels[name] - overflow))
    head = f'<svg class="board plot history" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(plot.title)}">'
    return f"{head}{''.join(parts)}</svg>"


@dataclass(frozen=True)
class Scale:
    """Maps moments and figures to pixels."""

    moments: int
    low: float
    high: float

    def x(self, n: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * n / (self.moments - 1)

    def y(self, value: float) -> float:
        return (HEIGHT - BOTTOM) - (HEIGHT - BOTTOM - TOP) * (value - self.low) / (self.high - self.low)


def grid_line(scale: Scale, value: float) -> str:
    height = scale.y(value)
    return (
        f'<path class="grid" d="M{LEFT} {height:.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="soft small" x="{LEFT - 8}" y="{height + 4:.1f}" text-anchor="end">{value:g}</text>'
    )


def dates(scale: Scale, times: Sequence[float]) -> list[str]:
    """The first and the last day."""
    shown = [(0, times[0], "start"), (len(times) - 1, times[-1], "end")]
    return [
        f'<text class="soft small" x="{scale.x(n):.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">'
        f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}</text>"
        for n, at, anchor in shown
    ]


def curve(scale: Scale, n: int, name: str, line: Sequence[float], label: float) -> str:
    points = "L".join(f"{scale.x(at):.1f} {scale.y(value):.1f}" for at, value in enumerate(line))
    kind = f"line-{n % LINE_STYLES}"
    return (
        f'<path class="curve {kind}" d="M{points}"/><path class="curve {kind}" d="M{WIDTH - RIGHT + 8} {label:.1f}h22"/>'
        f'<text class="small" x="{WIDTH - RIGHT + 36}" y="{label + 4:.1f}">{escape(name[:20])} {line[-1]:g}</text>'
    )
