"""Bots that play by a network: without a search, or with one that uses its policy and values."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.cache import ready_file
from ...core.dice import key_of
from ...core.game import Game
from ...core.plugins import warn_once
from ...core.rule import INTERPRETED, folder_of
from ..mcts.network import Net, new_scratch
from ..mcts.search_settings import GUIDED, SearchSettings
from ..mcts.simulation import NetworkSearch, PlainSearch, compiled_network_search
from ..mcts.tree import max_nodes_for
from ..search import Cancelled, Search, SearchWorker, never
from .network_files import Misfit, file_of, load_net, no_net


class NetworkWorker(SearchWorker):
    """One thread's tree, buffers and random seed, with a network."""

    def __init__(self, game: Game, box: np.record, seed: str, max_nodes: int, settings: SearchSettings, net: Net):
        super().__init__(game, box, seed, max_nodes, settings)
        plain: PlainSearch = self.search
        self.search = NetworkSearch(**plain._asdict(), net=net, scratch=new_scratch(game, int(box.players), net))

    def compiled(self) -> Callable[..., None]:
        return compiled_network_search(self.game)

    def evaluate(self, seen: np.record) -> tuple[dict[int, float], np.ndarray]:
        """The network's logits of the legal actions, and its values by seat: win, margin (0 to 1), points of each kind."""
        self.start(seen)
        self.run(1, float("inf"), never)
        children = self.nodes[1:]
        logits = dict(zip(children["action"].tolist(), np.log(children["weight"]).tolist(), strict=True))
        values = self.search.scratch.values.reshape(int(self.search.box.players), -1)
        return logits, np.roll(values, int(self.game.mover(seen)), axis=0)


class NetSearch(Search):
    """`net` plays the action that the network prefers; with `simulations` or `seconds` it searches with the network.

    If no network fits the game, it is the bot `search`.
    """

    worker_class: type[NetworkWorker] = NetworkWorker

    def __init__(
        self,
        game: Game,
        box: np.record,
        seed: Any = None,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        turn_seconds: float | None = None,
        threads: int | None = None,
        slack: float = 0.0,
        overlook: float = 0.0,
        file: str = "",
        **settings: float,
    ):
        self.net: Net | None = None
        self.plays_policy = simulations is None and seconds is None and turn_seconds is None  # without a search
        try:
            self.net, net_settings = self.find_net(game, box, Path(file) if file else None)
            settings = {**net_settings, **({"trust": 1.0, "leaf": 1.0} if self.plays_policy else {}), **settings}
        except Misfit as misfit:
            self.report_misfit(misfit)
            self.plays_policy = False
        if self.plays_policy:
            simulations = 1
        arguments: dict[str, Any] = {**settings, "threads": threads, "slack": slack, "overlook": overlook}
        super().__init__(game, box, seed, simulations=simulations, seconds=seconds, turn_seconds=turn_seconds, **arguments)

    def find_net(self, game: Game, box: np.record, file: Path | None) -> tuple[Net, dict[str, float]]:
        return load_net(game, box, file)

    def report_misfit(self, misfit: Misfit) -> None:
        warn_once(f"{misfit}; the search uses the game's heuristics instead")

    def new_workers(self, seeds: list[str], settings: dict[str, float]) -> list[SearchWorker]:
        if self.net is None:
            return super().new_workers(seeds, settings)
        max_nodes, merged = max_nodes_for(self.game, self.simulations), replace(GUIDED, **settings)
        return [self.worker_class(self.game, self.box, seed, max_nodes, merged, self.net) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        if not self.plays_policy or len(actions) == 1:
            return super().choose(seen, actions, cancelled)
        logits = self.policy_of(seen)
        return max((int(action) for action in actions), key=lambda action: logits[action])

    def policy_of(self, seen: np.record) -> dict[int, float]:
        """The network's policy: the logits of the legal actions."""
        return self.worker().evaluate(seen)[0]

    def values_of(self, seen: np.record) -> np.ndarray:
        """The network's values by seat: its share of the win, its margin (0 to 1), its points of each kind in units."""
        return self.worker().evaluate(seen)[1]

    def worker(self) -> NetworkWorker:
        worker = self.workers[0]
        assert isinstance(worker, NetworkWorker), "there is no network"
        return worker


class InterpretedWorker(NetworkWorker):
    """A worker that runs the search interpreted."""

    def compiled(self) -> Callable[..., None]:
        search = super().compiled()
        return getattr(search, "py_func", search)


class InterpretedNet(NetSearch):
    """Plays the network's policy without compiling anything: about 0.1 s per decision. Only for games that have a network."""

    worker_class = InterpretedWorker

    def __init__(self, game: Game, box: np.record, seed: Any = None):
        super().__init__(game, box, seed, threads=1)


class NetLevel(NetSearch):
    """A level: uses a network if one fits and its search is compiled on this computer; else searches without it, silently."""

    def find_net(self, game: Game, box: np.record, file: Path | None) -> tuple[Net, dict[str, float]]:
        net = super().find_net(game, box, file)
        if not network_search_is_compiled(game):
            raise Misfit("not compiled yet")
        return net

    def report_misfit(self, misfit: Misfit) -> None:
        pass


def has_network(game: Game) -> bool:
    """Whether the package contains a network for a game."""
    return file_of(game).exists()


def network_search_file(game: Game) -> Path | None:
    """The marker file that exists once the search with a network is compiled; None if nothing is cached on disk."""
    folder = folder_of(compiled_network_search(game))
    return ready_file(folder) if folder else None


def network_search_is_compiled(game: Game) -> bool:
    """Whether the search with a network is compiled, so that nobody has to wait for it."""
    file = None if INTERPRETED else network_search_file(game)
    return file is None or file.exists()


def compile_network_search(game: Game) -> None:
    """Compiles the search with a network, or loads it from disk: runs one simulation with an empty network."""
    box, s = game.build_box(game.choose()), game.empty_state()
    game.rules.start(s, box, key_of(0))  # interpreted, so that no other entry point is compiled
    worker = NetworkWorker(game, box, "compile", 4 * game.max_legal, GUIDED, no_net(game, int(box.players)))
    worker.start(s)
    worker.run(1, float("inf"), never)
