"""A network that learns a game from a search with itself, in one file of PyTorch: Gumbel's root on `seaboard.lab.Batch`.

    pip install -e '.[torch]'                                  # in the folder of Seaboard
    python examples/gumbel_zero.py --minutes 5 --out zero      # self-play on the processor; --device cuda on a GPU
    cd examples && seaboard arena maori gumbel_zero:Learnt:16,file=../zero/network.pt random

Every move of every game is searched with the network (`seaboard.lab.gumbel`); the network learns the improved policy of the
search and how the games ended. `Learnt` is the bot that plays by it, in the arena, at the table and everywhere else.
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
    """Features in, a preference for each action and a value for each seat, counted from the mover, out."""

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
    """A network with its features: an evaluator of positions."""

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
    """Many games at once, each move searched; what can be learnt from those that have ended."""

    def __init__(self, args: argparse.Namespace):
        own = {"device": args.device, "threads": args.threads, "players": args.players}
        self.batch = Batch(args.game, args.games, seed=args.seed, **own)
        self.evaluator = Evaluator(self.batch, args.width)
        plan = {"simulations": args.simulations, "considered": args.considered, "seed": args.seed}
        self.search = GumbelSearch(args.game, args.games, self.evaluator.evaluate, tensors=True, **plan, **own)
        self.going: list[list[tuple]] = [[] for _ in range(args.games)]  # what was seen and found, and by whom
        self.lessons: deque[tuple] = deque(maxlen=args.memory)
        self.games = 0

    def step(self) -> None:
        batch = self.batch
        seen, masks, movers = (batch.read(name).copy() for name in ("observations", "masks", "movers"))
        found = self.search.run(batch)
        batch.step(found.actions)
        batch.check()
        done, rewards = batch.read("done"), batch.read("rewards")
        for i in range(batch.games):
            self.going[i].append((seen[i], masks[i], found.policy[i], movers[i]))
            if done[i]:
                self.games += 1
                for row, mask, policy, mover in self.going[i]:
                    self.lessons.append((row, mask, policy, np.roll(rewards[i], -mover)))
                self.going[i] = []


def learn(play: SelfPlay, optimizer: torch.optim.Optimizer, generator: np.random.Generator, rows: int) -> float:
    """One step of learning from what is remembered; tells the loss."""
    evaluator, device = play.evaluator, play.batch.device
    chosen = [play.lessons[i] for i in generator.integers(len(play.lessons), size=rows)]
    seen, masks, policy, results = (torch.as_tensor(np.stack(part), device=device) for part in zip(*chosen, strict=True))
    logits, values = evaluator.network(evaluator.features(seen))
    chances = functional.log_softmax(logits.masked_fill(masks == 0, -1e9), 1)
    loss = -(policy * chances).sum(1).mean() + functional.mse_loss(values, results.float())
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    optimizer.step()
    return loss.item()


def train(args: argparse.Namespace) -> list[dict]:
    """Plays and learns until the time is up; a line of the curve now and then."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    play, curve, generator = SelfPlay(args), [], np.random.default_rng(args.seed)
    optimizer = torch.optim.AdamW(play.evaluator.network.parameters(), lr=args.rate)
    begun, loss, moves, looked = time.perf_counter(), 0.0, 0, -1e9
    while True:
        spent = (time.perf_counter() - begun) / 60
        if spent >= looked + args.look or spent >= args.minutes:
            looked = spent
            curve.append({"minutes": round(spent, 2), "moves": moves, "games": play.games, "loss": round(loss, 3)})
            curve[-1] |= {
                bot: win_rate(play.evaluator.choose, bot, args.game, args.matches, players=args.players) for bot in args.bots
            }
            print(json.dumps(curve[-1]), flush=True)
            write(args, play, curve)
        if spent >= args.minutes:
            return curve
        play.step()
        moves += args.games
        if len(play.lessons) >= args.minibatch:
            for _ in range(args.lessons):
                loss = learn(play, optimizer, generator, args.minibatch)


def write(args: argparse.Namespace, play: SelfPlay, curve: list[dict]) -> None:
    """The network with all that is needed to play by it, and the curve."""
    args.out.mkdir(parents=True, exist_ok=True)
    settings = {"game": args.game, "options": dict(play.batch.options), "width": args.width}
    torch.save({**settings, "weights": play.evaluator.network.state_dict()}, args.out / "network.pt")
    (args.out / "curve.json").write_text(json.dumps(curve, indent=1))


@cache
def load(file: str) -> tuple[dict, Evaluator]:
    """A network from its file, once in a process."""
    kept = torch.load(file, map_location="cpu", weights_only=True)
    evaluator = Evaluator(Batch(kept["game"], 1, **kept["options"]), kept["width"])
    evaluator.network.load_state_dict(kept["weights"])
    return kept, evaluator


class Learnt:
    """A bot: `gumbel_zero:Learnt:32,file=zero/network.pt` searches 32 simulations; with 0 it takes what the network prefers."""

    NUMBER = "simulations"

    def __init__(self, game, box, seed=None, *, file: str = "zero/network.pt", simulations: int = 16):
        kept, self.evaluator = load(str(Path(file).resolve()))
        if find_game(kept["game"]) is not game or int(box.players) != kept["options"]["players"]:
            raise TypeError(f"{file} was learnt for {kept['game']} with {kept['options']['players']} players")
        self.game, self.box, self.search = game, box, None
        if simulations:
            plan = {"simulations": simulations, "noise": 0.0, "tensors": True, "seed": hash(str(seed)) % 2**31}
            self.search = GumbelSearch(game, 1, self.evaluator.evaluate, **plan, **kept["options"])

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


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Learns a game by searching with a network.")
    parser.add_argument("--game", default="maori")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--out", type=Path, default=Path("zero"), help="where network.pt and curve.json go")
    parser.add_argument("--bots", nargs="*", default=["random"], help="whom the network plays without a search, for the curve")
    for name, kind, default, about in (
        ("minutes", float, 5.0, "how long to play and learn"),
        ("games", int, 64, "games side by side"),
        ("simulations", int, 16, "of each move"),
        ("considered", int, 8, "actions at the root"),
        ("width", int, 128, "of the network"),
        ("memory", int, 50_000, "positions that are remembered"),
        ("minibatch", int, 512, "positions of one step of learning"),
        ("lessons", int, 4, "steps of learning after each move"),
        ("rate", float, 1e-3, "of learning"),
        ("look", float, 1.0, "minutes between two points of the curve"),
        ("matches", int, 100, "games against each bot for a point of the curve"),
        ("threads", int, 1, "of games and of PyTorch"),
        ("seed", int, 0, "of the games and the network"),
    ):
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{about}; {default:g}")
    return parser.parse_args(given)


if __name__ == "__main__":
    train(arguments())
