"""The rules of a game on one page, with boards of lessons; a player aid to print; the visual language."""

import re
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from ...core.game import Game
from ...drawing import board_svg
from ...drawing.style_sheet import style_panel
from ...games import find_game
from ...language import _, cache_per_language
from ...lessons.lesson_file import Lesson, lessons_of
from ...lessons.lesson_session import LessonSession
from ..errors import Refused
from ..view.board_view import view_board
from ..view.rendering import RULE, in_language, language_in, link_rules, markdown, numbered_rules, render, rules_html
from ..view.viewpoint import Viewpoint
from .table_pages import page
from .visitor import Visitor, use_language_of

router = APIRouter(include_in_schema=False)


@router.get("/rules/{name}")
async def whole_rules(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    return await visitor.draw(render_rules, visitor, game)


@router.get("/rules/{name}/numbered")
async def rules_part(request: Request, name: str) -> HTMLResponse:
    """The numbered rules as a part of a table's page."""
    use_language_of(request)
    return HTMLResponse(numbered_rules(find_game(name)))


@router.get("/aid/{name}")
async def aid_page(request: Request, name: str) -> Response:
    visitor, game = Visitor(request), find_game(name)
    text = text_of(game.texts.aid)
    if not text:
        raise Refused(404, _("{game} has no player aid.", game=game.title))
    html = link_rules(markdown(text), f"/rules/{game.name}")
    return page("aid.html", visitor, game=game, text=html, language=language_in(game.texts.aid))


@router.get("/style")
async def style_page(request: Request) -> Response:
    """The visual language of pages and boards."""
    return page("style.html", Visitor(request), drawn=board_svg([style_panel()]))


def render_rules(visitor: Visitor, game: Game) -> Response:
    summary, rules = texts_of(game)
    languages = {"short_language": language_in(game.texts.help), "numbered_language": language_in(game.texts.rules)}
    return page("rules.html", visitor, game=game, short=summary, numbered=rules, **languages)


@cache_per_language
def texts_of(game: Game) -> tuple[str, str]:
    """The summary and the numbered rules, as HTML."""
    summary = link_rules(rules_html(in_language(game.texts.help)))
    return summary, with_pictures(game, numbered_html(text_of(game.texts.rules)))


def text_of(folder: Path | None) -> str:
    """The file of a folder in the reader's language; empty without a folder."""
    return in_language(folder).read_text(encoding="utf-8") if folder else ""


def numbered_html(text: str) -> str:
    """Every rule has its number as an anchor; rule numbers in texts link to it."""
    html = markdown(text.partition("\n")[2])  # the page has its own heading
    html = re.sub(r"<h2>([A-Z]\d+) (.*?)</h2>", r'<h2 id="\1">\1 \2</h2>', html)
    rule = re.compile(rf"<li>(?:<p>)?({RULE}) (.*?)(?:</p>\s*)?</li>", re.DOTALL)
    return rule.sub(list_item, html)


def list_item(rule: re.Match) -> str:
    """One rule as an item of the list; its number links to itself."""
    number, text = rule[1], link_rules(rule[2])
    return f'<li id="{number}"><a class="number" href="#{number}">{number}</a> {text}</li>'


def with_pictures(game: Game, html: str) -> str:
    """Adds to each chapter the board of the first lesson that teaches one of its rules."""
    shown: set[str] = set()
    for lesson in lessons_of(game):
        for n, step in enumerate(lesson.steps):
            chapter = step.rule.partition(".")[0]
            if chapter and chapter not in shown and f'<h2 id="{chapter}">' in html:
                shown.add(chapter)
                figure = render("rules_figure.html", game=game, lesson=lesson, board=board_at(game, lesson, n), rule=step.rule)
                before, heading, rest = html.partition(f'<h2 id="{chapter}">')
                title, end, text = rest.partition("</h2>")
                html = before + heading + title + end + figure + text
    return html


def board_at(game: Game, lesson: Lesson, step: int) -> str:
    """The learner's board at the start of a step."""
    session = LessonSession(game, lesson)
    while session.step_index < step and (intended := session.next_intended()) is not None:
        session.handle(intended)
    return view_board(session.match, Viewpoint(lesson.seat), can_act=False).board
