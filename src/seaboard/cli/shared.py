"""Shared parts of the commands: options, reading, printing. Slow imports are deferred until a command needs them."""

import contextlib
import json
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from ..core.errors import BadOption, SeaboardError

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.option_sources import TrustedOptions
    from ..match import Match

GameName = Annotated[str, typer.Argument(metavar="GAME", help="a game's name; `seaboard games` lists them")]
MaybeGame = Annotated[str, typer.Argument(metavar="[GAME]", help="a game's name; default: all games")]
Players = Annotated[str | None, typer.Option("--players", "-p", metavar="N", help="number of players")]
Seed = Annotated[str | None, typer.Option(help="any number or text; the same seed gives the same game")]
SeriesSeed = Annotated[str, typer.Option(help="any number or text; the same seed gives the same games")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="an option of the game")]
Untrusted = Annotated[bool, typer.Option("--untrusted", help="the file comes from someone else and may not name local files")]
BoxFiles = Annotated[
    list[Path] | None, typer.Option("--box", metavar="FILE", help="a box that the file was played with (docs/box.md)")
]
Json = Annotated[bool, typer.Option("--json", help="print JSON")]

PIPE_WIDTH = 100_000  # columns of output into a pipe or a file
MAX_FILE_SIZE = 32_000_000  # bytes
INTERRUPTED = 128 + signal.SIGINT  # exit status


def finite(number: float | None) -> float | None:
    """Checks a number of the command line: `nan` passes every range check, so it is refused here."""
    if number is not None and number != number:
        raise typer.BadParameter("nan is not a number")
    return number


def number_of_seed(seed: str) -> int:
    """A seed as a number, for loops that count; a number is used as it is."""
    import hashlib

    if seed.isascii() and seed.isdigit() and len(seed) < 19:
        return int(seed)
    return int.from_bytes(hashlib.blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=7).digest())


def use_interpreter() -> None:
    """Runs the rules interpreted: for a single position, importing Numba would take longer."""
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def interpreted(name: str) -> "Game":
    use_interpreter()
    return chosen_games(name)[0]


def chosen_games(name: str) -> list["Game"]:
    from ..games import all_games, find_game

    return [find_game(name)] if name else all_games()


def parse_options(players: str | None, options: list[str] | None) -> dict[str, Any]:
    """The options given by `--players N -o key=value ...`."""
    given: dict[str, Any] = {} if players is None else {"players": players}
    for text in options or []:
        key, sign, value = text.partition("=")
        if not sign:
            raise BadOption(f"an option is given as key=value, such as -o level=pro, not {text!r}")
        if key.strip() in given:
            raise BadOption(f"the option {key.strip()} is given twice")
        given[key.strip()] = value
    return given


def begin(game: "Game", players: str | None, seed: str | None, options: list[str] | None, names: Any = None) -> "Match":
    from ..match import Match

    return Match(game, seed=seed, names=names, **parse_options(players, options))


def options_class_for(untrusted: bool) -> "type[TrustedOptions]":
    """Trusted options may name local files; files of other people (`--untrusted`) may not."""
    from ..core.option_sources import TrustedOptions, UntrustedOptions

    return UntrustedOptions if untrusted else TrustedOptions


def load_boxes(files: list[Path] | None) -> None:
    """Loads boxes, so that records and positions that name them by their hash can be read."""
    from ..core.box_file import read_box
    from ..core.boxes import load_file, read_file
    from ..games import find_game

    for file in files or []:
        load_file(file, find_game(read_box(read_file(file), find_game, file.name).game))


def read_text(file: str) -> str:
    """The text of a file, or of stdin for -."""
    try:
        with contextlib.nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
            raw = source.read(MAX_FILE_SIZE + 1)
        if len(raw) > MAX_FILE_SIZE:
            raise SeaboardError(f"{file} is larger than {MAX_FILE_SIZE} bytes: that is not a position, record or study")
        return raw.decode("utf-8")
    except OSError as error:
        raise SeaboardError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SeaboardError(f"{file} is not UTF-8 text; save it with that encoding") from None


def print_json(value: Any) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


def console(stderr: bool = False) -> Any:
    """A console as wide as the terminal; in a pipe or a file, lines and tables are as wide as their content."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the reader has closed the pipe: the command ends quietly

    output = Output(stderr=stderr, highlight=False)
    return output if output.is_terminal or "COLUMNS" in os.environ else Output(stderr=stderr, highlight=False, width=PIPE_WIDTH)


def say(text: str) -> None:
    """Prints output of a command."""
    console().print(text)


def note(text: str) -> None:
    """Prints a message that is not output: to stderr, so that programs can read stdout."""
    console(stderr=True).print(text, soft_wrap=True)


def exit_now(status: Any) -> NoReturn:
    """Ends the process without waiting for its threads, which may have minutes of work left; everything is saved already."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)
