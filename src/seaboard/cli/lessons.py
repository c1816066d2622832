"""`seaboard lessons`: checks that lessons can be played as intended."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .shared import GameName, interpreted, say

if TYPE_CHECKING:
    from ..core.game import Game
    from ..lessons.lesson_file import Lesson


def lessons(
    name: GameName,
    files: Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="lesson files; default: the game's")] = None,
    way: Annotated[bool, typer.Option("--way", help="print the intended moves, and the legal moves of each task")] = False,
) -> None:
    """Check lessons: play the intended moves to the end, and try every wrong move on the way."""
    from ..lessons.lesson_file import lessons_of, read_lesson_file
    from ..lessons.lesson_session import check_lesson

    game = interpreted(name)
    chosen = [read_lesson_file(file) for file in files] if files else lessons_of(game)
    if not chosen:
        say(f"{game.title} has no lessons; docs/lessons.md explains how to write them")
    for lesson in chosen:
        if way:
            print_intended(game, lesson)
        tries = check_lesson(game, lesson)
        say(f"[bold]{lesson.name}[/]  {lesson.title}: {len(lesson.steps)} steps, {tries} wrong moves tried")


def print_intended(game: "Game", lesson: "Lesson") -> None:
    """Prints each step: its text, the legal moves, the intended move, and its result."""
    from ..lessons.lesson_session import LessonSession

    session = LessonSession(game, lesson)
    for _seat, story in session.opening:
        say(f"  [dim]{story}[/]")
    while step := session.step:
        if not session.moves_made:
            say(f"[bold]Step {session.step_index + 1}[/]  {step.say}")
        if session.has_task:
            say(f"  legal: {', '.join(session.match.moves())}")
        intended = session.next_intended()
        if intended is None:
            return
        feedback = session.handle(intended)
        say(f"  [cyan]{'continue' if intended < 0 else session.match.text(intended)}[/]  {feedback.kind} {feedback.words}")
        for _seat, story in feedback.stories:
            say(f"  [dim]{story}[/]")
        say(f"  [dim]points: {session.match.scores()}[/]")
        if feedback.kind in ("wrong", "failed"):
            return
