"""The report as a self-contained HTML page with plots."""

from html import escape
from typing import Any

from .game_report import GameStatistics, summary
from .single_game import SingleGame
from .svg_plots import bars, histogram

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1a202c; background: #fff }
h1 { margin-bottom: 0 } .about { color: #4a5568; margin-top: .2rem }
section { margin: 2.5rem 0 } svg { width: 100%; height: auto; display: block; margin: 1rem 0 }
table { border-collapse: collapse } th, td { padding: .25rem .9rem .25rem 0; text-align: right;
  border-bottom: 1px solid #e2e8f0 }
th:first-child, td:first-child { text-align: left } code { background: #edf2f7; padding: .1rem .3rem }
"""
MAX_ROUNDS = 25  # columns of a plot; longer games are binned


def page(table: SingleGame, statistics: GameStatistics, command: str) -> str:
    """The whole page."""
    figures = summary(table, statistics)
    options = ", ".join(f"{name} {value}" for name, value in table.options.items() if value not in ("", [], ()))
    seats = {f"seat {row['seat']}": row for row in figures["by seat"]}
    bots = {row["bot"]: row for row in figures["by bot"]}
    parts = [
        f"<h1>{escape(table.game.title)}: what {figures['games']:,} games show</h1>",
        f'<p class="about">{escape(options)}. Played by {escape(", ".join(bots))}, with rotating seats. '
        f"Command: <code>{escape(command)}</code></p>",
        section("Points by category", bars("Mean points by category", points_of(seats), "points"), words_on_points(figures)),
        table_of({"all seats": figures["by kind"], **points_of(seats), **(points_of(bots) if len(bots) > 1 else {})}),
    ]
    if table.seats > 1:
        parts.append(section("Seat advantage", won_plot("Games won by seat", seats), words_on_seats(figures)))
    if len(bots) > 1:
        parts.append(section("Players", won_plot("Games won by player", bots), "The lines are 95 % confidence intervals."))
    totals = [sum(kinds) for game in statistics.points for kinds in game]
    parts += [
        section("Final points", histogram("Final points of all seats", totals, "points", "seats"), words_on_margin(figures)),
        section("Length", histogram("Decisions per game", statistics.moves, "decisions"), words_on_length(figures)),
        section(
            "Choices over the rounds",
            choices_plot(figures["choices"]),
            "Choices in each round, by the first word of the move.",
        ),
        table_of_choices(figures["choices"]),
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(table.game.title)}: report</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def section(title: str, plot: str, words: str) -> str:
    return f"<section><h2>{escape(title)}</h2><p>{escape(words)}</p>{plot}</section>"


def points_of(rows: dict[str, Any]) -> dict[str, dict[str, float]]:
    return {name: row["points"] for name, row in rows.items()}


def won_plot(title: str, rows: dict[str, Any]) -> str:
    shares = {name: {"won": 100 * row["won"]["share"]} for name, row in rows.items()}
    return bars(title, shares, "%", {name: 100 * row["won"]["error"] for name, row in rows.items()})


def words_on_points(figures: dict[str, Any]) -> str:
    kind, points = max(figures["by kind"].items(), key=lambda kind: abs(kind[1]))
    return f"A seat ends with {figures['points']['mean']:.1f} points on average; the largest category is {kind}: {points:.1f}."


def words_on_seats(figures: dict[str, Any]) -> str:
    rows = figures["by seat"]
    best = max(rows, key=lambda row: row["won"]["share"])
    fair = 1 / len(rows)
    sure = best["won"]["share"] - best["won"]["error"] > fair
    verdict = "more than chance explains" if sure else "within the range of chance"
    return f"Seat {best['seat']} won most often: {best['won']['share']:.1%} (fair is {fair:.1%}), {verdict} (95 % intervals)."


def words_on_margin(figures: dict[str, Any]) -> str:
    winner = f"The winner has {figures['winning points']['middle']:.0f} points in the median game"
    if not figures["margin"]:
        return f"{winner}."
    return f"{winner}, and leads by {figures['margin']['middle']:.0f}; half of the games end within that margin."


def words_on_length(figures: dict[str, Any]) -> str:
    moves, rounds = figures["moves"], figures["rounds"]
    return (
        f"Half of the games take {moves['quarter']:.0f} to {moves['three quarters']:.0f} decisions of all seats together, "
        f"and end in round {rounds['quarter']:.0f} to {rounds['three quarters']:.0f}."
    )


def binned(choices: dict[int, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Rounds as columns; several rounds in one column are labelled by the first."""
    step = -(-max(choices) // MAX_ROUNDS)
    found: dict[str, dict[str, int]] = {}
    for number, words in choices.items():
        column = found.setdefault(str((number - 1) // step * step + 1), {})
        for word, count in words.items():
            column[word] = column.get(word, 0) + count
    return found


def choices_plot(choices: dict[int, dict[str, int]]) -> str:
    common = most_common(choices)
    shares = {}
    for label, words in binned(choices).items():
        total = sum(words.values())
        shares[label] = {word: 100 * words.get(word, 0) / total for word in common}
        rest = 100 - sum(shares[label].values())
        if rest > 0.01:
            shares[label]["others"] = rest
    return bars("Choices by round", shares, "% of choices", across="round")


def most_common(choices: dict[int, dict[str, int]]) -> list[str]:
    """The nine most frequent first words."""
    totals: dict[str, int] = {}
    for words in choices.values():
        for word, count in words.items():
            totals[word] = totals.get(word, 0) + count
    return sorted(totals, key=lambda word: -totals[word])[:9]


def table_of(rows: dict[str, dict[str, float]]) -> str:
    kinds = list(next(iter(rows.values())))
    head = "".join(f"<th>{escape(kind)}</th>" for kind in ["", *kinds, "total"])
    body = "".join(
        f"<tr><td>{escape(name)}</td>"
        + "".join(f"<td>{row[kind]:.2f}</td>" for kind in kinds)
        + f"<td>{sum(row.values()):.2f}</td></tr>"
        for name, row in rows.items()
    )
    return f"<table><tr>{head}</tr>{body}</table>"


def table_of_choices(choices: dict[int, dict[str, int]]) -> str:
    columns = binned(choices)
    words = sorted(
        {word for column in columns.values() for word in column}, key=lambda w: -sum(c.get(w, 0) for c in columns.values())
    )
    head = "".join(f"<th>{escape(word)}</th>" for word in ["round", *words])
    body = "".join(
        f"<tr><td>{label}</td>" + "".join(f"<td>{column.get(word, 0):,}</td>" for word in words) + "</tr>"
        for label, column in columns.items()
    )
    return f"<details><summary>Choices in numbers</summary><table><tr>{head}</tr>{body}</table></details>"
