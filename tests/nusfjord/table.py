"""Sets up positions of Nusfjord, and helpers to play and inspect them. Seats are counted from 0.

>>> m = sit(seat(wood=11, reserve={"fish": 3, "wood": 2}), seat())
>>> m.play("reserve")
>>> goods(m)
(12, 3, 0)
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from seaboard.core.errors import IllegalMove
from seaboard.games import find_game
from seaboard.games.nusfjord.actions.build import needs_no_space
from seaboard.games.nusfjord.box import COMPONENTS, build_box
from seaboard.games.nusfjord.cards.counting import catch_of
from seaboard.games.nusfjord.cards.effects import ACTION_NAMES
from seaboard.games.nusfjord.derived import compute_derived
from seaboard.games.nusfjord.layout import BUILT, COUNCIL, FACE_DOWN, PROMO_BELOW, SPACES, STACKS
from seaboard.games.nusfjord.positions import table as positions
from seaboard.games.nusfjord.round.catch import begin_catch
from seaboard.games.nusfjord.turn import run
from seaboard.games.nusfjord.words.notation import BOARD_NAMES, ELDER_NAMES, SHIP_NAMES, SPACE_NAMES, field_name
from seaboard.match import Match

from .actions import SKIP

GAME = find_game("nusfjord")
SHIPS = SHIP_NAMES[:3]
ACTION_SPACES = list(ACTION_NAMES)
ANY_PLAYERS = pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
FULL_SHARES = 5  # of each colour
OPTIONS = [option.name for option in GAME.options if option.name != "players"]
GOODS = ("wood", "fish", "gold", "reserve_wood", "reserve_fish", "reserve_gold", "guests")
FOREST = {"c1": 2, "c2": 1, "c3": 1}  # N1.1


class Play(Match):
    """A match without a log, which is faster."""

    def _play_one(self, move: str | int) -> str:
        action = self.find(move) if isinstance(move, str) else int(move)
        if reason := self.why_not(action):
            raise IllegalMove(f"action {action} is not allowed: {reason}", reason.rule)
        self.history.append((action, self.s.copy()))
        self.game.apply(self.s, self.box, action)
        return ""


def new(seed: int | str = 7, **options: Any) -> Match:
    return Play(GAME, seed=seed, **options)


def recount(m: Any) -> Any:
    """Updates the derived fields after a test has changed others."""
    compute_derived(m.s, m.box)
    return m


def seat(
    wood: int = 0,
    fish: int = 0,
    gold: int = 0,
    reserve: Mapping[str, int] | None = None,
    unissued: int = 3,
    on_board: int = 0,
    holds: Mapping[int, int] | None = None,
    ships: str | Mapping[str, int] = "",
    buildings: Mapping[str, int] | Sequence[int] = (),
    elders: str = "",
    elder_fish: Mapping[str, int] | None = None,
    elder_workers: Sequence[str] = (),
    hand: Sequence[int] = (),
    **keys: Any,
) -> dict:
    """A player. Buildings go to the named spaces, or to free spaces from the bottom right, or next to the harbour.

    `holds` are shares of other seats at home; the player's own shares that are nowhere else are at home too. `shares` by colour
    overrides both. `reserve_fish=2` is short for `reserve={"fish": 2}`; `keys` are keys of a position.
    """
    reserves = dict(reserve or {}) | {good: keys.pop(f"reserve_{good}") for good in GOODS[:3] if f"reserve_{good}" in keys}
    table: dict[str, Any] = {"wood": wood, "fish": fish, "gold": gold, "reserve": reserves, **keys}
    table |= {"unissued": unissued, "on_board": on_board, "holds": dict(holds or {})}
    table["ships"] = Counter(ships.split()) if isinstance(ships, str) else Counter(ships)
    table |= {"buildings": dict(buildings) if isinstance(buildings, Mapping) else list(buildings), "hand": list(hand)}
    table |= {"elders": elders.split(), "elder_fish": dict(elder_fish or {}), "elder_workers": list(elder_workers)}
    return table


def sit(
    *seats: dict,
    players: int = 2,
    mover: int = 0,
    start: int = 0,
    round_number: int = 1,
    workers: Mapping[str, Sequence[int]] | None = None,
    display: Sequence[int] = (),
    face_down: Sequence[int] | None = None,
    blocked: str = "",
    checked: bool = True,
    **keys: Any,
) -> Match:
    """A position in which a seat (the first one) places a worker. `workers`: the colours, space by space.

    Workers of the last seat fill the spaces `blocked`. With fewer seats than `players`, the others are as after setup, but
    without goods. `keys` are options of the game and keys of a position. Without `checked`, there may be too few or too many
    pieces, and three plates are filled.
    """
    keys = keys if checked else {"plates": 3, **keys}
    options = {
        "deck": "herring",
        "mode": "standard",
        "elders": [],
        **{name: keys.pop(name) for name in OPTIONS if name in keys},
    }
    players = max(players, len(seats)) if options["mode"] == "standard" and players > 1 else 1
    seats = (*seats, *(seat() for _ in range(players - len(seats))))
    options["players"] = players
    box = GAME.build_box(GAME.choose(**options))
    placed = workers or {}
    taken = {one: sum(list(colours).count(one) for colours in placed.values()) for one in range(5)}
    if box.colours > 1:
        taken[0] = taken[(round_number - 1) % int(box.colours)]  # N11.2
    for n, one in enumerate(seats):
        taken[n] += len(one["elder_workers"])
    lap = max(taken[n] - ((n - start) % players < (mover - start) % players) for n in range(players)) if checked else 0
    table: dict[str, Any] = {"game": "nusfjord", **options, "round": round_number, "display": list(display)}
    table |= {"start_player": start + 1, "mover": mover + 1, "turn": max(0, lap) * players + (mover - start) % players + 1}
    table["workers_on"] = {space: [list(colours).count(one) for one in range(5)] for space, colours in placed.items()}
    for space in blocked.split():
        table["workers_on"][space] = [0] * (players - 1) + [int(box.capacity[BOARD_NAMES.index(space)])] + [0] * (5 - players)
    table["supply"] = {ship: int(box.ship_supply) - sum(one["ships"].get(ship, 0) for one in seats) for ship in SHIPS}
    table |= stacks_without({name for one in seats for name in one["elders"]}, box, face_down) | keys
    table["player"] = [player_table(seats, n, int(box.workers) - (taken[n] if checked else 0), box) for n in range(players)]
    with nullcontext() if checked else unchecked():
        return Play.from_position(tomli_w.dumps(table))


@contextmanager
def unchecked() -> Iterator[None]:
    """In this context, positions are read without checks."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("check_position", "check_question"):
            patch.setattr(positions, name, lambda *_: None)
        yield


