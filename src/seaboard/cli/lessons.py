"""`seaboard lessons`: the lessons of the games, and whether a file is a lesson that can be played."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .shared import GameName, interpreted, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.lessons import Lesson


def lessons(
    name: GameName,
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="lessons; without, the game's own")] = None,
    way: Annotated[bool, typer.Option("--way", help="print the intended way, and what else is allowed at each task")] = False,
) -> None:
    """Check lessons: each is played to its end as it intends, with all wrong tries on the way."""
    from ..core.lessons import lessons_of, read_lesson_file
    from ..table.lessons import check_lesson

    game = interpreted(name)
    for lesson in [read_lesson_file(file) for file in files] if files else lessons_of(game):
        if way:
            print_way(game, lesson)
        tries = check_lesson(game, lesson)
        say(f"[bold]{lesson.name}[/]  {lesson.title}: {len(lesson.steps)} steps, {tries} wrong tries answered")


def print_way(game: "Game", lesson: "Lesson") -> None:
    """Step by step: what is said, what is allowed by the rules, what is intended, and what happens."""
    from ..table.lessons import Sitting

    sitting = Sitting(game, lesson)
    for _seat, story in sitting.opening:
        say(f"  [dim]{story}[/]")
    while step := sitting.step:
        if not sitting.made:
            say(f"[bold]Step {sitting.at + 1}[/]  {step.say}")
        if sitting.has_task:
            say(f"  allowed: {', '.join(sitting.match.moves())}")
        intended = sitting.next_intended()
        if intended is None:
            return
        answer = sitting.say(intended)
        say(f"  [cyan]{'go on' if intended < 0 else sitting.match.text(intended)}[/]  {answer.kind} {answer.words}")
        for _seat, story in answer.stories:
            say(f"  [dim]{story}[/]")
        say(f"  [dim]points: {sitting.match.scores()}[/]")
        if answer.kind in ("wrong", "failed"):
            return
