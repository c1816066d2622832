"""Writes docs/observations.md from the games themselves: `python docs/make_tables.py`. A test checks that it is current."""

from pathlib import Path

from seaboard.games import NAMES, find_game

FILE = Path(__file__).parent / "observations.md"
HEAD = """# Observations

What a seat sees, as one row of 16-bit whole numbers, from its own point of view: itself first, then clockwise. Made by
`game.observe(view, box, seat, out)` from the seat's view, so nothing is in it that the seat may not know. Written by
`python docs/make_tables.py`.
"""


def text() -> str:
    parts = [HEAD]
    for game in map(find_game, NAMES):
        parts.append(f"## {game.title}: {game.observation_size} numbers, {game.actions} actions\n")
        parts.append("| name | from | numbers | least | most | meaning |\n|---|---:|---:|---:|---:|---|")
        first = 0
        for name, size, least, most, meaning in game.observed:
            parts.append(f"| {name} | {first} | {size} | {least} | {most} | {meaning} |")
            first += size
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
