"""The result of a run: rating on the bots' ladder, points, illegal moves, costs of choices, tokens and money."""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ...core.text_input import read_toml
from ...lab.ratings import wilson
from .games import GameResult

LADDER = Path(__file__).parent / "ladder.toml"


@cache
def ladder() -> dict[str, dict[str, float]]:
    """For each game the bots' Elo ratings, random at 0; `ladder.toml` says how they were measured."""
    table = read_toml(LADDER.read_text(encoding="utf-8"), 100_000)
    return {game: dict(row["ratings"]) for game, row in table.items()}


def rating(results: Sequence[GameResult], anchors: dict[str, float]) -> tuple[float, float] | None:
    """The Elo rating that fits the places against opponents with fixed ratings, and its standard error; None without anchors.

    Each opponent at the table counts as one meeting: ahead 1, tied a half, behind 0. One drawn meeting with each kind of
    opponent is added, as in the arena, so that a player who never wins has a rating too.
    """
    meetings: list[tuple[float, float]] = []
    for result in results:
        if result.task.opponent not in anchors:
            continue
        for points in result.others:
            ahead = 1.0 if result.points > points else 0.5 if result.points == points else 0.0
            meetings.append((anchors[result.task.opponent], ahead))
    if not meetings:
        return None
    meetings += [(anchor, 0.5) for anchor in {anchor for anchor, _ahead in meetings}]
    low, high = -2000.0, 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        if sum(ahead - expected(middle, anchor) for anchor, ahead in meetings) > 0:
            low = middle
        else:
            high = middle
    estimate = (low + high) / 2
    information = sum(expected(estimate, anchor) * (1 - expected(estimate, anchor)) for anchor, _ahead in meetings)
    return estimate, 400 / math.log(10) / math.sqrt(max(information, 1e-9))


def expected(player: float, opponent: float) -> float:
    """The expected result of a player against an opponent with these ratings."""
    return 1 / (1 + 10 ** ((opponent - player) / 400))


def summarise(results: Sequence[GameResult], price_in: float = 0.0, price_out: float = 0.0) -> list[dict[str, Any]]:
    """A row for each game, over all opponents, with a part for each opponent. Prices are per million tokens."""
    rows = []
    for game in dict.fromkeys(result.task.game for result in results):
        of_game = [result for result in results if result.task.game == game]
        rows.append(
            {"game": game, **figures(of_game, price_in, price_out), "rating": rating_of(of_game, game), "opponents": {}}
        )
        for opponent in dict.fromkeys(result.task.opponent for result in of_game):
            against = [result for result in of_game if result.task.opponent == opponent]
            rows[-1]["opponents"][opponent] = figures(against, price_in, price_out)
    return rows


def rating_of(results: Sequence[GameResult], game: str) -> dict[str, float] | None:
    estimate = rating(results, ladder().get(game, {}))
    return None if estimate is None else {"elo": round(estimate[0]), "standard_error": round(estimate[1])}


def figures(results: Sequence[GameResult], price_in: float, price_out: float) -> dict[str, Any]:
    games, decisions = len(results), sum(result.decisions for result in results)
    wins = sum(result.win for result in results)
    low, high = wilson(wins, games)
    tokens_in, tokens_out = sum(result.tokens_in for result in results), sum(result.tokens_out for result in results)
    reviewed = [result for result in results if result.error_rate is not None]
    reviewed_decisions = sum(result.decisions for result in reviewed)
    kinds = {kind for result in reviewed for kind in result.marks}
    return {
        "games": games,
        "wins": round(wins, 2),
        "win_rate": round(wins / games, 3),
        "interval": [round(low, 3), round(high, 3)],
        "points": round(sum(result.points for result in results) / games, 1),
        "points_others": round(sum(sum(r.others) / max(1, len(r.others)) for r in results) / games, 1),
        "decisions": decisions,
        "illegal_rate": round(sum(result.illegal for result in results) / max(1, decisions), 4),
        "forfeited": sum(result.forfeited for result in results),
        "choice_cost": round(sum((r.error_rate or 0) * r.decisions for r in reviewed) / reviewed_decisions, 4)
        if reviewed_decisions
        else None,
        "marks": {kind: sum(result.marks.get(kind, 0) for result in reviewed) for kind in sorted(kinds)},
        "tokens_in": tokens_in,
        "tokens_out": tokens_out,
        "cost": round((tokens_in * price_in + tokens_out * price_out) / 1e6, 4),
        "seconds": round(sum(result.seconds for result in results), 1),
    }
