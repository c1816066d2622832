"""Commands to analyse played games: reviews, studies, puzzles."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import BadOption
from ..files import check_writable, write_whole
from .shared import (
    BoxFiles,
    GameName,
    Json,
    SeriesSeed,
    Untrusted,
    chosen_games,
    console,
    load_boxes,
    note,
    options_class_for,
    print_json,
    read_text,
    say,
    use_interpreter,
)

if TYPE_CHECKING:
    from ..core.option_sources import TrustedOptions
    from ..match import Match
    from ..study import Review
    from ..study.document import Study
    from ..study.session import PlayedChapter

DEFAULT_FILE = Path("puzzles.jsonl")


def review(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="a file with a record (JSON), - for stdin")],
    bot: Annotated[str, typer.Option(metavar="BOT", help="the bot that analyses; more simulations see deeper")] = "",
    threads: Annotated[int, typer.Option(min=1, max=64, help="number of threads")] = 2,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="write a self-contained page")] = None,
    untrusted: Untrusted = False,
    box: BoxFiles = None,
    as_json: Json = False,
) -> None:
    """Review a game: the cost of each choice, the effect of luck, and better moves."""
    from ..compiling import ensure_compiled
    from ..record import replay
    from ..study.review import BOT

    load_boxes(box)
    check_writable(html)
    match, _lines = replay(read_text(record), options_class=options_class_for(untrusted))
    name = bot or BOT
    ensure_compiled(match.game, [name])
    result = review_with_progress(match, name, threads)
    if html:
        from ..study.review_page import whole_page

        write_whole(html, whole_page(match, result))
        note(f"The review is in {html}.")
    if as_json:
        print_json(result.to_dict())
    elif not html:
        print_review(match, result)


def puzzles(
    name: GameName,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="number of bot games to scan")] = 20,
    out: Annotated[Path, typer.Option(metavar="FILE", help="puzzle file (JSON Lines), continued if it exists")] = DEFAULT_FILE,
    seed: SeriesSeed = "puzzles",
    bot: Annotated[str, typer.Option(metavar="BOT", help="the player of the games")] = "",
    simulations: Annotated[
        int, typer.Option(min=20, max=1_000_000, help="per search; ten times as many in the deep one")
    ] = 2000,
) -> None:
    """Find puzzles: positions from bot games in which one choice is clearly best."""
    from rich.progress import Progress

    from ..compiling import ensure_compiled
    from ..puzzles.puzzle_file import PuzzleFile, print_puzzles, read_puzzle_file
    from ..puzzles.puzzle_finder import PLAYER, find_puzzles

    game = chosen_games(name)[0]
    check_writable(out)
    new_file = PuzzleFile(game.name, seed, bot or PLAYER, simulations)
    file = read_puzzle_file(out) if out.exists() else new_file
    if (file.game, file.seed, file.bot, file.simulations) != (new_file.game, new_file.seed, new_file.bot, new_file.simulations):
        raise BadOption(
            f"{out} has other settings: {file.game}, seed {file.seed}, {file.bot}, {file.simulations} simulations; "
            "name another --out"
        )
    ensure_compiled(game, [new_file.bot, "search"])
    with Progress(console=console(stderr=True), transient=True) as progress:
        bar = progress.add_task("scanning", total=games)
        file = find_puzzles(
            game,
            file,
            games,
            save=lambda file: write_whole(out, print_puzzles(file)),
            progress=lambda done, found: progress.update(bar, completed=done, description=f"{found} puzzles"),
        )
    say(f"{len(file.puzzles)} puzzles from {file.games} games are in {out}")


def review_with_progress(match: "Match", bot: str, threads: int) -> "Review":
    from rich.progress import Progress

    from ..study import review as review_match

    with Progress(console=console(stderr=True), transient=True) as progress:
        bar = progress.add_task("analysing", total=None)
        return review_match(match, bot, threads, lambda done, total: progress.update(bar, completed=done, total=total))


def print_review(match: "Match", result: "Review") -> None:
    from rich.markup import escape
    from rich.table import Table

    from ..study.review_text import MARKS, change_text, mistake_text

    table = Table(title=f"Analysed by {result.bot}", title_justify="left")
    heads = ("own choices", "others' choices", "luck", "unforeseen", "average error", *MARKS)
    for heading in ("", *heads):
        table.add_column(heading, justify="right" if heading else "left")
    for name, row in zip(match.names, result.sums, strict=True):
        sums = [change_text(result, value) for value in (row.choice, row.others, row.luck, row.unforeseen)]
        scale, unit = (1, "") if result.is_solo else (100, " %")
        rate = f"{scale * row.error_rate:.1f} ± {scale * row.interval:.1f}{unit}"
        table.add_row(escape(name), *sums, rate, *(str(row.marks[mark]) for mark in MARKS))
    console().print(table)
    for index in result.swings:
        decision = result.decisions[index]
        say(f"move {decision.move + 1}, [bold]{decision.mark}[/]: {escape(mistake_text(match, result, decision))}")


def study(
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="a study (JSON), - for stdin")] = "",
    source: Annotated[str, typer.Option("--from", metavar="FILE", help="make a study from a record or a position")] = "",
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="the study file to write")] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="title of the study")] = "",
    untrusted: Untrusted = False,
    box: BoxFiles = None,
    as_json: Json = False,
) -> None:
    """Check a study and print it, or make one from a record or a position."""
    use_interpreter()
    from ..study.document import MAX_TITLE
    from ..study.session import load

    if bool(file) == bool(source):
        raise BadOption("name a study to read, or a record or a position with --from")
    load_boxes(box)
    options_class = options_class_for(untrusted)
    loaded = load(read_text(file or source), options_class)
    if title:
        loaded.title = title[:MAX_TITLE]
    if out:
        write_whole(out, loaded.text())
        note(f"The study is in {out}.")
    if as_json or (source and not out):
        print(loaded.text(), end="")
    elif file:
        show_study(loaded, options_class)


def show_study(shown: "Study", options_class: "type[TrustedOptions]") -> None:
    """Prints the chapters and their moves in notation."""
    from rich.markup import escape

    from ..study.session import PlayedChapter

    moves = sum(len(chapter.nodes) - 1 for chapter in shown.chapters)
    say(f"[bold]{escape(shown.title)}[/]: {len(shown.chapters)} chapters, {moves} moves, all legal")
    for n, chapter in enumerate(shown.chapters, 1):
        begins = "at a position" if chapter.position else "with the setup"
        redealt = "" if chapter.seat is None else f", redealt from the view of {chapter.names[chapter.seat]}"
        about = f"{chapter.game}, {', '.join(chapter.names)}; begins {begins}{redealt}"
        say(f"\n[bold]{n}. {escape(chapter.title)}[/] ({escape(about)})")
        for line in lines_of(PlayedChapter(chapter, options_class=options_class)):
            console().print(escape(line), soft_wrap=True)


def lines_of(played: "PlayedChapter") -> Iterator[str]:
    """The moves turn by turn; variations are indented, comments follow their move."""
    from ..study.session import turn_rows

    nodes, names = played.chapter.nodes, played.chapter.names
    yield from comment_lines(nodes[0].comment, "  ")
    for row in turn_rows(played):
        margin = "  " * (row.level + 1)
        moves = ", ".join(f"{nodes[node].move}{' *' if nodes[node].marks else ''}" for node in row.nodes)
        yield f"{margin}{'or ' if row.starts_variation else ''}{names[row.seat]}: {moves}"
        for node in row.nodes:
            yield from comment_lines(nodes[node].comment, f"{margin}    ")


def comment_lines(comment: str, margin: str) -> Iterator[str]:
    for line in comment.splitlines():
        yield f"{margin}# {line}"
