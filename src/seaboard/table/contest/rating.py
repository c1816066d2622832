"""Ratings of players, for games of two to five: Plackett-Luce (openskill), shown on Elo's scale.

Bots have fixed ratings (`anchors.toml`), so that ratings mean the same on every server. A person who abandoned a game, or
whose time ran out, counts as last.
"""

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

MU, SIGMA = 25.0, 25.0 / 3
BETA = SIGMA / 2
MIDDLE = 1500  # the rating of new players
SCALE = 400 / math.log(10) / (math.sqrt(2) * BETA)  # Elo points for one of mu: 400 points are a win chance of 10 in 11
PROVISIONAL_GAMES = 8
PROVISIONAL_MARGIN = 250  # points
ANCHORS = Path(__file__).parent / "anchors.toml"


@dataclass(frozen=True)
class Rating:
    """A player's rating in one game: the estimate, how uncertain it is, and from how many games."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def points(self) -> int:
        return round(MIDDLE + SCALE * (self.mu - MU))

    @property
    def margin(self) -> int:
        """Half the width of the 95 % interval, in points."""
        return round(SCALE * 1.96 * self.sigma)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES or self.margin > PROVISIONAL_MARGIN


@dataclass(frozen=True)
class Finish:
    """How one seat finished a game."""

    rating: Rating
    place: int  # 1 is the best; equal places are ties
    abandoned: bool = False
    fixed: bool = False  # a bot


def rate(finishes: Sequence[Finish]) -> list[Rating]:
    """The ratings after a game. Bots keep theirs."""
    from openskill.models import PlackettLuce

    model: Any = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)
    teams = [[model.rating(mu=one.rating.mu, sigma=one.rating.sigma)] for one in finishes]
    places = counted_places([one.place for one in finishes], [one.abandoned for one in finishes])
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [
        one.rating if one.fixed else replace(one.rating, mu=new.mu, sigma=new.sigma, games=one.rating.games + 1)
        for one, (new,) in zip(finishes, rated, strict=True)
    ]


def counted_places(places: Sequence[int], abandoned: Sequence[bool]) -> list[int]:
    """The places that count: all who abandoned share the last place, whatever the bots that replaced them achieved."""
    last = 1 + max(places)
    corrected = [last if gone else place for place, gone in zip(places, abandoned, strict=True)]
    return [1 + sum(other < place for other in corrected) for place in corrected]


@cache
def anchors() -> dict[str, dict[str, int]]:
    """The fixed ratings in points, by game and level."""
    return {game: dict(levels) for game, levels in tomllib.loads(ANCHORS.read_text(encoding="utf-8")).items()}


def anchor(game: str, level: str) -> Rating | None:
    """The fixed rating of a bot; None if it has not been measured."""
    points = anchors().get(game, {}).get(level)
    return None if points is None else Rating(MU + (points - MIDDLE) / SCALE, SIGMA / 10)
