"""A small training whose result depends on its arguments only: for measuring one method of learning at a time.

    python benchmarks/methods.py maori --folder runs/baseline --steps 2000 -o players=2 --set width=64
    python benchmarks/methods.py maori --folder runs/soft --steps 2000 -o players=2 --set width=64 --set soft_policy=8
    seaboard arena maori net:100,file=runs/soft/best.npz net:100,file=runs/baseline/best.npz --games 402

`seaboard train` plays and learns at the same time, so the load of the machine decides which network plays which game. Here
one thread does both in turn: after every game it makes the learning steps that the game allows, and after every
`--refresh` steps the new network plays. Two runs with equal arguments on one machine write equal weights.
"""

import argparse
import json
import time
from pathlib import Path

import torch

from seaboard.bots.training.command import Request, describe_line, plan_for
from seaboard.bots.training.selfplay_threads import Workspace
from seaboard.bots.training.training import Training

REPORT_INTERVAL = 250  # learning steps between two lines


def run(training: Training, steps: int, refresh: int, rates: tuple[float, float], blend: float) -> None:
    """Plays and learns in turn until this number of learning steps is done."""
    workspace, started, processor = Workspace(training.plan), time.monotonic(), time.process_time()
    number = reported = refreshed = 0
    training.refresh()
    while training.learned < steps:
        training.take(training.players.play_one(workspace, number))
        number += 1
        training.collect()
        while training.learned < steps:
            if not training.learn(rates[0] + (rates[1] - rates[0]) * training.learned / steps, blend, 1):
                break
            if training.learned >= refreshed + refresh:
                refreshed = training.learned
                training.refresh()
        if training.learned >= reported + REPORT_INTERVAL:
            reported = training.learned
            training.report({"seconds": round(time.monotonic() - started)})
    training.save()
    training.report({"seconds": round(time.monotonic() - started), "cpu": round(time.process_time() - processor), "end": True})


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("game")
    arguments.add_argument("--folder", type=Path, required=True, help="new: a run does not continue")
    arguments.add_argument("--steps", type=int, required=True, help="of learning")
    arguments.add_argument("--refresh", type=int, default=25, help="learning steps between two networks of self-play")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--rates", default="0.0015,0.0004", help="of learning, at the start and at the end")
    arguments.add_argument("--blend", type=float, default=0.5)
    arguments.add_argument("--option", "-o", action="append", default=[], metavar="KEY=VALUE")
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER")
    given = arguments.parse_args()
    if (given.folder / "state.json").exists():
        arguments.error(f"{given.folder} has a run already")
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    options = dict(pair.split("=", 1) for pair in given.option)
    plan = plan_for(Request(given.game, options=options, settings=tuple(given.set)))
    training = Training(plan, given.folder, seed=given.seed, report=lambda line: print(describe_line(line), flush=True))
    training.compile()
    first, last = (float(rate) for rate in given.rates.split(","))
    run(training, given.steps, given.refresh, (first, last), given.blend)
    print(json.dumps({"file": str(given.folder / "best.npz"), "games": training.state["games"]}))


if __name__ == "__main__":
    main()
