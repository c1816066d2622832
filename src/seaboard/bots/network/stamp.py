"""Stamps network files with the current rules versions: `python -m seaboard.bots.network.stamp`.

    python -m seaboard.bots.network.stamp                   # the package's networks, after a rules version was raised
    python -m seaboard.bots.network.stamp training/maori    # installs a trained network in the package

A file contains reference positions of several setups (found again by their seeds) with the values and policies that the network
computed for them. A network is only stamped if it still computes the same.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.dice import key_of
from ...core.errors import SeaboardError
from ...core.game import Game
from ...games import find_game
from ..mcts.search_settings import GUIDED
from .network_files import FOLDER, about_network, check_fits, file_of, fold_net, read_network, save_network
from .player import NetworkWorker

MAX_SETUPS = 8  # with references, spread over the setups of the training
SEEDS = (1, 2)  # of the reference positions of each setup
TOLERANCE = 1e-4  # of values and logits, which other processors compute slightly differently
References = list[dict[str, Any]]


def reference_position(game: Game, box: np.record, seed: int) -> tuple[np.record, list[int]]:
    """The mover's view after some random moves, at a decision between several actions, and the legal actions."""
    rng, s, seen = np.random.default_rng(seed), game.empty_state(), game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    game.start(s, box, key_of(f"reference {seed}"))
    moves_left = 2 + 4 * seed
    while (n := int(game.legal(s, box, out))) == 1 or moves_left > 0:
        game.apply(s, box, int(np.sort(out[:n])[rng.integers(n)]))
        moves_left -= 1
    game.view(s, box, int(game.mover(s)), seen)
    return seen, np.sort(out[:n]).tolist()


def reference_setups(about: Mapping[str, Any]) -> list[str]:
    """Some of the setups that a network was trained with."""
    setups = about["setups"]
    return [setups[n] for n in np.unique(np.linspace(0, len(setups) - 1, MAX_SETUPS).astype(int))]


def box_of(game: Game, setup: str) -> np.record:
    """The box of a setup as the metadata names it: "players=3 deck=trout"."""
    return game.build_box(game.choose(**dict(pair.split("=", 1) for pair in setup.split())))


def references(game: Game, setups: list[str], file: Path) -> References:
    """The network's values, by seat, and its policy in reference positions of these setups."""
    results: References = []
    for setup in setups:
        box = box_of(game, setup)
        weights = read_network(file, int(box.players))[0]
        worker = NetworkWorker(game, box, "reference", 4 * game.max_legal, GUIDED, fold_net(game, box, weights))
        for seed in SEEDS:
            seen, _ = reference_position(game, box, seed)
            logits, values = worker.evaluate(seen)
            rounded = [[round(float(value), 6) for value in seat] for seat in values]
            policy = {str(action): round(logits[action], 6) for action in sorted(logits)}
            results.append({"setup": setup, "seed": seed, "values": rounded, "policy": policy})
    return results


def largest_difference(first: References, second: References) -> float:
    """The largest difference between two lists of references; infinite if other actions are legal."""
    largest = 0.0
    for a, b in zip(first, second, strict=True):
        if a["policy"].keys() != b["policy"].keys():
            return float("inf")
        largest = max(largest, float(np.abs(np.array(a["values"]) - b["values"]).max()))
        largest = max(largest, max(abs(a["policy"][key] - b["policy"][key]) for key in a["policy"]))
    return largest


def stamp(source: Path, target: Path | None = None) -> Path:
    """Writes a network with the current rules version; raises SeaboardError if it no longer computes its reference values."""
    about = read_network(source)[1]
    players_of = {part: int(players) for players, part in about.get("parts", {}).items()}  # a number of players of each part
    parts = [read_network(source, players_of.get(part, 0))[0] for part in range(1 + max(players_of, default=0))]
    del about["format"]
    game = find_game(about["game"])
    current = about_network(game)
    if any(about[key] != current[key] for key in ("observation", "actions")):
        raise SeaboardError(f"{source} is for another observation layout of {game.title}, or for other actions")
    for weights in parts:
        check_fits(weights, about | current, game, source)
    expected = about.get("references")
    setups = list(dict.fromkeys(reference["setup"] for reference in expected)) if expected else reference_setups(about)
    about["references"] = references(game, setups, source)
    if expected is not None and largest_difference(expected, about["references"]) > TOLERANCE:
        raise SeaboardError(f"{source} no longer computes its reference values: train it again")
    target = target or file_of(game)
    save_network(target, parts[0], about | current, *parts[1:])
    return target


def main() -> None:
    """Stamps the named files or folders, or all networks of the package."""
    paths = [Path(name) for name in sys.argv[1:]]
    try:
        for file in [] if paths else sorted(FOLDER.glob("*.npz")):
            print(stamp(file, file))
        for path in paths:
            print(stamp(path / "best.npz" if path.is_dir() else path))
    except SeaboardError as error:
        sys.exit(f"seaboard: {error}")


if __name__ == "__main__":
    main()
