"""Pages and HTTP API of boxes. Every change names the version that the page shows."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from ...bots import new_bot
from ...core.box_file import BoxFile, copy_content, editor_of, fill_fields, print_box
from ...core.boxes import cache_box, installed_boxes
from ...core.game import Game
from ...games import find_game
from ...language import LANGUAGES, _, using_language
from ..errors import Refused
from ..store import box_rows as store
from ..tables.lobby import percent_compiled
from ..view.rendering import qr_code, render
from ..web.message_types import LinkAnswer, PageAnswer
from ..web.player_text import check_may_speak
from ..web.table_pages import page
from ..web.visitor import Visitor
from .box_messages import (
    BoxLinkRequest,
    CompletionAnswer,
    ComponentAnswer,
    ComponentRequest,
    FieldProblem,
    JobAnswer,
    JobRequest,
    MeasureAnswer,
    MeasureRequest,
    MergeAnswer,
    MergeRequest,
    NewBox,
    PicturesAnswer,
    PositionAnswer,
    PreviewAnswer,
    PreviewRequest,
    RemoveRequest,
    RenameRequest,
    SavedAnswer,
    SaveRequest,
)
from .box_service import Boxes, OpenedBox
from .box_views import card_html, cards_of, filters_of, status_html, view_of

router = APIRouter(include_in_schema=False)
MAX_PICTURES = 60  # in one answer
BOT = "random"  # plays the games that measure a component


def game_with_box(name: str) -> Game:
    """The game of this name. Raises Refused if its components cannot be edited."""
    game = find_game(name)
    if game.box_editor is None:
        raise Refused(404, _("{game} has no components to edit.", game=game.title))
    return game


class BoxAccess:
    """A request at a box that the caller may edit."""

    def __init__(self, request: Request, visitor: Visitor, opened: OpenedBox, key: str):
        self.visitor, self.opened, self.key = visitor, opened, key
        self.boxes: Boxes = request.app.state.boxes
        self.trials = request.app.state.trials

    async def saved_answer(self, opened: OpenedBox, kind: str, key: str) -> SavedAnswer:
        """The answer to a change of a component; the card is empty if the component was removed."""
        card = await self.visitor.draw(card_html, opened, kind, key) if key in opened.content[kind] else ""
        return {"version": opened.version, "key": key, "card": card, "status": status_html(opened)}


async def at_box(request: Request, game: str, box_id: str, key: Annotated[str, Query(max_length=100)] = "") -> BoxAccess:
    visitor, box_game = Visitor(request), game_with_box(game)
    return BoxAccess(request, visitor, await request.app.state.boxes.open(box_game, box_id, visitor.hash, key), key)


AtBox = Annotated[BoxAccess, Depends(at_box)]


def standard_box(game: Game) -> OpenedBox:
    """The components that come with Seaboard, as a box that nobody edits."""
    return OpenedBox("standard", 0, game, _("Standard box"), editor_of(game).standard(), [])


@router.get("/box/{game}")
async def standard_page(request: Request, game: str) -> Response:
    """The standard components, the visitor's boxes and those of the host."""
    visitor, box_game = Visitor(request), game_with_box(game)
    engine = request.app.state.registry.engine
    mine = await asyncio.to_thread(store.boxes_of, engine, visitor.hash, box_game.name) if visitor.hash else []
    installed = await asyncio.to_thread(installed_boxes, box_game)
    hosts = list({box.hash: box for box in installed.values()}.values())
    return await visitor.draw(render_box, visitor, standard_box(box_game), "", mine=mine, installed=hosts)


@router.get("/box/{game}/standard/file")
async def standard_file(request: Request, game: str) -> Response:
    """The standard box as a file, for editing outside the browser."""
    Visitor(request)
    box_game = game_with_box(game)
    box = BoxFile(box_game.name, "Standard", copy_content(editor_of(box_game).standard()))
    return file_response(box_game, box.hash, print_box(box, editor_of(box_game).parts))


@router.get("/box/{game}/{box_id}")
async def box_page(access: AtBox) -> Response:
    return await access.visitor.draw(render_box, access.visitor, access.opened, access.key)


