"""Pages and HTTP API of studies. Every change names the version that the page shows."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from ...core.option_sources import UntrustedOptions
from ...drawing.board import VIEWPORT
from ...games import find_game
from ...language import _
from ...match import Match
from ...study.document import Fields as DocumentFields
from ...study.document import read_marks
from ...study.session import load
from ..errors import Refused
from ..runtime.event_streams import EventStream
from ..store import study_rows as store
from ..tables import lobby
from ..view import close_up
from ..view.rendering import qr_code
from ..view.viewpoint import Viewpoint, viewport_of
from ..web.message_types import MAX_INT, LinkAnswer
from ..web.player_text import check_may_speak, cleaned_line, cleaned_lines, shared_text
from ..web.table_pages import page
from ..web.visitor import Visitor
from .study_messages import (
    ChangeAnswer,
    ChangeRequest,
    ChapterRequest,
    EvaluationAnswer,
    NewStudy,
    NewStudyAnswer,
    NodeRequest,
    NoteRequest,
    PlayRequest,
    StudyLinkRequest,
    StudyRevokeRequest,
    StudyScene,
    TitleRequest,
)
from .study_scene import evaluation_of, study_scene, viewer_at
from .study_service import Draft, Edit, OpenedStudy, Studies, Visit, redeal

router = APIRouter()
study_routes = APIRouter(include_in_schema=False)


class StudyAccess:
    """A request at a study: its current version, and the caller's permissions."""

    def __init__(self, request: Request, visitor: Visitor, visit: Visit, opened: OpenedStudy, key: str):
        self.state, self.visitor, self.visit, self.opened, self.key = request.app.state, visitor, visit, opened, key
        self.studies: Studies = request.app.state.studies

    def cleaned_text(self, text: str) -> str:
        """A text for the study, cleaned. Raises Refused if others can read it and the visitor is muted."""
        return shared_text(self.visitor, text) if self.visit.is_shared else cleaned_lines(text)

    def check_may_speak(self) -> None:
        if self.visit.is_shared:
            check_may_speak(self.visitor)

    async def change(self, body: ChangeRequest, edit: Edit) -> ChangeAnswer:
        version, node = await self.studies.change(self.visit, body.version, (body.chapter, body.at), edit, self.visitor.network)
        return {"version": version, "chapter": body.chapter, "at": node}


async def at_study(request: Request, study_id: str, key: Annotated[str, Query(max_length=100)] = "") -> StudyAccess:
    visitor, studies = Visitor(request), request.app.state.studies
    visit = await studies.visit(study_id, visitor.hash, key)
    return StudyAccess(request, visitor, visit, await studies.open(study_id, visit.row.version, visitor.network), key)


AtStudy = Annotated[StudyAccess, Depends(at_study)]


@router.post("/api/studies", status_code=201)
async def create(body: NewStudy, request: Request, response: Response) -> NewStudyAnswer:
    """Creates a study from a text, of a game's set-up, or from a table; a finished game has one study per browser."""
    visitor, studies, registry = Visitor(request), request.app.state.studies, request.app.state.registry
    visitor.remember(response)
    if not body.table:
        text = await visitor.draw(set_up, body.game, body.players) if body.game else body.text
        study_id = await studies.from_text(text, visitor.hash, visitor.network)
        return {"study": study_id, "page": f"/study/{study_id}"}
    table = await registry.open(body.table)
    held = table.held_by(visitor.hash)
    study_id, node = await studies.from_table(table, held, body.at, visitor.hash, visitor.network)
    return {"study": study_id, "page": f"/study/{study_id}?chapter=1&at={node}"}


def set_up(name: str, players: int) -> str:
    """The position after the set-up of a game, with its usual number of players if none is given."""
    return Match.from_options(find_game(name), UntrustedOptions({"players": players} if players else {})).position()


@study_routes.get("/study")
async def my_studies(request: Request) -> Response:
    """The studies of this browser, and forms for a new one: of a game, or from a file."""
    visitor = Visitor(request)
    engine = request.app.state.registry.engine
    mine = await asyncio.to_thread(store.studies_of, engine, visitor.hash) if visitor.hash else []
    return page("study/studies.html", visitor, studies=mine, games=lobby.games())


