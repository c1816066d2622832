"""Setting up positions of Nusfjord readably, and playing them in the words of the game. Seats are counted from 0.

>>> m = village(seat(fish=3, elders="developer"), plates=2)
>>> go(m, "to developer, strip c1, decline")
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from seaboard.games.nusfjord.actions.build import needs_no_space
from seaboard.games.nusfjord.layout import (
    BUILT,
    COUNCIL,
    DISPLAY,
    FACE_DOWN,
    HAND,
    OUT,
    PLACE,
    PROMO_BELOW,
    PROMO_TOP,
    RESOLVE,
    SPACES,
    STOCK,
    WINDOW,
    WORKING,
)
from seaboard.games.nusfjord.texts.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, SPACE_NAMES, field_name
from seaboard.match import Match

from .table import GAME, Play, recount

GOODS = ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold", "guests")
FOREST = {"c1": 2, "c2": 1, "c3": 1}  # N1.1
PROMOS = {"elders": ["promos"]}


def seat(
    elders: str = "",
    ships: Mapping[str, int] | None = None,
    strips: Mapping[str, int] | None = None,
    buildings: Sequence[int] = (),
    hand: Sequence[int] = (),
    fish_on: Mapping[str, int] | None = None,
    shares: Mapping[int, int] | None = None,
    aboard: Mapping[str, int] | None = None,
    **figures: int,
) -> dict[str, Any]:
    """A player: goods by name, elders and the fish on them, buildings on free spaces from the bottom right, shares."""
    given: dict[str, Any] = {"elders": elders.split(), "ships": ships or {}, "strips": FOREST if strips is None else strips}
    given |= {"buildings": buildings, "hand": hand, "fish_on": fish_on or {}, "shares": shares, "aboard": aboard or {}}
    return given | figures


def village(
    *seats: dict[str, Any],
    players: int = 2,
    round_number: int = 1,
    plates: int = 3,
    display: Sequence[int] = (),
    blocked: str = "",
    seed: int = 7,
    **options: Any,
) -> Match:
    """A game in which seat 0 starts and places a worker. Only the buildings named lie in the display."""
    m = Play(GAME, seed=seed, players=max(players, len(seats)), **options)
    s = m.s
    s.where[s.where == DISPLAY] = STOCK if m.seats > 2 else OUT
    for number in display:
        s.where[card(m, number)] = DISPLAY
    for one, given in enumerate([*seats, *[seat()] * (m.seats - len(seats))]):
        fill_seat(m, one, given)
    s.round_number, s.plates, s.start_player, s.stage, s.turn = round_number, plates, 0, WORKING, 1
    for name in blocked.split():
        s.workers_on[BOARD_NAMES.index(name), m.seats - 1] = m.box.capacity[BOARD_NAMES.index(name)]
    ask(m, (WINDOW, 0, 0, 0), (RESOLVE, 0, 0, 0), (PLACE, 0, 0, 0))
    return recount(m)


def fill_seat(m: Match, one: int, given: Mapping[str, Any]) -> None:
    s, me = m.s, m.s.players[one]
    for name in GOODS:
        me[name] = given.get(name, 0)
    for name in ("unissued", "on_board", "workers", "slept"):
        me[name] = given.get(name, int(me[name]))
    for colour, n in (given["shares"] or {}).items():
        me.shares[colour] = n
    for name in given["elders"]:
        put_elder(m, ELDER_NAMES.index(name), one)
        s.elder_fish[ELDER_NAMES.index(name)] = given["fish_on"].get(name, 0)
    for name, n in given["ships"].items():
        me.ships[SHIP_NAMES.index(name)] = n
        if name != "raft":
            s.supply[SHIP_NAMES.index(name)] -= n
    for name, n in given["aboard"].items():
        me.aboard[SHIP_NAMES.index(name)] = n
    me.strips[:] = [given["strips"].get(field_name(m.box, field), 0) for field in range(len(me.strips))]
    own(m, one, *given["buildings"])
    for number in given["hand"]:
        s.where[card(m, number)] = HAND + one
        me.hand += 1


def put_elder(m: Match, elder: int, one: int) -> None:
    """Into a council; a face-down card leaves the stack it lay under, and the next promo is turned up."""
    place = m.s.elder_at[elder]
    if place == FACE_DOWN:
        m.s.covered[np.flatnonzero(m.s.covered)[0]] = 0
    m.s.elder_at[elder] = COUNCIL + one
    below = np.flatnonzero(m.s.elder_at == PROMO_BELOW)
    if place == PROMO_TOP and len(below):
        m.s.elder_at[below[0]] = PROMO_TOP
    recount(m)


def own(m: Match, one: int, *numbers: int) -> None:
    """Buildings built before: on free spaces from the bottom right; those that need none beside them."""
    me = m.s.players[one]
    for number in numbers:
        i = card(m, number)
        wooded = {int(m.box.field_left[field]) + k for field in np.flatnonzero(me.strips) for k in (0, 1)}
        free = [n for n in range(SPACES - 1, 0, -1) if not me.harbour[n] and n not in wooded]
        beside = SPACES + int((me.harbour[SPACES:] > 0).sum())
        me.harbour[beside if needs_no_space(m.box, i) else free[0]] = i
        me.hears |= m.box.cards[i].hears
        me.has |= m.box.cards[i].has
        m.s.where[i] = BUILT + one
    recount(m)


def ask(m: Match, *frames: tuple[int, int, int, int]) -> None:
    """What is pending, from the bottom to the top."""
    m.s.frames[:] = 0
    for n, (kind, player, what, more) in enumerate(frames):
        f = m.s.frames[n]
        f.kind, f.player, f.field_1, f.field_2 = kind, player, what, more
    m.s.depth, m.s.mover = len(frames), frames[-1][1]


def card(m: Match, number: int) -> int:
    found = np.flatnonzero(m.box.cards["number"] == number)
    assert len(found) == 1, f"{number} is not in this game"
    return int(found[0])


def go(m: Match, moves: str) -> Match:
    """Plays moves with commas between them."""
    m.play(moves)
    return m


def skip_round(m: Match) -> Match:
    """All skip, and decline or take what comes first, until the next round asks for a worker."""
    number = int(m.s.round_number)
    while not m.over and m.s.round_number == number:
        go(m, "skip" if "skip" in m.moves() else "decline" if "decline" in m.moves() else m.moves()[0])
    return m


def have(m: Match, one: int = 0) -> dict[str, int]:
    """The goods of a seat, those it has none of left out."""
    return {name: int(m.s.players[one][name]) for name in GOODS if m.s.players[one][name]}


def changes(m: Match, moves: str, one: int = 0) -> dict[str, int]:
    """What the moves change of a seat's goods."""
    before = {name: int(m.s.players[one][name]) for name in GOODS}
    go(m, moves)
    return {name: int(m.s.players[one][name]) - n for name, n in before.items() if m.s.players[one][name] != n}


def supply(m: Match) -> tuple[int, ...]:
    return tuple(m.s.supply.tolist())


def built(m: Match, one: int = 0) -> dict[str, int]:
    """Buildings by space."""
    harbour = m.s.players[one].harbour[:SPACES]
    return {name: int(m.box.cards[i].number) for name, i in zip(SPACE_NAMES, harbour, strict=True) if i}


def where(m: Match, place: int) -> set[int]:
    """The numbers of the cards in a place."""
    return {int(m.box.cards[i].number) for i in np.flatnonzero(m.s.where == place) if m.box.cards[i].number}
