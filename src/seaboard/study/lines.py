"""A line of play that a bot expects after an action, in the words of the buttons."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..core.dice import key_of
from ..core.game import Game


def line_in_words(game: Game, box: np.record, seen: np.record, action: int, line: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Each step's seat and text, played in one determinization of the view; stops where a step becomes illegal."""
    s, view = seen.copy(), game.empty_state()
    game.redeal(s, box, key_of("line"))
    game.apply(s, box, action)
    for step in line:
        seat = int(game.mover(s))
        if seat < 0 or game.problem(s, box, step):
            return
        game.view(s, box, seat, view)
        yield seat, game.texts.choice(view, box, step)
        game.apply(s, box, step)
