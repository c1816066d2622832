"""Plots of an arena's results. Needs Matplotlib."""

from pathlib import Path
from typing import Any

from ..core.errors import BadOption, SeaboardError
from ..files import check_writable
from .ratings import Standing


def find_matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise SeaboardError("a plot needs Matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    import matplotlib.pyplot

    return matplotlib.pyplot


def check_plot_file(file: Path) -> None:
    """Raises before any game is played, if the plot cannot be written."""
    check_writable(file)
    known = find_matplotlib().figure().canvas.get_supported_filetypes()
    if file.suffix[1:].lower() not in known:
        raise BadOption(f"a plot is a .png, .svg or .pdf file, not {str(file)!r}")


def plot_standings(rows: list[Standing], kinds: tuple[str, ...], title: str, file: Path) -> None:
    """Plots win rates with confidence intervals, and points by category, one row per bot."""
    plt = find_matplotlib()
    figure, (shares, points) = plt.subplots(1, 2, figsize=(10, 1.6 + 0.5 * len(rows)), sharey=True, layout="constrained")
    places = range(len(rows))
    for place, row in zip(places, rows, strict=True):
        shares.plot([100 * row.low, 100 * row.high], [place, place], color="tab:blue", linewidth=2)
        shares.plot(100 * row.share, place, "o", color="tab:blue", markersize=7)
        shares.plot([100 * row.even] * 2, [place - 0.25, place + 0.25], color="grey", linewidth=1.5, linestyle=":")
        side = "right" if row.share > 0.9 else "left" if row.share < 0.1 else "center"
        shares.annotate(f"{100 * row.share:.1f} %", (100 * row.share, place), (0, 8), textcoords="offset points", ha=side)
    shares.set(xlim=(-4, 104), xlabel="wins in %, with 95 % interval; dotted: even", yticks=list(places))
    shares.set_yticklabels([row.bot for row in rows])
    shares.set_ylim(len(rows) - 0.4, -0.6)
    gains, losses = [0.0] * len(rows), [0.0] * len(rows)
    colours = plt.get_cmap("tab10")
    for kind, name in enumerate(kinds):
        values = [row.kinds[kind] if row.kinds else 0.0 for row in rows]
        starts = [gains[i] if value >= 0 else losses[i] for i, value in enumerate(values)]
        points.barh(list(places), values, left=starts, height=0.5, label=name, color=colours(kind % 10))
        gains = [gain + max(0.0, value) for gain, value in zip(gains, values, strict=True)]
        losses = [loss + min(0.0, value) for loss, value in zip(losses, values, strict=True)]
    points.axvline(0, color="black", linewidth=0.8)
    points.set_xlabel("mean points by category")
    figure.legend(loc="outside lower center", ncols=min(6, len(kinds)), frameon=False)
    figure.suptitle(title)
    figure.savefig(file, dpi=130)
    plt.close(figure)
