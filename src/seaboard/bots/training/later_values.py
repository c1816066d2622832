"""Values of the search some decisions later: targets between a decision's own values and the result of the game."""

import numpy as np

from ..mcts.selfplay import Samples


def later_values(samples: Samples, players: int, horizon: float) -> np.ndarray:
    """An exponential mean of `roots` from each decision of a game to its end, where the result takes their place.

    The mean lies `horizon` decisions ahead. Like `roots`, it counts seats from the decision's mover.
    """
    keep, seats = horizon / (1 + horizon), np.arange(players)
    rows, movers = np.arange(len(samples.movers))[:, None], samples.movers.astype(int)[:, None]
    from_mover = (seats - movers) % players  # by decision and seat
    roots = samples.roots[rows, from_mover]
    found = np.zeros_like(samples.roots)
    mean = samples.results[-1, from_mover[-1]]
    for i in reversed(range(len(rows))):
        mean = (1 - keep) * roots[i] + keep * mean
        found[i, from_mover[i]] = mean
    return found
