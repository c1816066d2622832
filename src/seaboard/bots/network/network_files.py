"""Network files: one per game, with 16-bit weights and metadata. One that does not fit is refused with a one-line message."""

import json
import math
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import SeaboardError
from ...core.features import ActionIdentities
from ...core.game import Game
from ...files import make_folder, write_whole
from ..mcts.network import Net
from ..mcts.search_settings import SearchSettings
from .shape import BoxInputs, Shape

FORMAT = "seaboard network 2"
FOLDER = Path(__file__).parent / "weights"
NAMES = (
    *("rows", "slopes", "traits", "item_traits", "sheet", "bias", "second", "second_bias", "third", "third_bias"),
    *("values", "values_bias", "actions", "action_traits"),
)
MAX_BYTES = 2**30  # bytes of all weights, unpacked
LEAF_OF_UNKNOWN = 0.5  # most components never seen in training: a playout has half of a leaf's value (docs/strength.md)
UNREADABLE = (  # everything that NumPy, zipfile and JSON raise for damaged files and for files of other formats
    *(OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, MemoryError, RecursionError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, NotImplementedError),
)
Weights = dict[str, np.ndarray]


class Misfit(SeaboardError):
    """The network is for another game, another observation layout or another version of the rules."""


def file_of(game: Game) -> Path:
    """The network file of a game in the package."""
    return FOLDER / f"{game.name}.npz"


def array_name(name: str, part: int) -> str:
    """The name of an array of weights in the file. Part 0 serves all numbers of players that `about["parts"]` does not name."""
    return f"{name}.{part}" if part else name


def save_network(file: Path, weights: Mapping[str, Any], about: Mapping[str, Any], *others: Mapping[str, Any]) -> None:
    """Writes the whole file or nothing. Raises SeaboardError if 16 bits cannot hold the weights: then training has diverged.

    `others` are the weights of parts 1, 2 and so on; `about["parts"]` says which numbers of players they serve.
    """
    parts = enumerate((weights, *others))
    arrays = {array_name(name, n): np.asarray(part[name], np.float32) for n, part in parts for name in NAMES}
    if any(not np.isfinite(array.astype(np.float16)).all() for array in arrays.values()):
        raise SeaboardError("the network was not saved: it has weights that are not finite in 16 bits")
    text = np.frombuffer(json.dumps({"format": FORMAT, **about}).encode(), np.uint8)
    halves: Any = {name: array.astype(np.float16) for name, array in arrays.items()}
    packed = BytesIO()
    np.savez_compressed(packed, about=text, **halves)
    make_folder(file.parent)
    write_whole(file, packed.getvalue())


def about_network(game: Game) -> dict[str, Any]:
    """The properties that a network file and its game must share."""
    return {
        "game": game.name,
        "observation": shape_of(game).hash,
        "actions": game.num_actions,
        "rules_version": game.rules_version,
    }


def read_network(file: Path, players: int = 0) -> tuple[Weights, dict[str, Any]]:
    """The weights for a number of players (0: part 0), and the metadata."""
    if not file.exists():
        raise Misfit(f"there is no file {file}")
    try:
        with zipfile.ZipFile(file) as packed:
            if sum(part.file_size for part in packed.infolist()) > MAX_BYTES:
                raise ValueError
        with np.load(file, allow_pickle=False) as arrays:
            about = json.loads(bytes(arrays["about"]).decode())
            part = about.get("parts", {}).get(str(players), 0) if players else 0
            if about.get("format") != FORMAT or type(part) is not int:
                raise ValueError
            weights = {name: arrays[array_name(name, part)].astype(np.float32) for name in NAMES}
    except UNREADABLE as error:
        raise Misfit(f"{file} is not a network file of this version") from error
    check_about(about, file)
    return weights, about


def check_about(about: Mapping[str, Any], file: Path) -> None:
    """Checks the types of the metadata; `check_fits` compares it with a game."""
    settings, by_players = about.get("settings", {}), about.get("by_players", {})
    valid = {
        "settings": are_settings(settings),
        "by_players": isinstance(by_players, dict) and all(are_settings(changes) for changes in by_players.values()),
    }
    for name, is_valid in valid.items():
        if not is_valid:
            raise Misfit(f"{file} is not a network file: its metadata {name!r} cannot be read")


