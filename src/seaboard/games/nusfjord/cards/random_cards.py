"""New cards: generated from a seed, valid by the grammar, for benchmarks with unknown cards.

Each new card has the number, deck, letter and category of a real one, so that the game is set up as usual. Its effect, cost and
points are those of another card of the same letter and category with changed figures; its name is invented.
"""

import random
import re
from collections.abc import Sequence
from pathlib import Path

from ....core.errors import BadComponent
from .buildings import COLUMNS, FILE, MAX_COST, cards_in, read_card, read_rows

FIRST = ("Amber", "Birch", "Cinder", "Dusk", "Ember", "Fern", "Gull", "Heather", "Iron", "Juniper", "Kelp", "Lichen", "Moss")
SECOND = ("Barn", "Cabin", "Croft", "Depot", "Forge", "Gate", "Hall", "Inn", "Kiln", "Loft", "Mill", "Nook", "Shed", "Tower")
THIRD = ("", " East", " West")
FIGURE = re.compile(r"(?<![\w.])\d+(?![\w.])")
ATTEMPTS = 300
SOURCE = "all generated from a seed"
Row = dict[str, str]


def generate_buildings(seed: str, file: Path = FILE) -> str:
    """A file of buildings, all of them new. The same seed gives the same file."""
    real = [row for _n, row in read_rows(file.read_text(encoding="utf-8"), file.name)]
    for attempt in range(ATTEMPTS):
        text = try_to_generate(real, random.Random(f"buildings {seed} {attempt}"))
        try:
            cards_in(text, "generated")
        except BadComponent:  # exchanges that can be repeated without end (N9.3)
            continue
        return text
    raise BadComponent(f"no valid cards found for the seed {seed!r}; use another seed")


def try_to_generate(real: Sequence[Row], chance: random.Random) -> str:
    names = [f"{first} {second}{third}" for first in FIRST for second in SECOND for third in THIRD]
    chance.shuffle(names)
    taken = {identity(row) for row in real}
    rows = ["\t".join(COLUMNS)]
    effects: set[tuple[str, bytes]] = set()
    for row, name in zip(real, names, strict=False):
        donors = [one for one in real if (one["letter"], one["category"]) == (row["letter"], row["category"])]
        new = new_card({**row, "name": name, "source": SOURCE}, donors, taken, effects, chance)
        rows.append("\t".join(new[column] for column in COLUMNS))
    return "\n".join(rows) + "\n"


def new_card(
    row: Row, donors: Sequence[Row], taken: set[tuple[str, ...]], effects: set[tuple[str, bytes]], chance: random.Random
) -> Row:
    """A valid card that is not a real one, with an effect that no other card of its deck has (N9.11)."""
    for _ in range(ATTEMPTS):
        donor = chance.choice(donors)
        new = {**row, **{column: changed_figure(donor[column], chance, 0) for column in MAX_COST}, "points": donor["points"]}
        new["effect"] = FIGURE.sub(lambda found: changed_figure(found[0], chance, 1), donor["effect"])
        if donor["points"].isdigit():
            new["points"] = changed_figure(donor["points"], chance, 0)
        try:
            card = read_card(new, "generated")
        except BadComponent:
            continue
        key = (card.deck, card.lines.tobytes())
        if identity(new) not in taken and key not in effects:
            taken.add(identity(new))
            effects.add(key)
            return new
    raise BadComponent(f"no new card found for number {row['number']}")


def changed_figure(text: str, chance: random.Random, least: int) -> str:
    """A figure changed by -1, 0 or 1; other texts are unchanged."""
    return str(max(least, int(text) + chance.choice((-1, 0, 1)))) if text.isdigit() else text


def identity(row: Row) -> tuple[str, ...]:
    return tuple(row[column] for column in ("category", *MAX_COST, "points", "effect"))
