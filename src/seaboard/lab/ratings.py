"""The standings of an arena: win rates with Wilson intervals, places, points by category, Elo ratings, speed."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.ranking import win_shares
from .arena import Meeting, Result

NORMAL = 1.959964  # quantile of the normal distribution for 95 % intervals


@dataclass(frozen=True)
class Standing:
    """The results of one bot."""

    bot: str
    games: int  # played
    share: float  # win rate; tied wins count in part
    low: float
    high: float  # 95 % confidence interval
    even: float  # the win rate of equal players
    place: float  # mean
    points: float  # mean
    kinds: tuple[float, ...]  # mean points by category
    rating: float  # Elo, the weakest at 0
    decisions_per_second: float


def standings(meeting: Meeting) -> list[Standing]:
    """One standing per bot of a meeting."""
    results, count = list(meeting.results.values()), len(meeting.bots)
    ratings = elo(results, count)
    return [standing_of(name, bot, results, float(ratings[bot])) for bot, name in enumerate(labels(meeting.bots))]


def labels(bots: Sequence[str]) -> list[str]:
    """The names of the bots; those of a bot that takes part several times are numbered."""
    return [f"{bot} #{1 + bots[:n].count(bot)}" if bots.count(bot) > 1 else bot for n, bot in enumerate(bots)]


def standing_of(name: str, bot: int, results: list[Result], rating: float) -> Standing:
    seats = [(result, seat) for result in results for seat, sitting in enumerate(result["bots"]) if sitting == bot]
    played = [result for result in results if bot in result["bots"]]
    wins = sum(win_shares([-place for place in result["places"]])[seat] for result, seat in seats)
    low, high = wilson(wins, len(played))
    return Standing(
        bot=name,
        games=len(played),
        share=wins / max(1, len(played)),
        low=low,
        high=high,
        even=float(np.mean([result["bots"].count(bot) / len(result["bots"]) for result in played])) if played else 0.0,
        place=mean(result["places"][seat] for result, seat in seats),
        points=mean(result["points"][seat] for result, seat in seats),
        kinds=tuple(np.mean([result["kinds"][seat] for result, seat in seats], axis=0).tolist()) if seats else (),
        rating=rating,
        decisions_per_second=sum(result["decisions"][seat] for result, seat in seats)
        / max(1e-9, sum(result["seconds"][seat] for result, seat in seats)),
    )


def mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a proportion (Wilson 1927)."""
    if games == 0:
        return 0.0, 1.0
    share, z = wins / games, NORMAL
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - half) / (1 + z * z / games)), min(1.0, (middle + half) / (1 + z * z / games))


def elo(results: list[Result], count: int) -> np.ndarray:
    """Bradley-Terry ratings from all pairs of players in a game, with one extra draw per pair that met, on the Elo scale.

    A difference of 400 points means odds of ten to one; the weakest bot has 0.
    """
    beaten = np.zeros((count, count))
    for result in results:
        for one, place in zip(result["bots"], result["places"], strict=True):
            for other, theirs in zip(result["bots"], result["places"], strict=True):
                if one != other:
                    beaten[one, other] += 1.0 if place < theirs else 0.5 if place == theirs else 0.0
    if not beaten.any():  # no two bots met
        return np.zeros(count)
    met = beaten + beaten.T > 0
    beaten += 0.5 * met
    strength = np.ones(count)
    for _ in range(2000):
        pairs = (beaten + beaten.T) / (strength[:, None] + strength[None, :])
        before, strength = strength, np.where(met.any(axis=1), beaten.sum(axis=1) / np.maximum(pairs.sum(axis=1), 1e-12), 1.0)
        strength /= math.exp(np.log(np.maximum(strength, 1e-12)).mean())
        if np.allclose(before, strength, rtol=1e-9):
            break
    rating = 400 * np.log10(np.maximum(strength, 1e-12))
    return rating - rating.min()


def to_dict(standing: Standing, kinds: tuple[str, ...]) -> dict[str, Any]:
    """For JSON."""
    return vars(standing) | {"kinds": dict(zip(kinds, standing.kinds, strict=False))}
