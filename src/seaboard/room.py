"""The study room: makes studies of games and positions, and plays their lines, every move checked. Knows no table.

>>> from seaboard.room import Walk, load
>>> study = load('game = "maori"\\nplayers = 2\\n')
>>> study.chapters[0].add(0, "set top 1")
1
>>> Walk(study.chapters[0]).match_at(1).moves()
['ship 1', ...
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from .core.deadline import check_time
from .core.dice import key_of
from .core.errors import BadRecord, BadStudy, SeaboardError
from .core.given_options import OwnOptions, UntrustedOptions
from .core.position import print_position
from .core.text_input import read_json
from .match import RECORD_FORMAT, Match
from .record import LONGEST, begin, replay
from .study.document import FORMAT, LONGEST_NAME, LONGEST_TITLE, Chapter, Node, Study, read_study

Turn = tuple[int, int, int]  # the seat, the round, the turn: where one of them changes, a new turn begins


def load(text: str, options_of: type[OwnOptions] = UntrustedOptions) -> Study:
    """The study of a study's file, of a record (JSON) or of a position (TOML), every move of it played."""
    if not text.lstrip().startswith("{"):
        return study_of(Match.from_position(text, options_of=options_of))
    try:
        table = read_json(text, LONGEST)
    except ValueError as error:
        raise BadStudy(f"neither a study nor a record (JSON): {error}") from None
    said = table.get("format") if isinstance(table, dict) else None
    if said == RECORD_FORMAT:
        return study_of(replay(text, options_of=options_of)[0])
    if said != FORMAT:
        raise BadStudy(f'neither a study nor a record: these say "format": "{FORMAT}" or "{RECORD_FORMAT}"')
    study = read_study(text)
    check(study, options_of)
    return study


def check(study: Study, options_of: type[OwnOptions] = UntrustedOptions) -> None:
    """Plays every line of every chapter; BadStudy names the first move that is not allowed."""
    for n, chapter in enumerate(study.chapters, 1):
        try:
            Walk(chapter, options_of=options_of)
        except BadStudy as error:
            raise BadStudy(f"chapter {n}: {error}") from None


def study_of(match: Match, title: str = "") -> Study:
    """A match with its moves as the main line."""
    study = Study((title or match.game.title)[:LONGEST_TITLE], [chapter_of(match)])
    study.text()  # it may be too long
    return study


def chapter_of(match: Match, title: str = "") -> Chapter:
    chapter = Chapter(
        title=(title or match.game.title)[:LONGEST_TITLE],
        game=match.game.name,
        rules=match.game.rules_version,
        box=match.game.box_hash(match.box),
        options=match.options,
        names=[name[:LONGEST_NAME] for name in match.names],
        seed="" if match.first_position else match.seed,
        position=match.first_position,
    )
    for n, (action, _before) in enumerate(match.history):
        chapter.nodes[n + 1] = Node(n + 1, n, match.text(action))
    return chapter


class Walk:
    """A chapter with the position at each of its nodes."""

    def __init__(self, chapter: Chapter, known: "Walk | None" = None, options_of: type[OwnOptions] = UntrustedOptions):
        """`known` is a walk through the same chapter before it was changed: what it played is not played again."""
        self.chapter, self.options_of = chapter, options_of
        self.match: Match = known.match if known else first_match(chapter, options_of)
        self.states: dict[int, np.record] = {0: self.match.s}
        self.actions: dict[int, int] = {}
        self.turns: dict[int, Turn] = {}
        self.made = {node.id: (node.after or 0, node.move) for node in list(chapter.nodes.values())[1:]}
        for node in list(chapter.nodes.values())[1:]:
            check_time()
            if known and self.is_known(known, node):
                self.actions[node.id], self.states[node.id] = known.actions[node.id], known.states[node.id]
            else:
                self.play(node)

    def is_known(self, known: "Walk", node: Node) -> bool:
        """Whether another walk has made this move, at the same position."""
        before = node.after or 0
        return known.made.get(node.id) == (before, node.move) and known.states[before] is self.states[before]

    def play(self, node: Node) -> None:
        match = self.match.copy()
        match.s = self.states[node.after or 0]
        try:
            action = match.find(node.move, recorded=True)
        except SeaboardError as error:
            raise BadStudy(f"move {len(self.chapter.path(node.id))} (id {node.id}): {error}") from None
        if match.text(action) != node.move:
            raise BadStudy(f"move {len(self.chapter.path(node.id))} (id {node.id}): it is written {match.text(action)!r}")
        self.actions[node.id], self.states[node.id] = action, match.after(action)

    def match_at(self, node: int) -> Match:
        """The match at a node, with the moves that led there."""
        match = self.match.copy()
        for one in self.chapter.path(node):
            match.put(self.actions[one], self.states[one])
        return match

    def seat(self, node: int) -> int:
        """Who made the move of a node."""
        return self.turn(self.chapter.nodes[node].after or 0)[0]

    def turn(self, node: int) -> Turn:
        """Whose turn it is at a node, by what everybody sees."""
        if node not in self.turns:
            game = self.match.game
            game.view(self.states[node], self.match.box, -1, seen := game.empty_state())
            self.turns[node] = int(game.mover(seen)), int(game.round_number(seen)), int(game.turn_number(seen))
        return self.turns[node]

    def ends_turn(self, node: int) -> bool:
        return node == 0 or self.turn(node) != self.turn(self.chapter.nodes[node].after or 0)