def are_settings(settings: Any) -> bool:
    known = {field.name for field in fields(SearchSettings)}
    return isinstance(settings, dict) and settings.keys() <= known and all(map(is_number, settings.values()))


def is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def check_fits(weights: Weights, about: Mapping[str, Any], game: Game, file: Path) -> None:
    """Checks that the network is for this game, and the shape of every array, since compiled code does not check indices."""
    for key, expected in about_network(game).items():
        if about.get(key) != expected:
            raise Misfit(f"{file} does not fit {game.title}: its {key.replace('_', ' ')} is {about.get(key)}, not {expected}")
    width, second, last = (weights[name].shape[-1] if weights[name].ndim else 0 for name in ("bias", "second", "third"))
    for name, size in weight_sizes(game, width, second, last).items():
        if weights[name].shape != size or 0 in (width, second, last):
            raise Misfit(f"{file} does not fit {game.title}: its {name} has the shape {weights[name].shape}, not {size}")
        if not np.isfinite(weights[name]).all():
            raise Misfit(f"{file} is not a network file: its {name} contains values that are not finite")


@lru_cache(maxsize=16)
def shape_of(game: Game) -> Shape:
    return Shape(game)


@lru_cache(maxsize=8)
def weights_of(game: Game, players: int, file: Path, modified: int) -> tuple[Weights, dict[str, Any]]:
    """The checked weights and metadata of a file, cached until the file is modified."""
    weights, about = read_network(file, players)
    check_fits(weights, about, game, file)
    return weights, about


