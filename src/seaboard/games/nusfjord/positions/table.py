"""Positions as tables: the common board, one table per player, and the pending work. Missing keys are as after the setup."""

from typing import Any

import numpy as np

from ....core.position import Table
from ..actions.work import colour_of
from ..cards.effect_timing import MAX_USES
from ..cards.effects import LINES
from ..derived import compute_derived
from ..layout import (
    BOARD_SPACES,
    BUILT,
    CATCHING,
    COUNCIL,
    DISPLAY,
    ELDER_NUMBERS,
    FACE_DOWN,
    FIELDS,
    HAND,
    LAST_ROUND,
    NEXT_TO_DISPLAY,
    NOBODY,
    OUT,
    OVER,
    PLATES,
    PROMO_BELOW,
    PROMO_TOP,
    SEATS,
    SLOTS,
    SPACES,
    STACKS,
    STOCK,
    WORKING,
)
from ..setup import start
from ..words.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, SPACE_NAMES, field_name, number_of
from .checks import check_position
from .pending import check_question, pending_texts, read_pending

STAGES = {"catch": CATCHING, "work": WORKING, "home": 2, "before scoring": 3, "over": OVER}
CARD_PLACES = (("display", DISPLAY), ("beside_display", NEXT_TO_DISPLAY), ("stock", STOCK))
GOODS = ("wood", "fish", "gold")
MAX_GOODS = 5000


# writing


def to_table(s: np.record, box: np.record) -> dict[str, Any]:
    """A position as a table; seats and colours are counted from 1."""
    table: dict[str, Any] = {"round": int(s.round_number), "start_player": int(s.start_player) + 1}
    table |= {"stage": next(word for word, number in STAGES.items() if number == s.stage), "turn": int(s.turn)}
    if s.stage != OVER:
        table |= {"mover": int(s.mover) + 1, "pending": pending_texts(s, box)}
    if s.uses:
        table["uses"] = int(s.uses)
    if s.fed or s.fed_shares.any():
        table["fed_elders"] = [name for elder, name in enumerate(ELDER_NAMES) if int(s.fed) >> elder & 1]
        table["fed_shares"] = [int(n) for n in s.fed_shares[: box.players]]
    if s.to_pay.any():
        table["to_pay"] = [int(n) for n in s.to_pay]
    table["plates"] = int(s.plates)
    table["supply"] = {name: int(n) for name, n in zip(SHIP_NAMES, s.supply, strict=False)} | {"spare": int(s.spare)}
    table["workers_on"] = {
        name: [int(n) for n in s.workers_on[space]] for space, name in enumerate(BOARD_NAMES) if s.workers_on[space].any()
    }
    table["stacks"] = [elders_at(s, stack) for stack in range(1, STACKS + 1)]
    table["face_down"] = [stack + 1 for stack in range(STACKS) if s.covered[stack]]
    table["unseen"] = elders_at(s, FACE_DOWN)
    table |= {"promo": elders_at(s, PROMO_TOP), "promos_below": elders_at(s, PROMO_BELOW)}
    table["display"], table["stock"] = cards_at(s, box, DISPLAY), cards_at(s, box, STOCK)
    if extra := cards_at(s, box, NEXT_TO_DISPLAY):
        table["beside_display"] = extra
    table["player"] = [player_table(s, box, seat) for seat in range(int(box.players))]
    return table


def elders_at(s: np.record, place: int) -> list[str]:
    """The elders at a place, from the bottom to the top."""
    return [ELDER_NAMES[elder] for elder in range(1, ELDER_NUMBERS) if s.elder_at[elder] == place]


def cards_at(s: np.record, box: np.record, place: int) -> list[int]:
    return [number_of(box, card) for card in range(1, int(box.number_of_cards) + 1) if s.where[card] == place]


