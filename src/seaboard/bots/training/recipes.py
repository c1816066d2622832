"""What is trained: a game, the number of seats, the variants that are played, and figures that were found to work."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...core.game import Game
from ...games import find_game
from ..mcts.settings import GUIDED, SearchSettings


@dataclass(frozen=True)
class Variant:
    """Options that some of the games are played with, and how many: a share of `weight`."""

    options: Mapping[str, Any]
    weight: float = 1.0
    like: int = 0  # it is told to the network as this variant


@dataclass(frozen=True)
class Recipe:
    game: str
    seats: int
    variants: tuple[Variant, ...] = (Variant({}),)
    width: int = 256  # of the first layer,
    half: int = 64  # of the second, for preferences and for values each,
    last: int = 32  # and of the third
    few: int = 48  # simulations of a decision,
    many: int = 192  # of one in `often`
    often: int = 8
    looked_at: int = 16  # actions at the root
    alone: int = 128  # simulations of a decision as long as there is no network
    memory: int = 1_500_000  # positions that are learnt from: the newest
    reuse: float = 10.0  # how often each position is learnt from
    batch: int = 1024
    guide: SearchSettings = GUIDED
    seated: SearchSettings | None = None  # how its network thinks at a table, with more time, if not by `guide`
    match: int = 160  # games after which a new network is kept or dropped
    differs: tuple[str, ...] = ("first_seat",)  # fields of the box that do not matter to what is learnt,
    part: tuple[str, ...] = ()  # and those of which some may be left out
    first: int = 25_000  # positions of games without a network, from which the first one learns

    def beginning(self) -> "Recipe":
        """How it is played without a network: playouts say less than a network does, so more of them are trusted less."""
        guide = replace(self.guide, value_scale=0.5, noise=0.1)
        return replace(self, few=self.alone, many=self.alone, looked_at=8, guide=guide)

    def boxes(self) -> tuple[Game, list[np.record]]:
        game = find_game(self.game)
        return game, [game.build_box(game.choose(**{**variant.options, "players": self.seats})) for variant in self.variants]


def left_out(seed: int, cards: int) -> list[str]:
    """Numbers of A and B of the herring deck that are left out, as in the later games of a campaign."""
    return [str(number) for number in sorted(random.Random(seed).sample([*range(101, 119), *range(121, 133)], cards))]


ALONE = replace(GUIDED, scale=10.0)
# where much is drawn, values from few simulations are mostly chance: weighed in full they teach to forget what was known; and
# until much was learnt the game's own judgement, which is broad, is a better prior
DRAWN = replace(GUIDED, explore=0.4, winning=0.3, value_scale=0.3, noise=0.1, shrinkage=2.0, trust=0.0)
PARTLY_DRAWN = replace(GUIDED, explore=0.6, value_scale=0.5, noise=0.15, shrinkage=1.0)
RECIPES = {
    ("nusfjord", 1): Recipe(
        "nusfjord",
        1,
        (Variant({}, 0.7), *(Variant({"without": left_out(n, 8 + n)}, 0.04) for n in range(8))),
        guide=ALONE,
        match=600,
        differs=("first_seat", "number_of_cards"),
        part=("cards", "lines"),
    ),
    ("nusfjord", 2): Recipe("nusfjord", 2),
    ("maori", 2): Recipe(
        "maori",
        2,
        width=192,
        few=64,
        guide=replace(DRAWN, trust=0.8),
        match=240,
    ),
    ("maori", 4): Recipe(
        "maori",
        4,
        width=192,
        few=64,
        guide=replace(DRAWN, explore=0.8),
        seated=replace(DRAWN, explore=0.8, leaf=0.5, winning=0.7),
    ),
    ("kaivai", 3): Recipe(
        "kaivai",
        3,
        (Variant({}, 0.6), Variant({"edition": "first"}, 0.4, 1)),
        guide=PARTLY_DRAWN,
        seated=replace(PARTLY_DRAWN, explore=1.2, leaf=0.5),
        match=120,
        first=20_000,
        alone=64,
    ),
}


def recipe_of(game: str, seats: int) -> Recipe:
    """The recipe of a game with so many seats; a plain one where none was written."""
    return RECIPES.get((game, seats)) or Recipe(game, seats)
