"""Random games of every kind: what is offered can be done, nothing is lost, and every game ends after seven rounds."""

import random

import numpy as np
import pytest

from seaboard.core.dice import key_of
from seaboard.core.position import print_position, read_position
from seaboard.games import find_game
from seaboard.games.nusfjord.layout import BUILT, HAND, LAST_ROUND, NOBODY, SEATS
from seaboard.games.nusfjord.positions.checks import check_position

from ..sampling import some

GAME = find_game("nusfjord")
STARS = {
    1: [],
    2: [],
    3: ["architect", "investor"],
    4: ["guide", "architect", "investor"],
    5: ["guide", "architect", "investor"],
}
KINDS: list[dict] = [
    {"players": players, "deck": deck} for players in (1, 2, 3, 4, 5) for deck in ("herring", "mackerel", "visitors")
]
KINDS += [{"players": players, "mixed": ["visitors", "herring", "mackerel"]} for players in (1, 2, 4)]
KINDS += [{"players": players, "elders": [*STARS[players], "promos"]} for players in (1, 2, 3, 4, 5)]
KINDS += [{"players": 2 + n % 4, "deck": deck} for n, deck in enumerate(("codfish", "plaice", "salmon", "trout"))]
KINDS += [{"players": 3, "mixed": ["trout", "plaice", "mackerel"]}, {"players": 4, "mixed": ["salmon", "herring", "codfish"]}]
KINDS += [{"players": 1, "mode": "advanced"}, {"players": 2, "start": "2", "without": ["101", "121", "141"]}]


def decisions(seed, options):
    """A random game, decision by decision: position, box, allowed actions, chosen options."""
    chosen = GAME.choose(**options)
    box, s, out, choose = GAME.build_box(chosen), GAME.empty_state(), np.zeros(GAME.max_legal, np.int16), random.Random(seed)
    GAME.start(s, box, key_of(seed))
    while GAME.mover(s) != NOBODY:
        actions = out[: GAME.legal(s, box, out)].tolist()
        yield s, box, actions, chosen
        GAME.apply(s, box, choose.choice(actions))
    yield s, box, [], chosen


@pytest.mark.parametrize("options", some(KINDS), ids=str)
def test_a_random_game_is_sound(options):
    for n, (s, box, actions, chosen) in enumerate(decisions(7, options)):
        assert n < 1000
        assert bool(actions) == (s.mover != NOBODY)
        check_position(s, box)
        if n % 9 == 0:
            assert actions == [action for action in range(GAME.num_actions) if GAME.problem(s, box, action) == 0]
            texts = [GAME.texts.notation(box, action) for action in actions]
            assert len(set(texts)) == len(texts)
            assert read_position(print_position(GAME, chosen, box, s), lambda name: GAME)[3].tobytes() == s.tobytes()
    assert s.round_number == LAST_ROUND


def test_a_view_hides_only_other_hands_and_a_redeal_fits_it():
    for s, box, actions, _ in decisions(3, {"players": 3}):
        if s.round_number != 4 or not actions:
            continue
        seen = GAME.empty_state()
        GAME.view(s, box, 0, seen)
        assert [card for card in range(1, 45) if HAND <= seen.where[card] < BUILT and seen.where[card] != HAND] == []
        dealt = seen.copy()
        GAME.redeal(dealt, box, key_of("again"))
        hands = [int((dealt.where == HAND + seat).sum()) for seat in range(SEATS)]
        assert hands == [int(p.hand) for p in s.players]
        again = GAME.empty_state()
        GAME.view(dealt, box, 0, again)
        assert again.tobytes() == seen.tobytes()
        break
