"""K9 reading the board of a position: cult hexes and huts form villages."""

import numpy as np

from ....core.errors import BadPosition
from ....core.position import Table
from ..box import MAP, NEIGHBOURS, NUMBER
from ..layout import NOWHERE, VILLAGES
from ..words.notation import HEX_NAMES
from .reading import read_hexes


def read_land(table: Table, s: np.record, box: np.record) -> None:
    """Groups cult hexes (the printed ones are always there) and huts into villages, each named after a base."""
    printed = [int(hex) for hex in box.printed if hex != NOWHERE]
    cult = set(read_hexes(table, "cult", [])) | set(printed)
    for hex in cult:
        if s.hut[hex]:
            raise table.wrong("cult", f"on {HEX_NAMES[hex]} there are both a cult hex and a hut (K1.1)")
    named = read_hexes(table, "bases", [])
    for hex in named:
        if hex not in cult:
            raise table.wrong("bases", f"a village is named after a cult hex, and {HEX_NAMES[hex]} is not one (K9.1)")
    villages = [(base_of(land, cult, printed, named), land) for land in connected(cult | set(np.flatnonzero(s.hut).tolist()))]
    if len(villages) > VILLAGES or (len(named) != len(villages) and named):
        raise table.wrong(
            "bases", f"one for each of the {len(villages)} villages, of which there are at most {VILLAGES} (K2.2)"
        )
    check_supply(table, s, box, len(cult))
    villages.sort(key=lambda village: (village[0] not in printed, village[0]))
    for v, (base, land) in enumerate(villages):
        s.bases[v] = base
        for hex in land:
            s.villages[v] |= box.spot[hex]
            if hex in cult:
                s.cult |= box.spot[hex]


def base_of(land: set[int], cult: set[int], printed: list[int], named: list[int]) -> int:
    """K9.1, K9.2: the one base of a village: the printed hex, else the named one, else its first cult hex."""
    if not land & cult:
        raise BadPosition(f"the hut on {HEX_NAMES[min(land)]} belongs to no village: there is no cult hex next to it (K9.1)")
    bases = sorted(land & set(printed) | land & set(named))
    if len(bases) > 1:
        names = " and ".join(HEX_NAMES[base] for base in bases)
        raise BadPosition(f"the villages {names} touch: villages never join (K9.2)")
    return bases[0] if bases else min(land & cult)


def connected(hexes: set[int]) -> list[set[int]]:
    """The connected groups of hexes."""
    rest, groups = set(hexes), []
    while rest:
        group, edge = set(), {min(rest)}
        while edge:
            group |= edge
            near = {NUMBER.get((MAP[hex][0] + q, MAP[hex][1] + r), NOWHERE) for hex in edge for q, r in NEIGHBOURS}
            edge = (near & rest) - group
        rest -= group
        groups.append(group)
    return groups


def check_supply(table: Table, s: np.record, box: np.record, cult: int) -> None:
    """K2.4: the cult hexes that are not on the board are in the supply."""
    extra = int((box.layouts[0] != NOWHERE).sum())
    most = int(box.cult_supply) + extra + int(box.bases)
    if cult > most:
        raise table.wrong("cult", f"{cult} cult hexes on the board; there are {most}, including the printed ones (K1.3)")
    s.cult_supply = most - cult
