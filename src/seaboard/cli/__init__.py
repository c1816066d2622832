"""The command line: `seaboard ...`. Errors are one line on standard error, with exit status 2."""

import contextlib
import gc
import io
import os
import secrets
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..core.errors import SeaboardError
from . import measuring, playing, positions, study
from .admin import admin
from .buildings import buildings
from .lessons import lessons

app = typer.Typer(
    help="Board games of the sea: in the browser, in the terminal, from Python, and millions of moves a second.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {"play": playing.play, "series": playing.series},
    "Serve tables": {"serve": playing.serve, "verify": playing.verify, "delete-tables": playing.delete_tables},
    "Positions and records": {
        "games": positions.games,
        "new": positions.new,
        "show": positions.show,
        "moves": positions.moves,
        "apply": positions.apply_moves,
        "scores": positions.scores,
        "replay": positions.replay,
        "review": study.review,
        "study": study.study,
        "puzzles": study.puzzles,
    },
    "Bots and measuring": {
        "arena": measuring.arena,
        "report": measuring.report,
        "dataset": measuring.dataset,
        "records": measuring.records,
        "bench": measuring.bench,
        "compile": measuring.compile_games,
        "train": measuring.train,
    },
}
for panel, commands in COMMANDS.items():
    for name, command in commands.items():
        app.command(name, rich_help_panel=panel)(command)
app.add_typer(admin, name="admin", rich_help_panel="Serve tables")
app.add_typer(buildings, name="buildings", rich_help_panel="Cards")
app.command("lessons", rich_help_panel="Lessons")(lessons)


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
    gc.set_threshold(100_000, 20, 20)  # what is loaded stays: there is little garbage to look for meanwhile
    signal.signal(signal.SIGTERM, end)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may hold what no terminal can show
    try:
        status = app(standalone_mode=False)
    except SeaboardError as error:
        status = complain(str(error))
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith("seaboard"):
            raise
        status = complain(f"this command needs {error.name}, which is not installed")
    except KeyboardInterrupt:
        status = 130
    except typer.Abort:  # a question that nobody answered
        status = complain("nothing was done")
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except Exception as error:  # Typer's own: an unknown command, a missing argument
        status = complain(error.format_message()) if hasattr(error, "format_message") else report(error)
    sys.exit(status or 0)


def end(*_: object) -> None:
    """SIGTERM ends a command as Ctrl+C does: what it started is ended with it."""
    sys.exit(128 + signal.SIGTERM)


def report(error: Exception) -> int:
    """Whatever nobody thought of, in one line, with a number; the rest is kept in a file. (SEABOARD_DEBUG=1 shows it here.)"""
    number = secrets.token_hex(4)
    details = "".join(traceback.format_exception(error))
    text = f"{number} {time.strftime('%Y-%m-%d %H:%M:%S')} seaboard {__version__}\n{details}\n"
    if os.environ.get("SEABOARD_DEBUG"):
        print(text, file=sys.stderr)
    kept = "set SEABOARD_DEBUG=1 to see more"
    file = Path(tempfile.gettempdir()) / f"seaboard-error-{number}.txt"
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
        kept = f"the details are in {file}"
    complain(f"something went wrong in Seaboard itself ({type(error).__name__}); please report it with number {number}: {kept}")
    return 1


def complain(message: str) -> int:
    if message:  # without one, Typer has shown the help
        print(f"seaboard: {' '.join(message.split())}", file=sys.stderr)
    return 2