def render_box(visitor: Visitor, opened: OpenedBox, key: str, **more: Any) -> Response:
    editor = opened.editor
    return page(
        "box/box.html",
        visitor,
        game=opened.game,
        box=opened,
        key=key,
        editor=editor,
        cards=cards_of(opened),
        filters=filters_of(opened),
        status=status_html(opened),
        defs=editor.defs(),
        vocabulary=editor.vocabulary(),
        languages=LANGUAGES,
        **more,
    )


@router.post("/box/{game}/new", status_code=201)
async def create(game: str, body: NewBox, request: Request, response: Response) -> PageAnswer:
    """A new box: a copy of the standard one, or the box in a file."""
    visitor, box_game = Visitor(request), game_with_box(game)
    visitor.make_token()
    box_id = await request.app.state.boxes.make(box_game, body.name, body.text, visitor.hash, visitor.network)
    visitor.remember(response)
    return {"page": f"/box/{box_game.name}/{box_id}"}


@router.post("/box/{game}/{box_id}/preview")
async def preview(access: AtBox, body: PreviewRequest) -> PreviewAnswer:
    """A preview of the component in all languages, and its errors."""
    return await access.visitor.draw(make_preview, access.opened, body.kind, body.key, dict(body.values))


def make_preview(opened: OpenedBox, kind: str, key: str, values: dict[str, str]) -> PreviewAnswer:
    part = opened.part(kind)
    values = fill_fields(part, values)
    problems = opened.editor.problems(kind, key or "1", values)
    if problems:
        by_field: list[FieldProblem] = [{"field": one.field, "text": one.text} for one in problems]
        return {"picture": "", "texts": {}, "problems": by_field}
    key = key or str(len(opened.content[kind]) + 1)
    texts = {}
    for language in LANGUAGES:
        with using_language(language):
            texts[language] = view_of(opened, kind, key, values).text
    return {"picture": view_of(opened, kind, key, values).picture, "texts": texts, "problems": []}


@router.post("/box/{game}/{box_id}/save")
async def save(access: AtBox, body: SaveRequest) -> SavedAnswer:
    opened, key = await access.boxes.save(
        access.opened, body.version, body.kind, body.key, dict(body.values), access.visitor.network
    )
    return await access.saved_answer(opened, body.kind, key)


@router.post("/box/{game}/{box_id}/remove")
async def remove(access: AtBox, body: RemoveRequest) -> SavedAnswer:
    opened = await access.boxes.remove(access.opened, body.version, body.kind, body.key, access.visitor.network)
    return await access.saved_answer(opened, body.kind, "")


@router.get("/box/{game}/{box_id}/component")
async def component(
    access: AtBox, kind: Annotated[str, Query(max_length=20)], of: Annotated[str, Query(max_length=60)]
) -> ComponentAnswer:
    """A component as it is stored."""
    access.opened.part(kind)
    return {"version": access.opened.version, "values": access.opened.values(kind, of)}


@router.get("/box/{game}/{box_id}/pictures")
async def pictures(
    request: Request,
    game: str,
    box_id: str,
    kind: Annotated[str, Query(max_length=20)],
    of: Annotated[str, Query(max_length=3000)],
    key: Annotated[str, Query(max_length=100)] = "",
) -> PicturesAnswer:
    """The drawings of the components in `of`, whose keys are separated by |."""
    if box_id == "standard":
        visitor, opened = Visitor(request), standard_box(game_with_box(game))
    else:
        access = await at_box(request, game, box_id, key)
        visitor, opened = access.visitor, access.opened
    keys = [one for one in of.split("|") if one in opened.content.get(kind, {})][:MAX_PICTURES]
    return {"pictures": await visitor.draw(draw_pictures, opened, kind, keys)}


def draw_pictures(opened: OpenedBox, kind: str, keys: list[str]) -> dict[str, str]:
    return {key: view_of(opened, kind, key, opened.content[kind][key]).picture for key in keys}


@router.get("/box/{game}/{box_id}/complete")
async def complete(access: AtBox, text: Annotated[str, Query(max_length=300)] = "") -> CompletionAnswer:
    """Words that can follow the effect typed so far."""
    return {"words": await access.visitor.draw(access.opened.editor.complete, text)}


