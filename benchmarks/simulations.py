"""Simulations per second on one core: at the first decision of a game, and over a whole game (of the bot `habit`, so that all
versions of the search get the same positions); there also with a network, where one fits. Counts processor time."""

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
    begun = time.process_time()
    bot.choose(match.view(match.mover), match.actions())
    return simulations / (time.process_time() - begun)


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
    given = arguments.parse_args()
    print("| game | full playouts per second, first decision | mean over a game | with a network |\n|---|---:|---:|---:|")
    for name, options in ROWS:
        if given.only not in ("", name):
            continue
        game = find_game(name)
        ensure_compiled(game, ["search", "net"])
        match = Match(game, seed=1, **options)
        rate(match, 10)
        first, rates, guided = rate(match, given.simulations), [], []
        player = new_bot("habit", game, match.box, seed=1)
        while not match.over:
            if len(match.actions()) > 1 and match.version % 10 == 0:
                rates.append(rate(match, given.simulations // 5))
                if has_net(match):
                    guided.append(rate(match, given.simulations, "net"))
            match.play(player.choose(match.view(match.mover), match.actions()))
        message = ", ".join(f"{key} {value}" for key, value in options.items())
        means = [f"{harmonic_mean(some):,.0f}" if some else "" for some in (rates, guided)]  # simulations in all by seconds
        print(f"| {game.title}{', ' + message if message else ''} | {first:,.0f} | {' | '.join(means)} |", flush=True)


if __name__ == "__main__":
    main()
