"""Pages of puzzles, and of the player's own mistakes as puzzles. The browser remembers solved puzzles."""

import json
from collections import Counter

from fastapi import APIRouter, Request, Response

from ...core.game import Game
from ...games import find_game
from ...language import _, mark, using_player_names
from ...puzzles.puzzle_file import DIFFICULTIES, Puzzle, puzzles_of
from ...puzzles.puzzle_task import Task, mistakes_of, task_from, task_of
from ...study.review import Decision, read_review
from ...study.review_text import MARKS
from ..errors import Refused
from ..tables import lobby
from ..view.board_view import view_board
from ..view.rendering import render
from ..view.viewpoint import Viewpoint
from ..web.table_access import AtTable, TableAccess
from ..web.table_pages import page
from ..web.visitor import Visitor
from .puzzle_messages import PuzzleKind, PuzzleRequest, PuzzleScene

router = APIRouter(include_in_schema=False)
TRANSLATED = (mark("easy"), mark("medium"), mark("hard"), mark("other"))  # difficulties and a theme in puzzle files


def no_puzzle() -> Refused:
    return Refused(404, _("There is no such puzzle."))


@router.get("/puzzles")
async def all_puzzles(request: Request) -> Response:
    visitor = Visitor(request)
    return await visitor.draw(puzzles_page, visitor, lobby.games())


@router.get("/puzzles/{name}")
async def puzzles_of_a_game(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    return await visitor.draw(puzzles_page, visitor, [game])


def puzzles_page(visitor: Visitor, games: list[Game]) -> Response:
    collections = [(game, puzzles, themes_in(puzzles)) for game in games if (puzzles := puzzles_of(game))]
    if not collections:
        raise no_puzzle()
    return page("puzzles.html", visitor, games=collections, difficulties=DIFFICULTIES)


def themes_in(puzzles: tuple[Puzzle, ...]) -> list[tuple[str, int]]:
    """Each theme and its number of puzzles, the most frequent first."""
    return Counter(puzzle.theme for puzzle in puzzles).most_common()


@router.get("/puzzles/{name}/{number}")
async def puzzle_page(request: Request, name: str, number: int) -> Response:
    visitor, game = Visitor(request), find_game(name)
    puzzles = puzzles_of(game)
    puzzle = find_puzzle(game, number)
    return page(
        "puzzle.html",
        visitor,
        game=game,
        number=number,
        all=[(n, one.theme, one.difficulty) for n, one in enumerate(puzzles, 1)],
        marks=[_(puzzle.difficulty), _(puzzle.theme)],
        address=f"/puzzles/{name}",
        key=game.name,
        back=(f"/puzzles/{name}", _("All puzzles")),
        title=_("Puzzle {n} of {all}", n=number, all=len(puzzles)),
    )


def find_puzzle(game: Game, number: int) -> Puzzle:
    puzzles = puzzles_of(game)
    if not 1 <= number <= len(puzzles):
        raise no_puzzle()
    return puzzles[number - 1]


@router.post("/puzzles/{name}/{number}")
async def solve(request: Request, name: str, number: int, body: PuzzleRequest) -> PuzzleScene:
    """The scene after a try. Nothing is stored."""
    visitor, game = Visitor(request), find_game(name)
    puzzle = find_puzzle(game, number)
    return await visitor.draw(lambda: scene(task_of(game, puzzle), body))


# the player's own mistakes


async def own_mistakes(access: TableAccess) -> list[Decision]:
    """The mistakes of the visitor's seats in the review of a finished game."""
    text = await access.state.reviews.stored_review(access.table)
    if not text:
        raise Refused(404, _("This game hasn't been reviewed yet."))
    mistakes = mistakes_of(read_review(json.loads(text)), access.held)
    if not mistakes:
        raise Refused(404, _("You made no mistakes in this game."))
    return mistakes


@router.get("/t/{table_id}/retry")
async def first_mistake(access: AtTable) -> Response:
    return await mistake_page(access, 1)


@router.get("/t/{table_id}/retry/{number}")
async def mistake_page(access: AtTable, number: int) -> Response:
    await access.refresh_seats()
    mistakes, table = await own_mistakes(access), access.table
    decision = find_mistake(mistakes, number)
    return page(
        "puzzle.html",
        access.visitor,
        game=table.game,
        number=number,
        all=[(n, "", one.mark) for n, one in enumerate(mistakes, 1)],
        marks=[_(MARKS[decision.mark]), _("Move {n}", n=decision.move + 1)],
        address=f"/t/{table.id}/retry",
        key=f"{table.id} retry",
        back=(f"/t/{table.id}/story", _("Game review")),
        title=_("Mistake {n} of {all}", n=number, all=len(mistakes)),
    )


def find_mistake(mistakes: list[Decision], number: int) -> Decision:
    if not 1 <= number <= len(mistakes):
        raise no_puzzle()
    return mistakes[number - 1]


@router.post("/t/{table_id}/retry/{number}")
async def solve_mistake(access: AtTable, number: int, body: PuzzleRequest) -> PuzzleScene:
    decision = find_mistake(await own_mistakes(access), number)
    match = access.table.frozen().match
    return await access.draw(lambda: scene(task_from(match, decision), body))


# scenes


def scene(task: Task, body: PuzzleRequest) -> PuzzleScene:
    """The board and the card next to it."""
    with using_player_names(task.match.names):
        return scene_of(task, body)


def scene_of(task: Task, body: PuzzleRequest) -> PuzzleScene:
    kind, action, words = judge_answer(task, body)
    solved = kind in ("right", "shown")
    steps = task.line(action) if action is not None else []
    step = min(len(steps), 1 if body.step is None else body.step) if solved else 0
    shown = steps[step - 1].match if step else task.match
    viewpoint = Viewpoint(task.seat, narrow=body.narrow, viewport=body.viewport)
    board_view = view_board(shown, viewpoint, can_act=not solved)
    reasons = task.reasons(action) if action is not None and kind != "refused" else []
    context = {"task": task, "kind": kind, "words": words, "reasons": reasons, "solved": solved, "board_view": board_view}
    return {
        "kind": kind,
        "action": action,
        "step": step,
        "steps": len(steps) if solved else 0,
        "board": board_view.board,
        "card": render("puzzle_card.html", game=task.match.game, steps=steps, step=step, about=puzzle_facts(task), **context),
    }


def puzzle_facts(task: Task) -> str:
    """The theme, the difficulty, and options that differ from the defaults; on a phone, the bar has no room for them."""
    match = task.match
    unusual = {
        option.name: match.options[option.name]
        for option in match.game.options
        if option.name == "players" or match.options[option.name] != option.read(option.default)
    }
    words = (_(task.theme) if task.theme else "", _(task.difficulty), lobby.options_text(json.dumps(unusual)))
    return " · ".join(filter(None, words))


def judge_answer(task: Task, body: PuzzleRequest) -> tuple[PuzzleKind, int | None, str]:
    """The kind of the answer, its action, and its text."""
    if body.show:
        return "shown", task.answers[0], _("Best move: {choice}.", choice=task.words(task.answers[0]))
    if body.action is None:
        return "", None, ""
    if body.action >= task.match.game.num_actions:
        raise Refused(422, _("There is no such action."))
    if reason := task.match.why_not(body.action):
        return "refused", None, str(reason)
    if body.action in task.answers:
        return "right", body.action, _("Right: {choice}.", choice=task.words(body.action))
    return "wrong", body.action, task.verdict(body.action)