def player_table(seats: Sequence[dict], n: int, workers: int, box: np.record) -> dict:
    table = {key: value for key, value in seats[n].items() if key != "holds"}
    away = sum(one["holds"].get(n, 0) for one in seats)
    own = FULL_SHARES - seats[n]["unissued"] - seats[n]["on_board"] - away
    held = [own if colour == n else seats[n]["holds"].get(colour, 0) for colour in range(len(seats))]
    given = seats[n].get("shares", {})
    table["shares"] = [given.get(colour, held[colour]) for colour in range(len(seats))]
    assert min(table["shares"]) >= 0, "a colour has five shares"
    table["ships"] = dict(seats[n]["ships"])
    table["elder_workers"] = dict.fromkeys(seats[n]["elder_workers"], n + 1)
    if isinstance(table["buildings"], list):
        table |= laid_out(table["buildings"], table.get("strips", FOREST), box)
    return {"workers": workers} | table


def laid_out(numbers: Sequence[int], forest: Mapping[str, int], box: np.record) -> dict:
    """Buildings on free spaces from the bottom right, and next to the harbour."""
    left = {field_name(box, field): int(box.field_left[field]) for field in range(len(box.field_left))}
    wooded = {left[field] + k for field, strips in forest.items() if strips for k in (0, 1)}
    free = (SPACE_NAMES[space] for space in range(SPACES - 1, 0, -1) if space not in wooded)
    extra = [number for number in numbers if needs_no_space(box, card_number(box, number))]
    return {"beside": extra, "buildings": {next(free): number for number in numbers if number not in extra}}


