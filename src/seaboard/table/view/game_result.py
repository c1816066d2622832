"""The result of a game: points by category, places, and points by round."""

import math
from dataclasses import dataclass
from html import escape

import numpy as np

from ...drawing import seat_badge
from ...language import _
from ...match import Match
from .game_log import seen_by
from .rendering import minus

WIDTH, HEIGHT, LEFT, BOTTOM, RIGHT = 640, 300, 52, 34, 140


@dataclass(frozen=True)
class Row:
    seat: int
    name: str
    kinds: list[float]  # points by category
    points: float
    place: int


def points_so_far(match: Match, viewer: int | None = None) -> list[tuple[float, list[float]]]:
    """Each seat's points as if the game ended now, in total and by category in play, as far as the viewer knows them."""
    sheet = np.zeros((match.seats, len(match.game.score_kinds)), np.int32)
    match.game.score_sheet(match.view(viewer), match.box, sheet)
    scored = match.game.scored_kinds(match.box)
    return [(match.points_of(int(kinds.sum())), [match.points_of(int(kinds[n])) for n in scored]) for kinds in sheet]


def kinds_of(match: Match) -> list[str]:
    """The categories that can occur in this game."""
    return [match.game.score_kinds[n] for n in match.game.scored_kinds(match.box)]


def scores_in_words(match: Match, viewer: int | None) -> list[tuple[str, str]]:
    """Each seat's points so far, and a sentence that lists them by category."""
    kinds = [_(kind) for kind in kinds_of(match)]
    return [
        (
            f"{total:g}".replace("-", "−"),
            _(
                "Points if the game ended now: {kinds}",
                kinds=", ".join(f"{kind} {n:g}" for kind, n in zip(kinds, points, strict=True)),
            ),
        )
        for total, points in points_so_far(match, viewer)
    ]


def rows_of(match: Match) -> list[Row]:
    """Each seat's points, the winner first."""
    results = zip(match.names, match.score_sheet(), match.scores(), match.places(), strict=True)
    shown, rows = kinds_of(match), []
    for seat, (name, sheet, points, place) in enumerate(results):
        rows.append(Row(seat, name, [sheet[kind] for kind in shown], points, place))
    return sorted(rows, key=lambda row: row.place)


def points_by_round(match: Match) -> tuple[list[int], list[list[float]]]:
    """The rounds, and each seat's points at the end of each round, as if the game had ended there."""
    positions = [before for _, before in match.history] + [match.s]
    rounds = [match.game.round_number(seen_by(match, s, None)) for s in positions]
    last = {number: n for n, number in enumerate(rounds)}
    sheet = np.zeros((match.seats, len(match.game.score_kinds)), np.int32)
    points: list[list[float]] = [[] for _ in range(match.seats)]
    for n in last.values():
        sheet[:] = 0
        match.game.score_sheet(positions[n], match.box, sheet)
        for seat in range(match.seats):
            points[seat].append(match.points_of(int(sheet[seat].sum())))
    return list(last), points


def round_figures(low: float, high: float) -> list[int]:
    """About five round numbers for an axis from `low` to `high`, in steps of 1, 2, 5, 10, 20, 50 ..."""
    steps = (step * 10**power for power in range(6) for step in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 6)
    return [step * n for n in range(math.floor(low / step), math.ceil(high / step) + 1)]


def plot(match: Match) -> str:
    """A plot of the points by round: one line per seat, marked by colour and symbol."""
    rounds, points = points_by_round(match)
    if len(rounds) < 2:
        return ""
    ticks = round_figures(min(0, *map(min, points)), max(1, *map(max, points)))
    low, high = ticks[0], ticks[-1]

    def x(n: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * n / (len(rounds) - 1)

    def y(value: float) -> float:
        return (HEIGHT - BOTTOM) - (HEIGHT - BOTTOM - 12) * (value - low) / (high - low)

    marks = []
    for value in ticks:
        marks.append(
            f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>'
            f'<text class="soft small" x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{minus(value)}</text>'
        )
    axis = escape(_("round"))
    marks.append(f'<text class="soft small" x="{WIDTH - RIGHT + 18}" y="{HEIGHT - 14}">{axis}</text>')
    step = max(1, len(rounds) // 12)
    for n, number in enumerate(rounds):
        if (n % step == 0 and n < len(rounds) - step) or n == len(rounds) - 1:
            marks.append(
                f'<text class="soft small" x="{x(n):.1f}" y="{HEIGHT - 14}" text-anchor="middle">{escape(str(number))}</text>'
            )
    lines = []
    labels: list[float] = []  # their heights, from the top
    for seat in sorted(range(match.seats), key=lambda seat: -points[seat][-1]):
        path = "L".join(f"{x(n):.1f} {y(value):.1f}" for n, value in enumerate(points[seat]))
        label = max([y(points[seat][-1]), *(other + 22 for other in labels[-1:])])
        labels.append(label)
        lines.append(
            f'<path class="seat-{seat} curve" d="M{path}"/>{seat_badge(seat, WIDTH - RIGHT + 18, label, 0.8)}'
            f'<text class="small" x="{WIDTH - RIGHT + 32}" y="{label + 4:.1f}">{minus(points[seat][-1])} '
            f'<tspan class="name">{escape(match.names[seat][:14])}</tspan></text>'
        )
    title = escape(_("Points by round"))
    return (
        f'<svg class="board plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">'
        f"{''.join(marks)}{''.join(lines)}</svg>"
    )
