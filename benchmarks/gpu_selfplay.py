"""Self-play on a GPU and on the processor: `python -m benchmarks.gpu_selfplay GAME ...`.

Decisions per second of the search with a network (48 or 64 simulations, as in training): on the GPU, and
per core and second of CPU time. Also the time of each kernel, and a comparison of games of both: their floating-point results
differ in the last digits, so a few games take another course.
"""

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from seaboard.bots.mcts.gpu_layers import OVER
from seaboard.bots.mcts.gpu_phases import WAIT
from seaboard.bots.mcts.gpu_selfplay import Tuning
from seaboard.bots.network.network_files import file_of, read_network
from seaboard.bots.training.gpu_players import GpuWorkspace
from seaboard.bots.training.plans import plan_of
from seaboard.bots.training.selfplay_threads import Played, Player, Players, Workspace

SEED = 5
SAMPLES = 96  # maximum number of decisions of a game that are measured
ON_CPU = "cpu"
KERNELS = {  # by the method that launches it
    "start": "begin",
    "decide": "decide",
    "advance": "advance",
    "write_inputs": "inputs",
    "evaluate": "layers",
    "finish": "finish",
}


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


def decisions_made(workspace: GpuWorkspace) -> float:
    """The decisions so far, with parts of those that are being searched."""
    progress, counts = workspace.search.memory.progress, workspace.search.memory.counts.copy_to_host()
    done, simulations = progress.done.copy_to_host(), progress.simulations.copy_to_host()
    return float(counts.sum() + np.where(counts < SAMPLES, np.minimum(1, done / np.maximum(1, simulations)), 0).sum())


def new_workspaces(players: Players, games: int, workers: int, tuning: Tuning) -> list[GpuWorkspace]:
    """Workspaces that have just begun their games, after two cycles: kernels are compiled, and their launches recorded."""
    workspaces = [GpuWorkspace(players.plan, games, tuning, SAMPLES) for _ in range(workers)]
    for n, workspace in enumerate(workspaces):
        workspace.begin(0, players.latest.net(0), SEED, games * n)
        for _ in range(2):
            workspace.search.play_cycle()
    return workspaces


def gpu_speed(players: Players, games: int, workers: int, tuning: Tuning, seconds: float) -> dict[str, Any]:
    """Decisions per second of some threads, each with `games` games in parallel."""
    workspaces = new_workspaces(players, games, workers, tuning)
    before, started = sum(map(decisions_made, workspaces)), time.perf_counter()

    def run(workspace: GpuWorkspace) -> int:
        cycles = 0
        while time.perf_counter() - started < seconds and workspace.search.play_cycle():
            cycles += 1
        return cycles

    with ThreadPoolExecutor(workers) as pool:
        cycles = sum(pool.map(run, workspaces))
    spent = time.perf_counter() - started
    made = sum(map(decisions_made, workspaces)) - before
    return {"seconds": round(spent, 2), "cycles": cycles, "decisions_per_s": round(made / spent)}


