"""A second, simple implementation of K6, K7 and K9: sets of hexes are Python sets of names, and water is flooded hex by hex.

It shares only the map with the game, and reads a position from its table. Tests compare it with the rules.
"""

import random
from dataclasses import dataclass
from typing import Any

from seaboard.match import Match

from .table import PRINTED, near, seat, sit, spot

KINDS = ("canoe_builder", "fisherman", "meeting")
HEIGHTS = dict(zip("abcdefghijklm", (7, 8, 9, 10, 11, 12, 13, 12, 11, 10, 9, 8, 7), strict=True))
ALL = {f"{column}{row}" for column, height in HEIGHTS.items() for row in range(1, height + 1)}
NEIGHBOURS = {name: near(name) for name in ALL}


def shore(land: set[str]) -> set[str]:
    """All neighbours of the hexes of a set; hexes of the set too, if they are next to each other."""
    return set().union(*(NEIGHBOURS[name] for name in land))


def flood(start: str, within: set[str], steps: int = 999) -> set[str]:
    """All hexes of a set within a number of steps."""
    found = edge = {start}
    while edge and steps:
        edge = (shore(edge) & within) - found
        found = found | edge
        steps -= 1
    return found


def regions(hexes: set[str]) -> list[set[str]]:
    found: list[set[str]] = []
    for name in hexes:
        if not any(name in region for region in found):
            found.append(flood(name, hexes))
    return found


def largest(water: set[str], canoes: set[str]) -> set[str]:
    """K9.3: open water."""
    if not water:
        return set()
    return min(regions(water), key=lambda region: (-len(region), -len(region & canoes), min(spot(name) for name in region)))


@dataclass
class Sea:
    villages: list[set[str]]
    cult: set[str]
    water: set[str]
    canoes: dict[str, int]
    huts: dict[str, tuple[int, str]]  # owner and kind

    @property
    def open_water(self) -> set[str]:
        return largest(self.water, set(self.canoes))

    def touched(self, name: str) -> list[set[str]]:
        """The villages that a hex touches."""
        return [village for village in self.villages if NEIGHBOURS[name] & village]

    def safe(self, water: set[str], canoes: set[str]) -> set[str]:
        """K9.3: the canoes in open water or on a hut next to it."""
        is_open = largest(water, canoes)
        return {one for one in canoes if one in is_open or (one not in self.water and NEIGHBOURS[one] & is_open)}

    def cuts_off(self, name: str, canoes: set[str]) -> bool:
        return bool(self.safe(self.water, canoes) - self.safe(self.water - {name}, canoes))

    def may_place(self, name: str, canoes: set[str]) -> bool:
        """K9.2, K9.3: whether land may be placed on a hex: free water that touches one village, and no canoe is cut off."""
        free = name in self.water and name not in canoes
        return free and len(self.touched(name)) == 1 and not self.cuts_off(name, canoes)

    def may_launch(self, name: str, canoes: set[str]) -> bool:
        """K9.3: whether a new canoe on a hut there would be next to open water."""
        return bool(NEIGHBOURS[name] & largest(self.water - {name}, canoes))

    def reach(self, canoe: str, steps: int) -> set[str]:
        """K6.2, K6.3, K6.5."""
        if canoe in self.water:
            return flood(canoe, self.water, steps)
        return flood(canoe, self.open_water, steps) - {canoe}

    def stops(self, canoe: str, steps: int) -> set[str]:
        return self.reach(canoe, steps) - (set(self.canoes) - {canoe})

    def sites(self, dock: str, canoes: set[str], bid: int, money: int) -> set[str]:
        """K7.1 to K7.3: where a canoe on the dock may build."""
        found = set()
        for village in self.villages:
            if NEIGHBOURS[dock] & village & self.cult and bid + len(village) <= money:
                found |= {name for name in NEIGHBOURS[dock] if NEIGHBOURS[name] & village and self.may_place(name, canoes)}
        return found

    def docks(self, canoe: str, steps: int, bid: int, money: int) -> set[str]:
        """K6.4: where a canoe can go and build."""
        others = set(self.canoes) - {canoe}
        return {dock for dock in self.stops(canoe, steps) if self.sites(dock, others | {dock}, bid, money)}

    def owned_by(self, p: int) -> set[str]:
        return {name for name, (owner, _) in self.huts.items() if owner == p}

    def grounds(self, fishermen: list[str]) -> set[str]:
        """K8.1: water next to a cult hex of a village with one of these fishermen (the god is off the board)."""
        found = [village & self.cult for village in self.villages if village & set(fishermen)]
        return shore(set().union(*found)) & self.water

    def markets(self, canoe: str) -> set[str]:
        """K8.6 [2]: water next to a hut that accepts fish, after this canoe has left its place. There are no fish on huts."""
        taken = set(self.canoes) - {canoe}
        return shore({name for name, (_, kind) in self.huts.items() if kind != "fisherman" and name not in taken})


def sea_of(m: Match) -> Sea:
    table = m.to_dict()
    huts = {text.split()[0]: (p, kind) for p, player in enumerate(table["player"]) for kind in KINDS for text in player[kind]}
    canoes = {name: p for p, player in enumerate(table["player"]) for name in player["canoes"]}
    cult = set(table["cult"])
    land = cult | set(huts)
    return Sea(regions(land), cult, ALL - land, canoes, huts)


# land that splits the rest of the board into two seas of 43 hexes, west and east of a wall
WALL = {f"h{row}" for row in range(1, 13)}
SPLIT = WALL | {name for name in ALL if name[0] in "abc"} - {"b2"}


def random_sea(seed: int, land: int, split: bool = False, **keys: Any) -> Match:
    """A position of four players with so much land, which has grown at random without joining villages."""
    chance = random.Random(seed)
    pieces: list[dict] = [{"canoe_builder": [], "fisherman": [], "meeting": [], "canoes": []} for _ in range(4)]
    sea = Sea([{name} for name in PRINTED], set(PRINTED), ALL - set(PRINTED), {}, {})
    missing = SPLIT - set(chance.sample(sorted(SPLIT - WALL), chance.randint(0, 2))) if split else set()
    while len(ALL - sea.water) < land or missing:
        places = sorted(name for name in sea.water if len(sea.touched(name)) == 1)
        places = sorted(missing.intersection(places)) or places
        kinds = [(kind, player) for player in pieces for kind in KINDS if has_piece(player, kind)]
        if not places or not kinds:
            break
        name = chance.choice(places)
        if len(sea.cult) < 17 and chance.random() < 0.3:
            sea.cult.add(name)
        else:
            kind, player = chance.choice(kinds)
            player[kind].append(name)
        sea.touched(name)[0].add(name)
        sea.water.remove(name)
        missing.discard(name)
    free = sorted(sea.water)
    chance.shuffle(free)
    for player in pieces:
        homes = [name for name in player["canoe_builder"] if chance.random() < 0.6][:4]
        player["canoes"] = homes + [free.pop() for _ in range(chance.randint(0, 4 - len(homes))) if free]
    bids = chance.sample(range(1, 11), 4)
    seats = [
        seat(shells=[5] * chance.randint(1, 6), fish=[4] * chance.randint(0, 2), bid=bid, **player)
        for bid, player in zip(bids, pieces, strict=True)
    ]
    return sit(*seats, cult=sea.cult - set(PRINTED), **keys)


def has_piece(player: dict, kind: str) -> bool:
    """K1.2."""
    return sum(len(player[key]) for key in KINDS) < 15 and (kind != "fisherman" or len(player[kind]) < 5)
