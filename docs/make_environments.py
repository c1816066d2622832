"""Writes the figures in docs/environments.md from the games themselves: `python docs/make_environments.py`.

The text of the page is written by hand; what stands between `<!-- made: NAME -->` and `<!-- /made -->` is made here. A test
checks that it is current. All figures come from random games with fixed seeds, so they are the same everywhere.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from seaboard.core.dice import key_of, pick
from seaboard.core.game import Game
from seaboard.games import NAMES, find_game

FILE = Path(__file__).parent / "environments.md"
GAMES = 100  # random games for the means
SEED = 1
PERFT = {"maori": 5, "kaivai": 4, "nusfjord": 5}  # how deep the counts go


def text(page: str) -> str:
    """The page with its figures made anew."""
    made = {"sizes": sizes(), "perft": perft_table()} | {f"{name} seen": seen_table(find_game(name)) for name in NAMES}

    def put(found: re.Match) -> str:
        return f"<!-- made: {found[1]} -->\n{made[found[1]]}\n<!-- /made -->"

    return re.sub(r"<!-- made: ([\w ]+) -->\n.*?<!-- /made -->", put, page, flags=re.DOTALL)


def sizes() -> str:
    """A column for each game."""
    columns = [column(find_game(name)) for name in NAMES]
    lines = [f"| | {' | '.join(find_game(name).title for name in NAMES)} |", f"|---|{'---:|' * len(NAMES)}"]
    for key in columns[0]:
        lines.append(f"| {key} | {' | '.join(str(found[key]) for found in columns)} |")
    return "\n".join(lines)


def column(game: Game) -> dict[str, Any]:
    options = game.choose()
    played = [play(game, options, number) for number in range(GAMES)]
    lengths, choices, draws = (np.array([game[i] for game in played]) for i in range(3))
    counts = game.options[0].choices
    return {
        "players": f"{min(counts)} to {max(counts)}",
        "the figures below are for players": options["players"],
        "a position, bytes": game.state.itemsize,
        "an observation, numbers": game.observation_size,
        "actions in all": game.num_actions,
        "allowed at once, at most": game.max_legal,
        "allowed at a decision, mean": f"{choices.sum() / lengths.sum():.1f}",
        "decisions of a game, mean": f"{lengths.mean():.0f}",
        "decisions of a game, least and most": f"{lengths.min()} to {lengths.max()}",
        "numbers drawn in a game, mean": f"{draws.mean():.0f}",
        "hidden from other seats": "yes" if game.has_secrets else "no",
        "kinds of points": len(game.score_kinds),
    }


def play(game: Game, options: dict[str, Any], number: int) -> tuple[int, int, int]:
    """A game of random players: its decisions, the allowed actions of all of them together, and the draws."""
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
    """How many ways there are to play so many decisions on."""
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
    lines = [f"| decisions | {' | '.join(map(str, range(1, max(PERFT.values()) + 1)))} |"]
    lines.append(f"|---|{'---:|' * max(PERFT.values())}")
    for name, deep in PERFT.items():
        game = find_game(name)
        box, s = game.build_box(game.choose()), game.empty_state()
        game.start(s, box, key_of(SEED))
        counts = [f"{perft(game, s, box, depth):,}" for depth in range(1, deep + 1)]
        lines.append(f"| {game.title}, {game.choose()['players']} players, seed {SEED} | " + " | ".join(counts) + " |")
    return "\n".join(lines)


def seen_table(game: Game) -> str:
    """What an observation is made of, in short; docs/observations.md has all of it."""
    lines = ["| from | numbers | what |", "|---:|---:|---|"]
    first = 0
    for row in game.features:
        parts = f" ({', '.join(part.name for part in row.parts)})" if row.parts else ""
        lines.append(f"| {first} | {row.size} | {row.name}: {row.meaning}{parts} |")
        first += row.size
    return "\n".join(lines)


if __name__ == "__main__":
    FILE.write_text(text(FILE.read_text(encoding="utf-8")), encoding="utf-8")
