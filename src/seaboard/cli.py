"""The command line: `seaboard ...`. Whatever is wrong is told in one line on standard error, with exit status 2."""

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import __version__
from .core.errors import BadOption, SeaboardError

if TYPE_CHECKING:
    from .core.game import Components, Game, PartInPlay
    from .core.match import Match

app = typer.Typer(
    help="Board games of the sea: in the browser, in the terminal, from Python, and millions of moves a second.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game's name; `seaboard games` lists them")]
MaybeGame = Annotated[str, typer.Argument(metavar="[GAME]", help="a game's name; all of them without one")]
PositionFile = Annotated[str, typer.Argument(metavar="POSITION", help="a file with a position (TOML), - for standard input")]
Players = Annotated[str | None, typer.Option("--players", "-p", metavar="N", help="number of players")]
Seed = Annotated[str | None, typer.Option(help="any number or text; the same seed gives the same game")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="an option of the game")]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]


@app.command()
def games(as_json: Json = False) -> None:
    """List the games and their options."""
    found = [interpreted(name) for name in game_names()]
    if as_json:
        print_json([{"name": game.name, "title": game.title, "options": options_of(game)} for game in found])
        return
    for game in found:
        say(f"[bold]{game.name}[/]  {game.title}: {game.about}")
        for option in game.options:
            say(
                f"    {option.name} = [cyan]{option.default}[/]  ({', '.join(map(str, option.choices))})  [dim]{option.help}[/]"
            )


def options_of(game: "Game") -> list[dict]:
    names = ("name", "choices", "default", "many", "help")
    return [{name: getattr(option, name) for name in names} for option in game.options]


@app.command()
def new(name: GameName, players: Players = None, seed: Seed = None, option: Options = None, as_json: Json = False) -> None:
    """Print the position at the start of a game."""
    print_position(begin(interpreted(name), players, seed, option), as_json)


@app.command()
def show(
    position: PositionFile,
    seat: Annotated[int, typer.Option(help="look from this seat; 0 for a spectator; else from the one to move")] = -1,
    svg: Annotated[Path | None, typer.Option(help="write the board as a picture to this file")] = None,
    as_json: Json = False,
) -> None:
    """Draw a position."""
    match = load_position(position)
    if as_json:
        print_json(match.table())
        return
    if not -1 <= seat <= match.seats:
        raise BadOption(f"--seat must be 1 to {match.seats}, or 0 for a spectator, not {seat}")
    viewer = match.mover if seat == -1 else seat - 1 if seat else None
    if svg:
        from .terminal import write_whole

        write_whole(svg, match.svg(viewer))
        return
    console().print(match.drawing(viewer))
    say(match.prompt())


@app.command()
def moves(position: PositionFile, as_json: Json = False) -> None:
    """List the moves that are allowed."""
    match = load_position(position)
    if as_json:
        print_json(
            {"mover": None if match.mover is None else match.mover + 1, "moves": match.moves(), "actions": match.actions()}
        )
    else:
        print("\n".join(match.moves()))


@app.command(name="apply")
def apply_moves(
    position: PositionFile,
    move: Annotated[list[str], typer.Argument(metavar="MOVE...", help='moves in their notation, such as "ship 3" "take 1"')],
    as_json: Json = False,
) -> None:
    """Play moves and print the position they lead to."""
    match = load_position(position)
    for text in move:
        match.play(text)
    print_position(match, as_json)


@app.command()
def scores(position: PositionFile, as_json: Json = False) -> None:
    """Print the points by kind, as if the game ended now."""
    print_scores(load_position(position), as_json)


@app.command()
def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="a file with a record (JSON), - for standard input")],
    to: Annotated[int | None, typer.Option(metavar="N", help="stop after N moves")] = None,
    position: Annotated[bool, typer.Option("--position", help="print the position it leads to")] = False,
    as_json: Json = False,
) -> None:
    """Play a record again, tell what happened, and print the scores."""
    use_interpreter()
    from .core.record import replay as play_again

    text = read_text(record)
    match, told = play_again(text, to)
    if position or as_json:
        print_position(match, as_json) if position else print_scores(match, as_json)
        return
    for line in told:
        print(line)
    print_scores(match, False)


