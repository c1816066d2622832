"""Positions as tables: the board as lists of hexes. Tables count seats from 1."""

from typing import Any

import numpy as np

from ....core.position import Table
from ..all_actions import ACTION_WORDS
from ..bid import begin_bidding
from ..derived import compute_derived
from ..hexes import add, has, hexes_in
from ..huts import hut_code
from ..layout import (
    BUILD,
    CANOE_BUILDER,
    DELIVER,
    HEXES,
    NO_ACTION,
    NOBODY,
    NOT_CHOSEN,
    NOWHERE,
    OVER,
    TRACK,
)
from ..setup import clear_table, draw_layout
from ..words.notation import HEX_NAMES, KIND_NAMES
from .checks import check_decision, check_player, check_totals, default_decision, default_mover
from .land import read_land
from .reading import DECISIONS, GIFTS, read_flag, read_hex, read_hexes, read_numbers

PIECES = tuple(name.replace("-", "_") for name in KIND_NAMES)  # the keys of a player's huts, by kind


def names(box: np.record, field: np.ndarray) -> list[str]:
    """The names of the hexes of a set."""
    return [HEX_NAMES[hex] for hex in range(HEXES) if has(box, hexes_in(field), hex)]


def to_table(s: np.record, box: np.record) -> dict[str, Any]:
    """The table of a position."""
    table: dict[str, Any] = {"decision": next(word for word, number in DECISIONS.items() if number == s.decision)}
    if s.mover != NOBODY:
        table["mover"] = int(s.mover) + 1
    table["round"] = int(s.round_number)
    for key in ("god", "canoe", "site"):
        if s[key] != NOWHERE:
            table[key] = HEX_NAMES[s[key]]
    table |= pending_table(s, box)
    table["bases"] = [HEX_NAMES[base] for base in s.bases if base != NOWHERE]
    table["cult"] = names(box, s.cult)
    table["spaces"] = {name: int(n) for name, n in zip(ACTION_WORDS, s.spaces, strict=True)}
    table["player"] = [player_table(s, box, seat) for seat in range(int(box.players))]
    return table


def pending_table(s: np.record, box: np.record) -> dict[str, Any]:
    """The keys of unfinished actions, the scoring and gifts; only those that the position needs."""
    table: dict[str, Any] = {}
    if s.acting != NO_ACTION:
        table |= {"acting": ACTION_WORDS[s.acting], "performed": bool(s.performed), "ready": names(box, s.ready)}
    if s.acting == BUILD:
        table["owed"] = int(s.owed)
    if s.acting == DELIVER:
        table |= {"handed": int(s.handed), "sold": s.sold.tolist()}
    if s.unbacked_counters:
        table["missing"] = [name for i, name in enumerate(ACTION_WORDS) if int(s.unbacked_counters) >> i & 1]
    if s.scored:
        table["scored"] = [HEX_NAMES[base] for v, base in enumerate(s.bases) if int(s.scored) >> v & 1]
    if s.scoring != NOWHERE:
        table["scoring"] = HEX_NAMES[s.bases[s.scoring]]
    if s.given:
        table["given"] = True
    if s.giver != NOBODY:
        table["giver"] = int(s.giver) + 1
    if s.gift != NOWHERE:
        table["gift"] = GIFTS[s.gift]
    return table


def player_table(s: np.record, box: np.record, seat: int) -> dict[str, Any]:
    p = s.players[seat]
    table: dict[str, Any] = {
        "glory": int(p.glory),
        "influence": int(p.influence),
        "bid": int(p.bid),
        "increase": int(p.increase),
    }
    table |= {"acted": bool(p.acted), "passed": bool(p.passed), "shells": p.shells.tolist(), "fish": p.fish.tolist()}
    if p.from_villages:
        table["from_villages"] = int(p.from_villages)
    if p.chosen != NOT_CHOSEN:
        table["chosen"] = int(p.chosen)
    if p.played:
        table["played"] = int(p.played)
    for kind, key in enumerate(PIECES):
        table[key] = [
            HEX_NAMES[hex] + (f" {s.fish[hex]}" if s.fish[hex] else "")
            for hex in range(HEXES)
            if s.hut[hex] == hut_code(seat, kind)
        ]
    return table | {"canoes": names(box, p.canoes)}


def from_table(table: Table, s: np.record, box: np.record) -> None:
    """Reads a position into `s`; raises BadPosition with the rule if it is impossible."""
    clear_table(s)
    players = table.tables("player", int(box.players), "player")
    for seat, part in enumerate(players):
        read_player(part, s, box, seat)
    if "cult" in table or "bases" in table or s.hut.any():
        read_land(table, s, box)
    else:
        draw_layout(s, box)
        s.cult_supply = box.cult_supply
    god = table.text("god", None)
    s.god = NOWHERE if god is None else read_hex(table, "god", god)
    compute_derived(s, box)
    for seat, part in enumerate(players):
        check_player(part, s, box, seat)
        part.finish()
    read_spaces(table, s)
    read_turn(table, s, box)
    check_totals(s, box)
    check_decision(table, s, box)


