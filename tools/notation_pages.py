"""Copies the games' notation guides into docs/GAME.md: `python -m tools.notation_pages` (`make pages`). A test compares."""

import re
from pathlib import Path

from seaboard.games import NAMES, find_game

DOCS = Path(__file__).parents[1] / "docs"
PART = re.compile(r"(<!-- notation: [^>]*-->\n).*?(<!-- end of notation -->)", re.DOTALL)


def page(name: str) -> str:
    """docs/NAME.md with the game's current notation."""
    folder = find_game(name).texts.notation_guide
    assert folder
    guide = (folder / "en.md").read_text(encoding="utf-8")
    return PART.sub(lambda found: found[1] + guide + found[2], (DOCS / f"{name}.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    for name in NAMES:
        (DOCS / f"{name}.md").write_text(page(name), encoding="utf-8")
