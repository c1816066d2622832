"""The output of an arena: a progress bar, then tables, a plot, or JSON."""

from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ..games import find_game
from .arena import Meeting, Tournament, run
from .matplotlib_plots import plot_standings
from .ratings import Standing, standings, to_dict


def run_with_progress(
    tournament: Tournament, processes: int, file: Path | None, seconds: float, ray: str = ""
) -> BaseException | None:
    """Plays the remaining games until done, out of time or interrupted. Returns the Ctrl+C or SIGTERM, if there was one."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    total = sum(meeting.games for meeting in tournament.meetings)
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task("playing", total=total, completed=total - len(tournament.remaining()))
        try:
            run(tournament, processes, file, seconds, lambda: progress.advance(bar), ray)
        except (KeyboardInterrupt, SystemExit) as interrupt:
            return interrupt
    return None


def tables(tournament: Tournament) -> Group:
    """The result of the meeting, points by category, and the controls."""
    main, *controls = tournament.meetings
    rows = standings(main)
    parts: list[Any] = [result_table(title(tournament, main), rows), kinds_table(tournament, rows)]
    if controls:
        parts.append(control_table(controls))
    return Group(*parts)


def title(tournament: Tournament, meeting: Meeting) -> str:
    game = find_game(tournament.game)
    chosen = ", ".join(f"{key} {value}" for key, value in tournament.options.items() if value not in ((), []))
    return f"{game.title}, {len(meeting.results)} games ({chosen})"


def result_table(heading: str, rows: list[Standing]) -> Table:
    table = Table(title=escape(heading), title_justify="left")
    for name in ("", "games", "wins %", "95 %", "even %", "place", "points", "rating", "choices/s"):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for row in rows:
        figures = (percent(row.share), interval(row), percent(row.even), f"{row.place:.2f}", f"{row.points:.1f}")
        table.add_row(escape(row.bot), f"{row.games:,}", *figures, f"{row.rating:.0f}", f"{row.decisions_per_second:,.0f}")
    return table


def kinds_table(tournament: Tournament, rows: list[Standing]) -> Table:
    table = Table(title="Mean points by category", title_justify="left")
    for name in ("", *find_game(tournament.game).score_kinds):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for row in rows:
        table.add_row(escape(row.bot), *(f"{points:.1f}" for points in row.kinds))
    return table


def control_table(controls: list[Meeting]) -> Table:
    """The control games, which must come out even."""
    table = Table(title="Controls: a bot against itself", title_justify="left")
    for name in ("", "games", "wins % of the first copy", "95 %", "even %"):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for meeting in controls:
        row = standings(meeting)[0]
        table.add_row(escape(row.bot), f"{row.games:,}", percent(row.share), interval(row), percent(row.even))
    return table


def percent(share: float) -> str:
    return f"{100 * share:.1f}"


def interval(row: Standing) -> str:
    return f"{100 * row.low:.1f}–{100 * row.high:.1f}"


def plot(tournament: Tournament, file: Path) -> None:
    main = tournament.meetings[0]
    kinds = find_game(tournament.game).score_kinds
    plot_standings(standings(main), kinds, title(tournament, main), file)


def as_json(tournament: Tournament) -> dict[str, Any]:
    kinds = find_game(tournament.game).score_kinds
    main, *controls = tournament.meetings
    return {
        "game": tournament.game,
        "options": tournament.options,
        "standings": [to_dict(row, kinds) for row in standings(main)],
        "controls": [to_dict(standings(meeting)[0], kinds) for meeting in controls],
    }
