"""Commands to play: in the browser, in the terminal, and for a server of tables."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..files import write_whole
from .shared import (
    GameName,
    MaybeGame,
    Options,
    Players,
    Seed,
    begin,
    chosen_games,
    console,
    given_options,
    note,
    read_text,
    say,
    use_interpreter,
)

if TYPE_CHECKING:
    from ..match import Match

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        metavar="BOT",
        help="easy, normal, strong, expert, greedy, random, search:2000, module:Class, net:400,file=PATH; once a seat",
    ),
]


def play(
    name: MaybeGame = "",
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(metavar="N", help="your seat; bots take the others (terminal)")] = 1,
    bot: Bots = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="keep the game in this file; resume from it if it is there (terminal)")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="in the terminal instead of the browser")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="of the browser's address; the next free one from there")] = 8765,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="where to listen; 0.0.0.0 lets others on your network join")
    ] = "127.0.0.1",
    database: Annotated[str, typer.Option(metavar="URL", help="where tables are kept; your own folder without one")] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
) -> None:
    """Play in the browser, on this machine: against bots, at one screen, or by link. --terminal plays in the terminal."""
    if terminal or record:
        play_in_terminal(name, players, seed, option, seat, bot, record)
        return
    if players or seed or option:
        raise BadOption("options are chosen in the browser; with --terminal they are given here")
    from ..games import find_game
    from ..table.serving import play_here

    play_here(find_game(name).name if name else "", port, database, browser, bot or [], host)


def play_in_terminal(
    name: str,
    players: str | None,
    seed: str | None,
    option: list[str] | None,
    seat: int,
    bot: list[str] | None,
    record: Path | None,
) -> None:
    """You and bots."""
    from .. import terminal as screen
    from ..compiling import ensure_compiled

    if record and record.exists():
        screen.trust(bot or [])
        match = load_record(record)
    else:
        try:
            game = screen.choose_game(name)
        except screen.Quit:
            return
        seats = game.seats(game.choose(**given_options(players, option)))
        if not 1 <= seat <= seats:
            raise BadOption(f"--seat must be 1 to {seats}, not {seat}")
        names = screen.bot_names(bot or ["normal"], seat, seats)
        ensure_compiled(game, bot or ())
        match = begin(game, players, seed, option, names)
    keep = (lambda match: write_whole(record, match.record())) if record else (lambda match: None)
    if not screen.play(match, console(), keep):
        note(f"The game is kept in {record}." if record else "Bye. (--record FILE keeps a game.)")


def load_record(file: Path) -> "Match":
    from ..record import replay as play_again

    return play_again(read_text(str(file)))[0]


def series(
    name: GameName,
    which: Annotated[str, typer.Argument(metavar="SERIES", help="such as campaign or return-match")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="where the series is kept; it resumes from there")],
    option: Options = None,
    bot: Bots = None,
) -> None:
    """Play games that belong together in the terminal: nusfjord has campaign and return-match."""
    from .. import series as games_together
    from .. import terminal as screen
    from ..compiling import ensure_compiled

    if file.exists():
        screen.trust(bot or [])
        saved = games_together.read_series(read_text(str(file)))
    else:
        game = chosen_games(name)[0]
        saved = games_together.new_series(game, games_together.find_series(game, which), given_options(None, option))
    ensure_compiled(saved.game, bot or ())
    seats = saved.game.seats(saved.options)

    def keep(match: "Match") -> None:
        saved.records[-1] = match.record()
        write_whole(file, saved.text())

    match = saved.current(screen.bot_names(bot or ["normal"], 1, seats))
    keep(match)
    note(f"Game {len(saved.records)} of {saved.series.games}, kept in {file}; your rank is {saved.rank}.")
    if screen.play(match, console(), keep):
        if saved.is_played_out():
            say(saved.settle())
            write_whole(file, saved.text())
        else:
            note("The same command plays the next game.")


def serve(
    host: Annotated[str | None, typer.Option(help="the address to listen at; 0.0.0.0 for every one of this machine")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="8000 without")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql+psycopg://...")] = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="processes; more than one needs PostgreSQL")] = None,
    pace: Annotated[
        float | None, typer.Option(min=0, max=60, help="seconds that a bot takes at least for a move; 0.6 without")
    ] = None,
    hints: Annotated[str | None, typer.Option(metavar="BOT", help="who gives hints; strong without")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="BOT", help="offer this bot too: module:Class, net:9,file=PATH"),
    ] = None,
    limits: Annotated[bool | None, typer.Option("--limits/--no-limits", help="limit how often one address may ask")] = None,
) -> None:
    """Serve tables to everyone who can reach this machine. Every setting can come from the environment: docs/serve.md."""
    from ..table.serving import serve as serve_tables

    given = {"HOST": host, "PORT": port, "DATABASE": database, "WORKERS": workers, "PACE": pace, "HINTS": hints}
    given["BOTS"] = " ".join("".join(one.split()) for one in bot) if bot else None
    given["LIMITS"] = None if limits is None else "on" if limits else "none"
    serve_tables({f"SEABOARD_{name}": str(value) for name, value in given.items() if value is not None})


def verify(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="the record of a table (JSON), - for standard input")],
) -> None:
    """Check that a table's chance was fixed at its start, and that its record replays."""
    use_interpreter()
    from ..table.commitment import verify as check

    print(check(read_text(record)))


def delete_tables(
    older_than: Annotated[float, typer.Option(min=0, metavar="DAYS", help="tables that nobody touched for this many days")],
    database: Annotated[str, typer.Option(metavar="URL", help="as for serve and play")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
) -> None:
    """Delete old tables and studies from a database, after asking."""
    from ..table import store

    engine = store.connect(database or store.own_database())
    kinds = (store.tables, store.studies)
    found = [store.count_older(engine, older_than, kind) for kind in kinds]
    if any(found) and not yes and not typer.confirm(f"Delete {old(*found)} for ever? (--yes does not ask)", err=True):
        raise typer.Abort
    print(f"{old(*(store.delete_older(engine, older_than, kind) for kind in kinds))} deleted")


def old(tables: int, studies: int) -> str:
    return f"{tables} tables and {studies} studies" if studies else f"{tables} tables"