def load_net(game: Game, box: np.record, file: Path | None = None) -> tuple[Net, dict[str, float]]:
    """The network for a box, ready for compiled code, and its search settings; raises Misfit."""
    file = file or file_of(game)
    if not file.exists():
        raise Misfit(f"there is no network for {game.title}")
    return net_of(game, box.tobytes(), file, file.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def net_of(game: Game, box_bytes: bytes, file: Path, modified: int) -> tuple[Net, dict[str, float]]:
    """The same, cached: all bots that play with this box share one network."""
    box = np.frombuffer(box_bytes, game.box)[0]
    weights, about = weights_of(game, int(box.players), file, modified)
    settings = {**about.get("settings", {}), **about.get("by_players", {}).get(str(int(box.players)), {})}
    if has_unknown_components(game, box):
        settings["leaf"] = min(settings.get("leaf", 1.0), LEAF_OF_UNKNOWN)
    return fold_net(game, box, weights), settings


def has_unknown_components(game: Game, box: np.record) -> bool:
    """Whether most components of a box have no identity, such as an owner's own cards."""
    found = [feature.identities(box) for feature in game.features if feature.identities]
    return sum(int((numbers < 0).sum() - (numbers > 0).sum()) for numbers in found) > 0


def fold_net(game: Game, box: np.record, weights: Mapping[str, np.ndarray]) -> Net:
    """The network for one box. Folds in what depends only on the box: constant inputs, its layer stack, its actions."""
    shape, players = shape_of(game), int(box.players)
    inputs, stack = BoxInputs(shape, box, weights), shape.stack(box)
    input_of = np.full(game.observation_size, -1, np.int32)
    input_of[inputs.indices] = np.arange(len(inputs.indices))
    actions = fold_actions(game, box, weights)
    half = actions.shape[1] - 2
    outputs = shape.outputs * players
    contiguous = lambda array: np.ascontiguousarray(array, np.float32)  # noqa: E731
    return Net(
        input_indices=inputs.indices,
        input_of=input_of,
        defaults=inputs.defaults,
        zero_rows=inputs.zero_rows,
        largest=inputs.largest,
        rows=inputs.rows,
        slopes=inputs.slopes,
        sheet=contiguous(weights["sheet"][: players * shape.kinds]),
        bias=contiguous(weights["bias"] + inputs.bias),
        second=contiguous(weights["second"][stack]),
        second_bias=contiguous(weights["second_bias"][stack]),
        third=contiguous(weights["third"][stack]),
        third_bias=contiguous(weights["third_bias"][stack]),
        values=contiguous(weights["values"][stack][:, :outputs]),
        values_bias=contiguous(weights["values_bias"][stack][:outputs]),
        actions=contiguous(actions[:, :half]),
        actions_bias=contiguous(actions[:, half]),
        heuristic=contiguous(1 + actions[:, half + 1]),
    )


@lru_cache(maxsize=256)
def actions_of(game: Game, box_bytes: bytes) -> ActionIdentities:
    """The identities of actions with a box, cached."""
    assert game.action_identities is not None
    return game.action_identities(np.frombuffer(box_bytes, game.box)[0])


def fold_actions(game: Game, box: np.record, weights: Mapping[str, np.ndarray]) -> np.ndarray:
    """The row of each action in this box: the row of its identity, plus the traits of its component times weights."""
    if game.action_identities is None:
        return weights["actions"]
    about = actions_of(game, box.tobytes())
    rows = weights["actions"][about.numbers] * (about.numbers >= 0)[:, None]
    traits = weights["action_traits"].reshape(about.kinds, about.traits.shape[1], -1)
    for kind in range(about.kinds):
        of_kind = about.kind == kind
        rows[of_kind] += about.traits[of_kind] @ traits[kind]
    return rows


def no_net(game: Game, players: int) -> Net:
    """An empty network: the search then uses the game's heuristic and playouts."""
    outputs = shape_of(game).outputs * players
    no_inputs = {name: np.zeros(0, np.int32) for name in ("input_indices", "input_of", "defaults", "zero_rows", "largest")}
    biases = {name: np.zeros(4, np.float32) for name in ("bias", "second_bias", "third_bias")}
    tables = {name: np.zeros((1, 4), np.float32) for name in ("rows", "slopes", "sheet", "second", "third", "actions")}
    value_head = {"values": np.zeros((1, outputs), np.float32), "values_bias": np.zeros(outputs, np.float32)}
    by_action = {"actions_bias": np.zeros(game.num_actions, np.float32), "heuristic": np.zeros(game.num_actions, np.float32)}
    return Net(**no_inputs, **biases, **tables, **value_head, **by_action)


def weight_sizes(game: Game, width: int, second: int, last: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network with layers of these widths."""
    shape = shape_of(game)
    half, outputs, stacks = second // 2, shape.seats * shape.outputs, shape.stacks
    actions, kinds, traits = shape.action_shape
    return {
        "rows": (shape.rows, width),
        "slopes": (shape.fields, width),
        "traits": (shape.traits, width),
        "item_traits": (shape.item_traits, width),
        "sheet": (shape.seats * shape.kinds, width),
        "bias": (width,),
        "second": (stacks, width, second),
        "second_bias": (stacks, second),
        "third": (stacks, half, last),
        "third_bias": (stacks, last),
        "values": (stacks, last, outputs),
        "values_bias": (stacks, outputs),
        "actions": (actions, half + 2),
        "action_traits": (kinds * traits, half + 2),
    }


def random_weights(game: Game, width: int = 256, half: int = 64, last: int = 32, seed: int = 0) -> Weights:
    """Small random weights. Their policy is approximately the game's heuristic."""
    rng = np.random.default_rng(seed)
    sizes = weight_sizes(game, width, 2 * half, last)
    spread = {
        "rows": 0.03,
        "slopes": 0.1,
        "traits": 0.05,
        "item_traits": 0.01,
        "sheet": 0.3,
        "bias": 0.1,
        "values": 0.05,
        "second": (2 / width) ** 0.5,
        "third": (2 / half) ** 0.5,
        "actions": 0.02,
        "action_traits": 0.01,
    }
    weights = {name: (rng.standard_normal(size) * spread.get(name, 0.0)).astype(np.float32) for name, size in sizes.items()}
    for name in ("second", "third", "values"):
        weights[name][:] = weights[name][:1]  # all layer stacks start with equal weights
    weights["actions"][:, half:] = 0  # the bias, and the change of the heuristic's factor
    weights["action_traits"][:, half:] = 0
    return weights


def starting_weights(game: Game, width: int = 256, half: int = 64, last: int = 32) -> Weights:
    """Random weights with which training starts. Those of actions and traits are 0, so that what never occurs adds nothing."""
    weights = random_weights(game, width, half, last)
    for name in ("traits", "item_traits", "actions", "action_traits"):
        weights[name][:] = 0
    return weights
