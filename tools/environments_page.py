"""Generates the figures in docs/environments.md from the games: `python -m tools.environments_page` (`make pages`).

It replaces the text between `<!-- generated: NAME -->` and `<!-- end -->`; the rest of the page is written manually. A test
compares. All figures come from random games with fixed seeds, so they are the same everywhere.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from seaboard.core.dice import key_of, pick
from seaboard.core.game import Game
from seaboard.games import NAMES, find_game

FILE = Path(__file__).parents[1] / "docs" / "environments.md"
GAMES = 100  # random games per game
SEED = 1
PERFT = {"maori": 5, "kaivai": 4, "nusfjord": 5}  # depth of the counts


def text(page: str) -> str:
    """The page with its figures regenerated."""
    generated = {"sizes": sizes(), "perft": perft_table()}
    generated |= {f"{name} observation": feature_table(find_game(name)) for name in NAMES}

    def replacement(found: re.Match) -> str:
        return f"<!-- generated: {found[1]} -->\n{generated[found[1]]}\n<!-- end -->"

    return re.sub(r"<!-- generated: ([\w ]+) -->\n.*?<!-- end -->", replacement, page, flags=re.DOTALL)


def sizes() -> str:
    """One column per game."""
    columns = [column(find_game(name)) for name in NAMES]
    lines = [f"| | {' | '.join(find_game(name).title for name in NAMES)} |", f"|---|{'---:|' * len(NAMES)}"]
    for key in columns[0]:
        lines.append(f"| {key} | {' | '.join(str(values[key]) for values in columns)} |")
    return "\n".join(lines)


def column(game: Game) -> dict[str, Any]:
    options = game.choose()
    played = [play(game, options, number) for number in range(GAMES)]
    lengths, choices, draws = (np.array([game[i] for game in played]) for i in range(3))
    counts = game.options[0].choices
    return {
        "players": f"{min(counts)} to {max(counts)}",
        "players in the figures below": options["players"],
        "size of a position, bytes": game.state.itemsize,
        "size of an observation": game.full_observation_size,
        "size of the action space": game.num_actions,
        "legal actions, maximum": game.max_legal,
        "legal actions, mean": f"{choices.sum() / lengths.sum():.1f}",
        "decisions per game, mean": f"{lengths.mean():.0f}",
        "decisions per game, range": f"{lengths.min()} to {lengths.max()}",
        "random draws per game, mean": f"{draws.mean():.0f}",
        "hidden information": "yes" if game.has_secrets else "no",
        "score categories": len(game.score_kinds),
    }


def play(game: Game, options: dict[str, Any], number: int) -> tuple[int, int, int]:
    """A random game: its decisions, the sum of their legal actions, and its random draws."""
    box, s = game.build_box(options), game.empty_state()
    out, generator = np.zeros(game.max_legal, np.int16), np.array([number], np.uint64)
    game.start(s, box, key_of(f"environments {number}"))
    decisions = choices = 0
    while game.mover(s) >= 0:
        n = game.legal(s, box, out)
        decisions, choices = decisions + 1, choices + n
        game.apply(s, box, int(out[pick(generator, n)]))
    return decisions, choices, int(s.counter)


def perft(game: Game, s: np.record, box: np.record, depth: int) -> int:
    """The number of action sequences of this length."""
    if depth == 0 or game.mover(s) < 0:
        return 1
    out = np.zeros(game.max_legal, np.int16)
    n = game.legal(s, box, out)
    if depth == 1:
        return n
    total = 0
    for action in out[:n].tolist():
        after = s.copy()
        game.apply(after, box, action)
        total += perft(game, after, box, depth - 1)
    return total


def perft_table() -> str:
    lines = [f"| depth | {' | '.join(map(str, range(1, max(PERFT.values()) + 1)))} |"]
    lines.append(f"|---|{'---:|' * max(PERFT.values())}")
    for name, max_depth in PERFT.items():
        game = find_game(name)
        box, s = game.build_box(game.choose()), game.empty_state()
        game.start(s, box, key_of(SEED))
        counts = [f"{perft(game, s, box, depth):,}" for depth in range(1, max_depth + 1)]
        lines.append(f"| {game.title}, {game.choose()['players']} players, seed {SEED} | " + " | ".join(counts) + " |")
    return "\n".join(lines)


def feature_table(game: Game) -> str:
    """The features of an observation, without their parts; docs/observations.md has the details."""
    lines = ["| offset | size | feature |", "|---:|---:|---|"]
    first = 0
    for row in game.full_features:
        parts = f" ({', '.join(part.name for part in row.parts)})" if row.parts else ""
        lines.append(f"| {first} | {row.size} | {row.name}: {row.meaning}{parts} |")
        first += row.size
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(text(FILE.read_text(encoding="utf-8")), encoding="utf-8")
