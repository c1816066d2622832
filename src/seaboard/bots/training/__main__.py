"""`python -m seaboard.bots.training GAME`: a training, or more of one, with nothing but NumPy, Numba and PyTorch."""

import argparse
import os
from pathlib import Path

from .command import Request, train


def main() -> None:
    arguments = argparse.ArgumentParser(prog="seaboard.bots.training", description=__doc__)
    arguments.add_argument("game")
    arguments.add_argument("--folder", type=Path, help="networks and self-play, to continue from (default: training/GAME)")
    arguments.add_argument("--start", type=Path, help="a network to continue from, where the folder has none")
    arguments.add_argument("--against", type=Path, help="a network that is always the opponent: learns a best response")
    arguments.add_argument("--minutes", type=float, default=10.0, help="in all, with compiling")
    arguments.add_argument("--steps", type=int, default=0, help="of learning, after which it ends (default: no limit)")
    arguments.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments.add_argument("--device", default="", help="cpu or cuda (default: cuda where there is one)")
    arguments.add_argument("--gpu-games", type=int, default=0, help="games of self-play at once on a GPU")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--shards", type=int, default=0, help="number of self-play files to keep")
    arguments.add_argument("--rates", default="0.0015,0.0004", help="of learning, at the start and at the end")
    arguments.add_argument("--blend", type=float, default=0.5, help="the share of the search's values in the values to learn")
    arguments.add_argument("--ppo", type=float, default=0.0, help="minutes of PPO, without a search, at the start")
    arguments.add_argument("--option", "-o", action="append", default=[], metavar="KEY=VALUE", help="only these setups")
    arguments.add_argument("--without", action="append", default=[], metavar="KEY=VALUE", help="none of these setups")
    arguments.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a figure of the plan")
    given = arguments.parse_args()
    first, last = (float(rate) for rate in given.rates.split(","))
    pairs = lambda texts: [tuple(text.split("=", 1)) for text in texts]  # noqa: E731
    request = Request(
        given.game,
        folder=given.folder,
        minutes=given.minutes,
        steps=given.steps,
        threads=given.threads,
        options=dict(pairs(given.option)),
        without=tuple(pairs(given.without)),
        device=given.device,
        gpu_games=given.gpu_games,
        seed=given.seed,
        shards=given.shards,
        settings=tuple(given.set),
        rates=(first, last),
        blend=given.blend,
        ppo=given.ppo,
        start=given.start,
        against=given.against,
    )
    print(train(request, lambda line: print(given.game, line, flush=True)))


if __name__ == "__main__":
    main()
