"""The board: the sea, villages, canoes and the god, and the choices that are hexes or villages."""

import math
from collections.abc import Iterable
from functools import cached_property, lru_cache

import numpy as np

from ....drawing import Pen, fitted, hexagon, lanes, piece, place, seat_badge, text, width_of
from ....language import _, many
from ..box import MAP
from ..build import OfKind, building_cost
from ..canoes import canoe_owner, is_at_sea
from ..celebrate import glory_of_feast
from ..deliver import price_of_fish
from ..ending import ScoreVillage
from ..hexes import difference, hexes_in, intersection, neighbours_of, union
from ..huts import hut_kind, hut_owner
from ..layout import (
    ASK_DELIVERY,
    ASK_DESTINATION,
    ASK_FEAST,
    ASK_KIND,
    ASK_SITE,
    HEXES,
    KINDS,
    MOVE,
    NOBODY,
    NOWHERE,
)
from ..move import sinking_cost
from ..turn import QUESTIONS
from ..villages import adjacent_village, all_canoes, village_based_at, village_size
from ..words.notation import HEX_NAMES
from ..words.terms import hexes_of, name_of_village, villages_of
from . import art

HALF = math.sqrt(3) / 2
MAP_WIDE, MAP_TALL = 20, 26 * HALF  # the size of the board with hexes of radius 1
LETTERS = 12  # the size of small letters
BADGE = 0.78  # the smallest readable size of a seat badge


def spot(hex: int, radius: float) -> tuple[float, float]:
    """The middle of a hex."""
    q, r = MAP[hex]
    return 1.5 * radius * q, 2 * HALF * radius * (r + q / 2)


@lru_cache(4096)
def outlined(kind: str, hexes: tuple[int, ...], radius: float, share: float) -> str:
    """Hexes as one SVG path, each a share of its full size; cached, since the same ones are drawn often."""
    parts, r = [], radius * share
    wide, tall = f"{r / 2:.2f}", f"{HALF * r:.2f}"
    sides = f"l-{wide} {tall}h-{r:.2f}l-{wide}-{tall} {wide}-{tall}h{r:.2f}z"  # from the right corner; the same for all hexes
    for hex in hexes:
        x, y = spot(hex, radius)
        parts.append(f"M{x + r:.1f} {y:.1f}{sides}")
    return art.path(kind, "".join(parts))


@lru_cache(1024)
def name_text(hex: int, radius: float) -> str:
    x, y = spot(hex, radius)
    return text(x, y + 0.64 * radius, HEX_NAMES[hex], "kaivai-name", "middle")