def stacks_without(taken: set[str], box: np.record, face_down: Sequence[int] | None) -> dict:
    """N2.2: the elders in play that sit in no council, stack by stack; `face_down` names the stacks with an unseen card."""
    at: dict[int, list[str]] = {place: [] for place in range(1, PROMO_BELOW + 1)}
    for elder, name in enumerate(ELDER_NAMES):
        if box.elders[elder].stack and name not in taken:
            at[int(box.elders[elder].stack)].append(name)
    covered = list(range(1, len(at[FACE_DOWN]) + 1)) if face_down is None else list(face_down)
    assert len(covered) == len(at[FACE_DOWN]), "each unseen elder lies under a stack"
    table = {"stacks": [at[stack] for stack in range(1, STACKS + 1)], "unseen": at[FACE_DOWN], "face_down": covered}
    return table | {"promo": at[PROMO_BELOW][:1], "promos_below": at[PROMO_BELOW][1:]}


def own(m: Any, one: int, *numbers: int) -> None:
    """Gives a seat buildings during a game: on free spaces from the bottom right, or next to the harbour."""
    me = m.s.players[one]
    for number in numbers:
        i = card_number(m.box, number)
        wooded = {int(m.box.field_left[field]) + k for field in np.flatnonzero(me.strips) for k in (0, 1)}
        free = [n for n in range(SPACES - 1, 0, -1) if not me.harbour[n] and n not in wooded]
        extra = SPACES + int((me.harbour[SPACES:] > 0).sum())
        me.harbour[extra if needs_no_space(m.box, i) else free[0]] = i
        me.triggered_by |= m.box.cards[i].triggered_by
        me.has |= m.box.cards[i].has
        m.s.where[i] = BUILT + one
    recount(m)


def card_number(box: np.record, number: int) -> int:
    """The index of a building by its printed number."""
    found = np.flatnonzero(box.cards["number"] == number)
    assert len(found) == 1, f"{number} is not in this game"
    return int(found[0])


def card(m: Match, number: int) -> int:
    return card_number(m.box, number)


def refused(m: Match, move: str | int) -> str:
    """The number of the rule by which a move is refused; checks that the attempt changed nothing."""
    before = m.s.tobytes()
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    assert m.s.tobytes() == before
    return caught.value.rule


def why(m: Match, move: str) -> str:
    """The words of a refusal."""
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    return str(caught.value)


def catch(m: Match, one: int = 0) -> Match:
    """Starts the catch of one player, and continues until somebody has a choice."""
    m.s.frames[:] = 0
    m.s.depth = 0
    begin_catch(m.s, m.box, one)
    run(m.s, m.box)
    return m


def skip(m: Match, times: int = 1) -> Match:
    for _ in range(times):
        m.play(SKIP)
    return m


def skip_to(m: Match, round_number: int) -> Match:
    """Everybody skips until that round begins; in a catch the first allowed answer is given."""
    while m.s.round_number < round_number and not m.over:
        m.play(SKIP if m.why_not(SKIP) is None else m.actions()[0])
    return m


def goods(m: Match, one: int = 0) -> tuple[int, int, int]:
    """The wood, fish and gold in a seat's supply."""
    me = m.s.players[one]
    return int(me.wood), int(me.fish), int(me.gold)


def reserve(m: Match, one: int = 0) -> tuple[int, int, int]:
    me = m.s.players[one]
    return int(me.reserve_wood), int(me.reserve_fish), int(me.reserve_gold)


