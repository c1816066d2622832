"""The command `seaboard train`: its request, and its progress report."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...core.errors import BadOption, SeaboardError
from .remote import Pool


@dataclass(frozen=True)
class Request:
    """The arguments of a training run; `settings` are NAME=NUMBER, parameters of the plan."""

    game: str
    folder: Path | None = None
    minutes: float = 10.0
    threads: int = 1
    options: dict[str, str] = field(default_factory=dict)  # only setups with these options
    without: tuple[tuple[str, str], ...] = ()  # no setup with any of these values
    device: str = ""
    seed: int = 0
    shards: int = 0
    settings: tuple[str, ...] = ()
    rates: tuple[float, float] = (0.0015, 0.0004)  # of learning, at the start and at the end
    blend: float = 0.5  # the share of the search's values in the values to learn
    ppo: float = 0.0  # minutes without a search at the start
    start: Path | None = None  # a network to continue from


def train(request: Request, report: Callable[[str], None], pool: Pool | None = None) -> Path:
    """Trains and returns the network file. Needs PyTorch. The workers of a pool play, too."""
    begun = time.monotonic()
    try:
        import torch
    except ModuleNotFoundError:
        raise SeaboardError("training needs PyTorch, which is not installed: pip install torch") from None
    from .training import Training

    device = request.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if device != "cpu" and not torch.cuda.is_available():
        raise BadOption(f"device {device!r} cannot be used: PyTorch finds no GPU; write --device cpu")
    torch.set_num_threads(1 if device == "cpu" else 2)
    folder = request.folder or Path("training") / request.game
    training = Training(
        plan_for(request),
        folder,
        device=device,
        threads=request.threads,
        seed=request.seed,
        shards=request.shards,
        report=lambda line: report(in_words(line)),
        start=request.start,
        pool=pool,
    )
    training.compile()
    report(f"compiled in {time.monotonic() - begun:.0f} s; learning on {device}, {request.threads} games at once")
    if request.ppo > 0:
        training.warm_up(60 * request.ppo, request.rates)
    if (left := 60 * request.minutes - (time.monotonic() - begun)) > 0:
        training.run(left, request.rates, request.blend)
    if not training.has_network:
        raise SeaboardError(no_network_yet(training.plan.first_positions, training.played, request.minutes))
    return folder / "best.npz"


def no_network_yet(first: int, played: int, minutes: float) -> str:
    return (
        f"there is no network yet: the {minutes:g} minutes ended after {played:,} positions of self-play, and learning begins "
        f"after {first:,}; run it again with more --minutes, or with --set first_positions={max(256, played // 2)}"
    )


def plan_for(request: Request) -> Any:
    """The game's plan, changed as requested."""
    from .plans import plan_of

    plan = plan_of(request.game)
    if request.options:
        plan = plan.only(request.options)
    for pair in request.without:
        plan = plan.without(*pair)
    for setting in request.settings:
        name, _, number = setting.partition("=")
        before = getattr(plan, name, None)
        try:
            if isinstance(before, bool) or not isinstance(before, int | float):
                raise BadOption(f"a plan has no parameter {name!r}; write simulations=64")
            changed: dict[str, Any] = {name: type(before)(number)}
            plan = replace(plan, **changed)
        except ValueError:
            kind = "a whole number" if isinstance(before, int) else "a number"
            raise BadOption(f"{setting!r}: {name} is {kind}; write {name}={before}") from None
    return plan


def in_words(line: dict[str, Any]) -> str:
    """A line of the curve as text."""
    if "ppo" in line:
        means = ", ".join(f"{players} players {points}" for players, points in line["means"].items())
        return f"{line['ppo']} s: {line['moves']:,} moves by PPO; mean points: {means}; entropy {line['entropy']}"
    losses = ", ".join(f"{name} {line[name]}" for name in ("policy", "win", "margin", "points", "reuse") if name in line)
    matches = ", ".join(f"{players}: {share}" for players, share in line.get("matches", {}).items())
    head = "the end" if line.get("end") else f"{line.get('seconds', 0)} s"
    return f"{head}: {line['games']} games, {line['positions']} positions, {line['steps']} steps; {losses}; matches {matches}"
