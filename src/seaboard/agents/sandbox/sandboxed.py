"""The bot whose code runs in the confined process. It gets its seat's view, the components and the rules, nothing else.

`seaboard.agents.sandbox:Sandboxed,file=my_bot.py,entry=MyBot` is its name in an arena. When it crashes, answers with an illegal
action, or exceeds its time, a random action is played and the fault is counted; after MAX_FAULTS all its actions are random.
"""

import base64
import contextlib
import json
import os
import random
import select
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...bots import Hint
from ...core.errors import BadOption, SeaboardError
from ...core.game import Game
from ...core.text_input import read_json
from .confine import is_supported

MAX_FAULTS = 3  # then all its actions are random
START_SECONDS = 60.0  # to load Python, the game and the submission
MAX_SOURCE_SIZE = 1_000_000  # bytes
MAX_ANSWER_LENGTH = 100_000  # characters


class Sandboxed:
    """A submitted class with `choose(seen, actions)`."""

    faults: ClassVar[Counter[str]] = Counter()  # by kind, of all games of this process

    def __init__(
        self,
        game: Game,
        box: np.record,
        seed: Any = None,
        file: str = "",
        entry: str = "Bot",
        seconds: float = 1.0,
        memory: int = 1024,
        game_seconds: int = 120,
    ):
        if not is_supported():
            raise SeaboardError("submitted bots run on Linux only, since other systems cannot confine them")
        path = Path(file)
        if not file or not path.is_file() or path.stat().st_size > MAX_SOURCE_SIZE:
            raise BadOption(f"no submission {file!r}: name a Python file of at most {MAX_SOURCE_SIZE} bytes")
        self.seconds, self.fault_count = seconds, 0
        self.chance = random.Random(f"sandboxed {seed}")
        self.enforced: dict[str, Any] = {}
        self.process: subprocess.Popen | None = None
        self.start(game, box, str(seed), path.read_text(encoding="utf-8"), entry, memory, game_seconds)

    def start(self, game: Game, box: np.record, seed: str, source: str, entry: str, memory: int, seconds: int) -> None:
        environment = {
            "HOME": "/",
            "NUMBA_DISABLE_JIT": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, "-I", "-B", "-m", "seaboard.agents.sandbox.child"]
        self.process = subprocess.Popen(
            command, cwd="/", env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        request = {"game": game.name, "box": encode(box), "seed": seed, "source": source, "entry": entry}
        self.send({**request, "memory": memory, "seconds": seconds})
        ready = self.receive(START_SECONDS)
        self.enforced = ready.get("enforced", {})
        if not ready.get("ready"):
            self.close()
            raise BadOption(f"the submission cannot be used: {ready.get('error', 'it did not start')}")

    def send(self, value: dict[str, Any]) -> None:
        assert self.process
        assert self.process.stdin
        try:
            self.process.stdin.write(json.dumps(value).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            self.close()

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next message of the process; `{"error": ...}` if there is none in time."""
        if self.process is None or self.process.stdout is None:
            return {"error": "gone"}
        end, received, pipe = time.monotonic() + seconds, b"", self.process.stdout.fileno()
        while not received.endswith(b"\n"):
            ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                return {"error": "time"}
            part = os.read(pipe, 65536)
            if not part or len(received) > MAX_ANSWER_LENGTH:
                return {"error": "gone"}
            received += part
        try:
            message = read_json(received.decode("utf-8", "replace").splitlines()[-1], MAX_ANSWER_LENGTH)
        except ValueError:
            return {"error": "nonsense"}
        return message if isinstance(message, dict) else {"error": "nonsense"}

    def choose(self, seen: np.record, actions: Sequence[int], cancelled: Callable[[], bool] | None = None) -> int:
        """The action of the submitted bot, or a random one after a fault."""
        if self.process is not None:
            self.send({"seen": encode(seen), "actions": [int(action) for action in actions]})
            message = self.receive(self.seconds)
            action = message.get("action")
            if isinstance(action, int) and action in actions:
                return action
            self.record_fault(message)
        return self.chance.choice(list(actions))

    def record_fault(self, message: dict[str, Any]) -> None:
        error = str(message.get("error", "illegal"))
        kind = error if error in ("time", "gone", "nonsense", "illegal") else "exception"
        Sandboxed.faults[kind] += 1
        self.fault_count += 1
        # after a late or unreadable answer, the next line would answer the last question
        if kind in ("time", "gone", "nonsense") or self.fault_count >= MAX_FAULTS:
            self.close()

    def hint(self, seen: np.record, actions: Sequence[int]) -> list[Hint]:
        return []

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                with contextlib.suppress(OSError):
                    pipe and pipe.close()
            self.process = None

    def __del__(self) -> None:
        if getattr(self, "process", None) is not None:
            self.close()


def encode(record: np.record) -> str:
    return base64.b64encode(record.tobytes()).decode()
