"""Commands for the components of an owner: `seaboard box new|check|diff|merge|report`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import BadOption
from ..files import write_whole
from .shared import GameName, Json, console, interpreted, note, print_json, say, use_interpreter

if TYPE_CHECKING:
    from ..core.box_file import BoxFile, Difference
    from ..core.game import Game

BoxPath = Annotated[Path, typer.Argument(metavar="FILE", help="a box (TOML)")]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="the file to write")]
box = typer.Typer(help="Your own box: check, compare and merge the components of a game.", no_args_is_help=True)


@box.command(name="new")
def new_box(
    name: GameName,
    out: Out,
    title: Annotated[str, typer.Option("--name", metavar="NAME", help="the name of the box")] = "My box",
) -> None:
    """Write the standard components of a game to a file, to be edited."""
    from ..core.box_file import BoxFile, copy_content, editor_of, name_problem, print_box

    game = interpreted(name)
    editor = editor_of(game)
    if problem := name_problem(title):
        raise BadOption(problem)
    write_whole(out, print_box(BoxFile(game.name, title, copy_content(editor.standard())), editor.parts))
    say(f"{out}: the standard box of {game.title}; edit it, then `seaboard box check {out}`")


@box.command(name="check")
def check_box(file: BoxPath, as_json: Json = False) -> None:
    """Check a box; errors name the line, the component, the column, and what to write instead."""
    from ..core.box_file import BadBox

    try:
        game, box_file = read(file)
    except BadBox as error:
        if as_json:
            print_json(
                [{"line": line, "kind": p.part, "key": p.key, "column": p.field, "text": p.text} for line, p in error.problems]
            )
        else:
            for line, problem in error.problems[1:]:
                note(f"{file.name}{f', line {line}' if line else ''}: {problem}")
        raise
    exact, total = counts(game, box_file)
    if as_json:
        print_json({"game": game.name, "name": box_file.name, "hash": box_file.hash, "exact": exact, "components": total})
    else:
        say(
            f"{file.name}: {box_file.name} ({game.title}), no errors; {exact} of {total} components exact; hash {box_file.hash}"
        )


@box.command(name="diff")
def diff_boxes(
    first: BoxPath,
    second: Annotated[Path | None, typer.Argument(metavar="[OTHER]", help="another box; default: the standard one")] = None,
    as_json: Json = False,
) -> None:
    """Show the components that two boxes have differently."""
    from ..core.box_file import differences, editor_of

    game, mine = read(first)
    other = editor_of(game).standard() if second is None else read_for(game, second).content
    before, after = (other, mine.content) if second is None else (mine.content, other)
    changes = differences(editor_of(game), before, after)
    if as_json:
        print_json(
            [{"kind": change.kind, "key": change.key, "before": change.first, "after": change.second} for change in changes]
        )
        return
    print_differences(changes)
    say(f"{len(changes)} components differ" if changes else "both boxes have the same components")


@box.command(name="merge")
def merge_boxes(
    first: BoxPath,
    second: Annotated[Path, typer.Argument(metavar="OTHER", help="another box of the same game")],
    out: Out,
    prefer: Annotated[str, typer.Option(metavar="first|second", help="whose figures to take where both changed them")] = "",
    as_json: Json = False,
) -> None:
    """Merge two people's boxes. Conflicts are listed, and nothing is written unless --prefer decides them."""
    from ..core.box_file import BadBox, BoxFile, editor_of, merge, print_box

    if prefer not in ("", "first", "second"):
        raise BadOption(f"--prefer is first or second, not {prefer!r}")
    game, mine = read(first)
    editor, theirs = editor_of(game), read_for(game, second)
    content, conflicts = merge(editor, mine.content, theirs.content)
    if as_json:
        print_json(
            [
                {"kind": conflict.kind, "key": conflict.key, "first": conflict.first, "second": conflict.second}
                for conflict in conflicts
            ]
        )
    else:
        print_differences(conflicts)
    if conflicts and not prefer:
        raise BadOption(
            f"{len(conflicts)} conflicts; nothing was written: add --prefer first or --prefer second, or edit a file"
        )
    if conflicts:
        content, _none = merge(
            editor, mine.content, theirs.content, {f"{conflict.kind} {conflict.key}": prefer for conflict in conflicts}
        )
    if problems := editor.all_problems(content):
        raise BadBox([(0, problem) for problem in problems], "the merged box")
    write_whole(out, print_box(BoxFile(game.name, mine.name, content), editor.parts))
    say(f"{out}: both boxes merged, {len(conflicts)} conflicts decided for the {prefer or 'first'} file")


@box.command(name="report")
def report_box(file: BoxPath, as_json: Json = False) -> None:
    """How much of a box is exact, and what its owner could not express."""
    from ..core.box_file import editor_of
    from ..core.box_parts import is_exact

    game, box_file = read(file)
    rows = []
    for part in editor_of(game).parts:
        values = box_file.content[part.name].values()
        rows.append(
            (part.name, sum(is_exact(part_values["source"]) and not part_values["note"] for part_values in values), len(values))
        )
    notes = [
        (kind, key, values["note"])
        for kind, parts in box_file.content.items()
        for key, values in parts.items()
        if values["note"]
    ]
    if as_json:
        kinds = {kind: {"exact": exact, "all": total} for kind, exact, total in rows}
        print_json(
            {"kinds": kinds, "cannot_be_expressed": [{"kind": kind, "key": key, "note": text} for kind, key, text in notes]}
        )
        return
    for kind, exact, total in rows:
        say(f"{kind}: {exact} of {total} exact")
    say(f"cannot be expressed: {len(notes)}")
    for kind, key, text in notes:
        console().print(f"  {kind} {key}: {text}", markup=False)


def read(file: Path) -> "tuple[Game, BoxFile]":
    """The box in a file, and its game."""
    use_interpreter()
    from ..core.box_file import read_box
    from ..core.boxes import read_file
    from ..games import find_game

    box_file = read_box(read_file(file), find_game, file.name)
    return find_game(box_file.game), box_file


def read_for(game: "Game", file: Path) -> "BoxFile":
    other, box_file = read(file)
    if other is not game:
        raise BadOption(f"{file} is a box of {other.name}, not of {game.name}")
    return box_file


def counts(game: "Game", box_file: "BoxFile") -> tuple[int, int]:
    from ..core.box_file import editor_of

    return editor_of(game).count_exact(box_file.content)


def print_differences(changes: "list[Difference]") -> None:
    for change in changes:
        for name in change.fields:
            before, after = (shown(values, name) for values in (change.first, change.second))
            console().print(f"{change.kind} {change.key}, {name}: {before} | {after}", markup=False, soft_wrap=True)


def shown(values: Any, name: str) -> str:
    return "(missing)" if values is None else repr(values.get(name, ""))
