"""A network that learns a game by self-play with a search (Gumbel MuZero's root on `seaboard.lab.Batch`), in one file.

    pip install -e '.[torch]'                                  # in the folder of Seaboard
    python examples/gumbel_zero.py --minutes 5 --out zero      # self-play on the CPU; --device cuda on a GPU
    cd examples && seaboard arena maori gumbel_zero:Learnt:16,file=../zero/network.pt random

Every move of every game is searched with the network (`seaboard.lab.gumbel`); the network learns the improved policy of the
search and the results of the games. `Learnt` is the bot that plays with it, in the arena, at the table and everywhere else.
"""

import argparse
import json
import time
from collections import deque
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from seaboard.games import find_game
from seaboard.lab import Batch, GumbelSearch, ObservationEncoder
from seaboard.lab.evaluation import win_rate


class Network(nn.Module):
    """From features to a logit for each action and a value for each seat, counted from the mover."""

    def __init__(self, features: int, actions: int, seats: int, width: int):
        super().__init__()
        self.trunk = nn.Sequential(
            nn.Linear(features, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, seats)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.trunk(x)
        return self.policy(x), torch.tanh(self.value(x))


class Evaluator:
    """A network with the encoding of its inputs: evaluates positions."""

    def __init__(self, batch: Batch, width: int):
        self.features = ObservationEncoder(batch.game, batch.options, batch.box).to(batch.device)
        self.network = Network(self.features.size, batch.game.num_actions, batch.seats, width).to(batch.device)

    @torch.no_grad()
    def evaluate(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.network(self.features(observations))

    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The preferred actions, without a search."""
        device = next(self.network.parameters()).device
        logits, _ = self.evaluate(torch.as_tensor(observations, device=device), torch.as_tensor(masks))
        return logits.masked_fill(torch.as_tensor(masks, device=device) == 0, -1e9).argmax(1).cpu().numpy()


class SelfPlay:
    """Many games in parallel, with a search for each move; `samples` has the positions of finished games."""

    def __init__(self, args: argparse.Namespace):
        batch_options = {"device": args.device, "threads": args.threads, "players": args.players}
        self.batch = Batch(args.game, args.games, seed=args.seed, **batch_options)
        self.evaluator = Evaluator(self.batch, args.width)
        search_options = {"simulations": args.simulations, "considered": args.considered, "seed": args.seed}
        self.search = GumbelSearch(
            args.game, args.games, self.evaluator.evaluate, tensors=True, **search_options, **batch_options
        )
        self.unfinished: list[list[tuple]] = [[] for _ in range(args.games)]  # observation, mask, policy and mover of each move
        self.samples: deque[tuple] = deque(maxlen=args.memory)
        self.games = 0

    def step(self) -> None:
        batch = self.batch
        observations, masks, movers = (batch.read(name).copy() for name in ("observations", "masks", "movers"))
        result = self.search.run(batch)
        batch.step(result.actions)
        batch.check()
        done, rewards = batch.read("done"), batch.read("rewards")
        for i in range(batch.games):
            self.unfinished[i].append((observations[i], masks[i], result.policy[i], movers[i]))
            if done[i]:
                self.games += 1
                for row, mask, policy, mover in self.unfinished[i]:
                    self.samples.append((row, mask, policy, np.roll(rewards[i], -mover)))
                self.unfinished[i] = []


def learn(play: SelfPlay, optimizer: torch.optim.Optimizer, generator: np.random.Generator, rows: int) -> float:
    """One step of learning from stored samples; returns the loss."""
    evaluator, device = play.evaluator, play.batch.device
    chosen = [play.samples[i] for i in generator.integers(len(play.samples), size=rows)]
    observations, masks, policy, results = (
        torch.as_tensor(np.stack(part), device=device) for part in zip(*chosen, strict=True)
    )
    logits, values = evaluator.network(evaluator.features(observations))
    log_policy = functional.log_softmax(logits.masked_fill(masks == 0, -1e9), 1)
    loss = -(policy * log_policy).sum(1).mean() + functional.mse_loss(values, results.float())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.item()


def train(args: argparse.Namespace) -> list[dict]:
    """Plays and learns until the time is up; evaluates the network every `--look` minutes."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    play, curve, generator = SelfPlay(args), [], np.random.default_rng(args.seed)
    optimizer = torch.optim.AdamW(play.evaluator.network.parameters(), lr=args.rate)
    started, loss, moves, last_evaluation = time.perf_counter(), 0.0, 0, -1e9
    while True:
        minutes = (time.perf_counter() - started) / 60
        if minutes >= last_evaluation + args.look or minutes >= args.minutes:
            last_evaluation = minutes
            curve.append({"minutes": round(minutes, 2), "moves": moves, "games": play.games, "loss": round(loss, 3)})
            curve[-1] |= {
                bot: win_rate(play.evaluator.choose, bot, args.game, args.matches, players=args.players) for bot in args.bots
            }
            print(json.dumps(curve[-1]), flush=True)
            save(args, play, curve)
        if minutes >= args.minutes:
            return curve
        play.step()
        moves += args.games
        if len(play.samples) >= args.minibatch:
            for _ in range(args.lessons):
                loss = learn(play, optimizer, generator, args.minibatch)


def save(args: argparse.Namespace, play: SelfPlay, curve: list[dict]) -> None:
    """Writes the network with the settings that `Learnt` needs, and the learning curve."""
    args.out.mkdir(parents=True, exist_ok=True)
    settings = {"game": args.game, "options": dict(play.batch.options), "width": args.width}
    torch.save({**settings, "weights": play.evaluator.network.state_dict()}, args.out / "network.pt")
    (args.out / "curve.json").write_text(json.dumps(curve, indent=1))


@cache
def load(file: str) -> tuple[dict, Evaluator]:
    """Loads a network from its file, once per process."""
    checkpoint = torch.load(file, map_location="cpu", weights_only=True)
    evaluator = Evaluator(Batch(checkpoint["game"], 1, **checkpoint["options"]), checkpoint["width"])
    evaluator.network.load_state_dict(checkpoint["weights"])
    return checkpoint, evaluator


class Learnt:
    """A bot: `gumbel_zero:Learnt:32,file=zero/network.pt` searches with 32 simulations; with 0 it plays without a search."""

    NUMBER = "simulations"

    def __init__(self, game, box, seed=None, *, file: str = "zero/network.pt", simulations: int = 16):
        checkpoint, self.evaluator = load(str(Path(file).resolve()))
        if find_game(checkpoint["game"]) is not game or int(box.players) != checkpoint["options"]["players"]:
            raise TypeError(f"{file} was trained for {checkpoint['game']} with {checkpoint['options']['players']} players")
        self.game, self.box, self.search = game, box, None
        if simulations:
            search_options = {"simulations": simulations, "noise": 0.0, "tensors": True, "seed": hash(str(seed)) % 2**31}
            self.search = GumbelSearch(game, 1, self.evaluator.evaluate, **search_options, **checkpoint["options"])

    def choose(self, seen, actions, cancelled=None) -> int:
        if len(actions) == 1:
            return int(actions[0])
        if self.search:
            return int(self.search.run([seen]).actions[0])
        row, mask = (
            self.game.full_observation(seen, self.box, int(self.game.mover(seen))),
            np.zeros((1, self.game.num_actions), np.uint8),
        )
        mask[0, list(actions)] = 1
        return int(self.evaluator.choose(row[None], mask)[0])


def arguments(argv: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Trains a network by self-play with a search.")
    parser.add_argument("--game", default="maori")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--out", type=Path, default=Path("zero"), help="folder for network.pt and curve.json")
    parser.add_argument(
        "--bots", nargs="*", default=["random"], help="opponents of the network without a search, for the curve"
    )
    for name, kind, default, about in (
        ("minutes", float, 5.0, "how long to play and learn"),
        ("games", int, 64, "parallel games"),
        ("simulations", int, 16, "of each move"),
        ("considered", int, 8, "actions at the root"),
        ("width", int, 128, "of the network"),
        ("memory", int, 50_000, "stored positions"),
        ("minibatch", int, 512, "positions of one step of learning"),
        ("lessons", int, 4, "steps of learning after each move of all games"),
        ("rate", float, 1e-3, "of learning"),
        ("look", float, 1.0, "minutes between two points of the curve"),
        ("matches", int, 100, "games against each bot for a point of the curve"),
        ("threads", int, 1, "of games and of PyTorch"),
        ("seed", int, 0, "of the games and the network"),
    ):
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{about}; {default:g}")
    return parser.parse_args(argv)


if __name__ == "__main__":
    train(arguments())
