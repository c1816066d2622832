"""Makes studies from games and positions, and plays their variations with every move checked.

>>> from seaboard.study.session import PlayedChapter, load
>>> study = load('game = "maori"\\nplayers = 2\\n')
>>> study.chapters[0].add(0, "set top 1")
1
>>> PlayedChapter(study.chapters[0]).match_at(1).moves()
['ship 1', ...
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..core.deadline import check_time
from ..core.dice import key_of
from ..core.errors import BadRecord, BadStudy, SeaboardError
from ..core.option_sources import TrustedOptions, UntrustedOptions
from ..core.plain_text import clean_line, clean_name
from ..core.position import print_position
from ..core.text_input import read_json
from ..match import RECORD_FORMAT, Match
from ..record import MAX_LENGTH, begin_match, replay
from .document import FORMAT, MAX_NAME, MAX_TITLE, Chapter, Node, Study, read_study

Turn = tuple[int, int, int]  # (seat, round, turn number): a new turn begins where one of them changes


def load(text: str, options_class: type[TrustedOptions] = UntrustedOptions) -> Study:
    """A study from its file, from a record (JSON) or from a position (TOML), with all moves checked."""
    if not text.lstrip().startswith("{"):
        return study_from_match(Match.from_position(text, options_class=options_class))
    try:
        data = read_json(text, MAX_LENGTH)
    except ValueError as error:
        raise BadStudy(f"neither a study nor a record (JSON): {error}") from None
    format_name = data.get("format") if isinstance(data, dict) else None
    if format_name == RECORD_FORMAT:
        return study_from_match(replay(text, options_class=options_class)[0])
    if format_name != FORMAT:
        raise BadStudy(f'neither a study nor a record: these have "format": "{FORMAT}" or "{RECORD_FORMAT}"')
    study = read_study(text)
    check(study, options_class)
    return study


def check(study: Study, options_class: type[TrustedOptions] = UntrustedOptions) -> None:
    """Plays every variation of every chapter; BadStudy names the first illegal move."""
    for n, chapter in enumerate(study.chapters, 1):
        try:
            PlayedChapter(chapter, options_class=options_class)
        except BadStudy as error:
            raise BadStudy(f"chapter {n}: {error}") from None


def study_from_match(match: Match, title: str = "") -> Study:
    """A study of a match, with its moves as the main line."""
    study = Study((title or match.game.title)[:MAX_TITLE], [chapter_from_match(match)])
    study.text()  # raises if it is too long
    return study


def chapter_from_match(match: Match, title: str = "") -> Chapter:
    chapter = Chapter(
        title=clean_line(title or match.game.title)[:MAX_TITLE],
        game=match.game.name,
        rules=match.game.rules_version,
        box=match.game.box_hash(match.box),
        options=match.options,
        names=[clean_name(name, MAX_NAME) or f"Player {n}" for n, name in enumerate(match.names, 1)],
        seed="" if match.first_position else match.seed,
        position=match.first_position,
    )
    for n, (action, _before) in enumerate(match.history):
        chapter.nodes[n + 1] = Node(n + 1, n, match.text(action))
    return chapter


class PlayedChapter:
    """A chapter and the position at each of its nodes."""

    def __init__(
        self, chapter: Chapter, previous: "PlayedChapter | None" = None, options_class: type[TrustedOptions] = UntrustedOptions
    ):
        """`previous` is the same chapter before a change: moves that it has played are not played again."""
        self.chapter, self.options_class = chapter, options_class
        self.match: Match = previous.match if previous else starting_match(chapter, options_class)
        self.states: dict[int, np.record] = {0: self.match.s}
        self.actions: dict[int, int] = {}
        self.turns: dict[int, Turn] = {}
        self.moves = {node.id: (node.after or 0, node.move) for node in list(chapter.nodes.values())[1:]}
        for node in list(chapter.nodes.values())[1:]:
            check_time()
            if previous and self.is_played(previous, node):
                self.actions[node.id], self.states[node.id] = previous.actions[node.id], previous.states[node.id]
            else:
                self.play(node)

    def is_played(self, previous: "PlayedChapter", node: Node) -> bool:
        """Whether `previous` has played this move in the same position."""
        before = node.after or 0
        return previous.moves.get(node.id) == (before, node.move) and previous.states[before] is self.states[before]

    def play(self, node: Node) -> None:
        match = self.match.copy()
        match.s = self.states[node.after or 0]
        try:
            action = match.find(node.move, recorded=True)
        except SeaboardError as error:
            raise BadStudy(f"move {len(self.chapter.path(node.id))} (id {node.id}): {error}") from None
        if match.text(action) != node.move:
            raise BadStudy(f"move {len(self.chapter.path(node.id))} (id {node.id}): write it as {match.text(action)!r}")
        self.actions[node.id], self.states[node.id] = action, match.after(action)

    def match_at(self, node: int) -> Match:
        """The match at a node, with the moves that lead to it."""
        match = self.match.copy()
        for step in self.chapter.path(node):
            match.put(self.actions[step], self.states[step])
        return match

    def seat(self, node: int) -> int:
        """The seat that made the move of a node."""
        return self.turn(self.chapter.nodes[node].after or 0)[0]

    def turn(self, node: int) -> Turn:
        """The turn at a node, from public information."""
        if node not in self.turns:
            game = self.match.game
            game.view(self.states[node], self.match.box, -1, seen := game.empty_state())
            self.turns[node] = int(game.mover(seen)), int(game.round_number(seen)), int(game.turn_number(seen))
        return self.turns[node]

    def ends_turn(self, node: int) -> bool:
        return node == 0 or self.turn(node) != self.turn(self.chapter.nodes[node].after or 0)


@dataclass(frozen=True)
class TurnRow:
    """One turn of one variation in the move list."""

    level: int  # nesting depth; 0 is the main line
    seat: int
    nodes: tuple[int, ...]
    starts_variation: bool


def turn_rows(played: PlayedChapter) -> Iterator[TurnRow]:
    """The tree of moves, turn by turn: variations follow the move that they replace, then the line continues."""
    chapter = played.chapter
    children_of = chapter.children_by_node()
    turns = {node: played.turn(node) for node in chapter.nodes}
    stack = [(children_of[0][0], 0, False)] if children_of[0] else []
    while stack:
        check_time()
        node, level, starts_variation = stack.pop()
        turn_nodes = [node]
        while True:
            parent = chapter.nodes[node].after or 0
            siblings = children_of[parent]
            following = children_of[node][0] if children_of[node] else None
            if node == siblings[0] and len(siblings) > 1:
                if following is not None:
                    stack.append((following, level, False))
                stack += [(sibling, level + 1, True) for sibling in reversed(siblings[1:])]
                break
            if following is None:
                break
            if turns[node] != turns[parent]:
                stack.append((following, level, False))
                break
            turn_nodes.append(following)
            node = following
        yield TurnRow(level, turns[chapter.nodes[turn_nodes[0]].after or 0][0], tuple(turn_nodes), starts_variation)


def redeal_from(played: PlayedChapter, node: int, key: str | None = None) -> Chapter:
    """A chapter that begins at a node with a redeal of everything that the mover does not know.

    It keeps the variations after the node as far as they are still legal.
    """
    match = played.match_at(node)
    seat = match.mover
    if seat is None:
        raise BadStudy("nothing to redeal: the game is over at this move")
    s = match.view(seat)
    match.game.redeal(s, match.box, key_of(key))
    new_match = Match.from_position(print_position(match.game, match.options, match.box, s), match.names, played.options_class)
    chapter = chapter_from_match(new_match, played.chapter.title)
    chapter.seat, old = seat, played.chapter
    chapter.source = (old.source[0], old.source[1] + len(old.path(node))) if old.source else None
    chapter.nodes[0] = Node(0, comment=old.nodes[node].comment, marks=old.nodes[node].marks)
    states, children_by_node, stack = {node: new_match.s}, old.children_by_node(), list(reversed(old.children(node)))
    new_ids = {node: 0}
    while stack:
        old_node = old.nodes[stack.pop()]
        assert old_node.after is not None
        trial = new_match.copy()
        trial.s, action = states[old_node.after], played.actions[old_node.id]
        if trial.over or trial.why_not(action):
            continue
        states[old_node.id] = trial.after(action)
        new_ids[old_node.id] = new_id = len(chapter.nodes)
        chapter.nodes[new_id] = Node(new_id, new_ids[old_node.after], old_node.move, old_node.comment, old_node.marks)
        stack.extend(reversed(children_by_node[old_node.id]))
    return chapter


def starting_match(chapter: Chapter, options_class: type[TrustedOptions]) -> Match:
    """The match before the first move of a chapter."""
    data = {
        "game": chapter.game,
        "rules": chapter.rules,
        "box": chapter.box,
        "options": chapter.options,
        "seed": chapter.seed,
        "names": chapter.names,
        **({"position": chapter.position} if chapter.position else {}),
    }
    try:
        match = begin_match(data, options_class)
    except BadRecord as error:
        raise BadStudy(str(error).removeprefix("a damaged record: ")) from None
    if any(match.options.get(name) != value for name, value in chapter.options.items() if chapter.position):
        raise BadStudy("the options of the chapter differ from those of its position")
    return match
