"""Commands that need the server: `seaboard play`, `serve`, `worker`, `verify`, `delete-tables`. Imports of the server are lazy.

`seaboard.__main__` registers them next to the commands of `seaboard.cli`, which does not know the server.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ...cli.play import Bots, play_in_terminal
from ...cli.shared import BoxFiles, MaybeGame, Options, Players, Seed, load_boxes, read_text, use_interpreter
from ...core.errors import BadOption


def play(
    name: MaybeGame = "",
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    seat: Annotated[int, typer.Option(metavar="N", help="your seat; bots take the others (with --terminal)")] = 1,
    bot: Bots = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="save the game to this file, and resume from it (with --terminal)")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="play in the terminal instead of the browser")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="port, or the next free one after it")] = 8765,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="address to listen on; 0.0.0.0 lets others on your network join")
    ] = "127.0.0.1",
    database: Annotated[
        str, typer.Option(metavar="URL", help="where tables are stored; default: a file in your data folder")
    ] = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="open the browser")] = True,
) -> None:
    """Play in the browser on this machine: against bots, hot-seat, or by link; with --terminal in the terminal."""
    if terminal or record:
        play_in_terminal(name, players, seed, option, seat, bot, record)
        return
    if players or seed or option:
        raise BadOption("choose options in the browser, or add --terminal")
    from ...games import find_game
    from ..server.start import play_locally

    play_locally(find_game(name).name if name else "", port, database, browser, bot or [], host)


def serve(
    host: Annotated[str | None, typer.Option(help="address to listen on; 0.0.0.0 for all addresses of this machine")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="default: 8000")] = None,
    database: Annotated[str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql+psycopg://...")] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="number of processes; more than one needs PostgreSQL")
    ] = None,
    pace: Annotated[float | None, typer.Option(min=0, max=60, help="minimum seconds per bot move; default: 0")] = None,
    hints: Annotated[str | None, typer.Option(metavar="BOT", help="the bot that gives hints; default: strong")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="BOT", help="also offer this bot: module:Class, net:9,file=PATH"),
    ] = None,
    limits: Annotated[bool | None, typer.Option("--limits/--no-limits", help="rate limits per client address")] = None,
) -> None:
    """Run a server for everyone who can reach this machine. Environment variables can give all settings: docs/serve.md."""
    from ..server.start import serve as serve_tables

    settings = {"HOST": host, "PORT": port, "DATABASE": database, "WORKERS": workers, "PACE": pace, "HINTS": hints}
    settings["BOTS"] = " ".join("".join(one.split()) for one in bot) if bot else None
    settings["LIMITS"] = None if limits is None else "on" if limits else "none"
    serve_tables({f"SEABOARD_{name}": str(value) for name, value in settings.items() if value is not None})


def worker(
    database: Annotated[str | None, typer.Option(metavar="URL", help="the server's postgresql+psycopg://...")] = None,
    jobs: Annotated[int, typer.Option(min=0, max=1000, help="turns and hints at once; default: twice the number of cores")] = 0,
) -> None:
    """Think for a server with SEABOARD_JOBS=postgres: bot moves, hints and reviews. Any number can run: docs/scaling.md."""
    from ..server.start import work

    work({} if database is None else {"SEABOARD_DATABASE": database}, jobs)


def verify(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="the record of a table (JSON), - for stdin")],
    receipt: Annotated[str, typer.Option(metavar="FILE", help="the file that your browser saved when the table started")] = "",
    box: BoxFiles = None,
) -> None:
    """Check how a table was shuffled, that its record agrees with your receipt, and that every move is legal."""
    use_interpreter()
    from ..fair_shuffle.commitment import verify as check

    load_boxes(box)
    print(check(read_text(record), read_text(receipt) if receipt else ""))


def delete_tables(
    older_than: Annotated[
        float, typer.Option(min=0, max=100_000, metavar="DAYS", help="minimum age: days since the last activity")
    ],
    database: Annotated[str, typer.Option(metavar="URL", help="as for serve and play")] = "",
    yes: Annotated[bool, typer.Option("--yes", help="do not ask for confirmation")] = False,
) -> None:
    """Delete old tables and studies from a database, after confirmation."""
    from .. import store
    from ..store.box_rows import delete_unused

    engine = store.connect(store.check_database_exists(database or store.default_database()))
    kinds = (store.tables, store.studies)
    counts = [store.count_older(engine, older_than, kind) for kind in kinds]
    if (
        any(counts)
        and not yes
        and not typer.confirm(f"Permanently delete {count_text(*counts)}? (--yes skips this question)", err=True)
    ):
        raise typer.Abort
    print(f"{count_text(*(store.delete_older(engine, older_than, kind) for kind in kinds))} deleted")
    delete_unused(engine)


def count_text(tables: int, studies: int) -> str:
    return f"{tables} tables and {studies} studies" if studies else f"{tables} tables"


COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {"play": play},
    "Server": {"serve": serve, "worker": worker, "verify": verify, "delete-tables": delete_tables},
}
