"""Training plans: the setups that are played, and parameters that worked."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ...core.game import Game, Option, one_of
from ...games import find_game
from ..mcts.search_settings import GUIDED, SearchSettings


@dataclass(frozen=True)
class Setup:
    """A set of options, and its relative share of the games."""

    options: Mapping[str, Any]
    weight: float = 1.0

    @property
    def name(self) -> str:
        """As text: "players=3 deck=trout"."""
        shown = {key: ",".join(value) if isinstance(value, list | tuple) else value for key, value in self.options.items()}
        return " ".join(f"{key}={value}" for key, value in shown.items())


@dataclass(frozen=True)
class Plan:
    """How the network of a game is trained, over all of its setups."""

    name: str
    setups: tuple[Setup, ...]
    width: int = 256  # of the first layer
    half: int = 64  # of the second layer: this many for the policy and this many for values
    last: int = 32  # of the third layer
    simulations: int = 48  # per decision
    full_simulations: int = 192  # in one of `full_every` decisions
    full_every: int = 8
    considered: int = 16  # maximum number of candidates at the root
    batch: int = 2048
    reuse: float = 6.0  # how often each position is learned from, on average
    identity_dropout: float = 0.1  # share of identities hidden in a learning step, so that traits are learned too
    traits_only: float = 0.1  # share of learning steps that hide all identities, as in a deck that was never seen
    trait_components: int = 4  # traits that fewer components have are not learned
    trait_decay: float = 0.01  # weight decay of the weights of traits; that of all other weights is 0.01
    soft_policy: float = 0.0  # weight of an auxiliary policy loss against softened targets; 0: none (docs/learning.md)
    short_term: float = 0.0  # mean number of decisions that the search's value targets lie ahead; 0: the decision's own
    restarts: float = 0.0  # share of the games that start from a position in which the search erred
    memory: int = 3_000_000  # positions in the replay memory
    settings: SearchSettings = GUIDED  # of the search in self-play
    by_players: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # other settings in play, by number of players
    first_positions: int = 20_000  # before learning begins
    match_share: float = 0.06  # share of the games against the search without a network, which measure progress

    @cached_property
    def game(self) -> Game:
        return find_game(self.name)

    @cached_property
    def boxes(self) -> list[np.record]:
        return [self.game.build_box(self.game.choose(**setup.options)) for setup in self.setups]

    def only(self, options: Mapping[str, Any]) -> "Plan":
        """The plan with only the setups that have these options; if there are none, a setup with exactly these options."""
        values = {name: self.option(name).read(value) for name, value in options.items()}
        chosen = [setup for setup in self.setups if self.options_of(setup).items() >= values.items()]
        if not chosen:
            self.game.choose(**values)  # raises BadOption if they cannot be combined
        return replace(self, setups=tuple(chosen) or (Setup(values),))

    def without(self, name: str, value: str) -> "Plan":
        """The plan without the setups that have this value (in a list: among others)."""
        unwanted = self.option(name).read_one(value)
        kept = tuple(setup for setup in self.setups if not has_value(self.options_of(setup)[name], unwanted))
        if not kept:
            raise BadOption(f"every setup of {self.game.title} has {name}={value}: none is left to train on")
        return replace(self, setups=kept)

    def option(self, name: str) -> Option:
        for option in self.game.options:
            if option.name == name:
                return option
        raise BadOption(f"{self.name} has no option {name!r}; it has {one_of(option.name for option in self.game.options)}")

    def options_of(self, setup: Setup) -> dict[str, Any]:
        """All options of a setup, with defaults."""
        return self.game.choose(**setup.options)


def has_value(option_value: Any, value: Any) -> bool:
    """Whether the value of an option is, or (a list) contains, this value."""
    return value in option_value if isinstance(option_value, list) else option_value == value


def maori_setups() -> Iterator[Setup]:
    for players, level, board in product((2, 3, 4, 5), ("basic", "advanced", "pro"), ("front", "atoll")):
        usual = level == "basic" and board == "front"
        yield Setup({"players": players, "level": level, "board": board}, 3 if usual else 4 if level == "pro" else 1)


def kaivai_setups() -> Iterator[Setup]:
    for players, edition in product((2, 3, 4), ("second", "first")):
        for beginner, diceless, gifts in product(("off", "on"), repeat=3):
            options = {"players": players, "edition": edition, "beginner": beginner, "diceless": diceless, "gifts": gifts}
            special = (beginner, diceless, gifts).count("on")
            share = (4.0, 1.0, 0.4, 0.2)[special] * (1.5 if edition == "second" else 1.0)
            yield Setup(options, share * (2 if players == 4 else 1))  # with four players the network is weaker


DECKS = ("herring", "mackerel", "codfish", "plaice", "salmon", "trout", "visitors")
NUSFJORD_SHARES = {1: 0.8, 2: 0.8, 3: 1.0, 4: 1.4, 5: 1.4}  # by number of players: with more, the network is weaker


def nusfjord_setups() -> Iterator[Setup]:
    rng = random.Random(5)
    for players, deck in product((1, 2, 3, 4, 5), DECKS):
        yield Setup({"players": players, "deck": deck}, (3.0 if deck == "herring" else 1.0) * NUSFJORD_SHARES[players])
    for deck in DECKS:
        yield Setup({"players": 1, "mode": "advanced", "deck": deck}, 0.3)
    for players in (1, 2, 3, 4, 5):
        for _ in range(5):
            yield Setup({"players": players, "mixed": rng.sample(DECKS, 3)}, 0.5)
        yield Setup({"players": players, "elders": ["promos"]}, 0.5)
        yield Setup({"players": players, "deck": rng.choice(DECKS), "elders": ["promos"]}, 0.5)
    for players, elders in ((3, ["architect", "investor"]), (4, ["guide", "investor"]), (5, ["guide", "architect", "promos"])):
        yield Setup({"players": players, "elders": elders}, 0.5)
        yield Setup({"players": players, "deck": rng.choice(DECKS), "elders": elders}, 0.5)
    for cards in range(8, 16):
        yield Setup({"players": 1, "without": left_out(cards, cards)}, 0.3)


def left_out(seed: int, cards: int) -> list[str]:
    """Random cards A and B of the herring deck to leave out, as in the later games of a campaign."""
    return [str(number) for number in sorted(random.Random(seed).sample([*range(101, 119), *range(121, 133)], cards))]


def other_setups(name: str) -> Iterator[Setup]:
    """Setups of a game without a plan: one per number of players."""
    players = find_game(name).options[0]
    yield from (Setup({players.name: number}) for number in players.choices)


def playable(name: str, setups: Iterator[Setup]) -> tuple[Setup, ...]:
    """The setups whose options can be combined."""
    game, found = find_game(name), []
    for setup in setups:
        try:
            game.choose(**setup.options)
        except BadOption:
            continue
        found.append(setup)
    return tuple(found)


# with much chance, the values of few simulations are noisy: with full weight they would ruin a good policy
MUCH_CHANCE = replace(GUIDED, explore=0.6, winning=0.3, value_scale=0.3, noise=0.1, shrinkage=2.0, trust=0.5)
SOME_CHANCE = replace(GUIDED, explore=0.8, value_scale=0.5, noise=0.15, shrinkage=1.0)
# `by_players`: other settings in play, at equal time (docs/strength.md)
PLANS = {
    "maori": lambda: Plan(
        "maori",
        playable("maori", maori_setups()),
        width=192,
        simulations=64,
        short_term=8.0,
        settings=MUCH_CHANCE,
        by_players={
            "2": {"trust": 0.8, "explore": 0.4},
            "3": {"trust": 0.8, "explore": 0.4, "winning": 0.7},
            **{players: {"explore": 0.8, "winning": 0.7} for players in "45"},
        },
    ),
    "kaivai": lambda: Plan(
        "kaivai",
        playable("kaivai", kaivai_setups()),
        settings=SOME_CHANCE,
    ),
    "nusfjord": lambda: Plan("nusfjord", playable("nusfjord", nusfjord_setups())),
}


def plan_of(name: str) -> Plan:
    """The plan of a game; a generic one if it has none."""
    return PLANS[name]() if name in PLANS else Plan(name, tuple(other_setups(name)))
