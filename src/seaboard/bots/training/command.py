"""A training as a command: what is wanted, and the lines that say how it goes."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ...core.errors import BadOption, SeaboardError


@dataclass(frozen=True)
class Wanted:
    """What a training is told; `settings` are NAME=NUMBER, figures of the recipe."""

    game: str
    seats: int
    folder: Path | None
    minutes: float
    threads: int
    device: str = ""
    seed: int = 0
    shards: int = 0
    settings: tuple[str, ...] = ()
    rates: tuple[float, float] = (0.0015, 0.0004)  # of learning, at first and at last
    blend: float = 0.5  # how much of the values to learn is the search's
    ppo: float = 0.0  # minutes of them at the beginning without a search


def train_for(wanted: Wanted, tell: Callable[[str], None]) -> Path:
    """Trains for so long; returns the file of the best network. PyTorch is needed from here on."""
    begun = time.monotonic()
    try:
        import torch
    except ModuleNotFoundError:
        raise SeaboardError("training needs PyTorch, which is not installed: pip install torch") from None
    from .generations import Training

    device = wanted.device or ("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_num_threads(max(1, min(2, wanted.threads)))
    folder = wanted.folder or Path("training") / f"{wanted.game}-{wanted.seats}"
    training = Training(
        recipe_wanted(wanted),
        folder,
        device=device,
        threads=wanted.threads,
        seed=wanted.seed,
        shards=wanted.shards,
        tell=lambda line: tell(in_words(line)),
    )
    training.compile()
    tell(f"compiled in {time.monotonic() - begun:.0f} s; learning on {device}, {wanted.threads} games at once")
    if wanted.ppo > 0:
        training.warm_up(60 * wanted.ppo, wanted.rates, wanted.threads)
    if (left := 60 * wanted.minutes - (time.monotonic() - begun)) > 0:
        training.run(left, wanted.rates, wanted.blend)
    return folder / "best.npz"


def recipe_wanted(wanted: Wanted) -> Any:
    """The recipe with what was set otherwise."""
    from .recipes import recipe_of

    recipe = recipe_of(wanted.game, wanted.seats)
    for pair in wanted.settings:
        name, _, number = pair.partition("=")
        before = getattr(recipe, name, None)
        if not isinstance(before, int | float):
            raise BadOption(f"a recipe has no figure {name!r}; write few=64")
        try:
            changed: dict[str, Any] = {name: type(before)(float(number))}
            recipe = replace(recipe, **changed)
        except ValueError:
            raise BadOption(f"{pair!r} is no number; write few=64") from None
    return recipe


def in_words(line: dict[str, Any]) -> str:
    """A line of the curve as a person reads it."""
    if "generation" in line:
        result = f"{100 * line['share']:.0f} % of the wins (even: 50)" if "share" in line else "alone"
        verdict = "kept" if line["kept"] else "dropped"
        points = f"{line['before']} points before, {line['after']} after"
        return f"generation {line['generation']}: {verdict}; {result}, {points}, {line['played']} games"
    if "ppo" in line:
        return f"{line['ppo']} s: {line['moves']:,} moves by PPO, {line['mean']} points, entropy {line['entropy']}"
    learnt = ", ".join(f"{name} {line[name]}" for name in ("policy", "win", "margin", "points") if name in line)
    head = "the end" if line.get("end") else f"{line.get('seconds', 0)} s"
    return f"{head}: {line['games']} games, {line['positions']} positions, {line['steps']} steps; {learnt}"
