"""The ranking of seats: by points, then by the tie-break; equal seats share a place.

`add_up`, `compare` and `reward_seats` are templates over the seam: loops bind them to a game's rules (`bound_ranking`), and
Python calls them with the compiled rules (`places`, `rewards`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .errors import BadOption
from .game import Game, as_text, one_of
from .rule import bind, rule
from .seam import score_sheet, tie_break

UNITS_PER_POINT = FULL_SCORE = 1  # bound per game

# kinds of reward at the end of a game
PLACES, WIN, MARGIN, POINTS, SCALED_MARGIN, SCALED_POINTS = 0, 1, 2, 3, 4, 5
REWARDS = {
    "places": PLACES,
    "win": WIN,
    "margin": MARGIN,
    "points": POINTS,
    "scaled_margin": SCALED_MARGIN,
    "scaled_points": SCALED_POINTS,
}


def add_up(s, box, sheet, points):
    """Each seat's points in score units, as if the game ended now."""
    score_sheet(s, box, sheet)
    for seat in range(sheet.shape[0]):
        points[seat] = 0
        for kind in range(sheet.shape[1]):
            points[seat] += sheet[seat, kind]


def compare(s, box, points, seat, other):
    """1 if `seat` is ahead of `other`, -1 if it is behind, 0 if they share a place."""
    ours, theirs = points[seat], points[other]
    if ours == theirs:
        ours, theirs = tie_break(s, box, seat), tie_break(s, box, other)
    if ours == theirs:
        return 0
    return 1 if ours > theirs else -1


def reward_seats(s, box, points, rewards, kind):
    """Each seat's reward of one kind; `reward_range` has the ranges. In a solo game, PLACES and MARGIN are points.

    PLACES: the share of opponents beaten minus the share of opponents it lost to; zero-sum. WIN: 1, shared by tied winners.
    MARGIN: its points minus those of the best opponent. POINTS: its points. SCALED_MARGIN and SCALED_POINTS: the same divided
    by `Game.full_score`, and cut off at -1 and 1.
    """
    seats = points.shape[0]
    winners = 0
    for seat in range(seats):
        winners += is_first(s, box, points, seat)
    for seat in range(seats):
        if kind == WIN:
            rewards[seat] = is_first(s, box, points, seat) / winners
        elif kind in (SCALED_MARGIN, SCALED_POINTS):
            others = best_other(points, seat) if kind == SCALED_MARGIN and seats > 1 else 0
            rewards[seat] = cut_off((points[seat] - others) / (UNITS_PER_POINT * FULL_SCORE))
        elif kind == POINTS or seats == 1:
            rewards[seat] = points[seat] / UNITS_PER_POINT
        elif kind == MARGIN:
            rewards[seat] = (points[seat] - best_other(points, seat)) / UNITS_PER_POINT
        else:
            beaten = 0
            for other in range(seats):
                beaten += compare(s, box, points, seat, other)
            rewards[seat] = beaten / (seats - 1)


def is_first(s, box, points, seat):
    """1 if nobody is ahead of the seat, else 0."""
    for other in range(points.shape[0]):
        if compare(s, box, points, other, seat) > 0:
            return 0
    return 1


def best_other(points, seat):
    """The highest points of the other seats."""
    other = 1 if seat == 0 else 0
    most = points[other]
    for other in range(points.shape[0]):
        if other != seat and points[other] > most:
            most = points[other]
    return most


def cut_off(number):
    """The number, or the nearest bound of -1 to 1."""
    if number > 1:
        return 1.0
    return -1.0 if number < -1 else number


def bound_ranking(game: Game) -> dict[str, Any]:
    """The templates as rules of one game, by name, for binding into a loop."""
    rules: dict[str, Any] = {"UNITS_PER_POINT": game.units_per_point, "FULL_SCORE": game.full_score}
    for template in (add_up, compare, is_first, best_other, cut_off, reward_seats):
        rules[template.__name__] = rule(game.bound(template, **rules))
    return rules


@cache
def for_python(game: Game, template: Callable) -> Callable:
    """A template for calls from Python: interpreted itself, it calls the compiled rules."""
    names: dict[str, Any] = {"score_sheet": game.score_sheet, "tie_break": game.tie_break}
    if template is reward_seats:
        names |= {"UNITS_PER_POINT": game.units_per_point, "FULL_SCORE": game.full_score}
        names |= {"is_first": for_python(game, is_first)}
    if template is not compare:
        names["compare"] = for_python(game, compare)
    return bind(template, names, game.name)


def total_points(game: Game, s: np.record, box: np.record, seats: int) -> np.ndarray:
    """Each seat's points in score units."""
    points = np.zeros(seats, np.int32)
    for_python(game, add_up)(s, box, np.zeros((seats, len(game.score_kinds)), np.int32), points)
    return points


def places(game: Game, s: np.record, box: np.record, seats: int) -> list[int]:
    """Each seat's place, 1 the best; equal seats share one."""
    points, compare_seats = total_points(game, s, box, seats), for_python(game, compare)
    return [1 + sum(compare_seats(s, box, points, other, seat) > 0 for other in range(seats)) for seat in range(seats)]


def rewards(game: Game, s: np.record, box: np.record, seats: int, kind: int = PLACES) -> list[float]:
    """Each seat's reward at the end of a game, as `reward_seats` gives it."""
    values = np.zeros(seats)
    for_python(game, reward_seats)(s, box, total_points(game, s, box, seats), values, kind)
    return values.tolist()


def reward_kind(name: str) -> int:
    """The number of a kind of reward."""
    if name not in REWARDS:
        raise BadOption(f"rewards must be {one_of(REWARDS)}, not {as_text(name)[:40]!r}")
    return REWARDS[name]


def reward_range(kind: int, seats: int) -> tuple[float, float]:
    """The lowest and the highest possible reward of a kind; infinite for points, which no rule bounds."""
    if kind == WIN:
        return (0.0, 1.0)
    if kind in (SCALED_MARGIN, SCALED_POINTS) or (kind == PLACES and seats > 1):
        return (-1.0, 1.0)
    return (-float("inf"), float("inf"))


def illegal_reward(kind: int, seats: int) -> float | None:
    """The penalty of an illegal action: the worst result, at least 1. None: there is no worst result, so it is refused."""
    worst = reward_range(kind, seats)[0]
    return None if worst == -float("inf") else min(-1.0, worst)


def win_shares(ranks: Any) -> np.ndarray:
    """Each seat's share of the win, from rewards (or anything that is highest for the winners); tied winners share it."""
    ranks = np.asarray(ranks)
    winners = ranks == ranks.max(-1, keepdims=True)
    return winners / winners.sum(-1, keepdims=True)
