"""Commands for positions and records. They run interpreted, which starts faster."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..files import write_whole
from .shared import (
    BoxFiles,
    GameName,
    Json,
    Options,
    Players,
    Seed,
    Untrusted,
    begin,
    chosen_games,
    console,
    interpreted,
    load_boxes,
    options_class_for,
    print_json,
    read_text,
    say,
    use_interpreter,
)

if TYPE_CHECKING:
    from ..core.game import Game, Option
    from ..match import Match

PositionFile = Annotated[str, typer.Argument(metavar="POSITION", help="a file with a position (TOML), - for stdin")]


def games(as_json: Json = False) -> None:
    """List the games and their options."""
    use_interpreter()
    from ..core.game import BOX_OPTION

    games_listed = chosen_games("")
    if as_json:
        print_json([{"name": game.name, "title": game.title, "options": options_of(game)} for game in games_listed])
        return
    from rich.padding import Padding

    for game in games_listed:
        say(f"[bold]{game.name}[/]  {game.title}: {game.about}")
        for option in (*game.options, *([BOX_OPTION] if game.box_editor else [])):
            about = f"{option.name} = [cyan]{option.default or 'none'}[/]  ({choices_of(option)})  [dim]{option.help}[/]"
            console().print(Padding(about, (0, 0, 0, 4), expand=False))


def choices_of(option: "Option") -> str:
    """All choices, or the first and the last of very many."""
    names = [str(choice) for choice in option.choices]
    return ", ".join(names) if len(names) < 20 else f"{names[0]} ... {names[-1]}"


def options_of(game: "Game") -> list[dict]:
    names = ("name", "choices", "default", "many", "help")
    return [{name: getattr(option, name) for name in names} for option in game.options]


def new(name: GameName, players: Players = None, seed: Seed = None, option: Options = None, as_json: Json = False) -> None:
    """Print the position at the start of a game."""
    print_position(begin(interpreted(name), players, seed, option), as_json)


def show(
    position: PositionFile,
    seat: Annotated[int, typer.Option(help="draw the view of this seat; 0: spectator; default: the mover")] = -1,
    svg: Annotated[Path | None, typer.Option(help="write the board to this SVG file")] = None,
    untrusted: Untrusted = False,
    box: BoxFiles = None,
    as_json: Json = False,
) -> None:
    """Draw a position."""
    match = load_position(position, untrusted, box)
    if as_json:
        print_json(match.to_dict())
        return
    if not -1 <= seat <= match.seats:
        raise BadOption(f"--seat must be 1 to {match.seats}, or 0 for a spectator, not {seat}")
    viewer = match.mover if seat == -1 else seat - 1 if seat else None
    if svg:
        write_whole(svg, match.svg(viewer))
        return
    console().print(match.drawing(viewer))
    say(match.prompt())


def moves(position: PositionFile, untrusted: Untrusted = False, box: BoxFiles = None, as_json: Json = False) -> None:
    """List the legal moves."""
    match = load_position(position, untrusted, box)
    if as_json:
        print_json(
            {"mover": None if match.mover is None else match.mover + 1, "moves": match.moves(), "actions": match.actions()}
        )
    else:
        print("\n".join(match.moves()))


def apply_moves(
    position: PositionFile,
    move: Annotated[list[str], typer.Argument(metavar="MOVE...", help='moves in notation, such as "ship 3" "take 1"')],
    untrusted: Untrusted = False,
    box: BoxFiles = None,
    as_json: Json = False,
) -> None:
    """Play moves and print the resulting position."""
    match = load_position(position, untrusted, box)
    for text in move:
        match.play(text)
    print_position(match, as_json)


def scores(position: PositionFile, untrusted: Untrusted = False, box: BoxFiles = None, as_json: Json = False) -> None:
    """Print the points by category, as if the game ended now."""
    print_scores(load_position(position, untrusted, box), as_json)


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="a file with a record (JSON), - for stdin")],
    to: Annotated[int | None, typer.Option(metavar="N", help="stop after N moves")] = None,
    position: Annotated[bool, typer.Option("--position", help="print the final position instead")] = False,
    untrusted: Untrusted = False,
    box: BoxFiles = None,
    as_json: Json = False,
) -> None:
    """Replay a record: print the moves and the scores."""
    use_interpreter()
    from ..record import replay as play_again

    load_boxes(box)
    text = read_text(record)
    match, lines = play_again(text, to, options_class_for(untrusted))
    if position or as_json:
        print_position(match, as_json) if position else print_scores(match, as_json)
        return
    for line in lines:
        print(line)
    print_scores(match, False)


def load_position(file: str, untrusted: bool, boxes: list[Path] | None) -> "Match":
    use_interpreter()
    from ..match import Match

    load_boxes(boxes)

    return Match.from_position(read_text(file), options_class=options_class_for(untrusted))


def print_position(match: "Match", as_json: bool) -> None:
    if as_json:
        print_json(match.to_dict())
    else:
        print(match.position(), end="")


def print_scores(match: "Match", as_json: bool) -> None:
    if as_json:
        names = zip(match.names, match.scores(), match.places(), match.score_sheet(), strict=True)
        rows = [{"name": name, "points": points, "place": place, "by_kind": kinds} for name, points, place, kinds in names]
        print_json({"over": match.over, "seats": rows})
    else:
        from ..terminal import score_table

        console().print(score_table(match))