@app.command(name="compile")
def compile_games(name: MaybeGame = "") -> None:
    """Compile a game, or all, for this machine; done once, and again after an update."""
    from .compiling import ensure_compiled

    for game in chosen_games(name):
        ensure_compiled(game)
        say(f"{game.title} is compiled: {game.cache_folder()}")


@app.command()
def bench(
    name: MaybeGame = "",
    players: Players = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=3600, help="how long to play")] = 5,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="how many threads play")] = 1,
    gpu: Annotated[
        bool, typer.Option("--gpu", help="play on a GPU (CUDA), and compare the scores with the processor's")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure random play: moves and games a second."""
    from .compiling import ensure_compiled
    from .lab.random_play import measure

    if gpu:
        from .lab.gpu import find_cuda, measure_gpu

        find_cuda()  # before anything is compiled
    rows = []
    for game in chosen_games(name):
        options = game.choose(**given_options(players, option))
        ensure_compiled(game)
        if gpu:
            speed = {"device": "gpu", **measure_gpu(game, options, seconds)}
        else:
            speed = {"device": "cpu", "threads": threads, **measure(game, options, seconds, threads).table()}
        rows.append({"game": game.name, **options, **speed})
    if as_json:
        print_json(rows[0] if len(rows) == 1 else rows)
        return
    for row in rows:
        head = ", ".join(f"{key} {row[key]}" for key in row if key not in ("game", "moves_per_second", "games_per_second"))
        say(f"[bold]{row['game']}[/]: {row['moves_per_second']:,.0f} moves/s, {row['games_per_second']:,.0f} games/s ({head})")


@app.command()
def play(
    name: MaybeGame = "",
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(metavar="N", help="your seat; the others are random players (terminal)")] = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep the game in this file; go on from it if it is there (terminal)")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="in the terminal instead of the browser")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="of the browser's address; the next free one from there")] = 8765,
    database: Annotated[str, typer.Option(metavar="URL", help="where tables are kept; your own folder without one")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
) -> None:
    """Play in the browser, on this machine: against bots, at one screen, or by link. --terminal plays in the terminal."""
    if terminal or record:
        play_in_terminal(name, players, seed, option, seat, record)
        return
    if players or seed or option:
        raise BadOption("options are chosen in the browser; with --terminal they are given here")
    from .games import find_game
    from .table.serving import play_here

    play_here(find_game(name).name if name else "", port, database, browser)


def play_in_terminal(
    name: str, players: str | None, seed: str | None, option: list[str] | None, seat: int, record: Path | None
) -> None:
    from . import terminal as screen
    from .compiling import ensure_compiled

    if record and record.exists():
        match = load_record(record)
    else:
        try:
            game = screen.choose_game(name)
        except screen.Quit:
            return
        seats = game.seats(game.choose(**given_options(players, option)))
        if not 1 <= seat <= seats:
            raise BadOption(f"--seat must be 1 to {seats}, not {seat}")
        ensure_compiled(game)
        names = ["You" if n == seat else f"Random {n}" for n in range(1, seats + 1)]
        match = begin(game, players, seed, option, names)
    keep = (lambda match: screen.write_whole(record, match.record())) if record else (lambda match: None)
    if not screen.play(match, console(), keep):
        say(f"The game is kept in {record}." if record else "Bye. (--record FILE keeps a game.)")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="the address to listen at; 0.0.0.0 for every one of this machine")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    database: Annotated[str, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql+psycopg://...")] = "",
    workers: Annotated[int, typer.Option(min=1, max=64, help="processes; more than one needs PostgreSQL")] = 1,
    pace: Annotated[float, typer.Option(min=0, max=60, help="seconds that a bot takes at least for a move")] = 0.6,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="limit how often one address may ask")] = True,
) -> None:
    """Serve tables to everyone who can reach this machine; see docs/table.md."""
    from .table.serving import serve as serve_tables

    serve_tables(host, port, database, workers, pace, limits)


@app.command()
def verify(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="the record of a table (JSON), - for standard input")],
) -> None:
    """Check that a table's chance was fixed at its start, and that its record replays."""
    use_interpreter()
    from .table.commitment import verify as check

    print(check(read_text(record)))


@app.command(name="delete-tables")
def delete_tables(
    older_than: Annotated[float, typer.Option(min=0, metavar="DAYS", help="tables that nobody touched for so many days")],
    database: Annotated[str, typer.Option(metavar="URL", help="as for serve and play")] = "",
) -> None:
    """Delete old tables from a database."""
    from .table.serving import own_database
    from .table.store import connect, delete_older

    print(f"{delete_older(connect(database or own_database()), older_than)} tables deleted")


@app.command()
def series(
    name: GameName,
    which: Annotated[str, typer.Argument(metavar="SERIES", help="such as campaign or return-match")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where the series is kept; it goes on from there")],
    option: Options = None,
) -> None:
    """Play games that belong together in the terminal: nusfjord has campaign and return-match."""
    from . import series as games_together
    from . import terminal as screen
    from .compiling import ensure_compiled

    if file.exists():
        book = games_together.read_book(read_text(str(file)))
    else:
        game = chosen_games(name)[0]
        book = games_together.new_book(game, games_together.find_series(game, which), given_options(None, option))
    ensure_compiled(book.game)
    seats = book.game.seats(book.options)

    def keep(match: "Match") -> None:
        book.records[-1] = match.record()
        screen.write_whole(file, book.text())

    match = book.current(["You", *(f"Random {n}" for n in range(2, seats + 1))])
    keep(match)
    say(f"Game {len(book.records)} of {book.series.games}, kept in {file}; your rank is {book.rank}.")
    if screen.play(match, console(), keep):
        if book.is_played_out():
            say(book.settle())
            screen.write_whole(file, book.text())
        else:
            say("The same command plays the next game.")


buildings = typer.Typer(help="Look at a game's cards, and check a file of your own.", no_args_is_help=True)
app.add_typer(buildings, name="buildings")
CardFile = Annotated[Path | None, typer.Option("--file", metavar="FILE", help="a file of your own instead of the game's")]


@buildings.command(name="check")
def check_buildings(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="your file; without one the game's")] = None,
) -> None:
    """Say whether a file of buildings is sound, or name row, column and what is wrong."""
    use_interpreter()
    say(components_called("buildings").check(file))