@router.post("/box/{game}/{box_id}/try")
async def try_out(access: AtBox, body: ComponentRequest) -> PositionAnswer:
    """A position in which the component can be used."""
    opened = require_playable(access.opened)
    opened.part(body.kind)
    opened.values(body.kind, body.key)
    args = (opened.content, body.kind, body.key, cache_box(opened.file).reference)
    return {"text": await access.visitor.draw(opened.editor.try_out, *args)}


def require_playable(opened: OpenedBox) -> OpenedBox:
    """Raises Refused for a box with problems."""
    if opened.problems:
        raise Refused(422, _("This box isn't finished: {why}", why=str(opened.problems[0])))
    return opened


@router.post("/box/{game}/{box_id}/measure")
async def measure(access: AtBox, body: MeasureRequest) -> JobAnswer:
    """Starts bot games that measure how often the component is used and how many points it brings."""
    opened = require_playable(access.opened)
    opened.part(body.kind)
    opened.values(body.kind, body.key)
    report, reference = opened.editor.report, cache_box(opened.file).reference
    if report is None:
        raise Refused(422, _("Bot games can't tell you anything about this component."))
    if percent_compiled(opened.game) < 100:
        raise Refused(503, _("The game is still being set up for this computer; try again in a minute."))

    def player(box: Any, seed: str) -> Any:
        return new_bot(BOT, opened.game, box, seed)

    def play(games: int, seed: int) -> Any:
        return report(opened.game, reference, body.kind, body.key, games, seed, player)

    return {"job": access.trials.begin(access.visitor.network, body.key, body.games, play)}


@router.get("/box/{game}/{box_id}/measure")
async def measured(access: AtBox, job: Annotated[str, Query(max_length=40)]) -> MeasureAnswer:
    trial = access.trials.find(job, access.visitor.network)
    if trial.error:
        return {"done": trial.done, "total": trial.total, "report": "", "error": trial.error}
    html = render("box/measured.html", rows=trial.reports, games=trial.total) if trial.reports else ""
    return {"done": trial.done, "total": trial.total, "report": html}


@router.post("/box/{game}/{box_id}/cancel", status_code=204)
async def cancel(access: AtBox, body: JobRequest) -> None:
    access.trials.find(body.job, access.visitor.network).cancelled = True


@router.get("/box/{game}/{box_id}/file")
async def file(access: AtBox) -> Response:
    """The whole box as a file."""
    text = print_box(access.opened.file, access.opened.editor.parts)
    return file_response(access.opened.game, access.opened.file.hash, text)


def file_response(game: Game, box_hash: str, text: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="box-{game.name}-{box_hash}.toml"'}
    return Response(text, media_type="application/toml", headers=headers)


@router.post("/box/{game}/{box_id}/merge")
async def merge(access: AtBox, body: MergeRequest) -> MergeAnswer:
    """Merges another person's box into this one."""
    choices, visitor = dict(body.choices), access.visitor.network
    opened, conflicts = await access.boxes.merge(access.opened, body.version, body.text, choices, visitor)
    html = render("box/conflicts.html", conflicts=conflicts, editor=opened.editor) if conflicts else ""
    return {"version": opened.version, "conflicts": html}


@router.post("/box/{game}/{box_id}/rename")
async def rename(access: AtBox, body: RenameRequest) -> SavedAnswer:
    if access.opened.link:
        check_may_speak(access.visitor)
    opened = await access.boxes.rename(access.opened, body.version, body.name, access.visitor.network)
    return {"version": opened.version, "key": "", "card": "", "status": status_html(opened)}


@router.post("/box/{game}/{box_id}/delete", status_code=204)
async def delete(access: AtBox) -> None:
    await access.boxes.delete(access.opened)


@router.post("/box/{game}/{box_id}/link")
async def link(access: AtBox, body: BoxLinkRequest) -> LinkAnswer:
    """A link with which others edit the box."""
    check_may_speak(access.visitor)
    token = await access.boxes.new_link(access.opened, body.remove)
    if not token:
        return {"link": "", "qr": ""}
    path = f"/box/{access.opened.game.name}/{access.opened.id}?key={token}"
    return {"link": path, "qr": qr_code(body.origin + path) if body.origin else ""}
