"""Who won: points, then the tie-break; what is equal in both shares its place.

`add_up`, `compare` and `reward_seats` are templates over the seam: loops bind them to a game's rules (`bound_ranking`) and
Python calls them with the compiled ones (`places`, `rewards`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .game import Game
from .rule import bind, rule
from .seam import score_sheet, tie_break

POINT = 1  # bound for each game: the parts of a point in which it counts


def add_up(s, box, sheet, points):
    """Each seat's points, in parts, as if the game ended now."""
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


def reward_seats(s, box, points, rewards):
    """Each seat's reward: the share of the others that it beat, less the share that beat it; alone, its points.

    So the rewards of several seats lie between -1 and 1 and add up to 0.
    """
    seats = points.shape[0]
    for seat in range(seats):
        beaten = 0
        for other in range(seats):
            beaten += compare(s, box, points, seat, other)
        rewards[seat] = points[seat] / POINT if seats == 1 else beaten / (seats - 1)


def bound_ranking(game: Game) -> dict[str, Any]:
    """The templates as rules of one game, by name, for a loop to be bound to."""
    rules: dict[str, Any] = {"POINT": game.parts}
    for template in (add_up, compare, reward_seats):
        rules[template.__name__] = rule(game.bound(template, **rules))
    return rules


@cache
def called(game: Game, template: Callable) -> Callable:
    """A template for Python to call: it is interpreted, the rules that it calls are compiled."""
    names = {"score_sheet": game.score_sheet, "tie_break": game.tie_break, "POINT": game.parts}
    if template is not compare:
        names["compare"] = called(game, compare)
    return bind(template, names, game.name)


def total_points(game: Game, s: np.record, box: np.record, seats: int) -> np.ndarray:
    """Each seat's points, in parts."""
    points = np.zeros(seats, np.int32)
    called(game, add_up)(s, box, np.zeros((seats, len(game.score_kinds)), np.int32), points)
    return points


def places(game: Game, s: np.record, box: np.record, seats: int) -> list[int]:
    """Each seat's place, 1 the best; equal seats share one."""
    points, ranks = total_points(game, s, box, seats), called(game, compare)
    return [1 + sum(ranks(s, box, points, other, seat) > 0 for other in range(seats)) for seat in range(seats)]


def rewards(game: Game, s: np.record, box: np.record, seats: int) -> list[float]:
    """Each seat's reward at the end of a game, as `reward_seats` gives it."""
    found = np.zeros(seats)
    called(game, reward_seats)(s, box, total_points(game, s, box, seats), found)
    return found.tolist()


def win_shares(ranks: Any) -> np.ndarray:
    """Each seat's share of the win, from rewards or anything else that is highest for the winners, who share it."""
    ranks = np.asarray(ranks)
    winners = ranks == ranks.max(-1, keepdims=True)
    return winners / winners.sum(-1, keepdims=True)
