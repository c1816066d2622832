"""The commands of `seaboard` that do not need the server, and how a command runs: errors are one line on stderr, exit status 2.

`seaboard.__main__` puts the app together.
"""

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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..core.errors import SeaboardError
from . import agents, play, positions, research, study
from .lessons import lessons
from .shared import INTERRUPTED, exit_now

MAX_ERROR_LENGTH = 1000  # characters


class Terminated(SystemExit):
    """SIGTERM."""


COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play": {"series": play.series},
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
    "Bots and research": {
        "arena": research.arena,
        "report": research.report,
        "dataset": research.dataset,
        "records": research.records,
        "bench": research.bench,
        "benchmark": research.benchmark,
        "compile": research.compile_games,
        "train": research.train,
    },
    "Agents": {"mcp": agents.mcp},
    "Lessons": {"lessons": lessons},
}


def new_app() -> typer.Typer:
    """An app with the options of all commands, but without commands."""
    app = typer.Typer(
        help="Board games of the sea: in the browser, in the terminal, from Python, and millions of moves per second.",
        no_args_is_help=True,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
    )
    app.callback()(common)
    return app


def add_commands(app: typer.Typer, commands: Mapping[str, Mapping[str, Callable[..., None]]]) -> None:
    for panel, commands_of_panel in commands.items():
        for name, command in commands_of_panel.items():
            app.command(name, rich_help_panel=panel)(command)


def version(show: bool) -> None:
    if show:
        print(f"seaboard {__version__}")
        raise typer.Exit


def common(
    _: Annotated[bool, typer.Option("--version", callback=version, is_eager=True, help="print the version")] = False,
) -> None:
    pass


def run(app: typer.Typer) -> None:
    """Runs the command in `sys.argv` and exits; users never see a traceback."""
    gc.set_threshold(100_000, 20, 20)  # imported code is no garbage: collect rarely
    signal.signal(signal.SIGTERM, exit_on_sigterm)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # names may contain characters that the terminal cannot show
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()  # a closed pipe is noticed here, not while Python ends
    except Terminated as request:
        exit_now(request.code)
    except SeaboardError as error:
        status = print_error(str(error))
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith("seaboard"):
            raise
        status = print_error(f"this command needs {error.name}, which is not installed")
    except KeyboardInterrupt:
        status = INTERRUPTED
    except typer.Abort:  # an unanswered confirmation
        status = print_error("aborted; nothing was changed")
    except BrokenPipeError:  # the reader closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except UnicodeEncodeError:
        status = print_error("an argument or a name contains bytes that are not UTF-8 text")
    except OSError as error:  # a full disk, a name that is too long, a folder without permission
        status = print_error(f"{error.strerror}: {error.filename}") if error.filename else report_bug(error)
    except Exception as error:  # Typer's: an unknown command, a missing argument
        status = print_error(error.format_message()) if hasattr(error, "format_message") else report_bug(error)
    if status == INTERRUPTED:  # also from Typer, which catches Ctrl+C
        exit_now(status)
    sys.exit(status or 0)


def exit_on_sigterm(*_: object) -> None:
    """SIGTERM ends a command like Ctrl+C, including its child processes."""
    raise Terminated(128 + signal.SIGTERM)


def report_bug(error: Exception) -> int:
    """Prints one line with an id for an unexpected error and writes the traceback to a file (SEABOARD_DEBUG=1: to stderr)."""
    number = secrets.token_hex(4)
    details = "".join(traceback.format_exception(error))
    text = f"{number} {time.strftime('%Y-%m-%d %H:%M:%S')} seaboard {__version__}\n{details}\n"
    if os.environ.get("SEABOARD_DEBUG"):
        print(text, file=sys.stderr)
    where = "set SEABOARD_DEBUG=1 to see the details"
    file = Path(tempfile.gettempdir()) / f"seaboard-error-{number}.txt"
    with contextlib.suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
        where = f"the details are in {file}"
    print_error(f"a bug in Seaboard ({type(error).__name__}); please report it with number {number}: {where}")
    return 1


def print_error(message: str) -> int:
    if message:  # empty: Typer has printed the help
        line = " ".join(message.split()).encode("utf-8", "backslashreplace").decode()
        print(f"seaboard: {line if len(line) <= MAX_ERROR_LENGTH else line[:MAX_ERROR_LENGTH] + ' ...'}", file=sys.stderr)
    return 2