def player_table(s: np.record, box: np.record, seat: int) -> dict[str, Any]:
    me = s.players[seat]
    table: dict[str, Any] = {good: int(me[good]) for good in GOODS}
    table["reserve"] = {good: int(me[f"reserve_{good}"]) for good in GOODS if me[f"reserve_{good}"]}
    table |= {"unissued": int(me.unissued), "on_board": int(me.on_board), "workers": int(me.workers)}
    table["shares"] = [int(n) for n in me.shares[: box.players]]
    table["ships"] = {name: int(n) for name, n in zip(SHIP_NAMES, me.ships, strict=True) if n}
    if me.guests:
        table["guests"] = int(me.guests)
    if me.aboard.any():
        table["guests_on"] = {name: int(n) for name, n in zip(SHIP_NAMES, me.aboard, strict=False) if n}
    table["strips"] = {field_name(box, field): int(me.strips[field]) for field in range(FIELDS) if me.strips[field]}
    table["buildings"] = {SPACE_NAMES[i]: number_of(box, me.harbour[i]) for i in range(SPACES) if me.harbour[i]}
    table["beside"] = [number_of(box, card) for card in me.harbour[SPACES:] if card]
    table["hand"] = cards_at(s, box, HAND + seat)
    council = [elder for elder in range(1, ELDER_NUMBERS) if s.elder_at[elder] == COUNCIL + seat]
    table["elders"] = [ELDER_NAMES[elder] for elder in council]
    table["elder_fish"] = {ELDER_NAMES[elder]: int(s.elder_fish[elder]) for elder in council if s.elder_fish[elder]}
    table["elder_workers"] = {ELDER_NAMES[elder]: int(s.elder_worker[elder]) for elder in council if s.elder_worker[elder]}
    if me.slept:
        table["old_man_used"] = True
    table["once_done"] = [
        line_name(box, me.harbour[slot], n) for slot in range(SLOTS) for n in range(LINES) if int(me.once[slot]) >> n & 1
    ]
    waiting = [(slot, n) for slot in range(SLOTS) for n in range(LINES) if me.triggered[slot * LINES + n]]
    if waiting:
        table["waiting"] = {line_name(box, me.harbour[slot], n): int(me.triggered[slot * LINES + n]) for slot, n in waiting}
    return table


def line_name(box: np.record, card: int, n: int) -> str:
    """`143`, its second line `143 b`."""
    return f"{number_of(box, card)}{'' if n == 0 else ' ' + 'abcd'[n]}"


# reading


def from_table(table: Table, s: np.record, box: np.record) -> None:
    """Reads a position from a table; impossible ones are refused."""
    start(s, box, s.key.copy())
    players = table.tables("player", int(box.players), "player")
    read_board(table, s, box)
    read_elders(table, players, s, box)
    read_cards(table, players, s, box)
    for seat, part in enumerate(players):
        read_player(part, s, box, seat)
    compute_derived(s, box)
    read_turn(table, s, box)
    for part in players:
        part.finish()
    check_position(s, box)
    if s.stage != OVER:
        check_question(table, s, box)


def read_board(table: Table, s: np.record, box: np.record) -> None:
    s.round_number = table.integer("round", 1, LAST_ROUND, int(s.round_number), "N8.3")
    s.start_player = table.integer("start_player", 1, int(box.players), int(s.start_player) + 1, "N2.4") - 1
    s.plates = table.integer("plates", 0, PLATES, int(s.plates), "N1.5")
    if "supply" in table:
        supply = Table(table.get("supply"), "supply")
        for kind in range(3):
            s.supply[kind] = supply.integer(SHIP_NAMES[kind], 0, 10, int(s.supply[kind]), "N1.4")
        s.spare = supply.integer("spare", 0, 9, int(s.spare), "N1.4")
        supply.finish()
    if "workers_on" in table:
        there = Table(table.get("workers_on"), "workers_on")
        for space in range(BOARD_SPACES):
            s.workers_on[space] = numbers(there, BOARD_NAMES[space], SEATS, 9, [0] * SEATS)
        there.finish()


def numbers(table: Table, key: str, length: int, most: int, default: list[int]) -> list[int]:
    value = table.get(key, default)
    if not (isinstance(value, list) and len(value) == length and all(type(n) is int and 0 <= n <= most for n in value)):
        raise table.wrong(key, f"{length} whole numbers from 0 to {most}")
    return value


