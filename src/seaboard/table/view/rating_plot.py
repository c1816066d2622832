"""A plot of a person's rating over time, with its margin of error."""

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from ...language import _
from ..contest.rating import Rating
from .game_result import round_figures

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT = 640, 240, 52, 30, 16


def rating_plot(games: Sequence[tuple[float, Rating]]) -> str:
    """One point for each game, the earliest first; empty for fewer than two."""
    if len(games) < 2:
        return ""
    high = [one.points + one.margin for _at, one in games]
    low = [one.points - one.margin for _at, one in games]
    ticks = round_figures(min(low), max(high))
    bottom, top = ticks[0], ticks[-1]

    def x(n: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * n / (len(games) - 1)

    def y(value: float) -> float:
        return (HEIGHT - BOTTOM) - (HEIGHT - BOTTOM - 12) * (value - bottom) / (top - bottom)

    marks = [
        f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="soft small" x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in ticks
    ]
    for n, anchor in ((0, "start"), (len(games) - 1, "end")):
        day = datetime.fromtimestamp(games[n][0], UTC).date().isoformat()
        marks.append(f'<text class="soft small" x="{x(n):.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">{day}</text>')
    upper = "L".join(f"{x(n):.1f} {y(value):.1f}" for n, value in enumerate(high))
    lower = "L".join(f"{x(n):.1f} {y(low[n]):.1f}" for n in reversed(range(len(games))))
    line = "L".join(f"{x(n):.1f} {y(one.points):.1f}" for n, (_at, one) in enumerate(games))
    dots = "".join(
        f'<circle class="dot" cx="{x(n):.1f}" cy="{y(one.points):.1f}" r="3"/>' for n, (_at, one) in enumerate(games)
    )
    title = escape(_("Rating over time: {first} at first, {last} now", first=games[0][1].points, last=games[-1][1].points))
    return (
        f'<svg class="board plot rating" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">{"".join(marks)}'
        f'<path class="margin" d="M{upper}L{lower}Z"/><path class="line" d="M{line}"/>{dots}</svg>'
    )
