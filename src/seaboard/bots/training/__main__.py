"""`python -m seaboard.bots.training GAME SEATS`: a training, or more of one, with nothing but NumPy, Numba and PyTorch."""

import argparse
import os
from pathlib import Path

from .command import Wanted, train_for


def main() -> None:
    arguments = argparse.ArgumentParser(prog="seaboard.bots.training", description=__doc__)
    arguments.add_argument("game")
    arguments.add_argument("seats", type=int)
    arguments.add_argument("--folder", type=Path, help="what is kept, and gone on from (default: training/GAME-SEATS)")
    arguments.add_argument("--minutes", type=float, default=10.0, help="in all, with compiling")
    arguments.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--device", default="", help="cpu or cuda (default: cuda where there is one)")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--shards", type=int, default=0, help="keep so many files of self-play")
    arguments.add_argument("--rates", default="0.0015,0.0004", help="of learning, at first and at last")
    arguments.add_argument("--blend", type=float, default=0.5, help="how much of the values to learn is the search's")
    arguments.add_argument("--ppo", type=float, default=0.0, help="so many minutes of them without a search at first")
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a figure of the recipe")
    given = arguments.parse_args()
    first, last = (float(rate) for rate in given.rates.split(","))
    wanted = Wanted(
        given.game,
        given.seats,
        given.folder,
        given.minutes,
        given.threads,
        given.device,
        given.seed,
        given.shards,
        tuple(given.set),
        (first, last),
        given.blend,
        given.ppo,
    )
    label = f"{given.game}-{given.seats}"
    print(train_for(wanted, lambda line: print(label, line, flush=True)))


if __name__ == "__main__":
    main()
