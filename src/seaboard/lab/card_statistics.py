"""Card statistics over many games as a table and a plot."""

import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.table import Table

from ..core.errors import SeaboardError
from ..core.game import CardStats
from .matplotlib_plots import find_matplotlib

COLOURS = {"exact": "tab:blue", "exact in part": "tab:cyan", "reconstructed": "tab:orange"}
HEADINGS = ("no.", "", "name", "offered", "built", "difference ±95 %", "source")


def cells_of(part: CardStats) -> tuple[str, ...]:
    """The cells of a table row."""
    known = not math.isnan(part.difference)
    return (
        str(part.number),
        part.kind,
        part.name,
        f"{part.offered:.0%}",
        f"{part.used:.1%}",
        f"{part.difference:+.2f} ±{part.margin:.2f}" if known else "",
        part.source,
    )


def table_of(parts: Iterable[CardStats], title: str) -> Table:
    table = Table(title=title, title_justify="left")
    for place, heading in enumerate(HEADINGS):
        table.add_column(heading, justify="right" if 3 <= place <= 5 else "left")
    for part in parts:
        table.add_row(*cells_of(part), style="bold" if part.source == "exact" else "")
    return table


def markdown_of(parts: Iterable[CardStats]) -> str:
    rows = [HEADINGS, ("---", "---", "---", "---:", "---:", "---:", "---"), *map(cells_of, parts)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def plain(part: CardStats) -> dict[str, Any]:
    """For JSON: unknown values are null."""
    return {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in vars(part).items()}


def plot(parts: list[CardStats], title: str, file: Path) -> None:
    """Plots the differences with confidence intervals, best first, next to how often each card was built."""
    plt = find_matplotlib()
    ranked = sorted((part for part in parts if not math.isnan(part.difference)), key=lambda part: part.difference)
    figure, (points, built) = plt.subplots(
        1, 2, figsize=(10, 1.5 + 0.2 * len(ranked)), sharey=True, layout="constrained", width_ratios=(3, 1)
    )
    shown: set[str] = set()
    for place, part in enumerate(ranked):
        colour = COLOURS.get(part.source, "grey")
        label = None if part.source in shown else part.source
        shown.add(part.source)
        points.errorbar(part.difference, place, xerr=part.margin, fmt="o", color=colour, markersize=4, label=label)
        built.barh(place, 100 * part.used, color=colour, height=0.7)
    points.axvline(0, color="black", linewidth=0.8)
    points.set(xlabel="points that it earns its builder, with 95 % interval", ylim=(-0.8, len(ranked) - 0.2))
    points.set_yticks(range(len(ranked)), [f"{part.name}  {part.number} {part.kind}" for part in ranked], fontsize=8)
    points.grid(axis="x", alpha=0.3)
    points.legend(loc="lower right", frameon=True)
    built.set(xlabel="built, % of games with it", xlim=(0, 100))
    figure.suptitle(title)
    try:
        figure.savefig(file, dpi=130)
    except (OSError, ValueError) as error:
        raise SeaboardError(f"cannot write {file}: {error}") from None
    finally:
        plt.close(figure)
