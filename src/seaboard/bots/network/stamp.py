"""Networks for the package: `python -m seaboard.bots.network.stamp` stamps them with today's versions of the rules.

    python -m seaboard.bots.network.stamp                       # those of the package, after a version of the rules was raised
    python -m seaboard.bots.network.stamp training/nusfjord-2   # puts what a training has found into the package

A stamp is given only to a network that still sees and says what it did when it was made: some positions, found again by their
seeds, are in the file with the values and preferences that it had for them.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from ...core.dice import key_of
from ...core.errors import SeaboardError
from ...core.game import Game
from ...games import find_game
from .files import FOLDER, about_network, file_of, read_network, save_network, shape_of
from .player import NetSearch

SEEDS = (1, 2, 3, 4)  # of positions for reference
NEAR = 1e-4


def reference_position(game: Game, box: np.record, seed: int) -> tuple[np.record, list[int]]:
    """What the mover sees after some random moves, where there is a choice, and what is allowed."""
    rng, s, seen = np.random.default_rng(seed), game.empty_state(), game.empty_state()
    out = np.zeros(game.max_legal, np.int16)
    game.start(s, box, key_of(f"reference {seed}"))
    left = 2 + 4 * seed
    while (n := int(game.legal(s, box, out))) == 1 or left > 0:
        game.apply(s, box, int(np.sort(out[:n])[rng.integers(n)]))
        left -= 1
    game.view(s, box, int(game.mover(s)), seen)
    return seen, np.sort(out[:n]).tolist()


def references(game: Game, box: np.record, file: Path) -> list[dict[str, Any]]:
    """For each seed what the network expects, seat by seat, and what it prefers."""
    bot, found = NetSearch(game, box, 0, file=str(file)), []
    if bot.net is None:
        raise SeaboardError(f"{file} does not fit")
    for seed in SEEDS:
        seen, _ = reference_position(game, box, seed)
        preferences = bot.preferences(seen)
        values = [[round(float(value), 6) for value in seat] for seat in bot.outlook(seen)]
        chosen = {str(action): round(float(preferences[action]), 6) for action in sorted(preferences)}
        found.append({"seed": seed, "values": values, "preferences": chosen})
    return found


def furthest(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> float:
    """The largest difference between two lists of references; infinite where other actions are allowed."""
    far = 0.0
    for a, b in zip(one, other, strict=True):
        if a["preferences"].keys() != b["preferences"].keys():
            return float("inf")
        far = max(far, float(np.abs(np.array(a["values"]) - b["values"]).max()))
        far = max(far, max(abs(a["preferences"][key] - b["preferences"][key]) for key in a["preferences"]))
    return far


def first_box(game: Game, about: dict[str, Any]) -> np.record:
    """The box of the first variant that a network was made for."""
    return game.build_box(game.choose(**{**about["variants"][0]["options"], "players": about["seats"]}))


def stamp(source: Path, target: Path | None = None) -> Path:
    """Writes a network with today's stamp; SeaboardError if it does not say any more what it said."""
    weights, about = read_network(source)
    del about["format"]
    game = find_game(about["game"])
    shape, box = shape_of(game, about["seats"]), first_box(game, about)
    before = about.get("references")
    today = about_network(game, shape)
    if any(about[key] != today[key] for key in ("observation", "actions")):
        raise SeaboardError(f"{source} was made for another observation of {game.title}, or for other actions")
    for variant in about["variants"]:
        changed = game.build_box(game.choose(**{**variant["options"], "players": about["seats"]}))
        variant["box"] = game.box_hash(changed)
    target = target or file_of(game, about["seats"])
    part = target.with_suffix(".new.npz")
    try:
        save_network(part, weights, about | today)
        about["references"] = references(game, box, part)
        if before is not None and furthest(before, about["references"]) > NEAR:
            raise SeaboardError(f"{source} does not say any more what it said when it was made: train it anew")
        save_network(target, weights, about | today)
    finally:
        part.unlink(missing_ok=True)
    return target


def main() -> None:
    """Stamps what is named, or all networks of the package."""
    named = [Path(name) for name in sys.argv[1:]]
    try:
        for file in [] if named else sorted(FOLDER.glob("*.npz")):
            print(stamp(file, file))
        for folder in named:
            print(stamp(folder / "best.npz" if folder.is_dir() else folder))
    except SeaboardError as trouble:
        sys.exit(f"seaboard: {trouble}")


if __name__ == "__main__":
    main()
