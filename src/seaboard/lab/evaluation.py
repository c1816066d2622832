"""Evaluates a policy in many parallel games: the policy on one seat, bots on the others."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from ..bots import new_bot
from ..core.ranking import win_shares
from .batch import Batch


def win_rate(
    choose: Callable[[np.ndarray, np.ndarray], Any],
    bot: str,
    game: str,
    games: int,
    seed: int = 1,
    threads: int = 1,
    **options: Any,
) -> float:
    """The win rate of a policy over `games` games with rotating seats; a tie counts as a share of a win.

    `choose(observations, masks)` returns an action per row.
    """
    batch = Batch(game, games, seed=seed, **options)
    seats = np.arange(games) % batch.seats
    bots = [new_bot(bot, batch.game, batch.box, seed=f"{seed}/{i}") for i in range(games)]
    open_rows = np.ones(games, bool)
    share = np.zeros(games)

    def bot_action(i: int) -> int:
        view = batch.game.empty_state()
        batch.game.view(batch.states[i], batch.box, int(batch.movers[i]), view)
        return bots[i].choose(view, batch.lists[i, : batch.counts[i]].tolist())

    with ThreadPoolExecutor(threads) as pool:
        while open_rows.any():
            actions = batch.lists[:, 0].astype(np.int64)  # rows whose game is already counted play any legal action
            own_rows = np.flatnonzero(open_rows & (batch.movers == seats))
            if len(own_rows):
                actions[own_rows] = choose(batch.observations[own_rows], batch.masks[own_rows])
            other_rows = np.flatnonzero(open_rows & (batch.movers != seats))
            actions[other_rows] = list(pool.map(bot_action, other_rows))
            batch.step(actions)
            ended = np.flatnonzero(open_rows & (batch.done == 1))
            share[ended] = win_shares(batch.rewards)[ended, seats[ended]]
            open_rows[ended] = False
    return float(share.mean())
