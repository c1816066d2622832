"""Simulations per second of CPU time on one core: at the first decision of a game, and as a mean over a whole game.

The game is one of the bot `habit`, so that all versions of the search get the same positions. The mean is also measured with a
network, where the package has one.
"""

import argparse
import time
from statistics import harmonic_mean

from seaboard.bots import new_bot
from seaboard.bots.network.network_files import Misfit, load_net
from seaboard.compiling import ensure_compiled
from seaboard.games import find_game
from seaboard.match import Match

ROWS: tuple[tuple[str, dict], ...] = (
    ("maori", {}),
    ("maori", {"players": 4}),
    ("maori", {"level": "pro"}),
    ("kaivai", {"players": 3}),
    ("kaivai", {"players": 4}),
    ("nusfjord", {"players": 2}),
    ("nusfjord", {"players": 1}),
    ("nusfjord", {"players": 4}),
)


def rate(match: Match, simulations: int, kind: str = "search") -> float:
    """Simulations per second at one decision, each played to the end of the game or, with a network, up to a new node."""
    bot = new_bot(f"{kind}:{simulations}", match.game, match.box, seed=1, threads=1, turns=0)
    started = time.process_time()
    bot.choose(match.view(match.mover), match.actions())
    return simulations / (time.process_time() - started)


def has_net(match: Match) -> bool:
    try:
        load_net(match.game, match.box)
    except Misfit:
        return False
    return True


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--simulations", type=int, default=5000)
    arguments.add_argument("--only", default="", help="one game")
    args = arguments.parse_args()
    print("| game | full playouts per second, first decision | mean over a game | with a network |\n|---|---:|---:|---:|")
    for name, options in ROWS:
        if args.only not in ("", name):
            continue
        game = find_game(name)
        ensure_compiled(game, ["search", "net"])
        match = Match(game, seed=1, **options)
        rate(match, 10)
        first, rates, guided = rate(match, args.simulations), [], []
        player = new_bot("habit", game, match.box, seed=1)
        while not match.over:
            if len(match.actions()) > 1 and match.version % 10 == 0:
                rates.append(rate(match, args.simulations // 5))
                if has_net(match):
                    guided.append(rate(match, args.simulations, "net"))
            match.play(player.choose(match.view(match.mover), match.actions()))
        message = ", ".join(f"{key} {value}" for key, value in options.items())
        means = [
            f"{harmonic_mean(values):,.0f}" if values else "" for values in (rates, guided)
        ]  # all simulations divided by all seconds
        print(f"| {game.title}{', ' + message if message else ''} | {first:,.0f} | {' | '.join(means)} |", flush=True)


if __name__ == "__main__":
    main()
