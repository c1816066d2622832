"""Studies on this server: permissions, and changes, one at a time."""

import asyncio
import hmac
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...bots import Hint
from ...core.errors import SeaboardError
from ...language import _
from ...match import Match
from ...study.document import MAX_TITLE, Chapter, Study, read_study
from ...study.session import PlayedChapter, chapter_from_match, load, redeal_from, study_from_match
from ..errors import Refused, Stale
from ..jobs.bot_runner import BotRunner
from ..jobs.visitor_jobs import VisitorJobs
from ..runtime.event_streams import Hub
from ..runtime.limits import DAY, Limits
from ..runtime.lru_cache import LruCache
from ..store import Engine
from ..store import study_rows as store
from ..tables.branches import position_to_branch
from ..tables.game_table import GameTable
from ..tables.seat_keys import hash_of, is_table_id, new_table_id, new_token
from ..web.player_text import cleaned_line

MAX_OPENED = 16  # studies in memory, with the positions of their lines
MAX_EVALUATIONS = 500  # evaluated positions in memory
MAX_LINKS = 20  # to one study
Edit = Callable[["Draft"], int]  # changes a draft; returns the node to go to


def no_study() -> Refused:
    return Refused(404, _("There is no such study. It may have been deleted, or its link removed."))


def changed_meanwhile() -> Refused:
    return Refused(409, _("Someone else changed this study. This is the current version; try again."))


@dataclass
class OpenedStudy:
    """A study at a version, with the positions of those chapters that were shown."""

    version: int
    study: Study
    played: dict[int, PlayedChapter] = field(default_factory=dict)

    def chapter(self, number: int) -> Chapter:
        """A chapter by its number, from 1."""
        if not 1 <= number <= len(self.study.chapters):
            raise Refused(404, _("There is no such chapter in this study."))
        return self.study.chapters[number - 1]

    def played_chapter(self, number: int, previous: PlayedChapter | None = None) -> PlayedChapter:
        chapter = self.chapter(number)
        if number not in self.played:
            try:
                self.played[number] = PlayedChapter(chapter, previous)
            except SeaboardError as error:  # the rules changed, or the game is not installed any more
                raise Refused(410, _("This chapter can't be shown: {why}", why=str(error))) from None
        return self.played[number]

    def node(self, number: int, at: int) -> int:
        if at not in self.chapter(number).nodes:
            raise Refused(404, _("There is no such move in this study. It may have been deleted."))
        return at


@dataclass(frozen=True)
class Draft:
    """A study during a change, at an existing node."""

    study: Study  # the new one
    opened: OpenedStudy  # the current version
    number: int  # of the chapter
    at: int

    @property
    def chapter(self) -> Chapter:
        return self.study.chapters[self.number - 1]

    def played_chapter(self) -> PlayedChapter:
        return self.opened.played_chapter(self.number)


@dataclass(frozen=True)
class Visit:
    """A browser's access to a study: the study's row in the database, its links, and what the browser may do."""

    row: Any
    links: list[Any]
    is_maker: bool
    may_write: bool
    is_shared: bool  # others can read it

    @property
    def id(self) -> str:
        return self.row.id


