"""`Batch` on a GPU: the same games as on the processor, and steps per second with mask and observation.

Compares with Pgx's backgammon on the same GPU if JAX is installed. Writes gpu.json to the folder given.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from seaboard.core.errors import SeaboardError
from seaboard.lab import Batch, batch_runners

BUFFERS = ("states", "numbers", "movers", "counts", "masks", "observations", "rewards", "scores", "points", "done")


def compare(name: str, games: int, steps: int, **options: Any) -> dict:
    """Random games on both devices, every buffer compared after every step."""
    on_cpu, on_gpu = (Batch(name, games, device=device, seed=3, points=True, **options) for device in ("cpu", "cuda"))
    ended = 0
    for step in range(steps):
        for batch in (on_cpu, on_gpu):
            batch.pick_random()
            batch.step()
        on_gpu.check()
        ended += int(on_cpu.done.sum())
        if step % 20 == 0 or step == steps - 1:
            for buffer in BUFFERS:
                from_gpu = on_gpu.buffers[buffer].copy_to_host()
                if from_gpu.tobytes(order="C") != on_cpu.buffers[buffer].tobytes(order="C"):
                    raise SeaboardError(f"{name}: {buffer} differ from the processor's after {step + 1} steps")
    return {"game": name, **options, "games_at_once": games, "steps": steps, "games_ended": ended, "equal": True}


def speed(
    name: str, games: int, order: str, block: int, seconds: float, masks: bool = True, observations: bool = True
) -> float:
    """Steps per second: random actions picked on the GPU, then the step."""
    from numba import cuda

    batch_runners.BLOCK = block
    batch = Batch(name, games, device="cuda", seed=1, order=order, masks=masks, observations=observations)
    for _ in range(300):  # until the games are at different points of their course
        batch.pick_random()
        batch.step()
    cuda.synchronize()
    started, steps = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        for _ in range(50):
            batch.pick_random()
            batch.step()
        cuda.synchronize()
        steps += 50 * games
    batch.check()
    return steps / (time.perf_counter() - started)


def share_memory(name: str) -> dict:
    """Checks that PyTorch's tensors share the memory of the buffers, in both orders."""
    try:
        import torch
    except ImportError:
        return {"torch": "not installed"}
    for order in "FC":
        batch = Batch(name, 1000, device="cuda", seed=1, order=order)
        tensors = batch.tensors()
        for _ in range(200):
            actions = torch.multinomial(tensors.masks.float(), 1).squeeze(1)
            batch.step(actions)
        batch.check()
        for buffer, tensor in vars(tensors).items():
            device_array = batch.buffers[buffer]
            assert tensor.data_ptr() == device_array.device_ctypes_pointer.value, buffer
            assert np.array_equal(tensor.cpu().numpy(), device_array.copy_to_host()), buffer
    return {"torch": torch.__version__, "same_memory": True}


def pgx_backgammon(games: int, seconds: float) -> dict:
    """Pgx on this GPU, with mask and observation in its state, random actions, and automatic resets."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ImportError as error:
        return {"pgx": f"not installed here: {error}"}
    if jax.default_backend() != "gpu":
        return {"pgx": f"JAX runs on {jax.default_backend()} here, not on the GPU"}
    env = pgx.make("backgammon")

    @jax.jit
    def step_many(state: Any, key: Any) -> Any:
        def step_all(carry: Any, _: Any) -> Any:
            state, key = carry
            key, a, b = jax.random.split(key, 3)
            actions = jax.random.categorical(a, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return (jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(b, games)), key), None

        return jax.lax.scan(step_all, (state, key), None, length=50)[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games))
    carry = jax.block_until_ready(step_many(state, jax.random.key(1)))
    started, steps = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        carry = jax.block_until_ready(step_many(*carry))
        steps += 50 * games
    return {"pgx": pgx.__version__, "games": games, "steps_per_second": steps / (time.perf_counter() - started)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--games", nargs="+", default=["maori"], help="the games to measure")
    args = parser.parse_args()
    results: dict[str, Any] = {"equal": [], "speed": []}

    def save() -> None:
        (args.out / "gpu.json").write_text(json.dumps(results, indent=1))

    def add_row(row: dict) -> dict:
        print(json.dumps(row), flush=True)
        return row

    for name in args.games:
        started = time.perf_counter()
        results["equal"].append(add_row(compare(name, 4096, 400)))
        results["compiled_and_compared_in"] = time.perf_counter() - started
        save()
        results["shared"] = add_row(share_memory(name))
        sizes = [(games, order, 64) for games in (65_536, 131_072, 262_144, 524_288, 1_048_576) for order in "FC"]
        for games, order, block in [*sizes, (262_144, "F", 32), (262_144, "F", 128), (262_144, "F", 256)]:
            row = {"game": name, "games": games, "order": order, "block": block}
            results["speed"].append(add_row(row | {"steps_per_second": speed(name, games, order, block, args.seconds)}))
            save()
        for buffers in ({"masks": False}, {"observations": False}, {"masks": False, "observations": False}):
            row = {"game": name, "games": 262_144, "order": "F", "block": 64, **buffers}
            results["speed"].append(add_row(row | {"steps_per_second": speed(name, 262_144, "F", 64, args.seconds, **buffers)}))
            save()
    for options in ({"players": 5}, {"players": 3, "level": "pro", "board": "atoll"}):
        if "maori" in args.games:
            results["equal"].append(add_row(compare("maori", 1024, 300, **options)))
    results["peer"] = add_row(pgx_backgammon(131_072, args.seconds))
    save()


if __name__ == "__main__":
    main()