class Sea:
    """The board with hexes of some radius; its centre is at (0, 0)."""

    def __init__(self, seen: np.record, box: np.record, pen: Pen, radius: float):
        self.seen, self.box, self.pen, self.radius = seen, box, pen, radius
        self.size = radius / art.RADIUS
        self.cult = set(hexes_of(box, seen.cult))

    def spot(self, hex: int) -> tuple[float, float]:
        return spot(hex, self.radius)

    def at(self, hex: int, body: str) -> str:
        return art.scaled(body, self.size, *self.spot(hex))

    def outline(self, kind: str, hexes: Iterable[int], share: float = 1) -> str:
        """Hexes as one SVG path, each a share of its full size."""
        return outlined(kind, tuple(hexes), self.radius, share)

    def drawn(self) -> str:
        canoes = lanes(self.canoes(), "canoe-", self.waters(), 2 * HALF * self.radius)
        return (
            f'<g class="kaivai-sea">{self.ocean()}{self.names()}{self.islands()}{self.targets()}'
            f'<g class="kaivai-pieces">{self.land_pieces()}{canoes}{self.god()}{self.tags()}</g>{self.spots()}</g>'
        )

    def spots(self) -> str:
        """The places of the board editor."""
        return "".join(self.pen.spot(f"hex-{HEX_NAMES[hex]}", self.outline("", [hex], 0.96)) for hex in range(HEXES))

    # the ground

    def ocean(self) -> str:
        """Deep and shallow water, the grid of hexes, a few waves."""
        land = difference(hexes_in(self.box.board), hexes_in(self.seen.water))
        shore = intersection(neighbours_of(land), hexes_in(self.seen.water))
        near = intersection(neighbours_of(shore), hexes_in(self.seen.water))
        deep = difference(hexes_in(self.seen.water), union(shore, near))
        waves = "".join(self.at(hex, art.WAVE) for hex in self.free if hex * 5 % 9 == 0)
        return (
            art.scaled(self.outline("kaivai-rim-shadow", range(HEXES)), 1, 0, 5)
            + self.outline("kaivai-rim", range(HEXES))
            + self.outline("kaivai-rim-edge", range(HEXES))
            + self.outline("kaivai-carved", range(HEXES))
            + self.outline("kaivai-ocean", range(HEXES), 1.01)
            + self.outline("kaivai-deep", hexes_of(self.box, deep))
            + self.outline("kaivai-shallow", hexes_of(self.box, shore))
            + self.outline("kaivai-net", range(HEXES))
            + waves
        )

    @cached_property
    def free(self) -> list[int]:
        """Hexes of water without a canoe."""
        return hexes_of(self.box, difference(hexes_in(self.seen.water), all_canoes(self.seen)))

    def names(self) -> str:
        """The names of the free hexes, except on a phone, and except where they are part of what can be clicked."""
        if self.pen.narrow or self.asks_for_a_hex:
            return ""
        return "".join(self.name(hex) for hex in self.free)

    @cached_property
    def asks_for_a_hex(self) -> bool:
        return any(kind.argument == "hex" for kind in QUESTIONS.answers_to(int(self.seen.decision)))

    def name(self, hex: int) -> str:
        """The name of a hex, shown when the pointer is over it, or if the player shows all names."""
        return f'<g class="kaivai-hex">{self.outline("kaivai-spot", [hex])}{name_text(hex, self.radius)}</g>'

    def islands(self) -> str:
        return "".join(self.island(v) for v, _base in villages_of(self.seen))

    def island(self, v: int) -> str:
        """A beach around the whole village, sand under its cult hexes, a plot in the owner's colour under each hut."""
        land = hexes_of(self.box, self.seen.villages[v])
        plots = "".join(
            art.owned(hut_owner(self.seen.hut[hex]), self.outline("kaivai-plot", [hex], 0.93))
            for hex in land
            if self.seen.hut[hex]
        )
        under = art.scaled(self.outline("kaivai-beach-side", land), 1, 0, 4)
        sand = self.outline("kaivai-sand", [hex for hex in land if hex in self.cult])
        return art.titled(self.about(v), under + self.outline("kaivai-beach", land) + sand + plots)

    def about(self, v: int) -> str:
        return many(
            village_size(self.seen, v),
            "Village {village}: {n} hex (cult hexes: {cults}), {fish} fish",
            "Village {village}: {n} hexes (cult hexes: {cults}), {fish} fish",
            village=name_of_village(self.seen, v),
            cults=self.seen.cults[v],
            fish=self.seen.fish_in[v],
        )

    # what can be clicked

    def targets(self) -> str:
        """The choices that are hexes or villages; the legal ones are on top."""
        decision = int(self.seen.decision)
        if decision == ASK_KIND:
            kinds = [OfKind.action(kind) for kind in range(KINDS)]
            return self.target([int(self.seen.site)], kinds, _("Choose a hut for {hex}.", hex=HEX_NAMES[int(self.seen.site)]))
        parts: dict[int, list[int]] = {}  # by action: the hexes that can be clicked for it
        for kind in QUESTIONS.answers_to(decision):
            if isinstance(kind, ScoreVillage):
                parts = {kind.action(base): hexes_of(self.box, self.seen.villages[v]) for v, base in villages_of(self.seen)}
            elif kind.argument == "hex":
                parts = {kind.action(hex): [hex] for hex in range(HEXES)}
        return "".join(
            self.target(parts[action], [action], QUESTIONS.choice(self.seen, self.box, action))
            for action in sorted(parts, key=lambda action: action in self.pen.legal)
        )

    def target(self, hexes: list[int], actions: list[int], label: str) -> str:
        share = 0.97 if self.pen.narrow else 0.86  # a target for fingers needs 32 pixels
        named = (
            name_text(hexes[0], self.radius) if self.asks_for_a_hex and not self.pen.narrow and hexes[0] in self.free else ""
        )
        return self.pen.target(self.outline("kaivai-spot lit", hexes, share) + named, actions, label)

    # the pieces

    def land_pieces(self) -> str:
        bases = [base for _v, base in villages_of(self.seen)]
        parts = [self.at(hex, place(f"cult-{HEX_NAMES[hex]}", "", self.cult_place(hex in bases))) for hex in sorted(self.cult)]
        parts += [self.at(hex, self.hut(hex)) for hex in range(HEXES) if self.seen.hut[hex]]
        marks = [int(hex) for hex in (self.seen.canoe, self.seen.site) if hex != NOWHERE]
        return "".join(parts) + self.outline("kaivai-chosen", marks, 0.86)

    def cult_place(self, is_base: bool) -> str:
        return art.CULT_PLACE + (art.scaled(art.PALM, 1, 17, -12) if is_base else "")

    def hut(self, hex: int) -> str:
        """A hut, its owner's badge and the fish on it."""
        code = int(self.seen.hut[hex])
        fish = int(self.seen.fish[hex])
        drawn = (
            art.hut(hut_owner(code), hut_kind(code))
            + seat_badge(hut_owner(code), -19, -13, self.badge(0.85))
            + "".join(art.scaled(art.FISH_ON_HUT, 0.9, 14 * n - 7 * (fish - 1), 19) for n in range(fish))
        )
        return place(f"hut-{HEX_NAMES[hex]}", f"{code} {fish}", drawn)

    def badge(self, size: float) -> float:
        """The size of a seat badge on a piece; on a small map it is larger, so that it can be read."""
        return max(size, BADGE / self.size)

    def canoes(self) -> str:
        """The canoes as pieces. Those of one player are alike, so their names are equal before the @ (drawing.piece)."""
        parts = []
        for seat in range(int(self.box.players)):
            for hex in hexes_of(self.box, self.seen.players[seat].canoes):
                x, y = self.spot(hex)
                new = art.scaled(art.NEW_CANOE, 0.62, 8, 10)
                body = art.canoe(seat, self.badge(1)) if is_at_sea(self.seen, self.box, hex) else new
                parts.append(piece(f"canoe-{seat}@{HEX_NAMES[hex]}", x, y, art.scaled(body, self.size)))
        return "".join(parts)

    def waters(self) -> list[tuple[float, float]]:
        """K6.2, K6.3: the hexes over which the animation of canoes leads."""
        return [self.spot(hex) for hex in hexes_of(self.box, self.seen.water)]

    def god(self) -> str:
        if self.seen.god == NOWHERE:
            return ""
        return piece("god", *self.spot(int(self.seen.god)), art.scaled(art.GOD, self.size))

    # figures

    def tags(self) -> str:
        """The names of the villages, and the cost or gain of the choices."""
        return "".join(self.village_tag(v, base) for v, base in villages_of(self.seen)) + "".join(self.prices.values())

    @cached_property
    def prices(self) -> dict[int, str]:
        """By hex: the cost or gain of the choice there."""
        return {hex: self.price(hex) for hex in hexes_of(self.box, self.seen.choices)}

    def village_tag(self, v: int, base: int) -> str:
        """The village's name and size (K7.2), and a counter when it is scored (K12.2)."""
        (x, y), scored = self.spot(base), int(self.seen.scored) >> v & 1
        size = village_size(self.seen, v)
        y += 0.62 * self.radius
        label = HEX_NAMES[base] if self.pen.narrow else f"{HEX_NAMES[base]} · {size}"
        done = art.scaled(art.COUNTER, self.size, x, y - 0.8 * self.radius) if scored else ""
        current = (
            self.outline("kaivai-chosen", hexes_of(self.box, self.seen.villages[v]), 0.86) if self.seen.scoring == v else ""
        )
        return current + done + tag(x, y, label)

    def price(self, hex: int) -> str:
        """The cost or gain of choosing a hex."""
        seen, box, decision = self.seen, self.box, int(self.seen.decision)
        x, y = self.spot(hex)
        if decision == ASK_SITE:
            cost = building_cost(seen, box, int(seen.mover), adjacent_village(seen, box, hex))
            return self.figure(x, y, art.SHELL, cost)
        if decision == ASK_DELIVERY and hut_owner(seen.hut[hex]) != seen.mover:
            return self.figure(x, y + 0.5 * self.radius, art.SHELL, price_of_fish(seen, box, hex))
        if decision == ASK_DESTINATION and seen.acting == MOVE:
            victim = canoe_owner(seen, box, hex)
            return "" if victim == NOBODY else self.figure(x, y, art.LAUREL, f"−{sinking_cost(seen, box, victim)}")
        if decision == ASK_FEAST:
            glory = glory_of_feast(seen, box, int(seen.mover), village_based_at(seen, hex))
            return self.figure(x, y - 0.3 * self.radius, art.LAUREL, f"+{glory}")
        return ""

    def figure(self, x: float, y: float, sign: str, number: object) -> str:
        """A sign and a number on a tag."""
        letters, small = width_of(str(number), LETTERS, bold=True), 0.6 if self.pen.narrow else 0.72
        width = letters + 20 * small + 11
        return (
            f'<rect class="kaivai-tag" x="{x - width / 2:g}" y="{y - 10:g}" width="{width:g}" height="20" rx="10"/>'
            + art.scaled(sign, small, x - width / 2 + 4 + 10 * small, y)
            + text(x + width / 2 - 6, y + 4.5, number, "small kaivai-strong", "end")
        )


def tag(x: float, y: float, label: str) -> str:
    """Words on a tag around (x, y)."""
    width = width_of(label, LETTERS, bold=True) + 13
    return f'<rect class="kaivai-tag" x="{x - width / 2:g}" y="{y - 8:g}" width="{width:g}" height="16" rx="8"/>' + fitted(
        x, y + 4.5, label, width - 9, LETTERS, "small kaivai-strong", "middle"
    )


def hex_sign(x: float, y: float, radius: float) -> str:
    """A cult hex as it lies in the supply."""
    return hexagon(x, y, radius, "kaivai-sand") + art.scaled(art.CULT_PLACE, radius / art.RADIUS * 1.2, x, y)
