"""Boxes on this server: permissions, and changes, one at a time."""

import asyncio
import contextlib
import hmac
import logging
import time
from dataclasses import dataclass, replace
from typing import Any

from ...core import boxes
from ...core.box_file import (
    BadBox,
    BoxFile,
    Difference,
    component_problems,
    copy_content,
    editor_of,
    fill_fields,
    merge,
    name_problem,
    print_box,
    read_box,
    renumber,
)
from ...core.box_parts import BoxEditor, Content, Part, Problem, Values
from ...core.game import Game
from ...games import find_game
from ...language import _
from ..errors import Refused, Stale
from ..jobs.visitor_jobs import VisitorJobs
from ..runtime.limits import Limits
from ..runtime.lru_cache import LruCache
from ..store import Engine, first_line
from ..store import box_rows as store
from ..tables.seat_keys import hash_of, is_table_id, new_table_id, new_token

MAX_OPENED = 32  # boxes in memory
MAX_STORED = 5000  # hashes of contents that are known to be stored
STORED_SECONDS = 3600.0  # after which a content is stored again; well below the age at which unused contents are deleted
SWEEP_SECONDS = 86400.0  # between two deletions of unused contents
log = logging.getLogger("seaboard")


def no_box() -> Refused:
    return Refused(404, _("There is no such box. It may have been deleted, or its link removed."))


def changed_meanwhile() -> Refused:
    return Refused(
        409, _("Someone else has changed this box. What you typed is still here; look at the change and save again.")
    )


@dataclass(frozen=True)
class OpenedBox:
    """A box at a version."""

    id: str
    version: int
    game: Game
    name: str
    content: Content
    problems: list[Problem]  # of all components together; a box without problems can be used in games
    is_maker: bool = False
    link: bool = False  # there is a link for others

    @property
    def editor(self) -> BoxEditor:
        return editor_of(self.game)

    @property
    def file(self) -> BoxFile:
        return BoxFile(self.game.name, self.name, self.content)

    def part(self, kind: str) -> Part:
        if (part := self.editor.part(kind)) is None:
            raise Refused(404, _("There is no such kind of component."))
        return part

    def values(self, kind: str, key: str) -> Values:
        if key not in self.content.get(kind, {}):
            raise Refused(404, _("There is no such component in this box."))
        return self.content[kind][key]


