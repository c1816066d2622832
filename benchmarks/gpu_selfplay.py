"""Self-play on a GPU and on the processor: `python -m benchmarks.gpu_selfplay GAME ...`.

Decisions per second of the search with a network (48 or 64 simulations, as in training): on the GPU, and
per core and second of CPU time. Also compares games of both: their floating-point results differ in the last digits, so a few
games take another course.
"""

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from seaboard.bots.network.network_files import file_of, read_network
from seaboard.bots.training.gpu_players import GpuWorkspace
from seaboard.bots.training.plans import Plan, plan_of
from seaboard.bots.training.selfplay_threads import Played, Player, Players, Workspace

SEED = 5
LAUNCHES = 6  # decisions of every game that are measured


def print_row(**row: Any) -> None:
    print(json.dumps(row), flush=True)


def players_of(name: str, players: int) -> Players:
    """Players of the network of the package, at the first setup for this number of players, always with the same budget."""
    plan = plan_of(name)
    weights, _about = read_network(file_of(plan.game), players)
    plan = replace(plan, setups=plan.only({"players": str(players)}).setups[:1], full_every=1, match_share=0.0)
    width, both, last = (weights[part].shape[-1] for part in ("bias", "second_bias", "third_bias"))
    plan = replace(plan, width=width, half=both // 2, last=last, full_simulations=plan.simulations)
    found = Players(plan, 0, SEED, lambda played: None)
    found.latest = Player(plan, weights)
    return found


def play_on_cpu(players: Players, games: range) -> tuple[list[Played], float]:
    """Games of one thread, and its CPU time."""
    workspace, started = Workspace(players.plan), time.thread_time()
    return [players.play_one(workspace, number) for number in games], time.thread_time() - started


def decisions(played: list[Played]) -> int:
    return sum(len(game.samples.counts) for game in played)


def compare(on_gpu: list[Played], on_cpu: list[Played]) -> dict[str, Any]:
    """How many games are the same, and the mean points."""
    same = sum(a.samples.actions.tobytes() == b.samples.actions.tobytes() for a, b in zip(on_gpu, on_cpu, strict=False))
    means = [round(float(np.mean([game.points.mean() for game in games])), 2) for games in (on_gpu, on_cpu)]
    return {"compared": len(on_cpu), "same_games": same, "mean_points_gpu_cpu": means}


def gpu_speed(plan: Plan, players: Players, games: int, block: int = 64, workers: int = 1) -> dict[str, Any]:
    """Decisions per second of some threads, each with `games` games in parallel."""
    workspaces = [GpuWorkspace(plan, games, block) for _ in range(workers)]
    net = players.latest.net(0)
    for n, workspace in enumerate(workspaces):
        workspace.begin(0, net, SEED, games * n)
    workspaces[0].decide(1)
    started = time.perf_counter()

    def run(workspace: GpuWorkspace) -> int:
        return sum(workspace.decide(plan.simulations) for _ in range(LAUNCHES))

    with ThreadPoolExecutor(workers) as pool:
        count = sum(pool.map(run, workspaces))
    spent = time.perf_counter() - started
    sizes = {"games": games, "block": block, "workers": workers}
    return {**sizes, "seconds": round(spent, 2), "decisions_per_s": round(count / spent)}


def compile_kernels(plan: Plan, players: Players) -> float:
    """Plays a game with few simulations; returns the seconds."""
    started = time.perf_counter()
    plan = replace(plan, simulations=2, full_simulations=2)
    GpuWorkspace(plan, 1).play(0, players.latest.net(0), SEED, 0)
    return time.perf_counter() - started


def measure(name: str, number: int, sizes: list[list[int]], cores: int) -> None:
    players, row = players_of(name, number), {"game": name, "players": number}
    print_row(**row, compiled_in=round(compile_kernels(players.plan, players), 1))
    if not cores:
        return
    play_on_cpu(players, range(1))
    with ThreadPoolExecutor(cores) as pool:
        parts = list(pool.map(lambda n: play_on_cpu(players, range(4 * n, 4 * n + 4)), range(cores)))
    on_cpu = [game for part, _spent in parts for game in part]
    per_core = decisions(on_cpu) / sum(spent for _part, spent in parts)
    print_row(**row, cpu_decisions_per_core_s=round(per_core))
    for size in sizes:
        try:
            print_row(**row, **gpu_speed(players.plan, players, *size))
        except Exception as error:  # such as not enough memory; the other sizes go on
            print_row(**row, size=size, error=repr(error)[:300])
    started = time.perf_counter()
    on_gpu = GpuWorkspace(players.plan, 1024).play(0, players.latest.net(0), SEED, 0)
    print_row(**row, wave_of_1024=round(time.perf_counter() - started, 1), **compare(on_gpu, on_cpu))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["maori"])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--cores", type=int, default=4, help="of the processor; 0: only compile")
    parser.add_argument("--sizes", nargs="+", default=["8192,64,1"], help="games, threads per block, workers")
    args = parser.parse_args()
    for name in args.games:
        measure(name, args.players, [list(map(int, size.split(","))) for size in args.sizes], args.cores)


if __name__ == "__main__":
    main()
