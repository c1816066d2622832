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

    def ask(i: int) -> int:
        seen = batch.game.empty_state()
        batch.game.view(batch.states[i], batch.box, int(batch.movers[i]), seen)
        return bots[i].choose(seen, batch.lists[i, : batch.counts[i]].tolist())

    with ThreadPoolExecutor(threads) as pool:
        while open_rows.any():
            actions = batch.lists[:, 0].astype(np.int64)  # rows whose game was counted play arbitrary legal actions
            own = np.flatnonzero(open_rows & (batch.movers == seats))
            if len(own):
                actions[own] = choose(batch.observations[own], batch.masks[own])
            others = np.flatnonzero(open_rows & (batch.movers != seats))
            actions[others] = list(pool.map(ask, others))
            batch.step(actions)
            ended = np.flatnonzero(open_rows & (batch.done == 1))
            share[ended] = win_shares(batch.rewards)[ended, seats[ended]]
            open_rows[ended] = False
    return float(share.mean())
