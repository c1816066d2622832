"""Commands to study games that were played."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..files import write_whole
from .shared import (
    GameName,
    Json,
    Untrusted,
    chosen_games,
    console,
    note,
    options_from,
    print_json,
    read_text,
    say,
    use_interpreter,
)

if TYPE_CHECKING:
    from ..core.given_options import OwnOptions
    from ..match import Match
    from ..room import Walk
    from ..study import Review
    from ..study.document import Study


def review(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="a file with a record (JSON), - for standard input")],
    bot: Annotated[str, typer.Option(metavar="BOT", help="who judges; more simulations see deeper")] = "",
    threads: Annotated[int, typer.Option(min=1, max=64, help="how many cores may be used")] = 2,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="write a page that needs nothing else")] = None,
    untrusted: Untrusted = False,
    as_json: Json = False,
) -> None:
    """Tell the story of a game: what each choice cost, what chance did, what would have been better."""
    from ..compiling import ensure_compiled
    from ..record import replay
    from ..study.review import BOT

    match, _lines = replay(read_text(record), options_of=options_from(untrusted))
    name = bot or BOT
    ensure_compiled(match.game, [name])
    found = with_bar(match, name, threads)
    if html:
        from ..study.page import whole_page

        write_whole(html, whole_page(match, found))
        note(f"{html} has the story")
    if as_json:
        print_json(found.to_dict())
    elif not html:
        tell(match, found)


def puzzles(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="how many games of bots are looked through")] = 20,
    out: Annotated[Path, typer.Option(metavar="FILE", help="where they go (TOML); goes on from it if it is there")] = Path(
        "puzzles.toml"
    ),
    seed: Annotated[str, typer.Option(help="the same seed finds the same puzzles")] = "puzzles",
    bot: Annotated[str, typer.Option(metavar="BOT", help="who plays the games")] = "",
    simulations: Annotated[int, typer.Option(min=20, max=1_000_000, help="of each search; one is ten times as deep")] = 2000,
) -> None:
    """Find puzzles: positions of games of bots in which one choice is clearly best."""
    from rich.progress import Progress

    from ..compiling import ensure_compiled
    from ..core.puzzles import PuzzleFile, print_puzzles, read_puzzle_file
    from ..study.finding import PLAYER, find_puzzles

    game = chosen_games(name)[0]
    wanted = PuzzleFile(game.name, seed, bot or PLAYER, simulations)
    file = read_puzzle_file(out) if out.exists() else wanted
    if (file.game, file.seed, file.bot, file.simulations) != (wanted.game, wanted.seed, wanted.bot, wanted.simulations):
        raise BadOption(f"{out} was made otherwise: {file.game}, seed {file.seed}, {file.bot}, {file.simulations} simulations")
    ensure_compiled(game, [wanted.bot, "search"])
    with Progress(console=console(stderr=True), transient=True) as progress:
        bar = progress.add_task("looking", total=games)
        file = find_puzzles(
            game,
            file,
            games,
            save=lambda file: write_whole(out, print_puzzles(file)),
            progress=lambda done, found: progress.update(bar, completed=done, description=f"{found} puzzles"),
        )
    say(f"{len(file.puzzles)} puzzles out of {file.games} games are in {out}")


def with_bar(match: "Match", bot: str, threads: int) -> "Review":
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True) as progress:
        bar = progress.add_task("judging", total=None)
        return match.review(
            bot, threads=threads, progress=lambda done, total: progress.update(bar, completed=done, total=total)
        )


def tell(match: "Match", found: "Review") -> None:
    """In the terminal."""
    from rich.markup import escape
    from rich.table import Table

    from ..study.story import MARKS, change, sentence

    table = Table(title=f"As {found.bot} judges it", title_justify="left")
    heads = ("own choices", "others' choices", "luck", "unforeseen", "error a decision", *MARKS)
    for heading in ("", *heads):
        table.add_column(heading, justify="right" if heading else "left")
    for name, row in zip(match.names, found.sums, strict=True):
        sums = [change(found, value) for value in (row.choice, row.others, row.luck, row.unforeseen)]
        scale, unit = (1, "") if found.alone else (100, " %")
        rate = f"{scale * row.error_rate:.1f} ± {scale * row.interval:.1f}{unit}"
        table.add_row(escape(name), *sums, rate, *(str(row.marks[mark]) for mark in MARKS))
    console().print(table)
    for place in found.swings:
        decision = found.decisions[place]
        say(f"move {decision.move + 1}, [bold]{decision.mark}[/]: {escape(sentence(match, found, decision))}")


def study(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="a study (JSON), - for standard input")] = "",
    source: Annotated[str, typer.Option("--from", metavar="FILE", help="make a study of a record or a position")] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="where to write the study")] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="its title")] = "",
    untrusted: Untrusted = False,
    as_json: Json = False,
) -> None:
    """Read a study and check every move of it, or make one of a record or a position."""
    use_interpreter()
    from ..room import load
    from ..study.document import LONGEST_TITLE

    if bool(file) == bool(source):
        raise BadOption("name a study to read, or with --from a record or a position to make one of")
    options_of = options_from(untrusted)
    found = load(read_text(file or source), options_of)
    if title:
        found.title = title[:LONGEST_TITLE]
    if out:
        write_whole(out, found.text())
        note(f"{out} has the study")
    if as_json or (source and not out):
        print(found.text(), end="")
    elif file:
        show_study(found, options_of)


def show_study(found: "Study", options_of: "type[OwnOptions]") -> None:
    """The chapters, and their lines in notation."""
    from rich.markup import escape

    from ..room import Walk

    moves = sum(len(chapter.nodes) - 1 for chapter in found.chapters)
    say(f"[bold]{escape(found.title)}[/]: {len(found.chapters)} chapters, {moves} moves, all of them allowed")
    for n, chapter in enumerate(found.chapters, 1):
        begins = "at a position" if chapter.position else "with the set-up"
        known = "" if chapter.seat is None else f", dealt from what {chapter.names[chapter.seat]} knew"
        about = f"{chapter.game}, {', '.join(chapter.names)}; begins {begins}{known}"
        say(f"\n[bold]{n}. {escape(chapter.title)}[/] ({escape(about)})")
        for line in lines_of(Walk(chapter, options_of=options_of)):
            console().print(escape(line), soft_wrap=True)


def lines_of(walk: "Walk") -> Iterator[str]:
    """Turn by turn; other lines are further in, and comments stand under their move."""
    from ..room import rows

    nodes, names = walk.chapter.nodes, walk.chapter.names
    yield from notes(nodes[0].comment, "  ")
    for row in rows(walk):
        margin = "  " * (row.level + 1)
        moves = ", ".join(f"{nodes[node].move}{' *' if nodes[node].marks else ''}" for node in row.nodes)
        yield f"{margin}{'or ' if row.other else ''}{names[row.seat]}: {moves}"
        for node in row.nodes:
            yield from notes(nodes[node].comment, f"{margin}    ")


def notes(comment: str, margin: str) -> Iterator[str]:
    for line in comment.splitlines():
        yield f"{margin}# {line}"