def profile(players: Players, games: int, tuning: Tuning, rounds: int = 60) -> dict[str, Any]:
    """Mean milliseconds of each kernel of a round, each waited for, and of `decide_kernel`, in the middle of decisions."""
    search, spent = new_workspaces(players, games, 1, tuning)[0].search, dict[str, float]()

    def time_one(name: str, launch: Any) -> None:
        search.stream.synchronize()
        started = time.perf_counter()
        launch()
        search.stream.synchronize()
        spent[name] = spent.get(name, 0) + time.perf_counter() - started

    for number in range(rounds):
        for place, (name, launch) in enumerate(search.round()):
            time_one(f"{place} {name}", launch)
        if number % tuning.rounds == 0:
            time_one("decide", search.decide)
    counts = {"decide": -(-rounds // tuning.rounds)}
    return {name: round(1000 * total / counts.get(name, rounds), 3) for name, total in spent.items()}


def compile_kernel(players: Players, method: str) -> float:
    """Compiles one kernel: launches it on games that are over. Or compiles the search on the processor. Returns the seconds."""
    started = time.perf_counter()
    if method == ON_CPU:
        play_on_cpu(players, range(1))
        return time.perf_counter() - started
    workspace = GpuWorkspace(players.plan, 64)
    work = workspace.work(0, players.latest.net(0), SEED)
    workspace.search.work, progress = work, workspace.search.memory.progress
    progress.task.copy_to_device(np.full(64, OVER, np.int32))
    progress.step.copy_to_device(np.full(64, WAIT, np.int32))
    getattr(workspace.search, method)(*((1,) if method == "advance" else ()))
    workspace.stream.synchronize()
    return time.perf_counter() - started


def compile_all(names: list[str], number: int) -> None:
    """Compiles each kernel of each game in its own process."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.gpu_selfplay", "--players", str(number)]
    compilers = [
        subprocess.Popen([*command, name, "--compile", method], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for name, method in product(names, (ON_CPU, *KERNELS))
    ]
    for compiler in compilers:
        print(compiler.communicate()[0][-2000:], end="", flush=True)
    print_row(compiled_in=round(time.perf_counter() - started, 1))


def measure_cpu(players: Players, cores: int) -> tuple[list[Played], int]:
    """Games of some threads, and decisions per core and second of CPU time."""
    play_on_cpu(players, range(1))
    with ThreadPoolExecutor(cores) as pool:
        parts = list(pool.map(lambda n: play_on_cpu(players, range(4 * n, 4 * n + 4)), range(cores)))
    played = [game for part, _spent in parts for game in part]
    return played, round(decisions(played) / sum(spent for _part, spent in parts))


def measure(name: str, args: argparse.Namespace, tunings: list[Tuning]) -> None:
    players, row = players_of(name, args.players), {"game": name, "players": args.players}
    on_cpu, per_core = measure_cpu(players, args.cores) if args.cores else ([], 0)
    print_row(**row, cpu_decisions_per_core_s=per_core)
    for size, tuning in product(args.sizes, tunings):
        games, workers = map(int, size.split(","))
        shown = {**row, "games": games, "workers": workers, "tuning": list(tuning.__dict__.values())}
        try:
            found = gpu_speed(players, games, workers, tuning, args.seconds)
            print_row(**shown, **found, cores=round(found["decisions_per_s"] / per_core, 1) if per_core else None)
            if args.profile:
                print_row(**shown, milliseconds=profile(players, games, tuning))
        except Exception as error:  # such as not enough memory; the other sizes go on
            print_row(**shown, error=repr(error)[:600])
    if on_cpu:
        try:
            started = time.perf_counter()
            on_gpu = GpuWorkspace(players.plan, args.wave, tunings[0]).play(0, players.latest.net(0), SEED, 0)
            spent = time.perf_counter() - started
            print_row(**row, wave=args.wave, seconds=round(spent, 1), decisions=decisions(on_gpu), **compare(on_gpu, on_cpu))
        except Exception as error:
            print_row(**row, wave=args.wave, error=repr(error)[:600])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["maori"])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--cores", type=int, default=4, help="of the processor; 0: no comparison")
    parser.add_argument("--sizes", nargs="+", default=["32768,1", "65536,1"], help="games, workers")
    parser.add_argument("--blocks", nargs="+", type=int, default=[64], help="threads per block")
    parser.add_argument("--layer-blocks", nargs="+", type=int, default=[256], help="threads per block of the network")
    parser.add_argument("--enough", nargs="+", default=["12,12,12,12,12,1"], help="by sorted launch: games that stay together")
    parser.add_argument("--rounds", nargs="+", type=int, default=[8], help="between two calls of decide_kernel")
    parser.add_argument("--no-graph", action="store_true", help="launch every kernel from Python")
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--wave", type=int, default=1024, help="games that are compared with the processor's")
    parser.add_argument("--profile", action="store_true", help="the time of each kernel")
    parser.add_argument("--compile", choices=(ON_CPU, *KERNELS), help="only compile this kernel")
    args = parser.parse_args()
    if args.compile:
        for name in args.games:
            spent = compile_kernel(players_of(name, args.players), args.compile)
            print_row(game=name, compiled=KERNELS.get(args.compile, ON_CPU), seconds=round(spent, 1))
        return
    compile_all(args.games, args.players)
    enough = [tuple(map(int, text.split(","))) for text in args.enough]
    parts = product(args.blocks, args.layer_blocks, enough, args.rounds, [not args.no_graph])
    tunings = [Tuning(*part) for part in parts]
    for name in args.games:
        measure(name, args, tunings)


if __name__ == "__main__":
    main()
