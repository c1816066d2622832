"""Many games side by side: `Batch("maori", 1024)` on cores, `Batch("maori", 131072, device="cuda")` on a GPU.

One call steps them all and writes what the movers see, what they may do and what was won into buffers that stay where they
are: NumPy arrays on the processor, arrays on the card that PyTorch shares on a GPU.
"""

import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..compiling import ensure_compiled
from ..core.errors import BadOption, IllegalMove
from ..core.game import Game
from ..games import find_game
from ..loops import stepping
from ..loops.binding import advance_on_cores, bound_parts
from ..loops.stepping import PICK, RESET, STEP
from .cuda import find_cuda, prepare_compiling, record_type

BLOCK = 64  # threads of a block on a GPU


@cache
def advance_on_gpu(game: Game, seats: int) -> Any:
    cuda = find_cuda()
    names = {"cuda": cuda, "STATE": record_type(game), "SEATS": seats, "SCORE_KINDS": len(game.score_kinds)}
    return cuda.jit(game.bound(stepping.advance_kernel, **names, **bound_parts(game)))


class Batch:
    """`games` games of one kind. Row i of every buffer belongs to game i.

    movers        (games,) int64          the seat that decides
    observations  (games, size) int16     what it sees (docs/observations.md)
    masks         (games, actions) uint8  1: the action is allowed
    lists, counts (games, most) int16, (games,) int32   the same as a list: `lists[i, :counts[i]]`
    done          (games,) uint8          1: the last step ended a game, and the next one has begun
    rewards       (games, seats) float32  of a game that just ended, from -1 (last) to 1 (first), adding up to 0; else 0
    scores        (games, seats) int32    points of the last game that ended in this row, in parts (Nusfjord: half points)
    points        (games, seats) int32    each seat's points likewise, as if the game ended now, if `points=True`
    numbers       (games,) int64          which game of the series is played: i, i + games, i + 2 * games, ...
    actions       (games,) int64          what `step` plays when it is given nothing else

    The same seed gives the same games on every device. Only `actions` is to be written to.
    """

    def __init__(
        self,
        game: str | Game,
        games: int,
        *,
        device: str = "cpu",
        threads: int = 1,
        seed: int = 0,
        masks: bool = True,
        observations: bool = True,
        points: bool = False,
        order: str = "",
        **options: Any,
    ):
        self.game = find_game(game) if isinstance(game, str) else game
        self.options: Mapping[str, Any] = self.game.choose(**options)
        self.box = self.game.build_box(self.options)
        self.seats = self.game.seats(self.options)
        self.games, self.seed, self.device = whole(games, "games", 1), whole(seed, "seed", 0), device
        if device not in ("cpu", "cuda"):
            raise BadOption(f"device must be cpu or cuda, not {device!r}")
        wide = {
            "lists": (self.game.most_legal, np.int16),
            "masks": (self.game.actions * masks, np.uint8),
            "observations": (self.game.observation_size * observations, np.int16),
            "rewards": (self.seats, np.float32),
            "scores": (self.seats, np.int32),
            "points": (self.seats * points, np.int32),
            "generators": (1, np.uint64),
        }
        kinds: dict[str, Any] = {
            "actions": np.int64,
            "numbers": np.int64,
            "movers": np.int64,
            "counts": np.int32,
            "done": np.uint8,
            "states": self.game.state,
        }
        layout: Any = order or ("F" if device == "cuda" else "C")
        host = {name: np.zeros(self.games, kind) for name, kind in kinds.items()}
        host |= {name: np.zeros((self.games, width), kind, layout) for name, (width, kind) in wide.items()}
        host["numbers"][:] = np.arange(self.games)
        self.runner: Any = OnGpu(self, host) if device == "cuda" else OnCores(self, host, whole(threads, "threads", 1))
        self.buffers: Mapping[str, Any] = self.runner.buffers
        self.runner.advance(RESET)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["buffers"][name]
        except KeyError:
            raise AttributeError(name) from None

    def step(self, actions: Any = None) -> None:
        """Plays one action in every game: `actions`, or what stands in the buffer of that name."""
        if actions is not None:
            self.runner.put_actions(actions)
        self.runner.advance(STEP)

    def pick_random(self) -> None:
        """Fills `actions` with random allowed ones, each as likely as the others."""
        self.runner.advance(PICK)

    def check(self) -> None:
        """Raises IllegalMove if an action was not allowed (its game has not moved); on a processor `step` does it itself."""
        self.runner.check()

    def tensors(self) -> SimpleNamespace:
        """The buffers as PyTorch tensors over the same memory."""
        import torch

        device = torch.device(self.device)
        return SimpleNamespace(
            **{
                name: torch.as_tensor(b, device=device)
                for name, b in self.buffers.items()
                if name not in ("states", "generators")
            }
        )

    def refuse(self, i: int, action: int) -> None:
        raise IllegalMove(f"game {i}: action {action} is not allowed now; masks[{i}] says what is")


