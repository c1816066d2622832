"""A training run: self-play, learning, and saving of the network.

All threads play the latest network against itself. The setup of each game is drawn by weight. Setups in which the search
changes the network's policy much (policy surprise) get up to twice their weight, because the network is weak there. In a share
of the games the network plays against the search without a network, which measures its progress.
"""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SeaboardError
from ...files import write_whole
from ..mcts.selfplay import Samples
from ..network.network_files import Weights, about_network, check_fits, read_network, save_network
from .gpu_players import GpuPlayers
from .later_values import later_values
from .learner import Learner
from .plans import Plan
from .ppo import Ppo
from .remote import Pool, RemotePlayers
from .selfplay_threads import Played, Player, Players, Workspace
from .shards import Shards
from .sparse_encoding import encoded

REPORT_INTERVAL = 15.0  # seconds between two lines
SAVE_INTERVAL = 60.0  # seconds between two saved networks during PPO
REFRESH_INTERVAL = 40.0  # seconds between two networks of self-play
STEPS_AT_ONCE = 8  # learning steps before finished games are collected again
MAX_BEHIND = 64  # pending learning steps at which the players wait for the learner, until half of them are done
MAX_SURPRISE = 3.0  # times the mean: the limit of a position's surprise in its weight


class Training:
    """A training run in a folder: `best.npz`, `curve.jsonl`, `state.json`, `shards/`."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        *,
        device: str = "cpu",
        threads: int = 1,
        seed: int = 0,
        shards: int = 0,
        report: Callable[[dict[str, Any]], None] = lambda line: None,
        start: Path | None = None,
        pool: Pool | None = None,
        against: Path | None = None,
        gpu_games: int = 0,
    ):
        self.plan, self.folder, self.report_line = plan, folder, report
        folder.mkdir(parents=True, exist_ok=True)
        self.state: dict[str, Any] = {"games": 0, "positions": 0, "seconds": 0.0, "runs": 0, "moves": 0}
        weights, opponent = self.resume(start), self.read(against) if against else None
        self.plan = plan = sized_for(plan, weights, opponent)
        self.learner, self.untrained = Learner(plan, weights, device, plan.memory), weights is None
        self.threads, self.seed = threads, seed + 1000 * self.state["runs"] + 17
        self.against = against
        self.players = Players(plan, threads, self.seed, self.take, opponent)
        self.remote = RemotePlayers(plan, pool, self.seed, self.take) if pool else None
        self.on_gpu = GpuPlayers(plan, self.players, gpu_games) if gpu_games else None
        self.inbox: list[Played] = []
        self.inbox_positions = 0
        self.inbox_lock = threading.Lock()
        self.shards = Shards(folder / "shards", plan, most=shards)
        self.surprise = np.ones(len(plan.setups))  # by setup: a running mean
        self.matches = Matches(plan)
        self.saved = time.monotonic()
        self.pending = 0.0  # learning steps that the positions received so far allow
        self.played = self.learned = 0  # positions of self-play in this run, and steps of learning from them

    def resume(self, start: Path | None) -> Weights | None:
        """The weights of an earlier run in the folder, else those of `start`, for the largest number of players."""
        if (self.folder / "state.json").exists():
            self.state |= read_state(self.folder / "state.json")
        self.state["runs"] += 1
        file = self.folder / "best.npz" if (self.folder / "best.npz").exists() else start
        if file is None:
            return None
        return self.read(file)

    def read(self, file: Path) -> Weights:
        """The weights of a file for the largest number of players of the plan."""
        weights, about = read_network(file, max(int(box.players) for box in self.plan.boxes))
        check_fits(weights, about, self.plan.game, file)
        return weights

    @property
    def has_network(self) -> bool:
        """Whether anything was learned, in this run or before it."""
        return self.learner.steps > 0 or not self.untrained

    def take(self, played: Played) -> None:
        """Called by the players' threads with a finished game. Pauses them itself if the learner falls behind, since the
        learner may be busy with a slow step."""
        with self.inbox_lock:
            self.inbox.append(played)
            self.inbox_positions += len(played.samples.counts)
        if self.can_learn and self.behind > MAX_BEHIND:
            self.players.pause()

    @property
    def can_learn(self) -> bool:
        """Whether there are enough positions to learn from."""
        return self.learner.memory.size >= min(self.plan.first_positions, self.plan.memory)

    @property
    def behind(self) -> float:
        """The number of learning steps that the positions played so far allow and that are not done."""
        return self.pending + self.inbox_positions * self.plan.reuse / self.plan.batch

    def compile(self) -> None:
        """Plays a game, so that its functions are compiled or loaded from the cache."""
        encoded(self.learner.tables, positions_of([self.players.play_one(Workspace(self.plan), 0)]))

    def warm_up(self, seconds: float, rates: tuple[float, float]) -> None:
        """Learns by PPO, without a search."""
        ppo, before = Ppo(self.learner, self.plan, self.threads, self.seed), self.state["moves"]

        def report(line: dict[str, Any]) -> None:
            self.report(line)
            if time.monotonic() > self.saved + SAVE_INTERVAL:
                self.state["moves"] = before + ppo.played
                self.save()

        try:
            ppo.run(seconds, rates, report)
        finally:  # also after Ctrl+C or SIGTERM
            self.state["moves"] = before + ppo.played
            self.save()

    def run(self, seconds: float, rates: tuple[float, float], blend: float, steps: int = 0) -> None:
        """Plays and learns until the time is over, or (unless 0) this number of learning steps is done."""
        started = reported = refreshed = time.monotonic()
        self.refresh()
        self.players.start()
        if self.on_gpu:
            self.on_gpu.start()
        try:
            while (spent := time.monotonic() - started) < seconds and self.players.error is None:
                done = max(spent / seconds, self.learned / steps if steps else 0)
                if done >= 1:
                    break
                self.collect()
                most = min(STEPS_AT_ONCE, steps - self.learned) if steps else STEPS_AT_ONCE
                busy = self.learn(rates[0] + (rates[1] - rates[0]) * done, blend, most)
                if time.monotonic() > refreshed + REFRESH_INTERVAL:
                    refreshed = time.monotonic()
                    self.refresh()
                if time.monotonic() > reported + REPORT_INTERVAL:
                    reported = time.monotonic()
                    self.report({"seconds": round(spent)})
                if not busy:
                    time.sleep(0.02)
        finally:  # also after Ctrl+C or SIGTERM
            self.players.stop()
            self.state["seconds"] += time.monotonic() - started
            self.save()
            self.report({"seconds": round(time.monotonic() - started), "end": True})
        if self.players.error is not None:
            raise self.players.error

    def refresh(self) -> None:
        """Gives the learner's current network to the players, and saves it."""
        if self.has_network:
            weights = self.learner.export()
            self.players.latest = Player(self.plan, weights)
            if self.remote:
                self.remote.use(weights)
            self.save()

    def collect(self) -> None:
        """Collects the finished games."""
        if self.remote:
            self.remote.collect(self.players.setup_weights, refill=self.players.may_play.is_set())
        with self.inbox_lock:
            played, self.inbox, self.inbox_positions = self.inbox, [], 0
        if not played:
            return
        for game in played:
            self.matches.add(game)
            if self.is_learned(game):
                self.surprise[game.box] += 0.02 * (float(game.samples.surprise.mean()) - self.surprise[game.box])
        factors = np.clip(self.surprise / self.surprise.mean(), 0.5, 2)
        self.players.setup_weights = np.array([setup.weight for setup in self.plan.setups]) * factors
        learned = [own_decisions(game) for game in played if self.is_learned(game)]
        self.state["games"] += len(played)
        if learned:
            positions = positions_of(learned, self.plan.short_term)
            self.learner.memory.add(positions | encoded(self.learner.tables, positions))
            self.shards.add(positions)
            rows = len(positions["counts"])
            self.played += rows
            self.state["positions"] += rows
            self.pending += rows * self.plan.reuse / self.plan.batch

    def is_learned(self, played: Played) -> bool:
        """Whether a game is learned from. Games against the search without a network only measure progress."""
        return not played.opponent_seats or self.against is not None

    def learn(self, rate: float, blend: float, most: int = STEPS_AT_ONCE) -> bool:
        """Some of the pending steps; returns whether there were any. The players wait for a learner that falls behind."""
        if not self.can_learn:
            return False
        steps = min(most, int(self.pending))
        for _ in range(steps):
            self.learner.step(rate, blend)
            self.pending -= 1
            self.learned += 1
        if self.behind > MAX_BEHIND:
            self.players.pause()
        elif self.behind <= MAX_BEHIND / 2:
            self.players.resume()
        return steps > 0

    def save(self) -> None:
        """Writes the network, if there is one yet, and the state of the run."""
        write_whole(self.folder / "state.json", json.dumps(self.state) + "\n")
        self.saved = time.monotonic()
        if not self.has_network:
            return
        about = {
            **about_network(self.plan.game),
            "settings": asdict(self.plan.settings),
            "by_players": {players: dict(changes) for players, changes in self.plan.by_players.items()},
            "setups": [setup.name for setup in self.plan.setups],
            "made": {**self.state, "how": f"seaboard train {self.plan.name}"},
        }
        save_network(self.folder / "best.npz", self.learner.export(), about)

    def report(self, line: dict[str, Any]) -> None:
        """Adds the counts and losses to a line; writes it to curve.jsonl and reports it."""
        counts = {"positions": self.state["positions"], "games": self.state["games"], "steps": self.learner.steps}
        if self.remote:
            counts["remote_games"] = self.remote.played
        if self.learned:  # how often each position was learned from: the plan's `reuse`, unless the learner falls behind
            counts["reuse"] = round(self.learned * self.plan.batch / self.played, 2)
        line = {**line, **counts, **self.learner.figures(), "matches": self.matches.summary()}
        with (self.folder / "curve.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.report_line(line)


def read_state(file: Path) -> dict[str, float]:
    """The counts of earlier runs."""
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
        return {name: state[name] + 0 for name in ("games", "positions", "seconds", "runs", "moves")}
    except (ValueError, KeyError, TypeError):
        raise SeaboardError(f"{file} is damaged; name another --folder, or delete it to count from 0") from None


def sized_for(plan: Plan, *networks: Weights | None) -> Plan:
    """The plan with layers at least as wide as those of the networks, so that the arrays of a search are large enough."""
    for weights in networks:
        if weights:
            width, both, last = (weights[name].shape[-1] for name in ("bias", "second_bias", "third_bias"))
            plan = replace(plan, width=max(width, plan.width), half=max(both // 2, plan.half), last=max(last, plan.last))
    return plan


def own_decisions(played: Played) -> Played:
    """The game without the samples of the opponent's seats."""
    own = (played.opponent_seats >> played.samples.movers.astype(int)) & 1 == 0
    return played._replace(samples=Samples(*(array[own] for array in played.samples)))


def positions_of(played: list[Played], short_term: float = 0.0) -> dict[str, np.ndarray]:
    """Training samples of some games. A position counts more if the search disagreed with the network (policy surprise).

    The search's values lie `short_term` decisions ahead on average; 0: they are the decision's own.
    """
    names = ("rows", "sheets", "counts", "actions", "priors", "targets", "roots", "results")
    positions = {name: np.concatenate([getattr(game.samples, name) for game in played]) for name in names}
    if short_term:
        later = [later_values(game.samples, len(game.wins), short_term) for game in played if len(game.samples.counts)]
        positions["roots"] = np.concatenate(later)
    positions["boxes"] = np.concatenate([np.full(len(game.samples.counts), game.box, np.int16) for game in played])
    surprise = np.concatenate([game.samples.surprise for game in played])
    positions["weights"] = 0.5 + 0.5 * np.minimum(MAX_SURPRISE, surprise / max(1e-6, float(surprise.mean()))).astype(np.float32)
    return positions


class Matches:
    """Results against the search without a network, by number of players."""

    def __init__(self, plan: Plan):
        self.plan = plan
        self.results: dict[int, list[float]] = {}

    def add(self, played: Played) -> None:
        """Adds the network's share of the win; of a solo game the points of its player."""
        players = len(played.wins)
        if players == 1:
            self.results.setdefault(1 if not played.opponent_seats else 0, []).append(float(played.points[0]))
        elif played.opponent_seats:
            seat = next(seat for seat in range(players) if not played.opponent_seats >> seat & 1)
            self.results.setdefault(players, []).append(float(played.wins[seat]))

    def summary(self) -> dict[str, Any]:
        """Means of the last 300 games by number of players. Of solo games points: "0" of the search, "1" of the network."""
        return {str(players): round(float(np.mean(found[-300:])), 3) for players, found in sorted(self.results.items())}
