"""Random play of Seaboard and of other engines, interleaved on one core in one run: `make bench`.

Machines are noisy, so only the ratios within one run count. Each engine plays random games through its Python API: it asks for
the legal moves and applies one. Seaboard's loop is compiled, as it is for bots and the lab.
"""

import contextlib
import os
import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Console
from rich.progress import track

from seaboard.compiling import ensure_compiled
from seaboard.core.errors import SeaboardError
from seaboard.core.game import Game
from seaboard.games import NAMES, find_game
from seaboard.lab.speed import measure

ROUNDS = 5
SECONDS = 1.0
PEER = "OpenSpiel backgammon"


def open_spiel_backgammon(seconds: float) -> float:
    """Moves per second; a throw of the dice counts as a move, too, as in OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    end, moves, started = time.perf_counter() + seconds, 0, time.perf_counter()
    while time.perf_counter() < end:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
            moves += 1
    return moves / (time.perf_counter() - started)


def catanatron(seconds: float) -> float:
    """Moves per second of four random players."""
    from catanatron import Color, Game, RandomPlayer

    end, moves, started = time.perf_counter() + seconds, 0, time.perf_counter()
    while time.perf_counter() < end:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            moves += 1
    return moves / (time.perf_counter() - started)


def seaboard(game: Game, options: Mapping[str, Any], threads: int = 1) -> Callable[[float], float]:
    return lambda seconds: measure(game, options, seconds, threads).to_dict()["moves_per_second"]


def runners() -> dict[str, Callable[[float], float]]:
    """The peers, and each game with its default options and with each single option changed."""
    rows: dict[str, Callable[[float], float]] = {PEER: open_spiel_backgammon, "Catanatron": catanatron}
    for game in map(find_game, NAMES):
        ensure_compiled(game)
        rows[game.title] = seaboard(game, game.choose())
        for option in game.options:
            for choice in () if option.many else option.choices:
                if choice != option.default:
                    with contextlib.suppress(SeaboardError):
                        options = game.choose(**{option.name: choice})
                        game.build_box(options)
                        rows[f"{game.title}, {option.name} {choice}"] = seaboard(game, options)
    return rows


def main() -> None:
    one_core = {min(os.sched_getaffinity(0))} if hasattr(os, "sched_setaffinity") else set()
    rows = runners()
    all_cores = os.sched_getaffinity(0) if one_core else set()
    if one_core:
        os.sched_setaffinity(0, one_core)
    speeds: dict[str, list[float]] = {title: [] for title in rows}
    for _ in track(range(ROUNDS), "playing, interleaved", console=Console(stderr=True)):
        for title, run in rows.items():
            speeds[title].append(run(SECONDS))
    medians = {title: statistics.median(values) for title, values in speeds.items()}
    print(f"| random play, one core, median of {ROUNDS} x {SECONDS:g} s, interleaved | moves per second | {PEER} = 1 |")
    print("|---|---:|---:|")
    for title, speed in medians.items():
        print(f"| {title} | {speed:,.0f} | {speed / medians[PEER]:,.2f} |")
    if len(all_cores) > 1:
        os.sched_setaffinity(0, all_cores)
        for game in map(find_game, NAMES):
            single, double = seaboard(game, game.choose()), seaboard(game, game.choose(), threads=2)
            ratios = [double(SECONDS) / single(SECONDS) for _ in range(ROUNDS)]
            print(f"\n{game.title}: two threads play {statistics.median(ratios):.2f} times as much as one.")


if __name__ == "__main__":
    main()
