"""Restarts of self-play from positions in which the search erred, so that it meets them again until it plays them well.

After Tsai and others, "Regret-Guided Search Control" (ICLR 2026). They rank positions with a network that predicts the regret;
here the regret is measured: the difference between the mover's win share as the search expects it, and its exponential mean
over the decisions that follow. Each game offers its position with the largest regret. A restart deals hidden information and
chance again, so a position that was only bad luck is not offered by the game that starts from it.
"""

import threading

import numpy as np

from ..mcts.selfplay import Samples
from ..mcts.tree import WIN
from .later_values import later_values

HORIZON = 8.0  # decisions
MAX_DECISIONS = 400  # of a game; later positions are not offered
SIZE = 64  # positions of each setup


def regrets(samples: Samples, players: int) -> np.ndarray:
    """By decision: how much the mover's win share changes in the decisions that follow."""
    return np.abs(samples.roots[:, 0, WIN] - later_values(samples, players, HORIZON)[:, 0, WIN])


class Restarts:
    """The positions of each setup with the largest regret. Several threads may use it."""

    def __init__(self) -> None:
        self.positions: dict[int, list[tuple[float, np.ndarray]]] = {}  # by setup: regret and an array of one position
        self.lock = threading.Lock()

    def offer(self, box: int, states: np.ndarray, samples: Samples, players: int) -> None:
        """Keeps a game's position with the largest regret, if it is among the largest; `states` has a row per decision."""
        found = regrets(samples, players)[: len(states)]
        decision = int(found.argmax())
        with self.lock:
            positions = self.positions.setdefault(box, [])
            positions.append((float(found[decision]), states[decision : decision + 1].copy()))
            positions.sort(key=lambda position: -position[0])
            del positions[SIZE:]

    def draw(self, box: int, rng: np.random.Generator) -> np.ndarray | None:
        """Removes and returns a position, with a probability proportional to its regret; None if there is none."""
        with self.lock:
            positions = self.positions.get(box)
            if not positions:
                return None
            weights = 1e-6 + np.array([regret for regret, _ in positions])
            return positions.pop(int(rng.choice(len(weights), p=weights / weights.sum())))[1]
