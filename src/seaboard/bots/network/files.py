"""Networks as files: weights with two bytes each, and what they are for. One that does not fit is refused, in one line."""

import json
import math
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SeaboardError
from ...core.game import Game
from ..mcts.network import Net
from ..mcts.settings import SearchSettings
from ..mcts.tree import OF_SEAT
from .shape import TABLE, Shape

FORMAT = "seaboard network 1"
FOLDER = Path(__file__).parent / "weights"
NAMES = (
    *("free", "lines", "traits", "things", "sheet", "bias", "variants", "second", "second_bias", "third", "third_bias"),
    *("values", "values_bias", "actions", "actions_bias", "habits"),
)
LARGEST = 2**30  # bytes of all weights, unpacked
RENAMED = {"visiting": "value_visits", "scaling": "value_scale", "doubt": "shrinkage"}  # settings in older files
UNREADABLE = (  # whatever NumPy, zipfile and JSON raise for a file that is none of theirs, or a damaged one
    *(OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, MemoryError, RecursionError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, NotImplementedError),
)
UNCHANGED = ("sheet", "second", "second_bias", "third", "third_bias", "values", "values_bias")
Weights = dict[str, np.ndarray]


class Misfit(SeaboardError):
    """The network was made for another game, another observation or another version of the rules."""


def file_of(game: Game, seats: int) -> Path:
    """Where the package keeps the network of a game with so many seats."""
    return FOLDER / f"{game.name}-{seats}.npz"