def read_elders(table: Table, players: list[Table], s: np.record, box: np.record) -> None:
    """N2.2, N7: each elder in play is in exactly one place."""
    if not any(key in table for key in ("stacks", "face_down", "unseen", "promo", "promos_below")):
        in_play = {elder for elder in range(1, ELDER_NUMBERS) if s.elder_at[elder]}
        for seat, part in enumerate(players):
            put_in_council(part, s, seat, in_play)
        return
    s.elder_at[:] = 0
    stacks = table.get("stacks", [])
    if not (isinstance(stacks, list) and len(stacks) == STACKS):
        raise table.wrong("stacks", f"{STACKS} lists of elders, each from the bottom to the top (N2.2)")
    places = [(Table({"stacks": stack}, f"stack {n}"), "stacks", n) for n, stack in enumerate(stacks, 1)]
    places += [(table, "unseen", FACE_DOWN), (table, "promo", PROMO_TOP), (table, "promos_below", PROMO_BELOW)]
    for part, key, place in places:
        for elder in elder_list(part, key):
            if s.elder_at[elder]:
                raise part.wrong(key, f"{ELDER_NAMES[elder]} is in two places (N2.2)")
            s.elder_at[elder] = place
    covered = numbers_in(table, "face_down", STACKS)
    s.covered[:] = [int(stack + 1 in covered) for stack in range(STACKS)]
    for seat, part in enumerate(players):
        put_in_council(part, s, seat, set(range(1, ELDER_NUMBERS)))


def numbers_in(table: Table, key: str, most: int) -> list[int]:
    value = table.get(key, [])
    if not (
        isinstance(value, list) and all(type(n) is int and 1 <= n <= most for n in value) and len(set(value)) == len(value)
    ):
        raise table.wrong(key, f"different whole numbers from 1 to {most}")
    return value


def elder_list(table: Table, key: str) -> list[int]:
    return [elder_number(table, key, name) for name in table.texts(key, [])]


def elder_number(table: Table, key: str, name: str) -> int:
    if name not in ELDER_NAMES[1:]:
        raise table.wrong(key, f"no elder is called {name[:20]!r} (N7)")
    return ELDER_NAMES.index(name)


def put_in_council(part: Table, s: np.record, seat: int, allowed: set[int]) -> None:
    council = elder_list(part, "elders")
    for elder in council:
        if elder not in allowed or s.elder_at[elder] >= COUNCIL:
            raise part.wrong("elders", f"{ELDER_NAMES[elder]} is not in play, or sits elsewhere (N2.2)")
        s.elder_at[elder] = COUNCIL + seat
    for key, field, most in (("elder_fish", s.elder_fish, 3), ("elder_workers", s.elder_worker, SEATS)):
        there = Table(part.get(key, {}), key)
        for elder in council:
            field[elder] = there.integer(ELDER_NAMES[elder], 0, most, 0, "N3.3" if key == "elder_fish" else "N4.2")
        there.finish()


def read_cards(table: Table, players: list[Table], s: np.record, box: np.record) -> None:
    """N1.8: each building is in exactly one place; those in the table leave their places after the setup."""
    cards = {number_of(box, card): card for card in range(1, int(box.number_of_cards) + 1)}
    named: set[int] = set()

    def place(part: Table, key: str, value: Any, where: int) -> int:
        if type(value) is not int or value not in cards:
            raise part.wrong(key, f"no building of this game has the number {str(value)[:20]} (N1.8)")
        if cards[value] in named:
            raise part.wrong(key, f"building {value} lies in two places (N1.8)")
        named.add(cards[value])
        s.where[cards[value]] = where
        return cards[value]

    for key, where in CARD_PLACES:
        if key in table:
            s.where[s.where == where] = OUT
    for key, where in CARD_PLACES:
        for value in card_list(table, key):
            place(table, key, value, where)
    for seat, part in enumerate(players):
        me = s.players[seat]
        built = Table(part.get("buildings", {}), f"player {seat + 1}: buildings")
        for space in range(1, SPACES):
            if SPACE_NAMES[space] in built:
                me.harbour[space] = place(built, SPACE_NAMES[space], built.get(SPACE_NAMES[space]), BUILT + seat)
        built.finish()
        extra = [place(part, "beside", value, BUILT + seat) for value in card_list(part, "beside")]
        if len(extra) > SLOTS - SPACES:
            raise part.wrong("beside", f"at most {SLOTS - SPACES} buildings (N9.12)")
        me.harbour[SPACES : SPACES + len(extra)] = sorted(extra)
        me.hand = len([place(part, "hand", value, HAND + seat) for value in card_list(part, "hand")])


