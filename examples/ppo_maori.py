"""Learns Māori (or another game, with `--game`) from scratch: self-play PPO in PyTorch, in one file.

    pip install -e '.[torch]'                       # in the folder of Seaboard; .[torch,gpu] for --device cuda
    python examples/ppo_maori.py --device cuda      # some minutes on one large GPU
    python examples/ppo_maori.py --device cpu       # a small network; beats random within minutes

One network plays all seats of many parallel games (`seaboard.lab.Batch`). It gets the mover's observation and estimates a value
for every seat, the mover first, so it works for any number of players; the advantage of a move follows from the change of the
same seat's value. The learning curve shows its win rates against random, greedy and search.
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

LARGE = {"games": 16384, "steps": 32, "width": 1024, "minibatch": 65536, "epochs": 1, "minutes": 7.0}  # on a GPU
SMALL = {"games": 256, "steps": 64, "width": 128, "minibatch": 1024, "epochs": 2, "minutes": 5.0}  # on a CPU


class Network(nn.Module):
    """From features to a logit for each action and a value for each seat."""

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
    """The games, the network, and the buffers of the last rollout."""

    def __init__(self, args: argparse.Namespace):
        self.args = args
        batch_options = {"device": args.device, "threads": args.threads, "seed": args.seed, "points": True}
        self.batch = Batch(args.game, args.games, players=args.players, **batch_options)
        self.tensors = self.batch.tensors()  # changes with each step
        self.features = ObservationEncoder(self.batch.game, self.batch.options, self.batch.box).to(args.device)
        self.network = Network(self.features.size, self.batch.game.num_actions, args.players, args.width).to(args.device)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=args.rate, eps=1e-5, weight_decay=0.0)
        shape = (args.steps, args.games)
        zeros = lambda *sizes, dtype=torch.float32: torch.zeros(*shape, *sizes, dtype=dtype, device=args.device)  # noqa: E731
        self.observations = zeros(self.batch.game.full_observation_size, dtype=torch.int16)
        self.masks = zeros(self.batch.game.num_actions, dtype=torch.uint8)
        self.actions, self.movers = zeros(dtype=torch.int64), zeros(dtype=torch.int64)
        self.chances, self.done = zeros(), zeros()
        self.values, self.rewards = zeros(args.players), zeros(args.players)  # by seat, not relative to the mover
        self.played = 0

    def evaluate(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast(self.args.device, torch.bfloat16, enabled=self.args.device == "cuda"):
            return self.network(self.features(observations), masks)

    def by_seat(self, values: torch.Tensor, movers: torch.Tensor) -> torch.Tensor:
        """Reorders values that are relative to the mover by seat."""
        seats = torch.arange(self.args.players, device=values.device)
        return values.gather(-1, (seats - movers.unsqueeze(-1)) % self.args.players)

    @torch.no_grad()
    def play(self) -> torch.Tensor:
        """Plays a number of steps of every game; returns the values of the last positions."""
        for t in range(self.args.steps):
            self.observations[t], self.masks[t], self.movers[t] = (
                self.tensors.observations,
                self.tensors.masks,
                self.tensors.movers,
            )
            logits, values = self.evaluate(self.observations[t], self.masks[t])
            chances = functional.log_softmax(logits, 1)
            gumbel = -torch.empty_like(chances).exponential_().log()
            self.actions[t] = (chances + gumbel).argmax(1)  # samples from the policy
            self.chances[t] = chances.gather(1, self.actions[t].unsqueeze(1)).squeeze(1)
            self.values[t] = self.by_seat(values, self.movers[t])
            before = self.margin(self.tensors.points)
            self.batch.step(self.actions[t])
            self.rewards[t], self.done[t] = self.reward(before), self.tensors.done
        self.played += self.actions.numel()
        return self.by_seat(self.evaluate(self.tensors.observations, self.tensors.masks)[1], self.tensors.movers)

    def margin(self, points: torch.Tensor) -> torch.Tensor:
        """Each seat's lead over the mean of the others."""
        others = (points.sum(1, keepdim=True) - points) / (self.args.players - 1)
        return (points - others) / 60

    def reward(self, before: torch.Tensor) -> torch.Tensor:
        """The result at the end, and after each move the change of the margin, so that every move has a reward."""
        now = torch.where(self.tensors.done.unsqueeze(1) == 1, self.tensors.scores, self.tensors.points)
        return self.tensors.rewards / 2 + self.margin(now) - before

    def advantages(self, values_after: torch.Tensor) -> torch.Tensor:
        """Generalised advantage estimation, for all seats."""
        result = torch.zeros_like(self.values)
        after, trace = values_after, torch.zeros_like(values_after)
        for t in reversed(range(self.args.steps)):
            continues = 1 - self.done[t].unsqueeze(1)
            difference = self.rewards[t] + continues * after - self.values[t]
            trace = difference + self.args.trace * continues * trace
            result[t], after = trace, self.values[t]
        return result

    def learn(self, values_after: torch.Tensor) -> float:
        """PPO on the last rollout; returns the entropy of the policy."""
        all_advantages = self.advantages(values_after)
        targets = (all_advantages + self.values).flatten(0, 1)
        movers = self.movers.flatten()
        advantage = all_advantages.flatten(0, 1).gather(1, movers.unsqueeze(1)).squeeze(1)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        observations, masks = self.observations.flatten(0, 1), self.masks.flatten(0, 1)
        actions, before = self.actions.flatten(), self.chances.flatten()
        for _ in range(self.args.epochs):
            for rows in torch.randperm(len(movers), device=movers.device).split(self.args.minibatch):
                logits, values = self.evaluate(observations[rows], masks[rows])
                chances = functional.log_softmax(logits, 1)
                ratio = (chances.gather(1, actions[rows].unsqueeze(1)).squeeze(1) - before[rows]).exp()
                bounded = ratio.clamp(1 - self.args.clip, 1 + self.args.clip)
                policy_loss = -torch.min(ratio * advantage[rows], bounded * advantage[rows]).mean()
                value_loss = functional.mse_loss(self.by_seat(values, movers[rows]), targets[rows])
                entropy = -(chances.exp() * chances.clamp_min(-50)).sum(1).mean()
                loss = policy_loss + value_loss - self.args.entropy * entropy
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
        return entropy.item()

    @torch.no_grad()
    def choose(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The best action for each row, without exploration."""
        to_device = lambda array: torch.as_tensor(array, device=self.args.device)  # noqa: E731
        return self.evaluate(to_device(observations), to_device(masks))[0].argmax(1).cpu().numpy()


def train(args: argparse.Namespace) -> list[dict]:
    """Plays and learns until the time is up; evaluates the network every `--look` minutes."""
    torch.manual_seed(args.seed)
    torch.set_float32_matmul_precision("high")
    learner, history = Learner(args), []
    spent, next_evaluation, entropy = 0.0, 0.0, 0.0  # seconds of learning, without the matches
    while True:
        if spent >= next_evaluation or spent >= args.minutes * 60:
            line = {"minutes": spent / 60, "moves": learner.played, "entropy": entropy}
            line |= {bot: win_rate_against(learner, bot, args) for bot in args.bots}
            history.append(line)
            print(json.dumps({key: round(value, 4) for key, value in line.items()}), flush=True)
            save(args, learner, history)
            next_evaluation = spent + args.look * 60
        if spent >= args.minutes * 60:
            return history
        started = time.perf_counter()
        for group in learner.optimizer.param_groups:
            group["lr"] = args.rate * max(0.02, 1 - spent / (args.minutes * 60))
        entropy = learner.learn(learner.play())
        spent += time.perf_counter() - started


def win_rate_against(learner: Learner, bot: str, args: argparse.Namespace) -> float:
    games = args.matches if ":" not in bot and bot != "search" else max(20, args.matches // 10)
    return win_rate(learner.choose, bot, args.game, games, seed=args.seed + 1, threads=args.threads, players=args.players)


def save(args: argparse.Namespace, learner: Learner, history: list[dict]) -> None:
    """Writes the learning curve as JSON and as a plot, and the network."""
    args.out.mkdir(parents=True, exist_ok=True)
    settings = {name: str(value) if isinstance(value, Path) else value for name, value in vars(args).items()}
    (args.out / "curve.json").write_text(json.dumps({"settings": settings, "curve": history}, indent=1))
    lines = {f"against {bot}": [(row["minutes"], 100 * row[bot]) for row in history] for bot in args.bots}
    (args.out / "curve.svg").write_text(
        curve(f"{learner.batch.game.title} learned from scratch", lines, "minutes of learning", "games won, %", (0, 100))
    )
    torch.save(learner.network.state_dict(), args.out / "network.pt")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Self-play PPO that learns a game.")
    parser.add_argument("--game", default="maori")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu", choices=("cuda", "cpu"))
    parser.add_argument("--out", type=Path, default=Path("ppo_maori"), help="folder for curve.json, curve.svg and network.pt")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bots", nargs="+", default=["random", "greedy"], help="opponents for the learning curve")
    for name, kind, help in (
        ("minutes", float, "how long to learn"),
        ("games", int, "parallel games"),
        ("steps", int, "steps of each game per rollout"),
        ("width", int, "of the network"),
        ("minibatch", int, "rows of a minibatch"),
        ("epochs", int, "epochs over each rollout"),
    ):
        parser.add_argument(f"--{name}", type=kind, help=f"{help}; {LARGE[name]:g} on a GPU, {SMALL[name]:g} on a CPU")
    parser.add_argument("--rate", type=float, default=5e-4, help="learning rate; falls linearly to 2 %%")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--trace", type=float, default=0.97, help="lambda of the advantages")
    parser.add_argument("--matches", type=int, default=500, help="games against each bot for a point of the curve")
    parser.add_argument("--look", type=float, default=1.0, help="minutes between two points of the curve")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="for matches, and for games on a CPU")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    for name, value in (LARGE if args.device == "cuda" else SMALL).items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


if __name__ == "__main__":
    train(arguments())
