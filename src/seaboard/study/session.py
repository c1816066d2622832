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
        table = read_json(text, MAX_LENGTH)
    except ValueError as error:
        raise BadStudy(f"neither a study nor a record (JSON): {error}") from None
    format_name = table.get("format") if isinstance(table, dict) else None
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
        self, chapter: Chapter, known: "PlayedChapter | None" = None, options_class: type[TrustedOptions] = UntrustedOptions
    ):
        """`known` is the same chapter before a change: moves played there are not played again."""
        self.chapter, self.options_class = chapter, options_class
        self.match: Match = known.match if known else starting_match(chapter, options_class)
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

    def is_known(self, known: "PlayedChapter", node: Node) -> bool:
        """Whether `known` has played this move in the same position."""
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
            raise BadStudy(f"move {len(self.chapter.path(node.id))} (id {node.id}): write it as {match.text(action)!r}")
        self.actions[node.id], self.states[node.id] = action, match.after(action)

    def match_at(self, node: int) -> Match:
        """The match at a node, with the moves that lead to it."""
        match = self.match.copy()
        for one in self.chapter.path(node):
            match.put(self.actions[one], self.states[one])
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
    other: bool  # a variation begins here


def turn_rows(played: PlayedChapter) -> Iterator[TurnRow]:
    """The tree of moves, turn by turn: variations follow the move that they replace, then the line continues."""
    chapter = played.chapter
    family = chapter.family()
    turns = {node: played.turn(node) for node in chapter.nodes}
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
        yield TurnRow(level, turns[chapter.nodes[made[0]].after or 0][0], tuple(made), other)


def redeal_from(played: PlayedChapter, node: int, key: str | None = None) -> Chapter:
    """A chapter that begins at a node with a redeal of everything that the mover does not know.

    It keeps the variations after the node as far as they are still legal.
    """
    match = played.match_at(node)
    seat = match.mover
    if seat is None:
        raise BadStudy("nothing to redeal: the game is over there")
    s = match.view(seat)
    match.game.redeal(s, match.box, key_of(key))
    fresh = Match.from_position(print_position(match.game, match.options, match.box, s), match.names, played.options_class)
    chapter = chapter_from_match(fresh, played.chapter.title)
    chapter.seat, old = seat, played.chapter
    chapter.source = (old.source[0], old.source[1] + len(old.path(node))) if old.source else None
    chapter.nodes[0] = Node(0, comment=old.nodes[node].comment, marks=old.nodes[node].marks)
    states, family, waiting = {node: fresh.s}, old.family(), list(reversed(old.children(node)))
    new_ids = {node: 0}
    while waiting:
        one = old.nodes[waiting.pop()]
        assert one.after is not None
        trial = fresh.copy()
        trial.s, action = states[one.after], played.actions[one.id]
        if trial.over or trial.why_not(action):
            continue
        states[one.id] = trial.after(action)
        new_ids[one.id] = made = len(chapter.nodes)
        chapter.nodes[made] = Node(made, new_ids[one.after], one.move, one.comment, one.marks)
        waiting.extend(reversed(family[one.id]))
    return chapter


def starting_match(chapter: Chapter, options_class: type[TrustedOptions]) -> Match:
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
        match = begin_match(table, options_class)
    except BadRecord as error:
        raise BadStudy(str(error).removeprefix("a damaged record: ")) from None
    if any(match.options.get(name) != value for name, value in chapter.options.items() if chapter.position):
        raise BadStudy("its options differ from those of its position")
    return match
