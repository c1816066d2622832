"""K9.3: `compute_growth` finds the cutting hexes without a flood; compared with floods on boards that grow at random."""

import random

import numpy as np
import pytest

from seaboard.games import find_game
from seaboard.games.kaivai.box import MAP, NEIGHBOURS, NUMBER
from seaboard.games.kaivai.derived import compute_derived
from seaboard.games.kaivai.hexes import has, hexes_in
from seaboard.games.kaivai.layout import HEXES
from seaboard.games.kaivai.setup import clear_table, draw_layout
from seaboard.games.kaivai.villages import adjacent_village, place_cult_hex

KAIVAI = find_game("kaivai")


def regions(water: set[int]) -> list[set[int]]:
    rest, found = set(water), []
    while rest:
        region, edge = set(), {rest.pop()}
        while edge:
            region |= edge
            near = {NUMBER.get((MAP[hex][0] + q, MAP[hex][1] + r), -1) for hex in edge for q, r in NEIGHBOURS}
            edge = near & rest
            rest -= edge
        found.append(region)
    return found


def members(box: np.record, field: np.ndarray) -> set[int]:
    return {hex for hex in range(HEXES) if has(box, hexes_in(field), hex)}


@pytest.mark.rule("K9.3")
@pytest.mark.parametrize("seed", range(4))
def test_cutting_hexes_are_those_that_split_their_region(seed):
    chance = random.Random(seed)
    box = KAIVAI.build_box(KAIVAI.choose())
    s = KAIVAI.empty_state()
    clear_table(s)
    s.key[0] = seed
    draw_layout(s, box)
    compute_derived(s, box)
    while growth := sorted(members(box, s.growth)):
        water = members(box, s.water)
        for hex in chance.sample(growth, min(4, len(growth))):
            region = next(region for region in regions(water) if hex in region)
            assert has(box, hexes_in(s.cutting), hex) == (len(regions(region - {hex})) > 1)
        assert len(members(box, s.open_water)) == max(map(len, regions(water)))
        hex = chance.choice(growth)
        place_cult_hex(s, box, hex, adjacent_village(s, box, hex))