class Studies:
    """Opens, creates and changes studies. Counts the studies that a visitor creates in a day, in memory only."""

    def __init__(self, engine: Engine, hub: Hub, limits: Limits, jobs: VisitorJobs):
        self.engine, self.hub, self.limits, self.jobs = engine, hub, limits, jobs
        self.opened: LruCache[str, OpenedStudy] = LruCache(MAX_OPENED)
        self.versions: LruCache[str, int] = LruCache(10_000)
        self.evaluations: LruCache[tuple, list[Hint]] = LruCache(MAX_EVALUATIONS)
        self.made_today: Counter[str] = Counter()  # by visitor
        self.day_start = time.monotonic()

    # access

    async def visit(self, study_id: str, browser: str, key: str) -> Visit:
        """The access of a browser to a study. Without access it gets the same error as for a missing study."""
        stored = await asyncio.to_thread(store.find_study, self.engine, study_id) if is_table_id(study_id) else None
        if stored is None:
            raise no_study()
        row, links = stored
        key_hash = hash_of(key) if key else ""
        permissions = [link.kind for link in links if hmac.compare_digest(link.hash, key_hash)]
        is_maker = hmac.compare_digest(row.maker, browser)
        if not is_maker and not permissions:
            raise no_study()
        self.note_version(study_id, row.version)
        return Visit(row, links if is_maker else [], is_maker, is_maker or "edit" in permissions, bool(links) or not is_maker)

    async def open(self, study_id: str, version: int, visitor: str) -> OpenedStudy:
        """The study, not older than this version."""
        opened = self.opened.get(study_id)
        if opened is None or opened.version < version:
            stored = await asyncio.to_thread(store.read_text, self.engine, study_id)
            if stored is None:
                raise no_study()
            number, text = stored
            opened = OpenedStudy(number, await self.jobs.run(visitor, read_study, text))
            self.opened[study_id] = opened
        return opened

    def note_version(self, study_id: str, version: int) -> None:
        """Notes the current version of a study, and notifies pages that show an older one."""
        if version > (self.versions.get(study_id) or 0):
            self.versions[study_id] = version
            self.hub.publish(store.NEWS + study_id)

    def on_remote_write(self, name: str, version: int) -> None:
        """Another process wrote."""
        if name.startswith(store.NEWS):
            self.note_version(name.removeprefix(store.NEWS), version)
            self.hub.publish(name)  # or removed a link

    def listen(self, study_id: str, browser: str, key: str, after: int) -> Any:
        """The event stream of a study, as long as the visitor has access."""

        async def may_listen() -> bool:
            try:
                await self.visit(study_id, browser, key)
            except Refused:
                return False
            return True

        return self.hub.listen(store.NEWS + study_id, lambda: self.versions.get(study_id) or 0, after, may_listen)

    # creation

    async def make(self, study: Study, maker: str, visitor: str, source: str = "") -> str:
        """Stores a new study; returns its id. Raises Refused if this visitor or this browser has too many."""
        if time.monotonic() - self.day_start > DAY:
            self.made_today.clear()
            self.day_start = time.monotonic()
        limit = self.limits.studies_each
        if self.made_today[visitor] >= limit or await asyncio.to_thread(store.count_of, self.engine, maker) >= limit:
            raise Refused(429, _("You have {n} studies; delete one first.", n=limit))
        study_id = new_table_id()
        self.made_today[visitor] += 1
        title, text = cleaned_line(study.title) or "–", await self.jobs.run(visitor, study.text)
        await asyncio.to_thread(store.add_study, self.engine, study_id, maker, title, text, source)
        return study_id

    async def from_text(self, text: str, maker: str, visitor: str) -> str:
        """Creates a study from a study file, a record or a position."""
        study = await self.jobs.run(visitor, load, text)
        return await self.make(study.without_sources(), maker, visitor)

    async def from_table(self, table: GameTable, held: list[int], at: int, maker: str, visitor: str) -> tuple[str, int]:
        """Creates a study from a position of a table; returns its id and node. A finished game has one study per browser."""
        if table.over:
            for study_id, opened in await self.studies_of_table(maker, table.id, visitor):
                chapter = opened.study.chapters[0]
                if chapter.source == (table.id, 0) and chapter.seat is None:
                    return study_id, node_after_moves(chapter, at) or 0
        study = await self.jobs.run(visitor, study_of_position, table.frozen(), held, at)
        return await self.make(study, maker, visitor, table.id), node_after_moves(study.chapters[0], at) or 0

    async def studies_of_table(self, maker: str, table_id: str, visitor: str) -> list[tuple[str, OpenedStudy]]:
        """A browser's studies of a table, the latest first."""
        ids = await asyncio.to_thread(store.studies_made_of, self.engine, maker, table_id) if maker else []
        return [(study_id, await self.open(study_id, self.versions.get(study_id) or 0, visitor)) for study_id in ids]

    async def url_of_line(self, maker: str, table_id: str, at: int, line: int, visitor: str) -> str | None:
        """The URL of the n-th line that a browser's study has from a position of a table; the first line is the game itself."""
        for study_id, opened in await self.studies_of_table(maker, table_id, visitor):
            for number, chapter in enumerate(opened.study.chapters, 1):
                if chapter.source and chapter.source[0] == table_id and (node := node_after_moves(chapter, at)) is not None:
                    lines = chapter.children(node)
                    if 1 <= line <= len(lines):
                        return f"/study/{study_id}?chapter={number}&at={lines[line - 1]}"
        return None

    async def evaluate(self, bots: BotRunner, match: Match, visitor: str) -> list[Hint]:
        """The bot's evaluation of each choice of the seat to move, cached."""
        assert match.mover is not None
        key = (match.game.name, match.game.box_hash(match.box), match.view(match.mover).tobytes())
        if (hints := self.evaluations.get(key)) is None:
            hints = self.evaluations[key] = await bots.evaluate(match, match.mover, visitor)
        return hints

    # changes

    async def change(self, visit: Visit, version: int, place: tuple[int, int], edit: Edit, visitor: str) -> tuple[int, int]:
        """Applies an edit at a place (chapter, node) of this version; returns the new version and the node to go to."""
        if not visit.may_write:
            raise Refused(403, _("This link is read-only. Make a copy to try things out."))
        opened = await self.open(visit.id, visit.row.version, visitor)
        if opened.version != version:
            raise changed_meanwhile()
        number, at = place
        opened.node(number, at)

        def rewrite() -> tuple[OpenedStudy, int, str]:
            new = OpenedStudy(version + 1, opened.study.copy())
            node = edit(Draft(new.study, opened, number, at))
            text = new.study.text()
            if len(new.study.chapters) == len(opened.study.chapters):
                for chapter, played in opened.played.items():
                    new.played_chapter(chapter, played)
            return new, node, text

        new, node, text = await self.jobs.run(visitor, rewrite)
        title = cleaned_line(new.study.title) or "–"
        try:
            await asyncio.to_thread(store.write_study, self.engine, visit.id, version, title, text)
        except Stale:
            self.opened.pop(visit.id)
            raise changed_meanwhile() from None
        self.opened[visit.id] = new
        self.note_version(visit.id, new.version)
        return new.version, node

    async def delete(self, visit: Visit) -> None:
        self.require_maker(visit)
        await asyncio.to_thread(store.delete_study, self.engine, visit.id)
        self.opened.pop(visit.id)
        self.hub.publish(store.NEWS + visit.id)

    async def new_link(self, visit: Visit, kind: str) -> str:
        self.require_maker(visit)
        if len(visit.links) >= MAX_LINKS:
            raise Refused(429, _("This study already has {n} links; remove one first.", n=len(visit.links)))
        token = new_token()
        await asyncio.to_thread(store.add_link, self.engine, visit.id, hash_of(token), kind)
        return token

    async def revoke(self, visit: Visit, start: str) -> None:
        """Disables the link whose hash starts with these digits."""
        self.require_maker(visit)
        await asyncio.to_thread(store.delete_link, self.engine, visit.id, start)
        self.hub.publish(store.NEWS + visit.id)

    def require_maker(self, visit: Visit) -> None:
        if not visit.is_maker:
            raise Refused(403, _("Only the owner of this study can do that."))