def read_player(table: Table, s: np.record, box: np.record, seat: int) -> None:
    """Everything of one player; a hut is a hex, and the fish on it after a space."""
    p = s.players[seat]
    p.glory = table.integer("glory", 0, 9999, 0, "K2.5: never negative")
    p.from_villages = table.integer("from_villages", 0, 9999, 0, "K12.4")
    p.influence = table.integer(
        "influence", 0, int(box.influence), int(box.start_influence), "K1.3: no more exist, none below 0"
    )
    p.bid = table.integer("bid", 0, 10, 0, "K3.2")
    p.increase = table.integer("increase", 0, int(box.last_step), 0, "K1.7")
    p.acted = read_flag(table, "acted")
    p.passed = read_flag(table, "passed")
    chosen = table.integer("chosen", 0, int(p.influence), None, "K12.3")
    p.chosen = NOT_CHOSEN if chosen is None else chosen
    p.played = table.integer("played", 0, int(box.influence), 0, "K12.3")
    start = {"shells": (box.shell_space, box.start_shells), "fish": (box.fish_space, box.start_fish)}
    for key, (space, number) in start.items():
        default = [int(number) if i + 1 == space else 0 for i in range(TRACK)]
        p[key][:] = read_numbers(table, key, TRACK, int(box.counters), default, "K1.3")
    for kind, key in enumerate(PIECES):
        for text in table.texts(key, []):
            read_hut(table, key, text, s, box, hut_code(seat, kind))
    for hex in read_hexes(table, "canoes", names_of_new_canoes(s, seat)):
        add(box, p.canoes, hex)


def names_of_new_canoes(s: np.record, seat: int) -> list[str]:
    """Without the key `canoes`, each canoe is on its hut."""
    return [HEX_NAMES[hex] for hex in np.flatnonzero(s.hut == hut_code(seat, CANOE_BUILDER))]


def read_hut(table: Table, key: str, text: str, s: np.record, box: np.record, code: int) -> None:
    name, _, fish = text.strip().partition(" ")
    hex = read_hex(table, key, name)
    if s.hut[hex]:
        raise table.wrong(key, f"there is a hut on {name} already (K1.1)")
    most = 0 if key == "fisherman" else int(box.room_for_fish)
    if fish and not (fish.isascii() and fish.isdigit() and len(fish) < 3 and int(fish) <= most):
        raise table.wrong(key, f"{text[:20]!r}: at most {most} fish can be on such a hut (K8.6, K8.7)")
    s.hut[hex] = code
    s.fish[hex] = int(fish or 0)


def read_spaces(table: Table, s: np.record) -> None:
    """K5.2: counters on the action spaces: 1, 2, 4, 8 ..."""
    spaces = Table(table.get("spaces", {}), "spaces")
    for i, name in enumerate(ACTION_WORDS):
        number = spaces.integer(name, 0, 64, 0, "K5.2")
        if number & (number - 1):
            raise spaces.wrong(name, f"0, 1, 2, 4, 8 ... counters, not {number}: each time as many again (K5.2)")
        s.spaces[i] = number
    spaces.finish()
    for name in table.texts("missing", []):
        if name not in ACTION_WORDS or not s.spaces[ACTION_WORDS.index(name)]:
            raise table.wrong("missing", f"an action with counters on its space, not {name[:20]!r} (K1.4)")
        s.unbacked_counters |= 1 << ACTION_WORDS.index(name)


def read_turn(table: Table, s: np.record, box: np.record) -> None:
    """The mover and the question; missing keys are as after the setup."""
    s.round_number = table.integer("round", 1, int(box.rounds), 1, "K12.1")
    acting = table.choice("acting", ACTION_WORDS[:5], None)
    s.acting = NO_ACTION if acting is None else ACTION_WORDS.index(acting)
    s.performed = read_flag(table, "performed")
    for key in ("canoe", "site"):
        name = table.text(key, None)
        s[key] = NOWHERE if name is None else read_hex(table, key, name)
    for hex in read_hexes(table, "ready", []):
        add(box, s.ready, hex)
    s.owed = table.integer("owed", 0, 999, 0, "K7.3")
    s.handed = table.integer("handed", 0, int(box.counters), 0, "K8.7")
    s.sold[:] = read_numbers(table, "sold", TRACK, int(box.counters), [0] * TRACK, "K8.8")
    read_ending_and_gifts(table, s, box)
    s.decision = DECISIONS[table.choice("decision", DECISIONS, default_decision(s, box))]
    if "mover" not in table and "decision" not in table and default_decision(s, box) == "bid":
        begin_bidding(s, box)
        return
    mover = table.integer("mover", 1, int(box.players), None, "K1.8")
    s.mover = default_mover(s, box) if mover is None else mover - 1
    if s.decision == OVER:
        if mover is not None:
            raise table.wrong("mover", "nobody moves when the game is over (K12.1)")
        s.mover = NOBODY


def read_ending_and_gifts(table: Table, s: np.record, box: np.record) -> None:
    bases = {HEX_NAMES[base]: v for v, base in enumerate(s.bases) if base != NOWHERE}
    for name in table.texts("scored", []):
        if name not in bases:
            raise table.wrong("scored", f"villages by their bases ({', '.join(bases)}), not {name[:20]!r} (K12.2)")
        s.scored |= 1 << bases[name]
    scoring = table.choice("scoring", bases, None)
    s.scoring = NOWHERE if scoring is None else bases[scoring]
    s.given = read_flag(table, "given")
    s.giver = table.integer("giver", 1, int(box.players), NOBODY + 1, "K13.1") - 1
    gift = table.choice("gift", GIFTS, None)
    s.gift = NOWHERE if gift is None else GIFTS.index(gift)
