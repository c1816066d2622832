"""The transcripts of a run as one HTML page without scripts. Everything a model wrote is escaped."""

import html
from collections.abc import Sequence
from typing import Any

from .games import Decision, GameResult

STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, th:first-child { text-align: left; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .6rem; border-radius: .4rem; }
.wrong { color: #b3261e; } @media (prefers-color-scheme: dark) { .wrong { color: #ff8a80; } }
"""


def page(name: str, split: str, rows: Sequence[dict[str, Any]], results: Sequence[GameResult]) -> str:
    title = f"{name}: {len(results)} games, {split} split"
    parts = [f"<h1>{html.escape(title)}</h1>", table(rows), *(game(number, one) for number, one in enumerate(results, 1))]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    return f"{head}<main>{''.join(parts)}</main></html>\n"


def table(rows: Sequence[dict[str, Any]]) -> str:
    head = "<tr><th>game</th><th>rating</th><th>games</th><th>wins</th><th>points</th><th>illegal</th><th>choice cost</th></tr>"
    lines = []
    for row in rows:
        rating = f"{row['rating']['elo']} ± {row['rating']['standard_error']}" if row["rating"] else ""
        cost = "" if row["choice_cost"] is None else row["choice_cost"]
        cells = (row["game"], rating, row["games"], f"{row['win_rate']:.1%}", row["points"], f"{row['illegal_rate']:.1%}", cost)
        lines.append("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>")
    return f"<table>{head}{''.join(lines)}</table>"


def game(number: int, result: GameResult) -> str:
    task = result.task
    label = f"{number}. {task.game} against {task.opponent}, seat {task.seat + 1}: place {result.place}, {result.points} points"
    return f"<details><summary>{html.escape(label)}</summary>{''.join(map(decision, result.transcript))}</details>"


def decision(answered: Decision) -> str:
    answers = "".join(f"<pre>{html.escape(text)}</pre>" for text in answered.answers)
    refusals = "".join(f'<p class="wrong">{html.escape(text)}</p>' for text in answered.refusals)
    forfeit = '<p class="wrong">No legal move; a random one was played.</p>' if answered.forfeited else ""
    question = f"<details><summary>question</summary><pre>{html.escape(answered.prompt)}</pre></details>"
    return f"<h3>Move {answered.move + 1}: {html.escape(answered.played)}</h3>{question}{answers}{refusals}{forfeit}"
