"""x"""
import time
from collections.abc import Mapping, Sequence
from typing import Any
from ..bots import new_bot
from ..core.game import Game
from ..core.match import Match

def play_game(game: Game, options: Mapping[str, Any], bots: Sequence[str], seed: Any, k: int) -> dict[str, Any]:
    """Game number k of a tournament."""
    seats = len(bots)
    match = Match(game, seed=f"{seed} {k // seats}", **options)
    order = [(seat + k) % seats for seat in range(seats)]  # which bot sits where
    players = [new_bot(bots[bot], game, match.box, f"{seed} {k} {seat}") for seat, bot in enumerate(order)]
    thought = [0.0] * seats
    decisions = [0] * seats
    while (seat := match.mover) is not None:
        actions = match.actions()
        begun = time.perf_counter()
        action = players[seat].choose(match.view(seat), actions)
        thought[order[seat]] += time.perf_counter() - begun
        decisions[order[seat]] += 1
        game.apply(match.s, match.box, action)
    by = lambda values: [values[order.index(bot)] for bot in range(seats)]
    return {"points": by(match.scores()), "places": by(match.places()), "decisions": decisions, "seconds": thought}