@buildings.command(name="list")
def list_buildings(deck: Annotated[str, typer.Argument(metavar="[DECK]", help="one deck")] = "", file: CardFile = None) -> None:
    """Show the buildings: cost, points, effect, and what of it is exact."""
    use_interpreter()
    console().print(components_called("buildings").table(deck, file))


@buildings.command(name="report")
def report_buildings(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="one deck")],
    games: Annotated[int, typer.Option(min=1, max=100_000_000, help="how many games to play")] = 20_000,
    players: Annotated[int, typer.Option("--players", "-p", metavar="N", help="number of players")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="another number gives other games")] = 1,
    bot: Annotated[str, typer.Option(metavar="NAME", help="who plays")] = "random",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="also draw it into this file (PNG, SVG or PDF)")] = None,
    file: CardFile = None,
    as_json: Json = False,
) -> None:
    """Play many games and show how often each building is offered and built, and the points it makes to its builder."""
    from .bots import NAMES
    from .lab import fairness

    if bot.split(":")[0].split(",")[0] not in NAMES:
        raise BadOption(f"no bot {bot[:40]!r}; there is {', '.join(NAMES)}")
    if plot:
        fairness.find_matplotlib()  # before anything is played
    game = game_with_components("buildings")
    options: dict[str, Any] = {"deck": deck, "players": players} | ({"buildings": str(file)} if file else {})
    title = f"{deck}: {games:,} games, {players} players, bot {bot}, seed {seed}"
    parts = play_for_report(game, options, games, seed, bot)
    if plot:
        fairness.plot(parts, title, plot)
    if as_json:
        print_json([fairness.plain(part) for part in parts])
    else:
        console().print(fairness.table_of(parts, title))


