"""Self-play on a GPU plays the same games as on the processor, here in Numba's simulator."""

import pytest

from .test_same_everywhere import run_python

CODE = """
from dataclasses import replace
import numpy as np
from seaboard.bots.mcts.gpu_selfplay import Tuning
from seaboard.bots.mcts.selfplay import Budget, Samples
from seaboard.bots.network.network_files import file_of, read_network
from seaboard.bots.training.gpu_players import GpuWorkspace
from seaboard.bots.training.plans import plan_of
from seaboard.bots.training.selfplay_threads import Player, Players, Workspace

plan = plan_of(name).only({"players": "2"})
weights, about = read_network(file_of(plan.game), 2)
plan = replace(plan, simulations=3, full_simulations=4, full_every=2, match_share=0.0, setups=plan.setups[:1])
players = Players(plan, 0, 5, lambda played: None)
players.latest = Player(plan, weights)
net, workspace = players.latest.net(0), Workspace(plan)
on_gpu = GpuWorkspace(plan, 2, Tuning(block=2, layer_block=2, rounds=2, enough=(2, 1)))
on_gpu.begin(0, net, 5, 0)
memory = on_gpu.search.memory
while on_gpu.search.play_cycle() and (decisions == 0 or min(memory.counts) < decisions):
    pass
for number in range(2):
    search = workspace.search(plan.boxes[0], net)
    memory_of_cpu = (workspace.root, workspace.samples, workspace.states)
    n = players.play(search, search, *memory_of_cpu, 5, number, 0, Budget(3, 4, 2, plan.considered), 0)
    assert n > 20 and (decisions or n == memory.counts[number]), n
    for part, one, other in zip(Samples._fields, workspace.samples, memory.samples):
        if part != "results" or not decisions:  # the network adds up in another order
            assert np.allclose(one[: decisions or n], other[number][: decisions or n], rtol=1e-4, atol=1e-5), part
if not decisions:
    assert [len(played.samples.counts) for played in on_gpu.played()] == list(memory.counts)
print("same")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decisions"), [("maori", 0), ("nusfjord", 2), ("kaivai", 2)])
def test_games_on_a_gpu_equal_those_of_the_processor(name, decisions):
    """Whole games, or (`decisions`) their first decisions."""
    code = f"name, decisions = {name!r}, {decisions}\n{CODE}"
    assert run_python(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").split()[-1] == "same"