def shares(m: Match, one: int = 0) -> list[int]:
    """Shares at home by colour."""
    return [int(n) for n in m.s.players[one].shares[: m.seats]]


def strips(m: Match, one: int = 0) -> dict[str, int]:
    there = m.s.players[one].strips
    return {SPACE_NAMES[m.box.field_left[field]]: int(there[field]) for field in range(len(there)) if there[field]}


def ships(m: Match, one: int = 0) -> dict[str, int]:
    return {name: int(n) for name, n in zip(SHIP_NAMES, m.s.players[one].ships, strict=True) if n}


def supply(m: Match) -> dict[str, int]:
    return {name: int(n) for name, n in zip(SHIPS, m.s.supply, strict=True)}


def buildings(m: Match, one: int = 0) -> dict[str, int]:
    """The buildings by space, by number."""
    built = m.s.players[one].harbour
    return {name: int(m.box.cards[built[n]].number) for n, name in enumerate(SPACE_NAMES) if built[n]}


def council(m: Match, one: int = 0) -> list[str]:
    return [name for elder, name in enumerate(ELDER_NAMES) if m.s.elder_at[elder] == COUNCIL + one]


def fish_on(m: Match, elder: str) -> int:
    return int(m.s.elder_fish[ELDER_NAMES.index(elder)])


def workers_on(m: Match, space: str) -> list[int]:
    """How many workers of each colour are there."""
    return [int(n) for n in m.s.workers_on[BOARD_NAMES.index(space)][: max(m.seats, 3)]]


def catch_size(m: Match, one: int = 0) -> int:
    return int(catch_of(m.s, m.box, one))


def cards_in(m: Match, place: int, letter: str = "ABC") -> list[int]:
    """Numbers of the cards at a place (DISPLAY, STOCK, OUT, HAND + seat), of those letters."""
    cards = m.box.cards
    found = [n for n in range(1, int(m.box.number_of_cards) + 1) if m.s.where[n] == place]
    return [int(cards[n].number) for n in found if "ABC"[cards[n].letter] in letter]


def box_with(folder: Path, table: str | None = None, elders: str | None = None, **options: Any) -> np.record:
    """A box from these texts of component files; the others are the standard files."""
    for name, text in (("table.toml", table), ("elders.tsv", elders)):
        original = (COMPONENTS / name).read_text(encoding="utf-8")
        (folder / name).write_text(original if text is None else text, encoding="utf-8")
    return build_box(GAME.choose(**options), folder)


def go(m: Match, moves: str) -> Match:
    """Plays moves, separated by commas."""
    m.play(moves)
    return m


def skip_round(m: Match) -> Match:
    """All skip, decline or take the first legal move until the next round asks for a worker."""
    number = int(m.s.round_number)
    while not m.over and m.s.round_number == number:
        go(m, "skip" if "skip" in m.moves() else "decline" if "decline" in m.moves() else m.moves()[0])
    return m


def have(m: Match, one: int = 0) -> dict[str, int]:
    """The goods of a seat, without those it has none of."""
    return {name: int(m.s.players[one][name]) for name in GOODS if m.s.players[one][name]}


def changes(m: Match, moves: str, one: int = 0) -> dict[str, int]:
    """How the moves change a seat's goods."""
    before = {name: int(m.s.players[one][name]) for name in GOODS}
    go(m, moves)
    return {name: int(m.s.players[one][name]) - n for name, n in before.items() if m.s.players[one][name] != n}


def ships_left(m: Match) -> tuple[int, ...]:
    return tuple(m.s.supply.tolist())


def built(m: Match, one: int = 0) -> dict[str, int]:
    """Buildings by space."""
    harbour = m.s.players[one].harbour[:SPACES]
    return {name: int(m.box.cards[i].number) for name, i in zip(SPACE_NAMES, harbour, strict=True) if i}


def where(m: Match, place: int) -> set[int]:
    """The numbers of the cards in a place."""
    return {int(m.box.cards[i].number) for i in np.flatnonzero(m.s.where == place) if m.box.cards[i].number}
