"""Invariants of every position of Kaivai."""

import numpy as np

from seaboard.games.kaivai.box import MAP, NEIGHBOURS, NUMBER
from seaboard.games.kaivai.derived import compute_derived
from seaboard.games.kaivai.hexes import count, difference, has, hexes_in, is_empty
from seaboard.games.kaivai.layout import HEXES, NOWHERE
from seaboard.games.kaivai.supplies import canoes_on_board, fish_of, huts_of_kind, huts_on_board
from seaboard.games.kaivai.villages import all_canoes

DERIVED = (
    "land",
    "shores",
    "docks",
    "water",
    "growth",
    "cutting",
    "open_water",
    "fishing_docks",
    "all_canoes",
    "accepts_fish",
    "gods_village",
    "cults",
    "fish_in",
)


def check_invariants(s: np.record, box: np.record) -> None:
    players = range(int(box.players))
    shells = sum(int(s.players[p].shells.astype(int).sum()) + fish_of(s, p) for p in players)
    assert int(s.stock) + shells + int(s.fish.astype(int).sum()) == box.counters
    spaces = int(s.spaces.astype(int).sum()) - bin(int(s.unbacked_counters)).count("1")
    assert int(s.supply) + spaces + sum(int(s.players[p].influence) for p in players) == box.influence
    assert s.stock >= 0
    assert s.supply >= 0
    extra = int((box.layouts[0] != NOWHERE).sum())
    assert int(s.cult_supply) + count(hexes_in(s.cult)) == box.cult_supply + box.bases + extra
    for p in players:
        assert min(s.players[p].shells.min(), s.players[p].fish.min(), s.players[p].influence, s.players[p].glory) >= 0
        assert huts_on_board(s, p) <= box.hut_pieces
        assert canoes_on_board(s, p) <= box.canoe_pieces
        assert huts_of_kind(s, p, 1) <= box.fisherman_pieces
    check_map(s, box)


def check_map(s: np.record, box: np.record) -> None:
    """Villages do not touch, no canoe is cut off, and derived fields equal those computed from scratch."""
    village = [next((v for v in range(8) if has(box, hexes_in(s.villages[v]), hex)), NOWHERE) for hex in range(HEXES)]
    for hex, (q, r) in enumerate(MAP):
        for x, y in NEIGHBOURS:
            other = village[NUMBER[q + x, r + y]] if (q + x, r + y) in NUMBER else NOWHERE
            assert NOWHERE in (village[hex], other) or village[hex] == other
    assert is_empty(difference(all_canoes(s), hexes_in(box.board)))
    at_sea = difference(all_canoes(s), difference(hexes_in(box.board), hexes_in(s.water)))
    assert is_empty(difference(at_sea, hexes_in(s.open_water)))
    fresh = s.copy()
    compute_derived(fresh, box)
    assert fresh.tobytes() == s.tobytes(), [name for name in DERIVED if (fresh[name] != s[name]).any()]
