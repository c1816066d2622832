"""Pages of lessons. The server stores nothing: the page sends all inputs so far."""

from fastapi import APIRouter, Request, Response
from markdown_it import MarkdownIt

from ...core.game import Game
from ...drawing.board import VIEWPORT
from ...games import find_game
from ...language import _
from ...lessons.lesson_file import Lesson, lessons_of
from ...lessons.lesson_session import Feedback, LessonSession, play_intended, resume
from ...puzzles.puzzle_file import has_puzzles
from ..errors import Refused
from ..tables import lobby
from ..view.board_view import view_board
from ..view.rendering import link_rules, render
from ..view.viewpoint import Viewpoint
from ..web.table_pages import page
from ..web.visitor import Visitor
from .lesson_messages import LessonRequest, LessonScene

router = APIRouter(include_in_schema=False)
markdown = MarkdownIt("zero", {"html": False}).enable("emphasis")


def find_lesson(name: str, lesson_name: str) -> tuple[Game, Lesson]:
    game = find_game(name)
    lesson = next((lesson for lesson in lessons_of(game) if lesson.name == lesson_name), None)
    if lesson is None:
        raise Refused(404, _("There is no such lesson."))
    return game, lesson


@router.get("/learn")
async def all_lessons(request: Request) -> Response:
    return lessons_page(Visitor(request), lobby.games())


@router.get("/learn/{name}")
async def lessons_of_a_game(request: Request, name: str) -> Response:
    return lessons_page(Visitor(request), [find_game(name)])


def lessons_page(visitor: Visitor, games: list[Game]) -> Response:
    taught = [(game, lessons_of(game)) for game in games if lessons_of(game)]
    if not taught:
        raise Refused(404, _("There is no such lesson."))
    puzzles = {game.name: has_puzzles(game) for game, _lessons in taught}
    return page("learn.html", visitor, games=taught, has_first_game=lobby.has_first_game, puzzles=puzzles)


@router.get("/learn/{name}/{lesson_name}")
async def lesson_page(request: Request, name: str, lesson_name: str) -> Response:
    visitor = Visitor(request)
    game, lesson = find_lesson(name, lesson_name)
    lessons = lessons_of(game)
    number = lessons.index(lesson) + 1
    following = lessons[number] if number < len(lessons) else None
    position = {"number": number, "lessons": lessons, "following": following}
    return page("lesson.html", visitor, game=game, lesson=lesson, has_first_game=lobby.has_first_game, **position)


@router.post("/learn/{name}/{lesson_name}")
async def answer_input(request: Request, name: str, lesson_name: str, body: LessonRequest) -> LessonScene:
    """The scene after the learner's inputs; a wrong input is answered and left out."""
    visitor = Visitor(request)
    game, lesson = find_lesson(name, lesson_name)
    return await visitor.draw(scene_after, game, lesson, body)


def scene_after(game: Game, lesson: Lesson, body: LessonRequest) -> LessonScene:
    session, answer = (play_intended if body.help else resume)(game, lesson, body.inputs)
    return scene(session, answer, body.narrow, body.viewport)


def scene(session: LessonSession, answer: Feedback, narrow: bool, viewport: tuple[int, int] = VIEWPORT) -> LessonScene:
    """The learner's board and the card next to it."""
    can_act = session.has_task and not session.failed
    board_view = view_board(session.match, Viewpoint(session.lesson.seat, narrow=narrow, viewport=viewport), can_act=can_act)
    step = session.step
    context = {
        "game": session.game,
        "session": session,
        "step": step,
        "answer": answer,
        "board_view": board_view,
        "can_act": can_act,
        "say": paragraphs(str(step.say)) if step else [],
        "hint": paragraphs(str(step.hint)) if step and step.hint else [],
        "words": [link_rules(part, f"/rules/{session.game.name}") for part in paragraphs(answer.words)],
        "stories": [story for story in answer.stories if story[1]],
    }
    return {
        "inputs": session.inputs,
        "step_start": session.step_start,
        "previous_start": session.previous_start,
        "at": session.step_index,
        "kind": answer.kind,
        "failed": session.failed,
        "finished": session.finished,
        "board": board_view.board,
        "card": render("lesson_card.html", **context),
        "highlighted": session.highlighted(),
        "parts": session.highlighted_parts(),
        "intended": session.next_intended() if can_act else None,
    }


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text as HTML, with **bold** and *italic* only."""
    return [markdown.renderInline(part) for part in text.split("\n\n") if part.strip()]
