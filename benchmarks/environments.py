"""Steps per second with mask and observation, of Seaboard and other environments, interleaved on one core: `make bench`.

Each is used as its own documentation says: PettingZoo and OpenSpiel game by game, Pgx, EnvPool and Seaboard in batches.
"""

import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

CORE = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
if CORE is not None:
    os.sched_setaffinity(0, {CORE})  # before JAX and EnvPool count the cores

import numpy as np  # noqa: E402
from rich.console import Console  # noqa: E402
from rich.progress import track  # noqa: E402

from seaboard.compiling import ensure_compiled  # noqa: E402
from seaboard.games import NAMES, find_game  # noqa: E402
from seaboard.lab import Batch  # noqa: E402
from seaboard.lab.speed import measure  # noqa: E402

ROUNDS = 5
SECONDS = 1.0
PEER = "OpenSpiel backgammon, with mask and observation tensor"
GAMES = 1024  # in parallel, where an environment has batches
Runner = Callable[[], int]  # makes some steps and returns their number


def open_spiel_backgammon() -> Runner:
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def run() -> int:
        """One game; a throw of the dice counts as a step too."""
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                state.observation_tensor()
                state.legal_actions_mask()
                state.apply_action(random.choice(state.legal_actions()))
            steps += 1
        return steps

    return run


def pettingzoo_connect_four() -> Runner:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def run() -> int:
        env.reset()
        steps = 0
        for agent in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            env.step(None if over or cut else env.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        return steps

    return run


def pgx_backgammon() -> Runner:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")

    @jax.jit
    def step_all(state: Any, key: Any) -> Any:
        key, a, b = jax.random.split(key, 3)
        actions = jax.random.categorical(a, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(b, GAMES)), key

    carry = [jax.vmap(env.init)(jax.random.split(jax.random.key(0), GAMES)), jax.random.key(1)]

    def run() -> int:
        carry[:] = jax.block_until_ready(step_all(*carry))
        return GAMES

    return run


def envpool_blackjack() -> Runner:
    import envpool

    env = envpool.make("Blackjack-v1", env_type="gymnasium", num_envs=GAMES, num_threads=1)
    env.reset()
    generator = np.random.default_rng(0)

    def run() -> int:
        env.step(generator.integers(2, size=GAMES))
        return GAMES

    return run


def seaboard_batch(name: str) -> Runner:
    batch = Batch(name, GAMES)

    def run() -> int:
        batch.pick_random()
        batch.step()
        return GAMES

    return run


def random_play(name: str) -> Runner:
    """Seaboard's random play without mask and observation."""
    game = find_game(name)
    return lambda: measure(game, game.choose(), SECONDS).moves


def runners() -> dict[str, Runner]:
    """All environments that are installed; prints the names of the others."""
    rows: dict[str, Runner] = {}
    peers = {
        PEER: open_spiel_backgammon,
        "PettingZoo connect four": pettingzoo_connect_four,
        f"Pgx backgammon, {GAMES} games, JAX on the processor": pgx_backgammon,
        f"EnvPool Blackjack, {GAMES} games": envpool_blackjack,
    }
    for title, make in peers.items():
        try:
            rows[title] = make()
        except ImportError as error:
            print(f"{title}: left out, {error}")
    for name in NAMES:
        ensure_compiled(find_game(name))
        rows[f"{find_game(name).title}, Batch of {GAMES}"] = seaboard_batch(name)
        rows[f"{find_game(name).title}, random play without mask and observation"] = random_play(name)
    return rows


def steps_per_second(run: Runner) -> float:
    started, steps = time.perf_counter(), 0
    while (spent := time.perf_counter() - started) < SECONDS:
        steps += run()
    return steps / spent


def main() -> None:
    rows = runners()
    for run in rows.values():
        run()  # compiled, and warm
    speeds: dict[str, list[float]] = {title: [] for title in rows}
    for _ in track(range(ROUNDS), "stepping, interleaved", console=Console(stderr=True)):
        for title, run in rows.items():
            speeds[title].append(steps_per_second(run))
    medians = {title: statistics.median(values) for title, values in speeds.items()}
    print(
        f"| steps with mask and observation, one core, median of {ROUNDS} x {SECONDS:g} s | steps per second | OpenSpiel = 1 |"
    )
    print("|---|---:|---:|")
    for title, speed in medians.items():
        print(f"| {title} | {speed:,.0f} | {speed / medians[PEER]:,.2f} |")


if __name__ == "__main__":
    main()
