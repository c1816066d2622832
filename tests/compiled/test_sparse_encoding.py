"""Training encodes positions the same compiled and interpreted."""

import numpy as np
import pytest

from seaboard.bots.network.network_files import shape_of
from seaboard.bots.training.plans import plan_of
from seaboard.bots.training.sparse_encoding import MAX_INPUTS, compiled_encode, encode, input_tables
from seaboard.games import NAMES
from seaboard.match import Match


@pytest.mark.parametrize("name", NAMES)
def test_compiled_code_encodes_positions_like_the_interpreter(name):
    plan = plan_of(name)
    tables = input_tables(shape_of(plan.game), plan.boxes[:2])
    match = Match(plan.game, seed=3, **plan.setups[0].options)
    count = 5
    rows = np.zeros((count, plan.game.observation_size), np.int16)
    actions = np.zeros((count, plan.game.max_legal), np.int16)
    counts = np.zeros(count, np.int32)
    for i in range(count):
        legal = match.actions()
        plan.game.rules.observe(match.view(match.mover), match.box, match.mover, rows[i])
        actions[i, : len(legal)], counts[i] = legal, len(legal)
        match.push(legal[-1])
    encodings = []
    for function in (encode, compiled_encode()):
        encoding = (
            np.zeros((count, MAX_INPUTS), np.int16),
            np.zeros((count, MAX_INPUTS), np.float32),
            np.zeros_like(actions),
        )
        function(tables, rows, np.zeros(count, np.int64), actions, counts, 0, count, *encoding)
        encodings.append(encoding)
    for interpreted, compiled in zip(*encodings, strict=True):
        assert (interpreted == compiled).all()
    assert encodings[0][1].any()