def save_network(file: Path, weights: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Writes the whole file or nothing. Weights too large for two bytes would be a mistake in training."""
    arrays = {name: np.asarray(weights[name], np.float32) for name in NAMES}
    if any(not np.isfinite(array.astype(np.float16)).all() for array in arrays.values()):
        raise SeaboardError("the network has weights that are no numbers, or too large ones; it is not saved")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        text = np.frombuffer(json.dumps({"format": FORMAT, **about}).encode(), np.uint8)
        small: Any = {name: array.astype(np.float16) for name, array in arrays.items()}
        np.savez_compressed(out, about=text, **small)
    part.replace(file)


def about_network(game: Game, shape: Shape) -> dict[str, Any]:
    """What a network must agree on with the game that it plays."""
    return {
        "game": game.name,
        "seats": shape.seats,
        "observation": shape.hash,
        "actions": game.num_actions,
        "rules_version": game.rules_version,
    }


def read_network(file: Path) -> tuple[Weights, dict[str, Any]]:
    """The weights, and what is said about them."""
    try:
        with zipfile.ZipFile(file) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST:
                raise ValueError
        with np.load(file, allow_pickle=False) as found:
            about = json.loads(bytes(found["about"]).decode())
            if about.get("format") != FORMAT:
                raise ValueError
            weights = {name: found[name].astype(np.float32) for name in NAMES}
    except UNREADABLE as error:
        raise Misfit(f"{file} holds no network") from error
    check_about(about, file)
    return weights, about


def check_about(about: Mapping[str, Any], file: Path) -> None:
    """That what is said about the weights is of the right kinds; whether it fits a game, `check_fits` knows."""
    variants, guide = about.get("variants", []), about.get("guide", {})
    good = {
        "variants": isinstance(variants, list) and all(is_variant(one) for one in variants),
        "guide": isinstance(guide, dict) and all(map(is_number, guide.values())) and are_known(guide),
        **{name: is_list_of_texts(about.get(name, [])) for name in ("differs", "part")},
    }
    for name, is_good in good.items():
        if not is_good:
            raise Misfit(f"{file} holds no network: what it says under {name!r} cannot be read")


def are_known(guide: Mapping[str, float]) -> bool:
    return stored_settings(guide).keys() <= {field.name for field in fields(SearchSettings)}


def stored_settings(stored: Mapping[str, float]) -> dict[str, float]:
    """The settings in a network's file, by the names of today."""
    settings = {RENAMED.get(name, name): value for name, value in stored.items()}
    if "uniform" in settings:
        settings["prior"] = 1 - settings.pop("uniform")
    return settings


def is_variant(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("options"), dict) and isinstance(one.get("box"), str)


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def check_fits(about: Mapping[str, Any], game: Game, shape: Shape, file: Path) -> None:
    for key, wanted in about_network(game, shape).items():
        if about.get(key) != wanted:
            raise Misfit(f"{file} does not fit {game.title}: its {key.replace('_', ' ')} is {about.get(key)}, not {wanted}")


def check_weights(weights: Weights, about: Mapping[str, Any], game: Game, seats: int, file: Path) -> None:
    """That every array is as long and as wide as the others and the game need it: compiled code does not look."""
    width, half, last = weights["bias"].size, weights["second_bias"].size // 2, weights["third_bias"].size
    variants = max(len(about.get("variants", [])), len(weights["variants"]) if weights["variants"].ndim else 0)
    wanted = shapes(game, seats, width, half, last, variants)
    for name, shape in wanted.items():
        if weights[name].shape != shape or 0 in weights[name].shape[1:]:
            raise Misfit(f"{file} does not fit {game.title}: its {name} has the shape {weights[name].shape}, not {shape}")
        if not np.isfinite(weights[name]).all():
            raise Misfit(f"{file} holds no network: there is something in its {name} that is no number")


@lru_cache(maxsize=16)
def shape_of(game: Game, seats: int) -> Shape:
    return Shape(game, seats)


@lru_cache(maxsize=8)
def weights_of(game: Game, seats: int, file: Path, changed: int) -> tuple[Weights, dict[str, Any]]:
    weights, about = read_network(file)
    check_fits(about, game, shape_of(game, seats), file)
    check_weights(weights, about, game, seats, file)
    return weights, about


def load_net(game: Game, box: np.record, file: Path | None = None) -> tuple[Net, dict[str, float]]:
    """The network for a box, ready for the compiled code, and how to weigh what it says; Misfit says why there is none."""
    seats = int(box.players)
    file = file or file_of(game, seats)
    if not file.exists():
        raise Misfit(f"there is no network for {game.title} with {seats} player{'s' if seats > 1 else ''}")
    return net_of(game, box.tobytes(), file, file.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def net_of(game: Game, packed: bytes, file: Path, changed: int) -> tuple[Net, dict[str, float]]:
    """The same, kept: all bots at such tables share one."""
    box = np.frombuffer(packed, game.box)[0]
    weights, about = weights_of(game, int(box.players), file, changed)
    variant = variant_of(game, box, about)
    if variant is None:
        raise Misfit(f"{file.name} was not made for these options of {game.title}")
    return fold_net(game, box, weights, variant), stored_settings(about.get("guide", {}))


def variant_of(game: Game, box: np.record, about: Mapping[str, Any]) -> int | None:
    """Which of the variants that the network was trained with this box is, or None."""
    for number, variant in enumerate(about.get("variants", [])):
        trained = game.build_box(game.choose(**{**variant["options"], "players": int(box.players)}))
        played, known = game.box_in_play(box), game.box_in_play(trained)
        if game.box_hash(trained) == variant["box"] and is_like(played, known, about):
            return number
    return None


def is_like(box: Any, trained: Any, about: Mapping[str, Any]) -> bool:
    """Whether two boxes are alike, but for fields that do not matter (`differs`), or of which some is left out (`part`)."""
    for name in box.dtype.names or ():
        if name in about.get("differs", ()) or box[name].tobytes() == trained[name].tobytes():
            continue
        if name not in about.get("part", ()) or not is_part(box[name], trained[name]):
            return False
    return True


def is_part(some: np.ndarray, every: np.ndarray) -> bool:
    """Whether each row is one of the others, or empty."""
    return {row.tobytes() for row in some} <= {row.tobytes() for row in every} | {bytes(every.dtype.itemsize)}


def fold_net(game: Game, box: np.record, weights: Mapping[str, np.ndarray], variant: int = 0) -> Net:
    """Adds up what depends on the box only, and takes the usual value of each number out of its rows into the bias."""
    shape = shape_of(game, int(box.players))
    place, much = shape.line_of_row
    rows = shape.fold(weights, shape.printed(box), np.zeros_like(weights["free"]), np.concatenate)
    rows += weights["lines"][place] * much[:, None]
    usual_rows = shape.first + shape.usual
    many = np.concatenate([np.full(group.column.feature.size, group.values) for group in shape.groups])
    place = np.repeat(np.arange(len(many)), many)  # of each row
    bias = weights["bias"] + weights["variants"][variant] + rows[usual_rows].sum(0)
    rows = rows - rows[usual_rows[place]]
    numbers = np.zeros(len(shape.places), bool)
    numbers[shape.numbers] = True
    lasting = shape.lasting_actions(box)
    whole = lambda array: np.ascontiguousarray(array, np.float32)  # noqa: E731
    return Net(
        places=shape.places,
        looks=shape.looks,
        usual=shape.usual,
        first=shape.first,
        most=shape.most,
        rows=whole(rows),
        slopes=whole(weights["lines"] * numbers[:, None] / TABLE),
        bias=whole(bias),
        actions=whole(weights["actions"][lasting]),
        actions_bias=whole(weights["actions_bias"][lasting]),
        habits=whole(weights["habits"][lasting]),
        **{
            name: whole(weights[name])
            for name in ("sheet", "second", "second_bias", "third", "third_bias", "values", "values_bias")
        },
    )


def no_net(game: Game, seats: int) -> Net:
    """Nothing: the search then goes by the game's own judgement and by playouts."""
    nothing = {name: np.zeros(0, np.int32) for name in ("places", "looks", "usual", "first", "most")}
    flat = {name: np.zeros(4, np.float32) for name in ("bias", "second_bias", "third_bias")}
    wide = {name: np.zeros((1, 4), np.float32) for name in ("rows", "slopes", "sheet", "second", "third", "actions")}
    ends = {"values": np.zeros((1, OF_SEAT * seats), np.float32), "values_bias": np.zeros(OF_SEAT * seats, np.float32)}
    acts = {"actions_bias": np.zeros(game.num_actions, np.float32), "habits": np.zeros(game.num_actions, np.float32)}
    return Net(**nothing, **flat, **wide, **ends, **acts)


def shapes(game: Game, seats: int, width: int, half: int, last: int, variants: int) -> dict[str, tuple[int, ...]]:
    """How many rows and columns of weights there are, by name."""
    shape = shape_of(game, seats)
    return {
        "free": (shape.rows, width),
        "lines": (len(shape.places), width),
        "traits": (shape.traits, width),
        "things": (shape.things, width),
        "sheet": (seats * shape.kinds, width),
        "bias": (width,),
        "variants": (variants, width),
        "second": (width, 2 * half),
        "second_bias": (2 * half,),
        "third": (half, last),
        "third_bias": (last,),
        "values": (last, OF_SEAT * seats),
        "values_bias": (OF_SEAT * seats,),
        "actions": (game.num_actions, half),
        "actions_bias": (game.num_actions,),
        "habits": (game.num_actions,),
    }


SPREAD = {
    "free": 0.03,
    "lines": 0.1,
    "traits": 0.05,
    "things": 0.01,
    "sheet": 0.3,
    "bias": 0.1,
    "values": 0.05,
    "actions": 0.02,
}


def random_weights(
    game: Game, seats: int, width: int = 256, half: int = 64, last: int = 32, variants: int = 1, seed: int = 0
) -> Weights:
    """Where training begins: small random weights; the game's own habits count from the start."""
    rng = np.random.default_rng(seed)
    spread = {**SPREAD, "second": (2 / width) ** 0.5, "third": (2 / half) ** 0.5}
    made = {}
    for name, shape in shapes(game, seats, width, half, last, variants).items():
        made[name] = np.full(shape, name == "habits", np.float32)
        if name in spread:
            made[name] = (rng.standard_normal(shape) * spread[name]).astype(np.float32)
    return made
