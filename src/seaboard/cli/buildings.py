"""Commands for a game's cards: `seaboard buildings ...`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .shared import Json, SeriesSeed, chosen_games, console, number_of_seed, print_json, say, use_interpreter

if TYPE_CHECKING:
    from ..core.game import CardStats, Components, Game

CardFile = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="your own file instead of the game's")]

buildings = typer.Typer(help="List a game's cards, and check your own card file.", no_args_is_help=True)


@buildings.command(name="check")
def check_buildings(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="your file; default: the game's")] = None,
) -> None:
    """Check a file of buildings; errors name the row and column."""
    use_interpreter()
    say(components_called("buildings").check(file))


@buildings.command(name="list")
def list_buildings(deck: Annotated[str, typer.Argument(metavar="[DECK]", help="one deck")] = "", file: CardFile = None) -> None:
    """List the buildings: cost, points, effect, and which figures are exact."""
    use_interpreter()
    console().print(components_called("buildings").table(deck, file))


@buildings.command(name="report")
def report_buildings(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="one deck")],
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="number of games")] = 20_000,
    players: Annotated[int, typer.Option("--players", "-p", metavar="N", help="number of players")] = 3,
    seed: SeriesSeed = "1",
    bot: Annotated[str, typer.Option(metavar="NAME", help="the player")] = "random",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="also write a plot (PNG, SVG or PDF)")] = None,
    file: CardFile = None,
    as_json: Json = False,
) -> None:
    """Play many games; report how often each building is offered and built, and the points it earns its builder."""
    from ..bots import read_name
    from ..lab import card_statistics
    from ..lab import matplotlib_plots as plots

    read_name(bot)  # raises for a wrong name before any game is played
    if plot:
        plots.check_plot_file(plot)
    game = game_with_components("buildings")
    options: dict[str, Any] = {"deck": deck, "players": players} | ({"buildings": str(file)} if file else {})
    title = f"{deck}: {games:,} games, {players} players, bot {bot}, seed {seed}"
    parts = play_for_report(game, options, games, number_of_seed(seed), bot)
    if plot:
        card_statistics.plot(parts, title, plot)
    if as_json:
        print_json([card_statistics.plain(part) for part in parts])
    else:
        console().print(card_statistics.table_of(parts, title))


def play_for_report(game: "Game", options: dict[str, Any], games: int, seed: int, bot: str) -> "list[CardStats]":
    """Plays the games of a report with a progress bar, which waits while the first run compiles."""
    from rich.console import Console
    from rich.progress import Progress

    from ..bots import new_bot
    from ..compiling import ensure_compiled

    assert game.components is not None
    game.choose(**options)  # raises before anything is compiled
    make = None if bot == "random" else lambda box, seed: new_bot(bot, game, box, seed, threads=1)
    if make:
        ensure_compiled(game)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("playing (first run: compiling)", total=games)
        return game.components.report(game, options, games, seed, make, lambda played: progress.advance(bar, played))


def components_called(name: str) -> "Components":
    """The user-editable components with this name, of whichever game has them."""
    components = game_with_components(name).components
    assert components is not None
    return components


def game_with_components(name: str) -> "Game":
    return next(game for game in chosen_games("") if game.components and game.components.name == name)
