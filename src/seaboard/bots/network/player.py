"""A bot that plays by a network: at once, or as the prior and the values of a search."""

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.cache import ready_file
from ...core.dice import key_of
from ...core.game import Game
from ...core.rule import INTERPRETED
from ..search import Cancelled, Search, SearchWorker, never
from ..tree.network import OF_SEAT, Net, new_sight
from ..tree.structures import SearchSettings, reset_tree
from ..tree.thinking import Guide, compiled_think, new_thoughts, new_wide_workspace
from .files import FOLDER, Misfit, load_net, no_net

MOST_NODES = 1_000_000  # of one tree: half a second to a second of thinking; a full one is still searched


@cache
def say_once(line: str) -> None:
    print(f"seaboard: {line}; the search goes by the game's own judgement", file=sys.stderr)


class Guided(SearchWorker):
    """One thread's tree, workspace and chance, and the network's eyes."""

    def __init__(self, game: Game, box: np.record, seed: str, room: int, guide: Guide, net: Net):
        super().__init__(game, box, seed, 1, SearchSettings())
        seats = int(box.players)
        self.settings, self.net = guide.as_array(game.units_per_point), net
        self.tree: Any = new_thoughts(game, seats, room)
        self.workspace = new_wide_workspace(game, seats)
        self.sight = new_sight(game, seats, net)

    def simulate_some(self, times: int, top: int = 0) -> None:
        think = compiled_think(self.game)
        think(self.tree, self.workspace, self.sight, self.net, self.box, self.settings, self.seed, self.done, times, top)

    def keep_tree_of(self, action: int) -> bool:
        nodes = self.tree.nodes[: self.tree.size[0]]
        child = np.flatnonzero((nodes["parent"] == 0) & (nodes["action"] == action))
        if len(child):
            self.simulate_some(0, int(child[0]))
        return len(child) > 0


class NetSearch(Search):
    """`net` takes what the network prefers; with `simulations` or `seconds` it searches. Where none fits, it is `search`."""

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
        file: str = "",
        **settings: float,
    ):
        self.net: Net | None = None
        self.at_once = simulations is None and seconds is None and turn_seconds is None
        try:
            self.net, guide = self.find_net(game, box, Path(file) if file else None)
            settings = {**guide, **({"trust": 1.0, "leaf": 1.0} if self.at_once else {}), **settings}
        except Misfit as trouble:
            self.do_without(trouble)
            self.at_once = False
        if self.at_once:
            simulations = 1
        given: dict[str, Any] = {**settings, "threads": threads, "slack": slack}
        super().__init__(game, box, seed, simulations=simulations, seconds=seconds, turn_seconds=turn_seconds, **given)

    def find_net(self, game: Game, box: np.record, file: Path | None) -> tuple[Net, dict[str, float]]:
        return load_net(game, box, file)

    def do_without(self, trouble: Misfit) -> None:
        say_once(str(trouble))

    def new_workers(self, seeds: list[str], settings: dict[str, float]) -> list[SearchWorker]:
        if self.net is None:
            return super().new_workers(seeds, settings)
        room = min(MOST_NODES, (self.simulations or MOST_NODES) * 40 + 2 * self.game.max_legal)
        return [Guided(self.game, self.box, seed, room, Guide(**settings), self.net) for seed in seeds]

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Cancelled | None = None) -> int:
        if not self.at_once or len(actions) == 1:
            return super().choose(seen, actions, cancelled)
        preferences = self.preferences(seen)
        return max((int(action) for action in actions), key=lambda action: preferences[action])

    def preferences(self, seen: np.record) -> dict[int, float]:
        """What the network prefers, by action, as logarithms; nothing for actions that are not allowed."""
        worker: Any = self.workers[0]
        reset_tree(worker.tree)
        worker.workspace.states[0] = seen
        worker.think(1, float("inf"), never)
        nodes = worker.tree.nodes[1 : worker.tree.size[0]]
        return dict(zip(nodes["action"].tolist(), nodes["logit"].tolist(), strict=True))

    def outlook(self, seen: np.record) -> np.ndarray:
        """What the network expects, by seat: its share of the win, its margin (0 to 1), its points in parts of a point."""
        self.preferences(seen)
        worker: Any = self.workers[0]
        values = worker.sight.values.reshape(int(self.box.players), OF_SEAT)
        return np.roll(values, int(self.game.mover(seen)), axis=0)


class NetLevel(NetSearch):
    """A level that uses a network where one fits and its search is compiled here, and is silent where not."""

    def find_net(self, game: Game, box: np.record, file: Path | None) -> tuple[Net, dict[str, float]]:
        found = super().find_net(game, box, file)
        if not thinking_is_compiled(game):
            raise Misfit("not compiled yet")
        return found

    def do_without(self, trouble: Misfit) -> None:
        pass


def has_network(game: Game) -> bool:
    """Whether the package has any network for a game."""
    return any(FOLDER.glob(f"{game.name}-*.npz"))


def thinking_file(game: Game) -> Path | None:
    """What lies beside the compiled search with a network and says that it is there; None where nothing is kept on disk."""
    stats = getattr(compiled_think(game), "stats", None)
    return ready_file(stats.cache_path) if stats and stats.cache_path else None


def thinking_is_compiled(game: Game) -> bool:
    """Whether nobody has to wait for it."""
    file = None if INTERPRETED else thinking_file(game)
    return file is None or file.exists()


def compile_thinking(game: Game) -> None:
    """Runs one simulation with nothing for a network: what it calls is compiled then, or loaded from disk."""
    box, s = game.build_box(game.choose()), game.empty_state()
    game.rules.start(s, box, key_of(0))  # uncompiled: that entry is not this one's
    worker = Guided(game, box, "compile", 4 * game.max_legal, Guide(), no_net(game, int(box.players)))
    reset_tree(worker.tree)
    worker.workspace.states[0] = s
    worker.think(1, float("inf"), never)
