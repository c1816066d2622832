"""K8.1 the village in which a canoe fished, from the views before and after a move."""

import numpy as np

from ..choose_action import Choose
from ..fish import FishIn, can_fish_in
from ..layout import ASK_WATERS, FISH
from ..perform import GoTo
from ..turn import QUESTIONS
from ..villages import is_dock_of, village_based_at
from ..words.terms import hexes_of, villages_of


def village_fished_in(before: np.record, after: np.record, box: np.record, action: int) -> int | None:
    """The village in which a canoe fished, if there is no doubt."""
    kind, n = QUESTIONS.answer(action, before)
    if isinstance(kind, FishIn):
        return int(village_based_at(before, n))
    if before.acting != FISH and not (isinstance(kind, Choose) and n == FISH):
        return None
    p = int(before.mover)
    moved_to = set(hexes_of(box, after.players[p].canoes)) - set(hexes_of(box, before.players[p].canoes))
    stops = {n} if isinstance(kind, GoTo) else moved_to
    villages = [
        v for v, _base in villages_of(before) for hex in stops if is_dock_of(before, box, hex, v) and can_fish_in(before, p, v)
    ]
    return villages[0] if len(villages) == 1 and after.decision != ASK_WATERS else None
