"""The optimal policy for two players, by value iteration (Neller and Presser, "Optimal play of the dice game Pig", 2004)."""

from functools import cache

import numpy as np

from .rules import SIDES, Hold, Roll


@cache
def win_chances(goal: int) -> np.ndarray:
    """The mover's win chance with optimal play, by its points, the opponent's points and the sum of this turn.

    It is 1 once the sum is enough to win.
    """
    mine = np.arange(goal)
    chances = np.ones((goal, goal, goal + SIDES))
    enough = mine[:, None] + np.arange(goal + SIDES)[None, :] >= goal  # by own points and sum
    chances[~enough[:, None, :].repeat(goal, 1)] = 0.5
    for _ in range(1000):
        before = chances.copy()
        turn_lost = 1 - before[:, :, 0].T  # by the mover's and the opponent's points: the opponent begins a turn
        for rolled in range(goal + SIDES - 1, -1, -1):
            roll = roll_chances(chances, turn_lost, rolled)
            hold = np.ones((goal, goal))
            rest = max(0, goal - rolled)  # own points with which holding does not win
            hold[:rest] = 1 - before[:, rolled : rolled + rest, 0].T
            best = np.maximum(roll, hold) if rolled else roll
            chances[:, :, rolled] = np.where(enough[:, rolled, None], 1.0, best)
        if np.abs(chances - before).max() < 1e-9:
            break
    return chances


def roll_chances(chances: np.ndarray, turn_lost: np.ndarray, rolled: int) -> np.ndarray:
    """The win chance after rolling with a sum of `rolled`, by the player's and the opponent's points."""
    last = chances.shape[2] - 1
    return (turn_lost + sum(chances[:, :, min(last, rolled + number)] for number in range(2, SIDES + 1))) / SIDES


def action_chances(chances: np.ndarray, own: int, other: int, rolled: int) -> dict[int, float]:
    """The chance to win after each legal action."""
    last = chances.shape[2] - 1
    lost = 1 - chances[other, own, 0]
    roll = (lost + sum(chances[own, other, min(last, rolled + number)] for number in range(2, SIDES + 1))) / SIDES
    chances_by_action = {Roll.action(0): float(roll)}
    if rolled:
        chances_by_action[Hold.action(0)] = 1.0 if own + rolled >= len(chances) else float(1 - chances[other, own + rolled, 0])
    return chances_by_action


class Optimal:
    """Takes the action with the better chance to win; for two players."""

    def __init__(self, box):
        self.chances = win_chances(int(box.goal))

    def choose(self, seen, actions, cancelled=None):
        seat = int(seen.mover)
        chances_by_action = action_chances(self.chances, int(seen.points[seat]), int(seen.points[1 - seat]), int(seen.rolled))
        return max(actions, key=lambda action: chances_by_action[int(action)])
