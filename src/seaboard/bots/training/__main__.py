"""`python -m seaboard.bots.training GAME SEATS`: a training, or more of one, with nothing but NumPy, Numba and PyTorch."""

import argparse
import json
import os
import time
from dataclasses import replace
from pathlib import Path


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
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a figure of the recipe")
    given = arguments.parse_args()
    begun = time.monotonic()

    import torch

    from .generations import Training
    from .recipes import recipe_of

    recipe = recipe_of(given.game, given.seats)
    for pair in given.set:
        name, _, number = pair.partition("=")
        kind = type(getattr(recipe, name))
        recipe = replace(recipe, **{name: kind(float(number))})
    device = given.device or ("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(max(1, min(2, given.threads)))
    label = f"{given.game}-{given.seats}"

    def tell(line: dict) -> None:
        print(label, json.dumps(line), flush=True)

    folder = given.folder or Path("training") / label
    training = Training(
        recipe, folder, device=device, threads=given.threads, seed=given.seed, shards=given.shards, tell=tell
    )
    first, last = (float(rate) for rate in given.rates.split(","))
    training.compile()
    tell({"compiled in": round(time.monotonic() - begun), "device": device})
    training.run(60 * given.minutes - (time.monotonic() - begun), (first, last), given.blend)


if __name__ == "__main__":
    main()
