"""Records without padding, names of fields, loops bound to a game."""

import numpy as np
import pytest

from seaboard.core.rule import bind, record_dtype
from seaboard.core.seam import mover
from seaboard.games import NAMES, find_game


def test_padding_is_refused():
    """Copies leave padding undefined: equal positions would not be equal bytes."""
    with pytest.raises(TypeError, match="falling size"):
        record_dtype([("small", np.int8), ("large", np.int64)])


def test_names_of_numpy_attributes_are_refused():
    with pytest.raises(TypeError, match="round"):
        record_dtype([("round", np.int16)])


@pytest.mark.parametrize("name", NAMES)
def test_no_record_of_a_game_has_padding(name):
    def size(dtype):
        if dtype.subdtype:
            base, shape = dtype.subdtype
            return size(base) * int(np.prod(shape))
        return sum(size(dtype[field]) for field in dtype.names) if dtype.names else dtype.itemsize

    game = find_game(name)
    for dtype in (game.state, game.box):
        assert size(dtype) == dtype.itemsize
    assert game.state.itemsize <= {"maori": 512}.get(name, 2048)


def loop(x):
    return mover(x)


def test_a_loop_is_bound_to_a_game_without_touching_the_template():
    bound = bind(loop, {"mover": lambda x: x + 1}, "somegame")
    assert bound(3) == 4
    assert "somegame" in bound.__qualname__
    with pytest.raises(TypeError, match="bound to a game"):
        loop(3)