@dataclass(frozen=True)
class Row:
    """One turn of one line, as it is listed: the moves, and how far its line is from the main one."""

    level: int
    seat: int
    nodes: tuple[int, ...]
    other: bool  # a line other than the one above begins here


def rows(walk: Walk) -> Iterator[Row]:
    """The tree, turn by turn: after a move for which others were tried these follow, then the line goes on."""
    chapter = walk.chapter
    family = chapter.family()
    turns = {node: walk.turn(node) for node in chapter.nodes}
    waiting = [(family[0][0], 0, False)] if family[0] else []
    while waiting:
        check_time()
        node, level, other = waiting.pop()
        made = [node]
        while True:
            before = chapter.nodes[node].after or 0
            siblings = family[before]
            following = family[node][0] if family[node] else None
            if node == siblings[0] and len(siblings) > 1:
                if following is not None:
                    waiting.append((following, level, False))
                waiting += [(one, level + 1, True) for one in reversed(siblings[1:])]
                break
            if following is None:
                break
            if turns[node] != turns[before]:
                waiting.append((following, level, False))
                break
            made.append(following)
            node = following
        yield Row(level, turns[chapter.nodes[made[0]].after or 0][0], tuple(made), other)


def dealt_anew(walk: Walk, node: int, key: str | None = None) -> Chapter:
    """A chapter that begins at a node, with all that its mover does not know dealt once more, and the lines from there on
    as far as they can be played then."""
    match = walk.match_at(node)
    seat = match.mover
    if seat is None:
        raise BadStudy("there is nothing to deal: the game is over there")
    s = match.view(seat)
    match.game.redeal(s, match.box, key_of(key))
    fresh = Match.from_position(print_position(match.game, match.options, match.box, s), match.names, walk.options_of)
    chapter = chapter_of(fresh, walk.chapter.title)
    chapter.seat, old = seat, walk.chapter
    chapter.source = (old.source[0], old.source[1] + len(old.path(node))) if old.source else None
    chapter.nodes[0] = Node(0, comment=old.nodes[node].comment, marks=old.nodes[node].marks)
    states, family, waiting = {node: fresh.s}, old.family(), list(reversed(old.children(node)))
    new_ids = {node: 0}
    while waiting:
        one = old.nodes[waiting.pop()]
        assert one.after is not None
        trial = fresh.copy()
        trial.s, action = states[one.after], walk.actions[one.id]
        if trial.over or trial.why_not(action):
            continue
        states[one.id] = trial.after(action)
        new_ids[one.id] = made = len(chapter.nodes)
        chapter.nodes[made] = Node(made, new_ids[one.after], one.move, one.comment, one.marks)
        waiting.extend(reversed(family[one.id]))
    return chapter


def first_match(chapter: Chapter, options_of: type[OwnOptions]) -> Match:
    """The match before the first move of a chapter."""
    table = {
        "game": chapter.game,
        "rules": chapter.rules,
        "box": chapter.box,
        "options": chapter.options,
        "seed": chapter.seed,
        "names": chapter.names,
        **({"position": chapter.position} if chapter.position else {}),
    }
    try:
        match = begin(table, options_of)
    except BadRecord as error:
        raise BadStudy(str(error).removeprefix("a damaged record: ")) from None
    if any(match.options.get(name) != value for name, value in chapter.options.items() if chapter.position):
        raise BadStudy("its options are not those of its position")
    return match