class OnCores:
    """A batch whose games are shared out among threads."""

    def __init__(self, batch: Batch, buffers: dict[str, np.ndarray], threads: int):
        ensure_compiled(batch.game)
        self.batch, self.buffers = batch, buffers
        self.loop = advance_on_cores(batch.game)
        ends = np.linspace(0, batch.games, min(threads, batch.games) + 1).astype(int).tolist()
        self.slices = list(pairwise(ends))
        self.scratch = [
            (np.zeros(1, batch.game.state), np.zeros((batch.seats, len(batch.game.score_kinds)), np.int32)) for _ in self.slices
        ]
        self.pool = ThreadPoolExecutor(len(self.slices)) if len(self.slices) > 1 else None

    def advance(self, work: int) -> None:
        each = range(len(self.slices))
        refused = (
            list(self.pool.map(lambda n: self.advance_slice(work, n), each)) if self.pool else [self.advance_slice(work, 0)]
        )
        for i in refused:
            if i >= 0:
                self.batch.refuse(i, int(self.buffers["actions"][i]))

    def advance_slice(self, work: int, n: int) -> int:
        b, (seen, sheet) = self.buffers, self.scratch[n]
        return self.loop(
            work, *self.slices[n], b["actions"], b["states"], seen, self.batch.box, self.batch.seed, sheet, *rest(b)
        )

    def put_actions(self, actions: Any) -> None:
        self.buffers["actions"][:] = actions

    def check(self) -> None:
        pass


class OnGpu:
    """A batch on a card, a thread a game. Order F: what neighbouring threads write at once lies side by side."""

    def __init__(self, batch: Batch, host: dict[str, np.ndarray]):
        self.batch, self.cuda = batch, find_cuda()
        self.kernel = advance_on_gpu(batch.game, batch.seats)
        words = host["states"].view(np.int64).reshape(batch.games, -1)
        host["states"] = words.copy("F" if host["masks"].flags.f_contiguous else "C")
        self.buffers = {name: self.cuda.to_device(buffer) for name, buffer in host.items()}
        self.box = self.cuda.to_device(np.array([batch.box], batch.game.box))
        self.refused = self.cuda.to_device(np.full(1, -1, np.int64))

    def stream(self) -> Any:
        """PyTorch's current CUDA stream, so that its work and ours are done in order."""
        torch = sys.modules.get("torch")
        handle = torch.cuda.current_stream().cuda_stream if torch and torch.cuda.is_initialized() else 0
        return self.cuda.external_stream(handle) if handle else self.cuda.default_stream()

    def advance(self, work: int) -> None:
        b = self.buffers
        prepare_compiling(self.batch.game)
        launch = self.kernel[-(-self.batch.games // BLOCK), BLOCK, self.stream()]
        launch(work, b["actions"], b["states"], self.refused, self.box, self.batch.seed, *rest(b))

    def put_actions(self, actions: Any) -> None:
        if hasattr(actions, "copy_"):
            import torch

            torch.as_tensor(self.buffers["actions"], device="cuda").copy_(actions)
        else:
            self.buffers["actions"].copy_to_device(np.asarray(actions, np.int64))

    def check(self) -> None:
        i = int(self.refused.copy_to_host()[0])
        if i >= 0:
            self.refused.copy_to_device(np.full(1, -1, np.int64))
            self.batch.refuse(i, int(self.buffers["actions"].copy_to_host()[i]))


def rest(b: Mapping[str, Any]) -> tuple:
    """The buffers that both loops take last, in their order."""
    names = "generators numbers movers counts lists masks observations rewards scores points done"
    return tuple(b[name] for name in names.split())


def whole(value: Any, name: str, least: int) -> int:
    if not isinstance(value, int) or value < least:
        raise BadOption(f"{name} must be a whole number, at least {least}, not {value!r}")
    return value
