"""Writes the token counts into docs/agents.md: `pip install bpe-openai`, then `python -m tools.agent_tokens`.

Counts the tokens of OpenAI's o200k_base (bpe-openai works offline); other tokenizers differ by about 10 %.
"""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from statistics import mean

from seaboard.agents import report, report_schema, rules_text
from seaboard.games import NAMES, find_game
from seaboard.match import Match

FILE = Path(__file__).parents[1] / "docs" / "agents.md"
PART = re.compile(r"(<!-- tokens: [^>]*-->\n).*?(<!-- end of tokens -->)", re.DOTALL)
ENCODING = "o200k_base"
PLAYERS, SEED, EVERY = 3, 1, 7
HEAD = (
    "| tokens | rules, short | full | report as text, mean (largest) | as JSON, mean (largest) | JSON Schema | decisions |\n"
    "|---|---:|---:|---:|---:|---:|---:|\n"
)


def counter() -> Callable[[str], int]:
    import bpe_openai

    encoding = bpe_openai.get_encoding(ENCODING)
    return lambda text: len(encoding.encode(text))


def row(name: str, tokens: Callable[[str], int]) -> str:
    """One game of random moves: every seventh report of the seat to move, and the decisions of a seat."""
    game, random_moves = find_game(name), random.Random(SEED)
    match = Match(game, seed=SEED, players=PLAYERS)
    texts, tables = [], []
    while match.mover is not None:
        if match.version % EVERY == 0:
            seat_report = report(match, match.mover)
            texts.append(tokens(seat_report.text()))
            tables.append(tokens(json.dumps(seat_report.to_dict(), ensure_ascii=False)))
        match.push(random_moves.choice(match.actions()))
    rules = [tokens(rules_text(game, full)) for full in (False, True)]
    cells = [*(f"{count:,}" for count in rules), *(f"{mean(counts):,.0f} ({max(counts):,})" for counts in (texts, tables))]
    schema = tokens(json.dumps(report_schema(game), ensure_ascii=False))
    return f"| {game.title} | {' | '.join(cells)} | {schema:,} | {match.version / PLAYERS:.0f} |\n"


def page() -> str:
    """docs/agents.md with the current counts."""
    tokens = counter()
    table = HEAD + "".join(row(name, tokens) for name in NAMES)
    return PART.sub(lambda found: found[1] + table + found[2], FILE.read_text(encoding="utf-8"))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
