"""Commands to play in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..files import check_writable, write_whole
from .shared import (
    GameName,
    Options,
    begin,
    chosen_games,
    console,
    note,
    parse_options,
    read_text,
    say,
)

if TYPE_CHECKING:
    from ..match import Match

Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        "-b",
        metavar="BOT",
        help="easy, normal, strong, expert, greedy, random, search:2000, module:Class, net:400,file=PATH; one per seat",
    ),
]


def play_in_terminal(
    name: str,
    players: str | None,
    seed: str | None,
    option: list[str] | None,
    seat: int,
    bot: list[str] | None,
    record: Path | None,
) -> None:
    """Plays against bots in the terminal; `--record` saves the game, and resumes it if the file exists."""
    from .. import terminal as screen
    from ..compiling import ensure_compiled

    check_writable(record)
    if record and record.exists():
        screen.trust(bot or [])
        match = load_record(record)
    else:
        try:
            game = screen.choose_game(name)
        except screen.Quit:
            return
        seats = game.seats(game.choose(**parse_options(players, option)))
        if not 1 <= seat <= seats:
            raise BadOption(f"--seat must be 1 to {seats}, not {seat}")
        names = screen.bot_names(bot or ["normal"], seat, seats)
        ensure_compiled(game, bot or ())
        match = begin(game, players, seed, option, names)
    save = (lambda match: write_whole(record, match.record())) if record else (lambda match: None)
    if not screen.play(match, console(), save):
        note(f"The game is saved in {record}." if record else "Bye. (--record FILE saves a game.)")


def load_record(file: Path) -> "Match":
    from ..record import replay as play_again

    return play_again(read_text(str(file)))[0]


def series(
    name: GameName,
    series_name: Annotated[str, typer.Argument(metavar="SERIES", help="such as campaign or return-match")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the saved series; it is resumed if it exists")],
    option: Options = None,
    bot: Bots = None,
) -> None:
    """Play a series of games in the terminal: nusfjord has campaign and return-match."""
    from .. import series as series_module
    from .. import terminal as screen
    from ..compiling import ensure_compiled

    check_writable(file)
    if file.exists():
        screen.trust(bot or [])
        saved = series_module.read_series(read_text(str(file)))
    else:
        game = chosen_games(name)[0]
        saved = series_module.new_series(game, series_module.find_series(game, series_name), parse_options(None, option))
    ensure_compiled(saved.game, bot or ())
    seats = saved.game.seats(saved.options)

    def save(match: "Match") -> None:
        saved.records[-1] = match.record()
        write_whole(file, saved.text())

    match = saved.current(screen.bot_names(bot or ["normal"], 1, seats))
    save(match)
    note(f"Game {len(saved.records)} of {saved.series.games}, saved in {file}; your rank is {saved.rank}.")
    if screen.play(match, console(), save):
        if saved.is_complete():
            say(saved.finish())
            write_whole(file, saved.text())
        else:
            note("The same command plays the next game.")
