"""Helpers that set up and inspect positions of Kaivai. Seats are counted from 0; hexes have their names.

>>> m = sit(seat(canoe_builder="f3", canoes="g4", shells=[5, 5, 4]), seat(meeting="f5:2"), cult="f6", god="f6")
>>> m.play("build, to g5, hut g6, meeting")

The printed bases are b2 f4 k2 e7 i7 f11; there are no extra bases unless `cult` names their hexes.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tomli_w

from seaboard.core.errors import IllegalMove
from seaboard.games import find_game
from seaboard.games.kaivai.all_actions import ACTION_WORDS
from seaboard.games.kaivai.box import COMPONENTS, MAP, NEIGHBOURS, NUMBER, Spot, build_box, distance
from seaboard.games.kaivai.hexes import has, hexes_in
from seaboard.games.kaivai.layout import HEXES
from seaboard.games.kaivai.words.notation import HEX_NAMES, HEX_NUMBERS, KIND_NAMES, name_of
from seaboard.match import Match

GAME = find_game("kaivai")
EDITIONS = ("second", "first")
BOTH_EDITIONS = pytest.mark.parametrize("edition", EDITIONS)
PRINTED = ("b2", "f4", "k2", "e7", "i7", "f11")
BIDS = (5, 4, 3, 2)  # default bids by seat
MANY = ("canoe_builder", "fisherman", "meeting", "canoes")  # a player's lists of hexes
TURN = (
    "action",
    "canoe",
    "destination",
    "site",
    "waters",
    "delivery",
    "feast",
    "receiver",
)  # questions to the player whose turn it is
LISTS = ("cult", "bases", "ready", "scored", "missing")


def new(seed: int | str = 7, **options: Any) -> Match:
    return Match(GAME, seed=seed, **options)


def box_of(**options: Any) -> np.record:
    return GAME.build_box(GAME.choose(**options))


def words(text: str | Iterable[str]) -> list[str]:
    """A list of hexes: `f3 g4`; with fish on huts: `f3 g4:2`."""
    return [part.replace(":", " ") for part in (text.split() if isinstance(text, str) else text)]


def track(values: Sequence[int]) -> list[int]:
    """The number of counters on each space, from a list of their spaces: 5, 5, 3 is two on space 5 and one on space 3."""
    return [list(values).count(space) for space in range(1, 6)]


def seat(shells: Sequence[int] | None = None, fish: Sequence[int] | None = None, **keys: Any) -> dict:
    """A player. Shells and fish are lists of their spaces, hexes are texts; `meeting="f5:2"`: two fish on f5."""
    table = {key: words(value) if key in MANY else value for key, value in keys.items()}
    for key, values in (("shells", shells), ("fish", fish)):
        if values is not None:
            table[key] = track(values)
    return table


def sit(*seats: dict, players: int = 3, cult: str | Iterable[str] = "", round: int = 2, **keys: Any) -> Match:
    """A position, by default in phase 3 of round 2 with the first seat to move. Omitted seats are as after the setup.

    Players without a bid get 5, 4, 3 or 2 by seat, or another free number.
    """
    players = max(players, len(seats))
    tables = [dict(player) for player in (*seats, *({} for _ in range(players - len(seats))))]
    decision = keys.get("decision", "action")
    if decision not in ("bid", "scoring", "play", "over"):
        taken = [player.get("bid") for player in tables]
        for i, player in enumerate(tables):
            player.setdefault("bid", next(bid for bid in (*BIDS[i:], 1, 6, 7, 8, 9) if bid not in taken))
            taken.append(player["bid"])
    if decision in TURN or "acting" in keys:
        keys.setdefault("mover", 0)
    table: dict[str, Any] = {"game": "kaivai", "players": players, "round": round, "cult": words(cult)}
    for key, value in keys.items():
        table[key] = words(value) if key in LISTS else value + 1 if key in ("mover", "giver") else value
    return Match.from_position(tomli_w.dumps({**table, "player": tables}))


def refused(m: Match, move: str | int) -> str:
    """The number of the rule that refuses a move; checks that the attempt changes nothing."""
    before = m.s.tobytes()
    if isinstance(move, str):
        with pytest.raises(IllegalMove):
            m.find(move)
    with pytest.raises(IllegalMove) as caught:
        m.play(move)
    assert m.s.tobytes() == before
    return caught.value.rule


# reading positions


def asked(m: Match) -> str:
    return m.to_dict()["decision"]


def offered(m: Match, word: str) -> set[str]:
    """The hexes that may be chosen with a word: `hut`, `god`, `canoe`, `to`, `fish to`, `village`."""
    return {move.removeprefix(f"{word} ") for move in m.moves() if move.startswith(f"{word} ")}


def values(counts: np.ndarray) -> list[int]:
    return [space for space in range(5, 0, -1) for _ in range(int(counts[space - 1]))]


def shells(m: Match, p: int = 0) -> list[int]:
    """The values of a player's shells, highest first."""
    return values(m.s.players[p].shells)


def fish(m: Match, p: int = 0) -> list[int]:
    """The spaces of a player's fish, freshest first."""
    return values(m.s.players[p].fish)


def influence(m: Match, p: int = 0) -> int:
    return int(m.s.players[p].influence)


def glory(m: Match, p: int = 0) -> int:
    return int(m.s.players[p].glory)


def canoes(m: Match, p: int = 0) -> set[str]:
    return hexes(m, m.s.players[p].canoes)


def hexes(m: Match, field: np.ndarray) -> set[str]:
    """The names of the hexes of a set."""
    return {HEX_NAMES[hex] for hex in range(HEXES) if has(m.box, hexes_in(field), hex)}


def hut(m: Match, name: str) -> tuple[int, str] | None:
    """Owner and kind of the hut on a hex."""
    code = int(m.s.hut[HEX_NUMBERS[name]])
    return ((code - 1) // 3, KIND_NAMES[(code - 1) % 3]) if code else None


def fish_on(m: Match, name: str) -> int:
    return int(m.s.fish[HEX_NUMBERS[name]])


def spaces(m: Match) -> dict[str, int]:
    """Counters on the action spaces that have any."""
    return {name: int(n) for name, n in zip(ACTION_WORDS, m.s.spaces, strict=True) if n}


# the map


def spot(name: str) -> Spot:
    return MAP[HEX_NUMBERS[name]]


def near(name: str) -> set[str]:
    """The neighbours of a hex."""
    q, r = spot(name)
    return {name_of(q + x, r + y) for x, y in NEIGHBOURS if (q + x, r + y) in NUMBER}


def apart(a: str, b: str) -> int:
    return distance(spot(a), spot(b))


# the box


def box_with(folder: Path, *changes: tuple[str, str], **options: Any) -> np.record:
    """A box from the standard file with some texts replaced."""
    text = (COMPONENTS / "kaivai.toml").read_text(encoding="utf-8")
    for old, to in changes:
        assert old in text
        text = text.replace(old, to)
    (folder / "kaivai.toml").write_text(text, encoding="utf-8")
    return build_box(GAME.choose(**options), folder)
