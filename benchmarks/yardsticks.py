"""How good the bots are in absolute terms (docs/strength.md): exact play in the last decisions, and play with known chance.

    python benchmarks/yardsticks.py exact --games 64 --processes 16 --seconds 120
    python benchmarks/yardsticks.py known --games 64 --processes 16 --seconds 120
    python benchmarks/yardsticks.py lines --games 24 --processes 16

`exact` plays games of the network against itself, solves their last decisions by exhaustive search (lab/exact.py) and counts
how often bots find a best action. `known` plays solo games of Nusfjord with a search that knows all cards to come. `lines`
plays each deal many times and keeps the best game (lab/known_chance.py), next to bots that play the same deals once.
"""

import argparse
import json
import math
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import seaboard
from seaboard.bots import new_bot
from seaboard.compiling import start_compiler
from seaboard.lab.exact import probe
from seaboard.lab.known_chance import LEVELS, KnownChance
from seaboard.lab.parallel import run_jobs
from seaboard.lab.ratings import NORMAL

SETUPS: dict[str, tuple[str, dict[str, Any]]] = {
    "nusfjord alone": ("nusfjord", {"players": 1}),
    "maori for two": ("maori", {"players": 2}),
}
BOTS = ("easy", "normal", "search:2000", "strong", "net:8000")
BOTS_WITH_KNOWN_CHANCE = ("net:1000", "net:1000,known=1", "net:8000", "net:8000,known=1")
HONEST_BOTS = ("net:100", "net:1000")
WIDTHS = (10, 22, 46)  # of the search for the best game of a deal: about 1,000, 10,000 and 100,000 games


def exact_game(setup: str, number: int) -> list[tuple[str, int, float]]:
    """Plays a game; for each bot and solved decision: the bot, how many decisions are left, and the points that it loses."""
    name, options = SETUPS[setup]
    match = seaboard.new(name, seed=f"exact {number}", **options)
    players = [new_bot("net:100", match.game, match.box, f"{number} {seat}") for seat in range(match.seats)]
    while (seat := match.mover) is not None:
        match.play(players[seat].choose(match.view(seat), match.actions()))
    choices = probe(BOTS, match, number)
    return [(bot, choice.decisions_left, choice.loss) for bot, bot_choices in choices.items() for choice in bot_choices]


def known_game(bot: str, number: int) -> float:
    """The points of a solo game. A bot with `known` gets the position itself, others their view."""
    match = seaboard.new("nusfjord", players=1, seed=f"known {number}")
    player = new_bot(bot, match.game, match.box, f"known {number}", threads=1)
    while match.mover is not None:
        seen = match.s.copy() if "known" in bot else match.view(0)
        match.play(player.choose(seen, match.actions()))
    return float(match.scores()[0])


def line_game(player: str | int, number: int) -> float:
    """The points of a bot in the deal of `known_game`; of a width: of the best game that the search finds."""
    if isinstance(player, str):
        return known_game(player, number)
    return KnownChance(seaboard.new("nusfjord", players=1, seed=f"known {number}"), number).best_line(player)[0]


def results_within(function: Any, jobs: Sequence[tuple], processes: int, seconds: float) -> Iterable[tuple[tuple, Any]]:
    """Yields (job, result) as jobs finish, for at most `seconds`."""
    end = time.monotonic() + seconds
    for n, result in run_jobs(function, jobs, processes):
        yield jobs[n], result
        if time.monotonic() > end:
            return


def exact(games: int, processes: int, seconds: float) -> dict[str, Any]:
    losses: dict[str, dict[str, list[tuple[int, float]]]] = {}
    counted = dict.fromkeys(SETUPS, 0)
    for (setup, _), rows in results_within(exact_game, [(s, n) for n in range(games) for s in SETUPS], processes, seconds):
        counted[setup] += 1
        for bot, left, loss in rows:
            losses.setdefault(setup, {}).setdefault(bot, []).append((left, loss))
    return {setup: {"games": counted[setup], "bots": bots} for setup, bots in losses.items()}


def known(games: int, processes: int, seconds: float) -> dict[str, Any]:
    points_of_bots: dict[str, list[float]] = {}
    for (bot, _), points in results_within(
        known_game, [(bot, n) for n in range(games) for bot in BOTS_WITH_KNOWN_CHANCE], processes, seconds
    ):
        points_of_bots.setdefault(bot, []).append(points)
    return points_of_bots


def lines(games: int, processes: int, seconds: float, widths: Sequence[int]) -> dict[str, Any]:
    jobs = [(player, n) for n in range(games) for player in (*HONEST_BOTS, *widths)]
    points_of_players: dict[str, list[float]] = {}
    for (player, _), points in results_within(line_game, jobs, processes, seconds):
        name = player if isinstance(player, str) else f"best of {player**LEVELS:,} games"
        points_of_players.setdefault(name, []).append(points)
    return points_of_players


def exact_table(results: dict[str, Any]) -> Iterable[str]:
    yield "| position | bot | games | decisions | best action found % | points lost per decision |"
    yield "|---|---|---:|---:|---:|---:|"
    for setup, measured in results.items():
        for bot, rows in measured["bots"].items():
            losses = np.array([loss for _, loss in rows])
            share, error = 100 * (losses < 1e-6).mean(), 100 * (losses < 1e-6).std() / math.sqrt(len(losses))
            yield f"| {setup} | {bot} | {measured['games']} | {len(losses)} | {share:.1f} ± {error:.1f} | {losses.mean():.2f} |"


def known_table(results: dict[str, Any]) -> Iterable[str]:
    yield "| bot | games | mean points ± 95 % |"
    yield "|---|---:|---:|"
    for bot, points in results.items():
        error = np.std(points, ddof=1) / math.sqrt(len(points))
        yield f"| {bot} | {len(points)} | {np.mean(points):.1f} ± {NORMAL * error:.1f} |"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("what", choices=("exact", "known", "lines"))
    arguments.add_argument("--games", type=int, default=16)
    arguments.add_argument("--processes", type=int, default=1)
    arguments.add_argument("--seconds", type=float, default=1e9)
    arguments.add_argument("--widths", type=int, nargs="+", default=WIDTHS, help="of `lines`: a width of N plays N³ games")
    arguments.add_argument("--file", type=Path, help="keep the results as JSON")
    args = arguments.parse_args()
    for process in [start_compiler(f"{name}+network") for name, _ in SETUPS.values()]:
        process.wait()
    budget = args.games, args.processes, args.seconds
    results = lines(*budget, args.widths) if args.what == "lines" else {"exact": exact, "known": known}[args.what](*budget)
    if args.file:
        args.file.write_text(json.dumps(results) + "\n", encoding="utf-8")
    print("\n".join((exact_table if args.what == "exact" else known_table)(results)))


if __name__ == "__main__":
    main()
