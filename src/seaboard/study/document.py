"""The file format of studies (JSON): chapters, each with a tree of moves, comments, and marks on the board.

    {"format": "seaboard study 1", "title": "...", "chapters": [
      {"title": "...", "game": "maori", "rules": 3, "box": "...", "options": {...}, "names": ["Ann", "Bob"],
       "seed": "...",                      a game from its setup; or "position": "..." (TOML)
       "seat": 0,                          only after a redeal from what this seat knew
       "lines": [{"id": 0, "comment": "...", "marks": [["ring", "display-3"], ["arrow", "display-3", "space-0-7"]]},
                 {"id": 1, "after": 0, "move": "set top 1"}, ...]}]}

A node is a move played after its parent node `after`. Node 0 is the start. The first child of a node continues the main line.
`session.py` checks whether the moves are legal.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.errors import BadStudy
from ..core.plain_text import clean_line, clean_lines, clean_name
from ..core.text_input import read_json

FORMAT = "seaboard study 1"
MAX_LENGTH = 400_000  # characters of a file
MAX_CHAPTERS, MAX_NODES, MAX_MARKS = 32, 3000, 40
MAX_COMMENT, MAX_TITLE, MAX_NAME, MAX_PLACE = 2000, 80, 24, 80
MAX_ID = 1_000_000
MARKS = {"ring": 1, "arrow": 2}  # number of places that each names

Mark = tuple[str, ...]


@dataclass(frozen=True)
class Node:
    """A move, and the comment and marks of the position after it."""

    id: int
    after: int | None = None  # None: the start
    move: str = ""
    comment: str = ""
    marks: tuple[Mark, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {"id": self.id}
        if self.after is not None:
            data |= {"after": self.after, "move": self.move}
        if self.comment:
            data["comment"] = self.comment
        if self.marks:
            data["marks"] = [list(mark) for mark in self.marks]
        return data


@dataclass
class Chapter:
    """A game or a position, with its tree of moves."""

    title: str
    game: str
    rules: int
    box: str
    options: dict[str, Any]
    names: list[str]
    seed: str = ""
    position: str = ""  # the first position (TOML), if not the setup
    seat: int | None = None  # the seat whose view the position was redealt from; None: no redeal
    source: tuple[str, int] | None = None  # (table, number of moves): where the chapter branched off
    nodes: dict[int, Node] = field(default_factory=lambda: {0: Node(0)})

    def children(self, node: int) -> list[int]:
        """The children of a node, the main line first."""
        return [child.id for child in self.nodes.values() if child.after == node]

    def children_by_node(self) -> dict[int, list[int]]:
        """The children of every node."""
        children: dict[int, list[int]] = {node: [] for node in self.nodes}
        for one in self.nodes.values():
            if one.after is not None:
                children[one.after].append(one.id)
        return children

    def path(self, node: int) -> list[int]:
        """The nodes from the first move to this node, without the start."""
        path: list[int] = []
        while (current := self.nodes[node]).after is not None:
            path.append(node)
            node = current.after
        return path[::-1]

    def main_line(self) -> Iterator[int]:
        """The nodes of the main line, beginning with the start."""
        children, node = self.children_by_node(), 0
        yield node
        while children[node]:
            node = children[node][0]
            yield node

    # changing

    def add(self, after: int, move: str) -> int:
        """Adds a move after a node; returns its id, or the id of the equal move that exists already."""
        for one in self.nodes.values():
            if one.after == after and one.move == move:
                return one.id
        node = max(self.nodes) + 1
        if node > MAX_ID:  # a file may already have the largest id
            node = next(unused for unused in range(1, MAX_ID) if unused not in self.nodes)
        self.nodes[node] = Node(node, after, move)
        return node

    def note(self, node: int, **fields: Any) -> None:
        """Replaces the comment or the marks of a node."""
        self.nodes[node] = replace(self.nodes[node], **fields)

    def remove(self, node: int) -> int:
        """Removes a move and everything after it; returns its parent."""
        parent, removed = self.nodes[node].after, {node}
        if parent is None:
            raise BadStudy("the start of a chapter cannot be removed")
        for one in self.nodes.values():  # parents come before their children
            if one.after in removed:
                removed.add(one.id)
        self.nodes = {one: self.nodes[one] for one in self.nodes if one not in removed}
        return parent

    def promote(self, node: int) -> None:
        """Makes the line through a node the main line."""
        in_line = set(self.path(node))
        children = {
            parent: sorted(ids, key=lambda child: child not in in_line) for parent, ids in self.children_by_node().items()
        }
        order, stack = [0], list(reversed(children[0]))
        while stack:
            order.append(one := stack.pop())
            stack.extend(reversed(children[one]))
        self.nodes = {one: self.nodes[one] for one in order}

    def to_dict(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "title": self.title,
            "game": self.game,
            "rules": self.rules,
            "box": self.box,
            "options": self.options,
            "names": self.names,
            **({"position": self.position} if self.position else {"seed": self.seed}),
        }
        if self.seat is not None:
            data["seat"] = self.seat
        if self.source:
            data["from"] = {"table": self.source[0], "at": self.source[1]}
        return data | {"lines": [node.to_dict() for node in self.nodes.values()]}


@dataclass
class Study:
    """Chapters under one title."""

    title: str
    chapters: list[Chapter]

    def to_dict(self) -> dict[str, Any]:
        return {"format": FORMAT, "title": self.title, "chapters": [chapter.to_dict() for chapter in self.chapters]}

    def text(self) -> str:
        """The text of the file; BadStudy if it is too large."""
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"
        check_sizes(self, text)
        return text

    def copy(self) -> "Study":
        """An independent copy."""
        return Study(self.title, [replace(chapter, nodes=dict(chapter.nodes)) for chapter in self.chapters])

    def without_sources(self) -> "Study":
        """A copy without the ids of the tables from which its chapters come."""
        return Study(self.title, [replace(chapter, source=None, nodes=dict(chapter.nodes)) for chapter in self.chapters])


def check_letters(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadStudy("a study contains an unpaired surrogate, which is no valid text") from None


def check_sizes(study: Study, text: str) -> None:
    check_letters(text)
    if len(text) > MAX_LENGTH:
        raise BadStudy(f"a study has at most {MAX_LENGTH} characters, this one {len(text)}")
    if len(study.chapters) > MAX_CHAPTERS:
        raise BadStudy(f"a study has at most {MAX_CHAPTERS} chapters, this one {len(study.chapters)}")
    if (moves := sum(len(chapter.nodes) for chapter in study.chapters)) > MAX_NODES:
        raise BadStudy(f"a study has at most {MAX_NODES} moves, this one {moves}")


def read_study(text: str) -> Study:
    """Reads a study from its file and checks the types; BadStudy says what is wrong and where."""
    try:
        data = read_json(text, MAX_LENGTH)
    except ValueError as error:
        raise BadStudy(f"not a study (JSON): {error}") from None
    check_letters(json.dumps(data, ensure_ascii=False))
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadStudy(f'not a study: a study has "format": "{FORMAT}"')
    document = Fields(data, "")
    document.only("format", "title", "chapters")
    title, chapters = clean_line(document.text("title", MAX_TITLE)), document.get("chapters", list)
    if not chapters:
        raise document.wrong("chapters", "needs at least one")
    study = Study(title, [read_chapter(Fields(part, f"chapter {n}")) for n, part in enumerate(chapters, 1)])
    study.text()
    return study


def read_chapter(fields: "Fields") -> Chapter:
    fields.only("title", "game", "rules", "box", "options", "names", "seed", "position", "seat", "from", "lines")
    names = fields.get("names", list)
    if not names:
        raise fields.wrong("names", "needs at least one")
    if not all(isinstance(name, str) and len(name) <= MAX_NAME for name in names):
        raise fields.wrong("names", f"each must be a text of at most {MAX_NAME} characters")
    if ("seed" in fields.table) == ("position" in fields.table):
        raise fields.wrong("seed", "a chapter has either a seed or a position")
    chapter = Chapter(
        title=clean_line(fields.text("title", MAX_TITLE)),
        game=fields.text("game", 40),
        rules=fields.get("rules", int),
        box=fields.text("box", 64),
        options=fields.get("options", dict),
        names=[clean_name(name, MAX_NAME) or f"Player {n}" for n, name in enumerate(names, 1)],
        seed=fields.text("seed", 32) if "seed" in fields.table else "",
        position=fields.text("position", MAX_LENGTH) if "position" in fields.table else "",
        seat=fields.number("seat", 0, len(names) - 1) if "seat" in fields.table else None,
        source=read_source(fields),
    )
    if not chapter.position and (len(chapter.seed) != 32 or not set(chapter.seed) <= set("0123456789abcdef")):
        raise fields.wrong("seed", "must be 32 hexadecimal digits")
    chapter.nodes = read_lines(fields)
    return chapter


def read_source(fields: "Fields") -> tuple[str, int] | None:
    if "from" not in fields.table:
        return None
    source = Fields(fields.get("from", dict), f"{fields.where}, from")
    source.only("table", "at")
    return source.text("table", 32), source.number("at", 0, MAX_ID)


def read_lines(fields: "Fields") -> dict[int, Node]:
    """The nodes, parents before children."""
    nodes: dict[int, Node] = {}
    moves: set[tuple[int, str]] = set()
    for n, part in enumerate(fields.get("lines", list), 1):
        line = Fields(part, f"{fields.where}, line {n}")
        line.only("id", "after", "move", "comment", "marks")
        node = line.number("id", 0, MAX_ID)
        if node in nodes:
            raise line.wrong("id", f"{node} exists already")
        if bool(nodes) == (node == 0):
            raise line.wrong("id", "the first line is the start and has the id 0; other lines have others")
        notes: dict[str, Any] = {"comment": clean_lines(line.text("comment", MAX_COMMENT, "")), "marks": read_marks(line)}
        if node == 0:
            nodes[0] = Node(0, **notes)
            continue
        after, move = line.number("after", 0, MAX_ID), line.text("move", 80)
        if after not in nodes:
            raise line.wrong("after", f"no earlier line has the id {after}")
        if (after, move) in moves:
            raise line.wrong("move", f"{move!r} exists already after {after}")
        moves.add((after, move))
        nodes[node] = Node(node, after, move, **notes)
    if not nodes:
        raise fields.wrong("lines", "needs at least the start")
    return nodes


def read_marks(fields: "Fields") -> tuple[Mark, ...]:
    marks = fields.get("marks", list, [])
    if len(marks) > MAX_MARKS:
        raise fields.wrong("marks", f"at most {MAX_MARKS}")
    return tuple(read_mark(mark, fields) for mark in marks)


def read_mark(mark: Any, fields: "Fields") -> Mark:
    words = mark if isinstance(mark, list) and all(isinstance(word, str) for word in mark) else [""]
    places = words[1:]
    if len(places) != MARKS.get(words[0] if words else "", -1):
        raise fields.wrong("marks", 'a mark is ["ring", PLACE] or ["arrow", PLACE, PLACE]')
    if not all(0 < len(place) <= MAX_PLACE and place.isprintable() for place in places):
        raise fields.wrong("marks", f"the name of a place has at most {MAX_PLACE} characters")
    return tuple(words)


class Fields:
    """Reads one JSON object; errors name its place in the document."""

    def __init__(self, table: Any, where: str):
        self.table, self.where = table, where
        if not isinstance(table, dict):
            raise BadStudy(f"a damaged study: {where}: must be a table")

    def wrong(self, key: str, why: str) -> BadStudy:
        return BadStudy(f"a damaged study: {', '.join(filter(None, (self.where, key)))}: {why}")

    def only(self, *allowed: str) -> None:
        for key in self.table:
            if key not in allowed:
                raise self.wrong(key[:40], "no such key")

    def get(self, key: str, kind: type, default: Any = None) -> Any:
        value = self.table.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong(key, "missing or of the wrong type")
        return value

    def number(self, key: str, least: int, most: int) -> int:
        value = self.get(key, int)
        if not least <= value <= most:
            raise self.wrong(key, f"must be from {least} to {most}")
        return value

    def text(self, key: str, most: int, default: str | None = None) -> str:
        value = self.get(key, str, default)
        if len(value) > most:
            raise self.wrong(key, f"at most {most} characters, not {len(value)}")
        return value
