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
    host, card = (Batch(name, games, device=device, seed=3, points=True, **options) for device in ("cpu", "cuda"))
    ended = 0
    for step in range(steps):
        for one in (host, card):
            one.pick_random()
            one.step()
        card.check()
        ended += int(host.done.sum())
        if step % 20 == 0 or step == steps - 1:
            for buffer in BUFFERS:
                there = card.buffers[buffer].copy_to_host()
                if there.tobytes(order="C") != host.buffers[buffer].tobytes(order="C"):
                    raise SeaboardError(f"{name}: {buffer} differ from the processor's after {step + 1} steps")
    return {"game": name, **options, "games_at_once": games, "steps": steps, "games_ended": ended, "equal": True}


def speed(
    name: str, games: int, order: str, block: int, seconds: float, masks: bool = True, observations: bool = True
) -> float:
    """Steps per second: random actions picked on the card, then the step."""
    from numba import cuda

    batch_runners.BLOCK = block
    one = Batch(name, games, device="cuda", seed=1, order=order, masks=masks, observations=observations)
    for _ in range(300):  # until the games stand at all ages
        one.pick_random()
        one.step()
    cuda.synchronize()
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        for _ in range(50):
            one.pick_random()
            one.step()
        cuda.synchronize()
        steps += 50 * games
    one.check()
    return steps / (time.perf_counter() - begun)


def share_memory(name: str) -> dict:
    """PyTorch's tensors are the very buffers, in both orders."""
    try:
        import torch
    except ImportError:
        return {"torch": "not installed"}
    for order in "FC":
        one = Batch(name, 1000, device="cuda", seed=1, order=order)
        now = one.tensors()
        for _ in range(200):
            drawn = torch.multinomial(now.masks.float(), 1).squeeze(1)
            one.step(drawn)
        one.check()
        for buffer, tensor in vars(now).items():
            there = one.buffers[buffer]
            assert tensor.data_ptr() == there.device_ctypes_pointer.value, buffer
            assert np.array_equal(tensor.cpu().numpy(), there.copy_to_host()), buffer
    return {"torch": torch.__version__, "same_memory": True}


def pgx_backgammon(games: int, seconds: float) -> dict:
    """Pgx on this card, with mask and observation in its state, random actions, games that end begun again."""
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
    def go(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, a, b = jax.random.split(key, 3)
            actions = jax.random.categorical(a, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return (jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(b, games)), key), None

        return jax.lax.scan(one, (state, key), None, length=50)[0]

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), games))
    carry = jax.block_until_ready(go(state, jax.random.key(1)))
    begun, steps = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        carry = jax.block_until_ready(go(*carry))
        steps += 50 * games
    return {"pgx": pgx.__version__, "games": games, "steps_per_second": steps / (time.perf_counter() - begun)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--games", nargs="+", default=["maori"], help="the games to measure")
    args = parser.parse_args()
    found: dict[str, Any] = {"equal": [], "speed": []}

    def keep() -> None:
        (args.out / "gpu.json").write_text(json.dumps(found, indent=1))

    def tell(row: dict) -> dict:
        print(json.dumps(row), flush=True)
        return row

    for name in args.games:
        begun = time.perf_counter()
        found["equal"].append(tell(compare(name, 4096, 400)))
        found["compiled_and_compared_in"] = time.perf_counter() - begun
        keep()
        found["shared"] = tell(share_memory(name))
        sizes = [(games, order, 64) for games in (65_536, 131_072, 262_144, 524_288) for order in "FC"]
        for games, order, block in [*sizes, (262_144, "F", 32), (262_144, "F", 128), (262_144, "F", 256)]:
            row = {"game": name, "games": games, "order": order, "block": block}
            found["speed"].append(tell(row | {"steps_per_second": speed(name, games, order, block, args.seconds)}))
            keep()
        for wanted in ({"masks": False}, {"observations": False}, {"masks": False, "observations": False}):
            row = {"game": name, "games": 262_144, "order": "F", "block": 64, **wanted}
            found["speed"].append(tell(row | {"steps_per_second": speed(name, 262_144, "F", 64, args.seconds, **wanted)}))
            keep()
    for options in ({"players": 5}, {"players": 3, "level": "pro", "board": "atoll"}):
        if "maori" in args.games:
            found["equal"].append(tell(compare("maori", 1024, 300, **options)))
    found["peer"] = tell(pgx_backgammon(131_072, args.seconds))
    keep()


if __name__ == "__main__":
    main()