def study_of_position(table: GameTable, held: list[int], at: int) -> Study:
    """A study of a finished game; of a running game, of the position with hidden information redealt (see branches.py)."""
    if table.over:
        study = study_from_match(table.match, study_title(table))
        study.chapters[0].source = (table.id, 0)
        return study
    position, seat = position_to_branch(table, held, at, redeal=True)
    chapter = chapter_from_match(Match.from_position(position, table.match.names), study_title(table))
    chapter.seat, chapter.source = seat, (table.id, min(at, table.match.version))
    return Study(chapter.title, [chapter])


def study_title(table: GameTable) -> str:
    return f"{table.game.title}: {', '.join(seat.name for seat in table.seats)}"[:80]


def node_after_moves(chapter: Chapter, at: int) -> int | None:
    """The chapter's node after `at` moves of its table's game, if it exists.

    The moves of the game keep their node ids (see `chapter_from_match`), whichever line is the main one now. A redealt chapter
    starts at a position of the game and leaves it.
    """
    node = at - (chapter.source[1] if chapter.source else 0)
    exists = node in chapter.nodes and chapter.path(node) == list(range(1, node + 1))
    return node if exists and (node == 0 or chapter.seat is None) else None


def redeal(draft: Draft) -> int:
    """Adds a chapter with the mover's hidden information redealt."""
    chapter = redeal_from(draft.played_chapter(), draft.at)
    if draft.chapter.seat is None:
        chapter.title = _("{title}, reshuffled", title=chapter.title)[:MAX_TITLE]
    draft.study.chapters.append(chapter)
    return 0
