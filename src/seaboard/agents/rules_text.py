"""The rules of a game as Markdown for an agent, from the game's own texts."""

import re
from pathlib import Path

from ..core.errors import BadOption
from ..core.game import Game

RULE = re.compile(r"^- ([A-Z]\d+\.\d+[a-z]?) ", re.MULTILINE)


def rules_text(game: Game, full: bool = False) -> str:
    """The rules on one page. Short: player aid and notation. Full: introduction, every numbered rule, notation."""
    aid = read_english(game.texts.aid) or read_english(game.texts.help)
    parts = [read_english(game.texts.help), read_english(game.texts.rules)] if full else [aid]
    return "\n\n".join(part.strip() for part in [*parts, read_english(game.texts.notation_guide)] if part) + "\n"


def rule_text(game: Game, number: str) -> str:
    """One numbered rule, such as M3.5; BadOption if there is none."""
    text, key = read_english(game.texts.rules), number.strip().upper()
    rules = {rule[1].upper(): rule for rule in RULE.finditer(text)}
    if key not in rules:
        raise BadOption(f"{game.title} has no rule {number.strip()[:20]!r}; the full rules list all numbers")
    return text[rules[key].start() + 2 :].partition("\n")[0]


def read_english(folder: Path | None) -> str:
    return (folder / "en.md").read_text(encoding="utf-8") if folder else ""
