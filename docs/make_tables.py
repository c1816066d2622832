"""Writes docs/observations.md from the games themselves: `python docs/make_tables.py`. A test checks that it is current."""

from pathlib import Path

from seaboard.core.features import Feature
from seaboard.games import NAMES, find_game

FILE = Path(__file__).parent / "observations.md"
HEAD = """# Observations

What a seat sees, as one row of 16-bit whole numbers, from its own point of view: itself first, then clockwise. Made by
`game.observe(view, box, seat, out)` from the seat's view, so nothing is in it that the seat may not know; tests change
everything hidden and expect the same row, also when made from the full position (`Game.observes_without_view`), as `Batch`
does. Legal actions are not part of it: the mask has them (`Batch.masks`).

A *number* counts something; a *category* is one of several things. Rows marked with · are parts of the row above, one after the
other for each seat (or piece of work); seats that nobody has are there too, so that the shape does not depend on the number of
players. With the mask an observation says all that the seat may know: a test compares positions. For a network,
`seaboard.lab.encoding` scales numbers and spreads categories (docs/lab.md). Written by `python docs/make_tables.py`.
"""


def text() -> str:
    parts = [HEAD]
    for game in map(find_game, NAMES):
        parts.append(f"## {game.title}: {game.observation_size} numbers, {game.num_actions} actions\n")
        parts.append("| name | from | numbers | least | most | kind | meaning |\n|---|---:|---:|---:|---:|---|---|")
        first = 0
        for row in game.features:
            parts.append(line(row, str(first)))
            parts.extend(line(part, "", "· ") for part in row.parts)
            first += row.size
        parts.append("")
    return "\n".join(parts)


def line(row: Feature, first: str, indent: str = "") -> str:
    """A row of the table; parts of a seat follow their row, and repeat."""
    kind = "" if row.parts else row.kind
    return f"| {indent}{row.name} | {first} | {row.size} | {row.least} | {row.most} | {kind} | {row.meaning} |"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
