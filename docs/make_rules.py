"""Copies the numbered rules, which lie with their games (texts/rules/en.md), into the docs: `python docs/make_rules.py`."""

from pathlib import Path

from seaboard.games import NAMES, find_game

FOLDER = Path(__file__).parent / "rules"


def text(name: str) -> str:
    folder = find_game(name).texts.rules
    assert folder
    return (folder / "en.md").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in NAMES:
        (FOLDER / f"{name}.md").write_text(text(name), encoding="utf-8")
