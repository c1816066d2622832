"""Māori (or another game, with `--game`) learnt from nothing: self-play PPO in PyTorch, in one file.

    pip install -e '.[torch]'                       # in the folder of Seaboard; .[torch,gpu] for --device cuda
    python examples/ppo_maori.py --device cuda      # some minutes on one large GPU
    python examples/ppo_maori.py --device cpu       # a small network; beats random within minutes

One network plays all seats of many games at once (`seaboard.lab.Batch`). It sees the game from the seat of the mover, and
judges it for every seat, itself first; so one vector of values serves any number of players, and what a move was worth is
computed from how the values of the same seat change. The learning curve is its play against
random, greedy and search.
"""

import argparse
import json
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from seaboard.lab import Batch, ObservationEncoder
from seaboard.lab.evaluation import win_rate
from seaboard.lab.svg_plots import curve

LARGE = {"games": 16384, "steps": 32, "width": 1024, "minibatch": 65536, "epochs": 1, "minutes": 7.0}  # for a GPU
SMALL = {"games": 256, "steps": 64, "width": 128, "minibatch": 1024, "epochs": 2, "minutes": 5.0}  # for a processor


class Network(nn.Module):
    """Features in, a preference for each action and a value for each seat out."""

    def __init__(self, features: int, actions: int, seats: int, width: int):
        super().__init__()
        self.enter = nn.Linear(features, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width)) for _ in range(2)
        )
        self.leave = nn.LayerNorm(width)
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, seats)
        for layer in (self.policy, self.value):
            nn.init.orthogonal_(layer.weight, 0.01)

    def forward(self, x: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = functional.relu(self.enter(x))
        for block in self.blocks:
            x = x + block(x)
        x = functional.relu(self.leave(x))
        return self.policy(x).float().masked_fill(masks == 0, -1e9), self.value(x).float()


class Learner:
    """The games, the network, and what it has just lived through."""

    def __init__(self, args: argparse.Namespace):
        self.args = args
        own = {"device": args.device, "threads": args.threads, "seed": args.seed, "points": True}
        self.batch = Batch(args.game, args.games, players=args.players, **own)
        self.now = self.batch.tensors()  # changes with each step
        self.features = ObservationEncoder(self.batch.game, self.batch.options, self.batch.box).to(args.device)
        self.network = Network(self.features.size, self.batch.game.num_actions, args.players, args.width).to(args.device)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=args.rate, eps=1e-5, weight_decay=0.0)
        many = (args.steps, args.games)
        new = lambda *more, dtype=torch.float32: torch.zeros(*many, *more, dtype=dtype, device=args.device)  # noqa: E731
        self.observations = new(self.batch.game.full_observation_size, dtype=torch.int16)
        self.masks = new(self.batch.game.num_actions, dtype=torch.uint8)
        self.actions, self.movers = new(dtype=torch.int64), new(dtype=torch.int64)
        self.chances, self.done = new(), new()
        self.values, self.rewards = new(args.players), new(args.players)  # by seat at the table, not from the mover's
        self.played = 0

    def think(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast(self.args.device, torch.bfloat16, enabled=self.args.device == "cuda"):
            return self.network(self.features(observations), masks)

    def at_table(self, values: torch.Tensor, movers: torch.Tensor) -> torch.Tensor:
        """Values counted from the mover, put in the order of the seats."""
        seats = torch.arange(self.args.players, device=values.device)
        return values.gather(-1, (seats - movers.unsqueeze(-1)) % self.args.players)

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Plays a number of steps of every game; returns the values of the last positions."""
        for t in range(self.args.steps):
            self.observations[t], self.masks[t], self.movers[t] = self.now.observations, self.now.masks, self.now.movers
            logits, values = self.think(self.observations[t], self.masks[t])
            chances = functional.log_softmax(logits, 1)
            gumbel = -torch.empty_like(chances).exponential_().log()
            self.actions[t] = (chances + gumbel).argmax(1)  # a draw by these chances
            self.chances[t] = chances.gather(1, self.actions[t].unsqueeze(1)).squeeze(1)
            self.values[t] = self.at_table(values, self.movers[t])
            before = self.margin(self.now.points)
            self.batch.step(self.actions[t])
            self.rewards[t], self.done[t] = self.reward(before), self.now.done
        self.played += self.actions.numel()
        return self.at_table(self.think(self.now.observations, self.now.masks)[1], self.now.movers)

    def margin(self, points: torch.Tensor) -> torch.Tensor:
        """How far each seat is ahead of the others' mean."""
        others = (points.sum(1, keepdim=True) - points) / (self.args.players - 1)
        return (points - others) / 60

    def reward(self, before: torch.Tensor) -> torch.Tensor:
        """For winning, at the end; and for the margin, as it grows, which teaches from the first move on."""
        now = torch.where(self.now.done.unsqueeze(1) == 1, self.now.scores, self.now.points)
        return self.now.rewards / 2 + self.margin(now) - before

    def advantages(self, values_after: torch.Tensor) -> torch.Tensor:
        """Generalised advantage estimation for every seat at once."""
        result = torch.zeros_like(self.values)
        after, carried = values_after, torch.zeros_like(values_after)
        for t in reversed(range(self.args.steps)):
            going_on = 1 - self.done[t].unsqueeze(1)
            change = self.rewards[t] + going_on * after - self.values[t]
            carried = change + self.args.trace * going_on * carried
            result[t], after = carried, self.values[t]
        return result

    def learn(self, values_after: torch.Tensor) -> float:
        """PPO on what was played; tells the entropy of the policy."""
        gains = self.advantages(values_after)
        targets = (gains + self.values).flatten(0, 1)
        movers = self.movers.flatten()
        own = gains.flatten(0, 1).gather(1, movers.unsqueeze(1)).squeeze(1)
        own = (own - own.mean()) / (own.std() + 1e-6)
        observations, masks = self.observations.flatten(0, 1), self.masks.flatten(0, 1)
        actions, before = self.actions.flatten(), self.chances.flatten()
        for _ in range(self.args.epochs):
            for rows in torch.randperm(len(movers), device=movers.device).split(self.args.minibatch):
                logits, values = self.think(observations[rows], masks[rows])
                chances = functional.log_softmax(logits, 1)
                ratio = (chances.gather(1, actions[rows].unsqueeze(1)).squeeze(1) - before[rows]).exp()
                bounded = ratio.clamp(1 - self.args.clip, 1 + self.args.clip)
                policy_loss = -torch.min(ratio * own[rows], bounded * own[rows]).mean()
                value_loss = functional.mse_loss(self.at_table(values, movers[rows]), targets[rows])
                entropy = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
                loss = policy_loss + value_loss - self.args.entropy * entropy
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
        return entropy.item()

    @torch.no_grad()
    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """Its best action in each row, for a match against others."""
        put = lambda array: torch.as_tensor(array, device=self.args.device)  # noqa: E731
        return self.think(put(observations), put(masks))[0].argmax(1).cpu().numpy()


def train(args: argparse.Namespace) -> list[dict]:
    """Plays and learns until the time is up; a line of the learning curve now and then."""
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    learner, history = Learner(args), []
    spent, next_look, entropy = 0.0, 0.0, 0.0  # seconds of learning, without the matches
    while True:
        if spent >= next_look or spent >= args.minutes * 60:
            line = {"minutes": spent / 60, "moves": learner.played, "entropy": entropy}
            line |= {bot: against(learner, bot, args) for bot in args.bots}
            history.append(line)
            print(json.dumps({key: round(value, 4) for key, value in line.items()}), flush=True)
            write(args, learner, history)
            next_look = spent + args.look * 60
        if spent >= args.minutes * 60:
            return history
        begun = time.perf_counter()
        for group in learner.optimizer.param_groups:
            group["lr"] = args.rate * max(0.02, 1 - spent / (args.minutes * 60))
        entropy = learner.learn(learner.play())
        spent += time.perf_counter() - begun


def against(learner: Learner, bot: str, args: argparse.Namespace) -> float:
    games = args.matches if ":" not in bot and bot != "search" else max(20, args.matches // 10)
    return win_rate(learner.choose, bot, args.game, games, seed=args.seed + 1, threads=args.threads, players=args.players)


def write(args: argparse.Namespace, learner: Learner, history: list[dict]) -> None:
    """The learning curve as JSON and as a picture, and the network."""
    args.out.mkdir(parents=True, exist_ok=True)
    settings = {name: str(value) if isinstance(value, Path) else value for name, value in vars(args).items()}
    (args.out / "curve.json").write_text(json.dumps({"settings": settings, "curve": history}, indent=1))
    lines = {f"against {bot}": [(row["minutes"], 100 * row[bot]) for row in history] for bot in args.bots}
    (args.out / "curve.svg").write_text(
        curve(f"{learner.batch.game.title} learnt from nothing", lines, "minutes of learning", "games won, %", (0, 100))
    )
    torch.save(learner.network.state_dict(), args.out / "network.pt")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Self-play PPO that learns a game.")
    parser.add_argument("--game", default="maori")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", choices=("cuda", "cpu"))
    parser.add_argument("--out", type=Path, default=Path("ppo_maori"), help="where curve.json, curve.svg and network.pt go")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", nargs="+", default=["random", "greedy"], help="whom to play for the learning curve")
    for name, kind, help in (
        ("minutes", float, "how long to learn"),
        ("games", int, "games side by side"),
        ("steps", int, "steps of each between two lessons"),
        ("width", int, "of the network"),
        ("minibatch", int, "rows of one step of learning"),
        ("epochs", int, "how often each lesson is gone through"),
    ):
        parser.add_argument(f"--{name}", type=kind, help=f"{help}; {LARGE[name]:g} on a GPU, {SMALL[name]:g} on a processor")
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning; falls to nearly nothing")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--trace", type=float, default=0.97, help="lambda of the advantages")
    parser.add_argument("--matches", type=int, default=500, help="games against each bot for a point of the curve")
    parser.add_argument("--look", type=float, default=1.0, help="minutes between two points of the curve")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="of the matches, and of games on a processor")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name, value in (LARGE if args.device == "cuda" else SMALL).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


if __name__ == "__main__":
    train(arguments())
