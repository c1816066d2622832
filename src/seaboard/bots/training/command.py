"""The command `seaboard train`: its request, and its progress report."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...core.cuda import find_cuda
from ...core.errors import BadOption, SeaboardError
from ...files import only_user_of
from .remote import Pool

RANGES: dict[str, tuple[float, float]] = {  # of parameters of a plan
    **dict.fromkeys(("identity_dropout", "traits_only", "match_share", "restarts"), (0, 1)),
    **dict.fromkeys(("trait_decay", "soft_policy", "short_term"), (0, 1000)),
    **dict.fromkeys(("width", "half", "last"), (1, 8192)),
    **dict.fromkeys(("memory", "first_positions"), (1, 100_000_000)),
    "reuse": (0.1, 100),
}
RANGE = (1, 1_000_000)  # of the others


@dataclass(frozen=True)
class Request:
    """The arguments of a training run; `settings` are NAME=NUMBER, parameters of the plan."""

    game: str
    folder: Path | None = None
    minutes: float = 10.0
    steps: int = 0  # learning steps after which the run ends; 0: it ends when its time is over
    threads: int = 1
    gpu_games: int = 0  # self-play games at the same time on the GPU
    options: dict[str, str] = field(default_factory=dict)  # only setups with these options
    without: tuple[tuple[str, str], ...] = ()  # no setup with any of these values
    device: str = ""
    seed: int = 0
    shards: int = 0
    settings: tuple[str, ...] = ()
    rates: tuple[float, float] = (0.0015, 0.0004)  # learning rates at the start and at the end
    blend: float = 0.5  # the share of the search's values in the value targets; the rest is the game's result
    ppo: float = 0.0  # minutes of PPO at the start
    start: Path | None = None  # a network to continue from
    against: Path | None = None  # a network that is always the opponent: learns a best response to it


def train(request: Request, report: Callable[[str], None], pool: Pool | None = None) -> Path:
    """Trains and returns the network file. Needs PyTorch. The workers of a pool play too."""
    plan = plan_for(request)
    if request.gpu_games:
        check_gpu_games(request, plan)
    try:
        import torch
    except ModuleNotFoundError:
        raise SeaboardError("training needs PyTorch, which is not installed: pip install torch") from None
    device = request.device or ("cuda" if torch.cuda.is_available() else "cpu")
    if device != "cpu" and not torch.cuda.is_available():
        raise BadOption(f"device {device!r} cannot be used: PyTorch finds no GPU; write --device cpu")
    torch.set_num_threads(1 if device == "cpu" else 2)
    folder = request.folder or Path("training") / request.game
    with only_user_of(folder):
        run(request, plan, folder, device, report, pool)
    return folder / "best.npz"


def run(request: Request, plan: Any, folder: Path, device: str, report: Callable[[str], None], pool: Pool | None) -> None:
    """Trains in a folder that no other run uses."""
    from .training import Training

    started = time.monotonic()
    training = Training(
        plan,
        folder,
        device=device,
        threads=request.threads,
        seed=request.seed,
        shards=request.shards,
        report=lambda line: report(describe_line(line)),
        start=request.start,
        pool=pool,
        against=request.against,
        gpu_games=request.gpu_games,
    )
    training.compile()
    on_gpu = f", {training.on_gpu.games} on the GPU" if training.on_gpu else ""
    report(f"compiled in {time.monotonic() - started:.0f} s; learning on {device}, {request.threads} games at once{on_gpu}")
    seconds_left = lambda: 60 * request.minutes - (time.monotonic() - started)  # noqa: E731
    try:
        if request.ppo > 0 and seconds_left() > 0:
            training.warm_up(min(60 * request.ppo, seconds_left()), request.rates)
        if seconds_left() > 0:
            training.run(seconds_left(), request.rates, request.blend, request.steps)
    except (KeyboardInterrupt, SystemExit):
        report(stopped_message(training))
        raise
    if not training.has_network:
        raise SeaboardError(no_network_message(training.plan.first_positions, training.played, request.minutes))


def check_gpu_games(request: Request, plan: Any) -> None:
    """Refuses self-play on a GPU where it cannot run."""
    from .gpu_players import WORKERS, check_settings

    if request.against:
        raise BadOption("--gpu-games cannot play --against a network; leave one of them out")
    if request.gpu_games < WORKERS:
        raise BadOption(f"--gpu-games is at least {WORKERS}, and thousands pay; got {request.gpu_games}")
    check_settings(plan)
    find_cuda()


def stopped_message(training: Any) -> str:
    """Reports after Ctrl+C or SIGTERM what is in the folder."""
    network = "the network is saved" if training.has_network else "it had not begun to learn, so there is no network yet"
    return f"stopped: {network}; the same command continues in {training.folder}"


def no_network_message(first: int, played: int, minutes: float) -> str:
    if not played:
        return f"there is no network yet: the {minutes:g} min ended before a game did; compiled code is cached, so run it again"
    return (
        f"there is no network yet: after {minutes:g} min there were {played:,} positions of self-play, and learning begins "
        f"at {first:,}; run it again with more --minutes, or with --set first_positions={max(256, played // 2)}"
    )


def plan_for(request: Request) -> Any:
    """The game's plan, changed as requested."""
    from .plans import plan_of

    plan = plan_of(request.game)
    if request.options:
        plan = plan.only(request.options)
    for pair in request.without:
        plan = plan.without(*pair)
    return replace(plan, **dict(read_setting(plan, setting) for setting in request.settings))


def read_setting(plan: Any, setting: str) -> tuple[str, Any]:
    """NAME=NUMBER: a parameter of the plan, and its new value."""
    name, _, number = setting.partition("=")
    current, (least, most) = getattr(plan, name, None), RANGES.get(name, RANGE)
    if isinstance(current, bool) or not isinstance(current, int | float):
        raise BadOption(f"a plan has no parameter {name!r}; write simulations=64")
    kind = "a whole number" if isinstance(current, int) else "a number"
    try:
        value = type(current)(number)
    except ValueError:
        raise BadOption(f"{setting!r}: {name} is {kind}; write {name}={current}") from None
    if not least <= value <= most:
        raise BadOption(f"{setting!r}: {name} is {kind} from {least} to {most:,}; write {name}={current}")
    return name, value


def describe_line(line: dict[str, Any]) -> str:
    """A line of the curve as text."""
    if "ppo" in line:
        means = ", ".join(f"{players} players {points}" for players, points in line["means"].items())
        return f"{line['ppo']} s: {line['moves']:,} moves by PPO; mean points: {means}; entropy {line['entropy']}"
    losses = ", ".join(
        f"{name} {line[name]}" for name in ("policy", "win", "margin", "points", "soft", "reuse") if name in line
    )
    matches = ", ".join(f"{players}: {share}" for players, share in line.get("matches", {}).items())
    head = "the end" if line.get("end") else f"{line.get('seconds', 0)} s"
    counts = f"{head}: {line['games']} games, {line['positions']} positions, {line['steps']} steps"
    return "; ".join([counts, *([losses] if losses else []), *([f"matches {matches}"] if matches else [])])
