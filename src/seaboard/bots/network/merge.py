"""Merges networks for different numbers of players into one file.

    python -m seaboard.bots.network.merge both.npz 2=two/best.npz 3,4,5=many/best.npz

The first network is part 0, which also serves numbers of players that are not named. Settings and setups come from all
networks. The fractions of weights are rounded from 10 bits to 8, which makes the file a tenth smaller.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SeaboardError
from ...games import find_game
from .network_files import Weights, check_fits, read_network, save_network


def merge(target: Path, files: Mapping[tuple[int, ...], Path]) -> Path:
    """Writes one file with a part for each network; `files` maps the numbers of players that a network serves to its file."""
    networks = [read_network(file, numbers[0]) for numbers, file in files.items()]
    for (weights, about), file in zip(networks, files.values(), strict=True):
        check_fits(weights, about, find_game(networks[0][1]["game"]), file)
    parts = {str(players): n for n, numbers in enumerate(files) for players in numbers if n > 0}
    about = merge_metadata([about for _, about in networks], list(files)) | {"parts": parts}
    first, *others = (round_weights(weights) for weights, _ in networks)
    save_network(target, first, about, *others)
    return target


def round_weights(weights: Weights) -> Weights:
    """The weights rounded so that the last two bits of each 16-bit fraction are zero."""
    bits = {name: array.astype(np.float16).view(np.uint16).astype(np.uint32) for name, array in weights.items()}
    return {name: ((array + 2) & 0xFFFC).astype(np.uint16).view(np.float16).astype(np.float32) for name, array in bits.items()}


def merge_metadata(abouts: list[dict[str, Any]], numbers: list[tuple[int, ...]]) -> dict[str, Any]:
    """The metadata of the merged file: each number of players keeps the search settings of its own network."""
    first = abouts[0]
    from_first = ("game", "observation", "actions", "rules_version", "settings")
    by_players = {
        str(players): {**about["settings"], **about.get("by_players", {}).get(str(players), {})}
        for about, served in zip(abouts, numbers, strict=True)
        for players in served
    }
    changes = {
        players: {name: value for name, value in settings.items() if first["settings"].get(name) != value}
        for players, settings in by_players.items()
    }
    return {name: first[name] for name in from_first} | {
        "by_players": {players: settings for players, settings in changes.items() if settings},
        "setups": list(dict.fromkeys(setup for about in abouts for setup in about["setups"])),
        "made": {
            **{
                name: sum(about["made"].get(name, 0) for about in abouts) for name in ("games", "positions", "seconds", "moves")
            },
            "how": "; ".join(about["made"].get("how", "") for about in abouts),
        },
    }


def main() -> None:
    target, *pairs = sys.argv[1:]
    files = {tuple(int(n) for n in numbers.split(",")): Path(file) for numbers, _, file in (p.partition("=") for p in pairs)}
    try:
        print(merge(Path(target), files))
    except SeaboardError as error:
        sys.exit(f"seaboard: {error}")


if __name__ == "__main__":
    main()
