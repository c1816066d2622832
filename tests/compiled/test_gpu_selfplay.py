"""Self-play on a GPU plays the same games as on the processor, here in Numba's simulator."""

import pytest

from .test_same_everywhere import run_python

CODE = """
from dataclasses import replace
import numpy as np
from seaboard.bots.mcts.selfplay import Budget, Samples
from seaboard.bots.network.network_files import file_of, read_network
from seaboard.bots.training.gpu_players import GpuWorkspace
from seaboard.bots.training.plans import plan_of
from seaboard.bots.training.selfplay_threads import Player, Players, Workspace

plan = plan_of("maori").only({"players": "2"})
weights, about = read_network(file_of(plan.game), 2)
plan = replace(plan, simulations=3, full_simulations=3, full_every=1, match_share=0.0, setups=plan.setups[:1])
players = Players(plan, 0, 5, lambda played: None)
players.latest = Player(plan, weights)
on_gpu = GpuWorkspace(plan, 2, block=2).play(0, players.latest.net(0), 5, 0)
workspace = Workspace(plan)
for number, played in enumerate(on_gpu):
    search = workspace.search(plan.boxes[0], players.latest.net(0))
    memory, budget = (workspace.root, workspace.samples, workspace.states), Budget(3, 3, 1, 16)
    n = players.play(search, search, *memory, 5, number, 0, budget, 0)
    assert n == len(played.samples.counts) > 20, n
    for name, one, other in zip(Samples._fields, workspace.samples, played.samples):
        assert np.allclose(one[:n], other, rtol=1e-4, atol=1e-5), name  # the second layer adds up in another order
print(len(on_gpu))
"""


@pytest.mark.slow
def test_games_on_a_gpu_equal_those_of_the_processor():
    assert run_python(CODE, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1").split()[-1] == "2"