def card_list(table: Table, key: str) -> list:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise table.wrong(key, "a list of numbers of buildings (N1.8)")
    return value


def read_player(part: Table, s: np.record, box: np.record, seat: int) -> None:
    me = s.players[seat]
    for good in GOODS:
        me[good] = part.integer(good, 0, MAX_GOODS, int(me[good]), "N1.7")
    if "reserve" in part:
        reserve = Table(part.get("reserve"), f"player {seat + 1}: reserve")
        for good in GOODS:
            me[f"reserve_{good}"] = reserve.integer(good, 0, MAX_GOODS, 0, "N1.7")
        reserve.finish()
    most = int(box.issued) + int(box.unissued)
    for key in ("unissued", "on_board"):
        me[key] = part.integer(key, 0, most, int(me[key]), "N1.6")
    colour = colour_of(s, box, seat)
    placed = int(s.workers_on[:, colour].sum()) + int((s.elder_worker == colour + 1).sum())
    me.workers = part.integer("workers", 0, int(box.workers), max(0, int(box.workers) - placed), "N1.6")
    if "shares" in part:
        me.shares[: box.players] = numbers(part, "shares", int(box.players), most, [])
    read_named(part, "ships", SHIP_NAMES, me.ships, 14, "N1.4")
    me.guests = part.integer("guests", 0, MAX_GOODS, int(me.guests), "N13.1")
    read_named(part, "guests_on", SHIP_NAMES[:3], me.aboard, 14, "N13.4")
    read_named(part, "strips", [field_name(box, field) for field in range(FIELDS)], me.strips, 99, "N1.2")
    me.slept = int(part.get("old_man_used", False) is True)
    lines = {line_name(box, me.harbour[slot], n): (slot, n) for slot in range(SLOTS) for n in range(LINES) if me.harbour[slot]}
    for name in part.texts("once_done", []):
        if name not in lines:
            raise part.wrong("once_done", f"no building of this player has the line {name[:20]!r} (N9.5)")
        me.once[lines[name][0]] |= 1 << lines[name][1]
    waiting = Table(part.get("waiting", {}), f"player {seat + 1}: waiting")
    for name in waiting.values:
        if name not in lines:
            raise waiting.wrong(name[:20], "no building of this player has that line (N9.2)")
        slot, n = lines[name]
        me.triggered[slot * LINES + n] = waiting.integer(name, 1, 100)


def read_named(part: Table, key: str, names: Any, into: np.ndarray, most: int, rule: str) -> None:
    """A table of numbers by name; names left out are 0."""
    if key in part:
        there = Table(part.get(key), f"{part.where}: {key}")
        for n, name in enumerate(names):
            into[n] = there.integer(name, 0, most, 0, rule)
        there.finish()


def read_turn(table: Table, s: np.record, box: np.record) -> None:
    """The mover and the pending work; by default the mover places a worker."""
    players = int(box.players)
    s.stage = STAGES[table.choice("stage", STAGES, "work")]
    mover = table.integer("mover", 1, players, None, "N4.1")
    turn = 1 if mover is None else (mover - 1 - int(s.start_player)) % players + 1
    s.turn = table.integer("turn", 0, players * int(box.workers), turn if s.stage == WORKING else 0, "N4.1")
    s.uses = table.integer("uses", 0, MAX_USES, 0)
    s.to_pay[:] = numbers(table, "to_pay", 3, 99, [0] * 3)
    s.fed = sum(1 << elder for elder in set(elder_list(table, "fed_elders")))
    s.fed_shares[:players] = numbers(table, "fed_shares", players, 5, [0] * players)
    if s.stage != OVER:
        place = (int(s.start_player) + int(s["turn"]) - 1) % players
        asked = read_pending(table, s, box, place)
        if mover is not None and mover - 1 != asked:
            raise table.wrong("mover", f"what is pending is asked of player {asked + 1} (N4.1)")
    elif mover is not None or "pending" in table:
        raise table.wrong("stage", "nothing is asked when the game is over (N8.3)")
    else:
        s.frames[:] = 0
        s.depth = 0
        s.mover = NOBODY
