"""Positions with components that are rare in random games: the first and the last card of each deck, every elder."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from seaboard.games.nusfjord.box import VARIANTS
from seaboard.games.nusfjord.cards.buildings import DECKS
from seaboard.games.nusfjord.layout import SPACES
from seaboard.games.nusfjord.words.notation import ELDER_NAMES
from seaboard.match import Match

from .table import GAME, seat, sit

PLENTY: dict[str, Any] = {"wood": 12, "fish": 30, "gold": 12, "reserve_fish": 8, "reserve_wood": 3, "reserve_gold": 2}
COUNCIL_SIZE = 5


def decks_in_all_orders() -> list[dict[str, Any]]:
    """Each deck alone; each first, second and last in a mixed game; by one to five players, in every mode."""
    alone = [{"deck": deck, "players": 1 + n % 5} for n, deck in enumerate(DECKS)]
    solo = [{"deck": DECKS[-1], "players": 1, "mode": mode} for mode in ("solo", "advanced")]
    ring = [*DECKS, *DECKS[:2]]
    mixed = [{"mixed": ring[n : n + 3], "players": 1 + n % 5} for n in range(len(DECKS))]
    highest_last = [{"mixed": ["trout", "mackerel", "plaice"], "players": n} for n in range(1, 6)]
    return alone + solo + mixed + highest_last


def elders_by_council() -> list[tuple[dict[str, Any], Sequence[str]]]:
    """Every elder in somebody's council, five at a time, in a game that has it."""
    found: list[tuple[dict[str, Any], Sequence[str]]] = []
    for elders in ([], list(VARIANTS), ["promos"], [*VARIANTS, "promos"]):
        options = {"players": 5, "elders": elders, "deck": "mackerel"}
        box = GAME.build_box(GAME.choose(**options))
        names = [name for elder, name in enumerate(ELDER_NAMES) if box.elders[elder].stack]
        cuts = [*range(0, len(names), COUNCIL_SIZE), len(names)]
        found += [(options, names[start:end]) for start, end in pairwise(cuts)]
    return found


def owners_of_cards(options: dict[str, Any]) -> Iterator[Match]:
    """Every card of the box in somebody's harbour, with the first and the last one, nine at a time."""
    numbers = sorted(int(n) for n in GAME.build_box(GAME.choose(**options)).cards["number"] if n)
    for start in range(1, len(numbers) - 1, SPACES - 3):
        built = [numbers[0], numbers[-1], *numbers[start : start + SPACES - 3]]
        owner = seat(buildings=list(dict.fromkeys(built)), strips={}, ships={"sloop": 1}, **PLENTY)
        yield sit(owner, plates=3, round_number=4, **options, checked=False)


def positions() -> Iterator[Match]:
    """All of them, each asking for a worker."""
    for options in decks_in_all_orders():
        yield from owners_of_cards(options)
    for options, council in elders_by_council():
        yield sit(
            seat(elders=" ".join(council), buildings=[201, 254], strips={"c3": 2}, **PLENTY), plates=5, **options, checked=False
        )