@study_routes.get("/study/{study_id}")
async def study_page(access: AtStudy) -> Response:
    return page("study/study.html", access.visitor, visit=access.visit, study=access.opened.study)


@study_routes.get("/study/{study_id}/scene", responses={200: {"model": StudyScene}})
async def scene(
    access: AtStudy,
    chapter: Annotated[int, Query(ge=1, le=MAX_INT)] = 1,
    at: Annotated[int, Query(ge=0, le=MAX_INT)] = 0,
    narrow: bool = False,
    width: Annotated[int, Query(ge=300, le=6000)] = VIEWPORT[0],
    height: Annotated[int, Query(ge=300, le=6000)] = VIEWPORT[1],
    known: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The scene of a node; without the tree if the page has the tree with the mark `known`."""
    number = min(chapter, len(access.opened.study.chapters))
    viewpoint = Viewpoint(None, narrow=narrow, viewport=viewport_of(width, height))
    answer = await access.visitor.draw(study_scene, access.opened, access.visit, number, at, viewpoint, known)
    return JSONResponse(answer)


@study_routes.get("/study/{study_id}/close-up")
async def close_up_html(
    access: AtStudy,
    what: Annotated[str, Query(max_length=60)],
    chapter: Annotated[int, Query(ge=1, le=MAX_INT)] = 1,
    at: Annotated[int, Query(ge=0, le=MAX_INT)] = 0,
    narrow: bool = False,
) -> Response:
    """A close-up of one thing on the board, with its description."""
    played = await access.visitor.draw(access.opened.played_chapter, chapter)
    match = played.match_at(access.opened.node(chapter, at))
    viewpoint = Viewpoint(viewer_at(played, match), narrow=narrow)
    return HTMLResponse(await access.visitor.draw(close_up.draw_close_up, match, viewpoint, what))


@study_routes.get("/study/{study_id}/events")
async def events(access: AtStudy, after: Annotated[int, Query(ge=-1, le=MAX_INT)] = -1) -> Response:
    """Server-sent events: the number of each new version."""
    news = access.studies.listen(access.visit.id, access.visitor.hash, access.key, after)
    return EventStream(news, access.state.pages.place(access.visitor.network))


@study_routes.get("/study/{study_id}/file")
async def file(access: AtStudy) -> Response:
    """The whole study as a file; only for its owner with the ids of its tables."""
    study = access.opened.study if access.visit.is_maker else access.opened.study.without_sources()
    headers = {"content-disposition": f'attachment; filename="study-{access.visit.id}.json"'}
    return Response(await access.visitor.draw(study.text), media_type="application/json", headers=headers)


@study_routes.post("/study/{study_id}/play")
async def play(access: AtStudy, body: PlayRequest) -> ChangeAnswer:
    """Adds a move after a node."""

    def edit(draft: Draft) -> int:
        match = draft.played_chapter().match_at(draft.at)
        if match.over:
            raise Refused(422, _("The game is over."))
        if body.action >= match.game.num_actions:
            raise Refused(422, _("There is no such action."))
        if reason := match.why_not(body.action):
            raise Refused(422, str(reason))
        return draft.chapter.add(draft.at, match.text(body.action))

    return await access.change(body, edit)


@study_routes.post("/study/{study_id}/evaluation")
async def evaluation(access: AtStudy, body: NodeRequest) -> EvaluationAnswer:
    """The bot's evaluation of each choice; deterministic."""
    played, hints = await evaluate_choices(access, body)
    return await access.visitor.draw(evaluation_of, played, body.at, hints)


@study_routes.post("/study/{study_id}/bot")
async def bot_moves(access: AtStudy, body: ChangeRequest) -> ChangeAnswer:
    """A bot plays the next move."""
    _played, hints = await evaluate_choices(access, body)
    if not hints:
        raise Refused(422, _("The game is over."))
    best = hints[0].action
    return await play(access, PlayRequest(version=body.version, chapter=body.chapter, at=body.at, action=best))


async def evaluate_choices(access: StudyAccess, body: NodeRequest) -> tuple[Any, list[Any]]:
    opened = access.opened
    played = await access.visitor.draw(opened.played_chapter, body.chapter)
    match = played.match_at(opened.node(body.chapter, body.at))
    if match.mover is None:
        return played, []
    return played, await access.studies.evaluate(access.state.bots, match, access.visitor.network)


@study_routes.post("/study/{study_id}/note")
async def note(access: AtStudy, body: NoteRequest) -> ChangeAnswer:
    """Changes the comment or the marks of a node."""
    comment = None if body.comment is None else access.cleaned_text(body.comment)

    def edit(draft: Draft) -> int:
        if comment is not None:
            draft.chapter.note(draft.at, comment=comment)
        if body.marks is not None:
            draft.chapter.note(draft.at, marks=read_marks(DocumentFields({"marks": body.marks}, "")))
        return draft.at

    return await access.change(body, edit)


@study_routes.post("/study/{study_id}/remove")
async def remove(access: AtStudy, body: ChangeRequest) -> ChangeAnswer:
    """Deletes a move and everything after it."""

    def edit(draft: Draft) -> int:
        return draft.chapter.remove(draft.at)

    return await access.change(body, edit)


@study_routes.post("/study/{study_id}/promote")
async def promote(access: AtStudy, body: ChangeRequest) -> ChangeAnswer:
    """Makes the line of a node the main line."""

    def edit(draft: Draft) -> int:
        draft.chapter.promote(draft.at)
        return draft.at

    return await access.change(body, edit)


@study_routes.post("/study/{study_id}/redeal")
async def redeal_chapter(access: AtStudy, body: ChangeRequest) -> ChangeAnswer:
    """Adds a chapter that starts at a node, with the mover's hidden information redealt."""
    answer = await access.change(body, redeal)
    return {**answer, "chapter": len(access.opened.study.chapters) + 1}


@study_routes.post("/study/{study_id}/title")
async def change_title(access: AtStudy, body: TitleRequest) -> ChangeAnswer:
    """Changes the title of the study or of a chapter."""
    title = cleaned_line(access.cleaned_text(body.title))
    if not title:
        raise Refused(422, _("Enter a title."))

    def edit(draft: Draft) -> int:
        if body.of_chapter:
            draft.chapter.title = title
        else:
            draft.study.title = title
        return draft.at

    return await access.change(body, edit)


@study_routes.post("/study/{study_id}/chapter")
async def add_chapter(access: AtStudy, body: ChapterRequest) -> ChangeAnswer:
    """Adds chapters from a study, a record or a position."""
    access.check_may_speak()
    more = (await access.visitor.draw(load, body.text)).without_sources()

    def edit(draft: Draft) -> int:
        draft.study.chapters += more.chapters
        return 0

    return {**await access.change(body, edit), "chapter": len(access.opened.study.chapters) + 1}


@study_routes.post("/study/{study_id}/remove-chapter")
async def remove_chapter(access: AtStudy, body: ChangeRequest) -> ChangeAnswer:
    """Deletes a chapter; a study keeps at least one."""

    def edit(draft: Draft) -> int:
        if len(draft.study.chapters) == 1:
            raise Refused(422, _("A study needs at least one chapter."))
        del draft.study.chapters[draft.number - 1]
        return 0

    return {**await access.change(body, edit), "chapter": 1}


@study_routes.post("/study/{study_id}/copy", status_code=201)
async def copy_study(access: AtStudy, response: Response) -> NewStudyAnswer:
    """Copies the study for the caller."""
    access.visitor.remember(response)
    visitor = access.visitor
    study_id = await access.studies.make(access.opened.study.without_sources(), visitor.hash, visitor.network)
    return {"study": study_id, "page": f"/study/{study_id}"}


@study_routes.post("/study/{study_id}/delete", status_code=204)
async def delete(access: AtStudy) -> None:
    await access.studies.delete(access.visit)


@study_routes.post("/study/{study_id}/link")
async def link(access: AtStudy, body: StudyLinkRequest) -> LinkAnswer:
    """A link for others: to read, or to edit."""
    check_may_speak(access.visitor)
    path = f"/study/{access.visit.id}?key={await access.studies.new_link(access.visit, body.kind)}"
    return {"link": path, "qr": qr_code(body.origin + path) if body.origin else ""}


@study_routes.post("/study/{study_id}/revoke", status_code=204)
async def revoke(access: AtStudy, body: StudyRevokeRequest) -> None:
    """Disables a link."""
    await access.studies.revoke(access.visit, body.key)