class Boxes:
    """Opens, creates and changes boxes; finds the box with a hash."""

    def __init__(self, engine: Engine, limits: Limits, jobs: VisitorJobs):
        self.engine, self.limits, self.jobs = engine, limits, jobs
        self.opened: LruCache[tuple[str, int], OpenedBox] = LruCache(MAX_OPENED)
        self.stored: LruCache[str, float] = LruCache(MAX_STORED)  # by hash, the time
        self.sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Lets options name the boxes of this server, and starts the task that deletes unused contents."""
        boxes.sources.append(self.text_of_hash)
        boxes.on_use.append(self.store_content)
        self.sweeper = asyncio.create_task(self.sweep())

    async def stop(self) -> None:
        if self.sweeper:
            self.sweeper.cancel()
            await asyncio.gather(self.sweeper, return_exceptions=True)
        for callbacks, own in ((boxes.sources, self.text_of_hash), (boxes.on_use, self.store_content)):
            with contextlib.suppress(ValueError):
                callbacks.remove(own)  # type: ignore[arg-type]

    async def sweep(self) -> None:
        while True:
            try:
                await asyncio.to_thread(store.delete_unused, self.engine)
            except Exception as error:  # the database may be down for a while
                log.warning("cannot delete unused boxes: %s", first_line(error))
            await asyncio.sleep(SWEEP_SECONDS)

    def text_of_hash(self, box_hash: str) -> str | None:
        return store.text_of_hash(self.engine, box_hash)

    def store_content(self, box: BoxFile) -> None:
        """Stores the content of a box that is used in a game, so that the game stays as it is when its owner edits the box."""
        now = time.monotonic()
        if now - (self.stored.get(box.hash) or -STORED_SECONDS) >= STORED_SECONDS:
            text = print_box(box, editor_of(find_game(box.game)).parts)
            store.keep_content(self.engine, box.hash, box.game, text)
            self.stored[box.hash] = now

    # access

    async def open(self, game: Game, box_id: str, who: str, key: str) -> OpenedBox:
        """Opens a box. A person without access gets the same error as for a missing box."""
        row = await asyncio.to_thread(store.read_box_row, self.engine, box_id) if is_table_id(box_id) else None
        if row is None or row.game != game.name:
            raise no_box()
        is_maker = bool(who) and hmac.compare_digest(row.who, who)
        has_link = bool(key) and bool(row.link) and hmac.compare_digest(row.link, hash_of(key))
        if not is_maker and not has_link:
            raise no_box()
        box = self.opened.get((box_id, row.version))
        if box is None:
            box = await self.jobs.run(who or key, read_row, game, row)
            self.opened[box_id, row.version] = box
        return replace(box, is_maker=is_maker, link=bool(row.link))

    # changes

    async def make(self, game: Game, name: str, text: str, who: str, visitor: str) -> str:
        """Stores a new box: the one in a text, or a copy of the standard box."""
        if await asyncio.to_thread(store.count_of, self.engine, who) >= self.limits.boxes_each:
            raise Refused(429, _("You have {n} boxes; delete one first.", n=self.limits.boxes_each))
        box, problems = await self.jobs.run(visitor, new_box, game, name, text)
        box_id = new_table_id()
        row = {"id": box_id, "who": who, "game": game.name, "name": box.name}
        stored = print_box(box, editor_of(game).parts)
        await asyncio.to_thread(
            store.add_box, self.engine, {**row, "text": stored, "hash": box.hash, "problems": len(problems)}
        )
        return box_id

    async def write(self, opened: OpenedBox, version: int, name: str, content: Content, visitor: str) -> OpenedBox:
        """Stores a change of this version, whose components have no problems one by one."""
        if opened.version != version:
            raise changed_meanwhile()
        problems = await self.jobs.run(visitor, opened.editor.check_all, content)
        box = BoxFile(opened.game.name, name, content)
        new = {"name": name, "text": print_box(box, opened.editor.parts), "hash": box.hash, "problems": len(problems)}
        try:
            await asyncio.to_thread(store.write_box, self.engine, opened.id, version, new)
        except Stale:
            raise changed_meanwhile() from None
        changed = replace(opened, version=version + 1, name=name, content=content, problems=problems)
        self.opened[opened.id, version + 1] = changed
        return changed

    async def save(
        self, opened: OpenedBox, version: int, kind: str, key: str, values: Values, visitor: str
    ) -> tuple[OpenedBox, str]:
        """Stores a component, a new one if the key is empty. Returns the changed box and the component's key."""
        part = opened.part(kind)
        if not key and not part.grows:
            raise Refused(422, _("Nothing can be added here."))
        if key:
            opened.values(kind, key)
        values = fill_fields(part, values)
        if problems := opened.editor.problems(kind, key or "1", values):
            raise Refused(422, str(problems[0]))
        content = copy_content(opened.content)
        key = key or str(len(content[kind]) + 1)
        content[kind][key] = values
        return await self.write(opened, version, opened.name, content, visitor), key

    async def remove(self, opened: OpenedBox, version: int, kind: str, key: str, visitor: str) -> OpenedBox:
        part = opened.part(kind)
        opened.values(kind, key)
        if not part.grows:
            raise Refused(422, _("This component belongs to the game; it can't be removed."))
        content = copy_content(opened.content)
        del content[kind][key]
        content[kind] = renumber(part, content[kind])
        return await self.write(opened, version, opened.name, content, visitor)

    async def rename(self, opened: OpenedBox, version: int, name: str, visitor: str) -> OpenedBox:
        if problem := name_problem(name.strip()):
            raise Refused(422, problem)
        return await self.write(opened, version, name.strip(), opened.content, visitor)

    async def merge(
        self, opened: OpenedBox, version: int, text: str, choices: dict[str, str], visitor: str
    ) -> tuple[OpenedBox, list[Difference]]:
        """Merges another box into this one. Stores nothing if conflicts remain, and returns them."""
        other, _problems = await self.jobs.run(visitor, new_box, opened.game, opened.name, text)
        content, conflicts = merge(opened.editor, opened.content, other.content, choices)
        if conflicts:
            return opened, conflicts
        return await self.write(opened, version, opened.name, content, visitor), []

    async def delete(self, opened: OpenedBox) -> None:
        self.require_maker(opened)
        await asyncio.to_thread(store.delete_box, self.engine, opened.id)

    async def new_link(self, opened: OpenedBox, remove: bool) -> str:
        """Replaces the link of a box, or removes it; returns the token of the new one."""
        self.require_maker(opened)
        token = "" if remove else new_token()
        await asyncio.to_thread(store.set_link, self.engine, opened.id, hash_of(token) if token else None)
        return token

    def require_maker(self, opened: OpenedBox) -> None:
        if not opened.is_maker:
            raise Refused(403, _("Only the owner of this box can do that."))


def read_row(game: Game, row: Any) -> OpenedBox:
    """The box of a row. Raises Refused for a box that this version of Seaboard cannot read."""
    try:
        box = read_box(row.text, find_game, finished=False)
    except BadBox as error:
        raise Refused(410, _("This version of Seaboard can't read this box: {why}", why=str(error))) from None
    return OpenedBox(row.id, row.version, game, box.name, box.content, editor_of(game).check_all(box.content))


def new_box(game: Game, name: str, text: str) -> tuple[BoxFile, list[Problem]]:
    """The box in a text, or a copy of the standard one under this name."""
    editor = editor_of(game)
    if not text:
        name = name.strip() or _("My box")
        if problem := name_problem(name):
            raise Refused(422, problem)
        return BoxFile(game.name, name, copy_content(editor.standard())), []
    if text.lstrip("\ufeff").startswith("PK"):
        raise Refused(422, _("A box is a text file (TOML), not an archive; unpack it first."))
    box = read_box(text.removeprefix("\ufeff"), lambda name: check_same_game(game, name), _("this file"), finished=False)
    if problems := component_problems(editor, box.content):
        raise BadBox([(0, one) for one in problems])
    return box, editor.check_all(box.content)


def check_same_game(game: Game, name: str) -> Game:
    if name != game.name:
        raise Refused(422, _("This is a box of {other}, not of {game}.", other=name[:20], game=game.title))
    return game
