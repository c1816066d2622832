"""Networks as files: weights with two bytes each, and what they are for. One that does not fit is refused, in one line."""

import json
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SeaboardError
from ...core.game import Game
from ..mcts.network import Net
from ..mcts.tree import OF_SEAT
from .shape import TABLE, Shape

FORMAT = "seaboard network 1"
FOLDER = Path(__file__).parent / "weights"
NAMES = (
    *("free", "lines", "traits", "things", "sheet", "bias", "variants", "second", "second_bias", "third", "third_bias"),
    *("values", "values_bias", "actions", "actions_bias", "habits"),
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
        with np.load(file) as found:
            about = json.loads(bytes(found["about"]).decode())
            if about.get("format") != FORMAT:
                raise ValueError
            return {name: found[name].astype(np.float32) for name in NAMES}, about
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise Misfit(f"{file} holds no network") from error


def check_fits(about: Mapping[str, Any], game: Game, shape: Shape, file: Path) -> None:
    for key, wanted in about_network(game, shape).items():
        if about.get(key) != wanted:
            raise Misfit(f"{file} does not fit {game.title}: its {key.replace('_', ' ')} is {about.get(key)}, not {wanted}")


@lru_cache(maxsize=16)
def shape_of(game: Game, seats: int) -> Shape:
    return Shape(game, seats)


@lru_cache(maxsize=8)
def weights_of(game: Game, seats: int, file: Path, changed: int) -> tuple[Weights, dict[str, Any]]:
    weights, about = read_network(file)
    check_fits(about, game, shape_of(game, seats), file)
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
    return fold_net(game, box, weights, variant), dict(about.get("guide", {}))


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
    many = np.concatenate([np.full(group.column.row.size, group.values) for group in shape.groups])
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


def random_weights(
    game: Game, seats: int, width: int = 256, half: int = 64, last: int = 32, variants: int = 1, seed: int = 0
) -> Weights:
    """Where training begins: small random weights; the game's own habits count from the start."""
    shape, rng = shape_of(game, seats), np.random.default_rng(seed)
    some = lambda rows, columns, size: (rng.standard_normal((rows, columns)) * size).astype(np.float32)  # noqa: E731
    return {
        "free": some(shape.rows, width, 0.03),
        "lines": some(len(shape.places), width, 0.1),
        "traits": some(shape.traits, width, 0.05),
        "things": some(shape.things, width, 0.01),
        "sheet": some(seats * shape.kinds, width, 0.3),
        "bias": some(1, width, 0.1)[0],
        "variants": np.zeros((variants, width), np.float32),
        "second": some(width, 2 * half, (2 / width) ** 0.5),
        "second_bias": np.zeros(2 * half, np.float32),
        "third": some(half, last, (2 / half) ** 0.5),
        "third_bias": np.zeros(last, np.float32),
        "values": some(last, OF_SEAT * seats, 0.05),
        "values_bias": np.zeros(OF_SEAT * seats, np.float32),
        "actions": some(game.num_actions, half, 0.02),
        "actions_bias": np.zeros(game.num_actions, np.float32),
        "habits": np.ones(game.num_actions, np.float32),
    }
