"""Steps of the Gymnasium environments per second of CPU time, with random legal actions: 1,024 games at a time, or one."""

import time
from collections.abc import Callable

import gymnasium
import numpy as np

import seaboard.lab.gymnasium  # noqa: F401

GAME = "seaboard/maori-v1"
GAMES = 1024
SECONDS = 2.0


def steps_per_second(step: Callable[[], int]) -> float:
    """The steps that calls of `step` report, per second of this process: other work on the machine does not count."""
    steps, started = 0, time.process_time()
    while (spent := time.process_time() - started) < SECONDS:
        steps += step()
    return steps / spent


def vector_environment(rng: np.random.Generator) -> float:
    envs = gymnasium.make_vec(GAME, GAMES, vectorization_mode="vector_entry_point")
    seen = envs.reset(seed=1)[0]

    def step() -> int:
        masks = seen["action_mask"]
        seen.update(envs.step((masks * rng.random(masks.shape, dtype=np.float32)).argmax(1))[0])
        return GAMES

    return steps_per_second(step)


def single_environment(rng: np.random.Generator) -> float:
    env = gymnasium.make(GAME)
    seen = env.reset(seed=1)[0]

    def step() -> int:
        new, _, terminated, truncated, _ = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen.update(env.reset()[0] if terminated or truncated else new)
        return 1

    return steps_per_second(step)


if __name__ == "__main__":
    for _ in range(3):
        rng = np.random.default_rng(0)
        print(f"{GAMES} games: {vector_environment(rng):,.0f} steps/s; one game: {single_environment(rng):,.0f} steps/s")
