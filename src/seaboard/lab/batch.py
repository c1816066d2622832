"""Many games in parallel: `Batch("maori", 1024)` on CPU cores, `Batch("maori", 131072, device="cuda")` on a GPU.

One call steps all games and writes observations, legal actions and rewards into fixed buffers: NumPy arrays on the CPU, device
arrays that PyTorch can share on a GPU.
"""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..core.errors import BadOption, BadPosition, IllegalMove
from ..core.game import Game
from ..core.option_sources import TrustedOptions
from ..core.ranking import reward_kind, reward_range
from ..games import find_game
from ..loops.stepping import DEAL, PICK, RESET, SHOW, STEP, GameBuffers
from ..match import Match
from .batch_runners import CpuRunner, GpuRunner, SortedGpuRunner
from .scaling import ObservationScale, feature_names

NOT_TENSORS = ("states", "generators", "past")


class Batch:
    """`games` games with the same options. Row i of every buffer belongs to game i.

    movers        (games,) int64          the seat to move
    observations  (games, size) int16     its observation: option values first (docs/observations.md)
    masks         (games, actions) uint8  1: the action is legal
    lists, counts (games, max_legal) int16, (games,) int32   the legal actions as a list: `lists[i, :counts[i]]`
    done          (games,) uint8          1: the last step ended a game, and the next one has started
    rewards       (games, seats) float32  of a game that just ended, else 0: `places` from -1 (last) to 1 (first), zero-sum;
                                          `win`: 1, shared by tied winners; `margin` to the best other seat; `points`;
                                          `scaled_margin` and `scaled_points` from -1 to 1
    scores        (games, seats) int32    points of the last finished game of this row, in score units (Nusfjord: half points)
    points        (games, seats) int32    each seat's points in score units if the game ended now, if `points=True`
    finals        (games, seats, size) int16  each seat's observation at the end of that game, if `finals=True`
    history       (games, k, 2) int16     the last `history=k` actions and their seats relative to the mover, latest first;
                                          action -1: none, -2: hidden
    numbers       (games,) int64          number of the game in the series: i, i + games, i + 2 * games, ...
    actions       (games,) int64          the actions that `step()` plays
    states        the full positions, including hidden information; records on the CPU, 8-byte words on a GPU

    The same seed gives the same games on every device. Callers may write to `actions` only. `rows` are row numbers, without
    repetition where rows are written.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        device: Any = "cpu",
        threads: int = 1,
        seed: int = 0,
        masks: bool = True,
        observations: bool = True,
        points: bool = False,
        rewards: str = "places",
        finals: bool = False,
        history: int = 0,
        order: str = "",
        **options: Any,
    ):
        self.game = find_game(game) if isinstance(game, str) else game
        self.options: Mapping[str, Any] = self.game.choose(**options)
        self.box = self.game.build_box(self.options)
        self.seats = self.game.seats(self.options)
        self.games, self.seed = check_integer(games, "games", 1), check_integer(seed, "seed", 0)
        self.device = device_kind(device)
        self.rewarding = reward_kind(rewards)
        history_length, size = check_integer(history, "history", 0), self.game.full_observation_size
        array_fields = {
            "lists": ((self.game.max_legal,), np.int16),
            "masks": ((self.game.num_actions * bool(masks),), np.uint8),
            "observations": ((size * bool(observations),), np.int16),
            "rewards": ((self.seats,), np.float32),
            "scores": ((self.seats,), np.int32),
            "points": ((self.seats * bool(points),), np.int32),
            "finals": ((self.seats, size * bool(finals)), np.int16),
            "history": ((history_length, 2), np.int16),
            "past": ((2 * history_length,), np.int16),
            "generators": ((1,), np.uint64),
        }
        scalar_fields: dict[str, Any] = {
            "actions": np.int64,
            "numbers": np.int64,
            "movers": np.int64,
            "counts": np.int32,
            "done": np.uint8,
            "states": self.game.state,
        }
        on_gpu = self.device == "cuda"
        layout: Any = order or ("F" if on_gpu else "C")
        host_arrays = {name: np.zeros(self.games, kind) for name, kind in scalar_fields.items()}
        host_arrays |= {name: np.zeros((self.games, *shape), kind, layout) for name, (shape, kind) in array_fields.items()}
        for name in ("observations", "finals"):
            if host_arrays[name].shape[-1]:
                host_arrays[name][..., : self.game.option_size] = self.game.observe_options(self.box)
        buffers = GameBuffers(**host_arrays)
        if on_gpu:
            self.runner: Any = (SortedGpuRunner if self.game.sort_keys else GpuRunner)(self, buffers)
        else:
            self.runner = CpuRunner(self, buffers, check_integer(threads, "threads", 1))
        self.buffers: Mapping[str, Any] = self.runner.buffers._asdict()
        self.runner.advance(RESET, np.arange(self.games))

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["buffers"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def reward_range(self) -> tuple[float, float]:
        """The lowest and the highest possible reward."""
        return reward_range(self.rewarding, self.seats)

    @property
    def feature_names(self) -> list[str]:
        """A name for each value of an observation."""
        return feature_names(self.game)

    def normalized(self) -> np.ndarray:
        """The observations as floats from 0 to 1, by the ranges of docs/observations.md; same layout."""
        return ObservationScale(self.game)(self.read("observations"))

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items() if value not in ((), []))
        return f"<Batch of {self.games:,} games of {self.game.title} ({chosen}) on {self.device}, seed {self.seed}>"

    # playing

    def step(self, actions: Any = None, rows: Any = None) -> None:
        """Plays one action in every game, or in these rows: the given `actions`, or those in the buffer.

        Other rows do not change, nor do their `done` and `rewards`. An illegal action leaves its game unchanged, with `done`
        and `rewards` 0, and raises IllegalMove after all other games were stepped (on a GPU: `check` raises it).
        """
        chosen = None if rows is None else self.rows_of(rows)
        if actions is not None:
            self.runner.put_actions(check_actions(actions, self.games if chosen is None else len(chosen)), chosen)
        self.runner.advance(STEP, None if chosen is None else self.orders(chosen, 0))

    def pick_random(self) -> None:
        """Writes uniformly random legal actions to `actions`."""
        self.runner.advance(PICK, None)

    def check(self) -> None:
        """Raises IllegalMove if an action was illegal (its game did not change); on the CPU, `step` raises it."""
        self.runner.check()

    # branching

    def reset(self, rows: Any = None, numbers: Any = None) -> None:
        """Starts a new game in these rows (default: all): the next of each row's series, or the given `numbers`."""
        chosen = self.rows_of(np.arange(self.games) if rows is None else rows)
        next_numbers = self.read("numbers")[chosen] + self.games if numbers is None else numbers
        self.runner.advance(RESET, self.orders(chosen, next_numbers))

    def load(self, rows: Any, positions: Any) -> None:
        """Loads positions into these rows: matches, texts (TOML), or records of `states`; one for all rows, or one per row.

        Raises BadPosition for a position of another game or with other options, and for a finished game. `numbers` does not
        change.
        """
        chosen = self.rows_of(rows)
        states = self.records_of(positions)
        if len(states) not in (1, len(chosen)):
            raise BadOption(f"{len(chosen)} rows need as many positions, or one for all, not {len(states)}")
        self.runner.put_states(chosen, np.broadcast_to(states, len(chosen)).copy())
        self.refresh(chosen)

    def copy(self, sources: Any, rows: Any) -> None:
        """Copies row `sources[i]` to row `rows[i]` (sources may repeat): the same position with the same future draws.

        `deal` gives the copies different futures.
        """
        chosen, origins = self.rows_of(rows), self.rows_of(sources, repeats=True)
        if len(origins) not in (1, len(chosen)):
            raise BadOption(f"{len(chosen)} rows need as many sources, or one for all, not {len(origins)}")
        self.runner.copy_rows(np.broadcast_to(origins, len(chosen)).copy(), chosen)
        self.refresh(chosen)

    def deal(self, rows: Any, numbers: Any = 0, seed: int = 0) -> None:
        """Redeals what the mover of each of these rows cannot know, including future draws.

        So a search cannot use hidden information. Equal numbers (one for all rows, or one per row) redeal equal positions
        equally; they also reseed `pick_random`.
        """
        chosen = self.rows_of(rows)
        self.runner.advance(DEAL, self.orders(chosen, numbers), check_integer(seed, "seed", 0))

    def refresh(self, rows: Any = None) -> None:
        """Rewrites the buffers of these rows (default: all) from `states`, with `done` and `rewards` 0."""
        self.runner.advance(SHOW, None if rows is None else self.orders(self.rows_of(rows), 0))

    # reading

    def read(self, name: str) -> np.ndarray:
        """A buffer as a NumPy array: the buffer itself on the CPU, a copy from a GPU."""
        return self.runner.read(name)

    def positions(self, rows: Any = None) -> np.ndarray:
        """The full positions of these rows (default: all) as NumPy records, which `load` accepts."""
        states = self.read("states")
        records = np.ascontiguousarray(states).view(self.game.state).reshape(-1) if states.ndim == 2 else states
        return records[slice(None) if rows is None else self.rows_of(rows, repeats=True)].copy()

    def tensors(self) -> SimpleNamespace:
        """The buffers as PyTorch tensors over the same memory."""
        import torch

        device = torch.device(self.device)
        return SimpleNamespace(
            **{name: torch.as_tensor(b, device=device) for name, b in self.buffers.items() if name not in NOT_TENSORS}
        )

    def raise_illegal(self, i: int, action: int) -> None:
        raise IllegalMove(f"game {i}: action {action} is illegal; masks[{i}] has the legal actions")

    # arguments

    def rows_of(self, rows: Any, repeats: bool = False) -> np.ndarray:
        """Row numbers, from integers or a boolean mask."""
        given = as_numpy(rows)
        if given.dtype == bool and given.shape == (self.games,):
            return np.flatnonzero(given)
        given = np.atleast_1d(given)
        if given.size == 0:
            return np.zeros(0, np.int64)
        if given.dtype.kind not in "iu" or given.ndim != 1 or given.min() < 0 or given.max() >= self.games:
            raise BadOption(f"rows must be integers from 0 to {self.games - 1}, in a list or an array")
        if not repeats and len(np.unique(given)) < len(given):
            raise BadOption("rows must not repeat")
        return given.astype(np.int64)

    def orders(self, rows: np.ndarray, numbers: Any) -> np.ndarray:
        """An array with a number for each of these rows, -1 for the others."""
        given = as_numpy(numbers)
        if given.dtype.kind not in "iu" or given.shape not in ((), (1,), rows.shape) or (given.size and given.min() < 0):
            raise BadOption(f"numbers must be integers of at least 0: one, or one for each of {len(rows)} rows")
        orders = np.full(self.games, -1, np.int64)
        orders[rows] = given
        return orders

    def records_of(self, positions: Any) -> np.ndarray:
        """Converts positions to an array of records; all must be of unfinished games."""
        given: Any = positions if isinstance(positions, list | tuple | np.ndarray) else [positions]
        if isinstance(given, np.ndarray) and given.dtype == self.game.state:
            states = np.atleast_1d(given)
        else:
            states = np.array([self.record_of(position) for position in given], self.game.state)
        for s in states:
            if not 0 <= self.game.mover(s) < self.seats:
                raise BadPosition("the game of a position is over, or has another number of players")
        return states

    def record_of(self, position: Any) -> np.void:
        if isinstance(position, np.void) and position.dtype == self.game.state:
            return position
        match = Match.from_position(position, options_class=TrustedOptions) if isinstance(position, str) else position
        if not isinstance(match, Match):
            raise BadPosition(f"a position is a match, a text or a record of {self.game.name}, not {type(position).__name__}")
        if match.game is not self.game or match.box.tobytes() != self.box.tobytes():
            raise BadPosition(f"a position of {match.game.name} has other options than this batch")
        return match.s


def as_numpy(given: Any) -> np.ndarray:
    """An array from NumPy, PyTorch (also on a GPU), or a list."""
    return np.asarray(given.cpu() if hasattr(given, "cpu") else given)


def check_actions(actions: Any, games: int) -> Any:
    """Checks actions: one per game, of an integer type; tensors stay on their device."""
    given = actions if hasattr(actions, "dtype") else np.asarray(actions)
    is_integer = any(str(given.dtype).removeprefix("torch.").startswith(kind) for kind in ("int", "uint"))
    if not is_integer or tuple(given.shape) != (games,):
        shape = " x ".join(map(str, given.shape)) or "a single number"
        raise BadOption(f"actions must be {games} integers, one per game, not {shape} of {given.dtype}")
    return given


def device_kind(device: Any) -> str:
    """`cpu`, or `cuda` for the first GPU."""
    name = str(device)
    if name in ("cuda", "cuda:0"):
        return "cuda"
    if name != "cpu":
        raise BadOption(f"device must be cpu, cuda or cuda:0, not {name[:40]!r}")
    return name


def check_integer(value: Any, name: str, least: int) -> int:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise BadOption(f"{name} must be an integer of at least {least}, not {value!r}")
    return int(value)
