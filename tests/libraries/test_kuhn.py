"""Kuhn poker, whose solution is known: PPO against the optimal player, and a network by self-play. Small budgets."""

import time
from typing import Any

import gymnasium
import pytest
from seaboard_kuhn import GAME as KUHN
from seaboard_kuhn.bot import FIRST, INFORMATION_SETS, VALUE, equilibrium, policy_of, regret, value

import seaboard.lab.gymnasium  # noqa: F401
from seaboard.bots import new_bot
from seaboard.bots.training.command import Request, train

STEPS = 1000  # of learning, so that the load of the machine does not matter
pytestmark = pytest.mark.filterwarnings("ignore")


def test_ppo_finds_a_best_reply_to_the_optimal_player():
    """No policy wins more than the value of the game from an optimal player; a learned one must come close."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.wrappers import ActionMasker

    env: Any = gymnasium.make("seaboard/kuhn-v1", rewards="scaled_points", bots="kuhn_optimal", normalize=True)
    model = MaskablePPO(
        "MultiInputPolicy",
        ActionMasker(env, lambda env: env.get_wrapper_attr("action_masks")()),
        n_steps=512,
        batch_size=128,
        learning_rate=0.003,
        seed=1,
    )
    model.learn(10_000)

    class Learned:
        def choose(self, seen, actions, cancelled=None):
            env.unwrapped.table.s = seen
            return int(model.predict(env.unwrapped.observation(), deterministic=True)[0])

    policy = equilibrium() | {place: bet for place, bet in policy_of(lambda seed: Learned(), 1).items() if place[1] in FIRST}
    found = value(policy, equilibrium())
    print(f"PPO: {found:.4f} of {VALUE:.4f}")
    assert VALUE - 0.06 < found < VALUE + 1e-9


def test_a_network_learns_from_self_play(tmp_path):
    settings = ("first_positions=2000", "width=32", "half=16", "last=16", "batch=256", "simulations=16", "full_simulations=32")
    begun = time.process_time()
    file = train(Request("kuhn", tmp_path, minutes=60, steps=STEPS, threads=1, device="cpu", settings=settings), print)
    box = KUHN.build_box(KUHN.choose())
    policy = policy_of(lambda seed: new_bot(f"net:50,file={file}", KUHN, box, seed, threads=1), 10)
    print(f"network: regret {regret(policy):.4f} after {STEPS} steps, {time.process_time() - begun:.0f} s of work")
    assert regret(policy) < regret(dict.fromkeys(INFORMATION_SETS, 0.5)) / 2