def play_for_report(game: "Game", options: dict[str, Any], games: int, seed: int, bot: str) -> "list[PartInPlay]":
    """With a progress bar; the first time the trials are compiled, and the bar waits."""
    from rich.console import Console
    from rich.progress import Progress

    from .bots import new_bot
    from .compiling import ensure_compiled

    assert game.components is not None
    game.choose(**options)  # before anything is compiled
    make = None if bot == "random" else lambda box, seed: new_bot(bot, game, box, seed)
    if make:
        ensure_compiled(game)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("playing (the first time compiling)", total=games)
        return game.components.report(game, options, games, seed, make, lambda played: progress.advance(bar, played))


def components_called(name: str) -> "Components":
    """What people can correct of some game, under this name."""
    components = game_with_components(name).components
    assert components is not None
    return components


def game_with_components(name: str) -> "Game":
    return next(game for game in chosen_games("") if game.components and game.components.name == name)


# what the commands share


def use_interpreter() -> None:
    """One position needs no compiled rules: start at once, without Numba."""
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def game_names() -> tuple[str, ...]:
    from .games import NAMES

    return NAMES


def interpreted(name: str) -> "Game":
    use_interpreter()
    return chosen_games(name)[0]


def chosen_games(name: str) -> list["Game"]:
    from .games import find_game

    return [find_game(one) for one in ([name] if name else game_names())]


def given_options(players: str | None, options: list[str] | None) -> dict[str, Any]:
    """What `--players N -o key=value ...` say."""
    given: dict[str, Any] = {} if players is None else {"players": players}
    for text in options or []:
        key, sign, value = text.partition("=")
        if not sign:
            raise BadOption(f"an option is given as key=value, such as -o level=pro, not {text!r}")
        given[key.strip()] = value
    return given


def begin(game: "Game", players: str | None, seed: str | None, options: list[str] | None, names: Any = None) -> "Match":
    from .core.match import Match

    return Match(game, seed=seed, names=names, **given_options(players, options))


def read_text(file: str) -> str:
    """A file, or standard input for -."""
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise SeaboardError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SeaboardError(f"{file} is not a text in UTF-8") from None


def load_position(file: str) -> "Match":
    use_interpreter()
    from .core.match import Match

    return Match.from_position(read_text(file))


def load_record(file: Path) -> "Match":
    from .core.record import replay as play_again

    return play_again(read_text(str(file)))[0]


def print_position(match: "Match", as_json: bool) -> None:
    if as_json:
        print_json(match.table())
    else:
        print(match.position(), end="")


def print_scores(match: "Match", as_json: bool) -> None:
    if as_json:
        names = zip(match.names, match.scores(), match.places(), match.score_sheet(), strict=True)
        rows = [{"name": name, "points": points, "place": place, "by_kind": kinds} for name, points, place, kinds in names]
        print_json({"over": match.over, "seats": rows})
    else:
        from .terminal import score_table

        console().print(score_table(match))


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


def console() -> Any:
    from rich.console import Console

    return Console(highlight=False)


def say(text: str) -> None:
    console().print(text)


def version(wanted: bool) -> None:
    if wanted:
        print(f"seaboard {__version__}")
        raise typer.Exit


@app.callback()
def common(
    _: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="print the version")] = False,
) -> None:
    pass


def main() -> None:
    """Runs a command; no traceback reaches a user."""
    try:
        status = app(standalone_mode=False)
    except SeaboardError as error:
        status = complain(str(error))
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except Exception as error:  # Typer's own: an unknown command, a missing argument
        if not hasattr(error, "format_message"):
            raise
        status = complain(error.format_message())
    sys.exit(status or 0)


def complain(message: str) -> int:
    if message:  # without one, Typer has shown the help
        print(f"seaboard: {' '.join(message.split())}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
