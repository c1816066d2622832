"""The scene of a study at one node: the mover's board, the choices, the lines; and the bot's evaluation of the choices."""

from collections.abc import Sequence
from typing import Any

from ...bots import Hint
from ...language import _, using_player_names
from ...match import Match
from ...study.categories import hint_text
from ...study.lines import line_in_words
from ...study.session import PlayedChapter, turn_rows
from ..view.board_view import BoardView, choice_text, view_board
from ..view.rendering import render
from ..view.viewpoint import Viewpoint
from .study_messages import ChoiceEvaluation, EvaluationAnswer, StudyScene, StudyTree
from .study_service import OpenedStudy, Visit


def study_scene(opened: OpenedStudy, visit: Visit, number: int, at: int, viewpoint: Viewpoint, known: str) -> StudyScene:
    """The scene for one browser; without the tree if the page already has it (`known`)."""
    played = opened.played_chapter(number)
    at = at if at in played.chapter.nodes else 0
    match = played.match_at(at)
    with using_player_names(match.names):
        viewer = viewer_at(played, match)
        board = view_board(match, Viewpoint(viewer, narrow=viewpoint.narrow, viewport=viewpoint.viewport))
        node, mark = played.chapter.nodes[at], f"{opened.version}.{number}"
        shown: StudyScene = {
            "version": opened.version,
            "chapter": number,
            "at": at,
            "mark": mark,
            "title": opened.study.title,
            "board": board.board,
            "mover": match.mover,
            "viewer": viewer,
            "comment": node.comment,
            "marks": node.marks,
            "children": {played.actions[child]: child for child in played.chapter.children(at)},
            "prompt": render("study/prompt.html", **prompt_context(played, at, board)),
            "sentences": render("scene/sentences.html", board_view=board, yours=match.mover is not None),
            "announcement": announcement(played, at, board),
            "back": branch_node(played, at),
            "game": page_of_game(played, at) if visit.is_maker else "",
        }
        if known != mark:
            return {**shown, **tree(opened, visit, played, number)}
        return shown


def branch_node(played: PlayedChapter, at: int) -> int | None:
    """The node at which the variation of this node left the main line; None if it is on the main line."""
    main = set(played.chapter.main_line())
    shared = [0, *(node for node in played.chapter.path(at) if node in main)]
    return None if at in main else shared[-1]


def page_of_game(played: PlayedChapter, at: int) -> str:
    """The page of the table at the last moment that its game and this variation share; empty without a table."""
    chapter = played.chapter
    if not chapter.source:
        return ""
    table, start = chapter.source
    moves = 0 if chapter.seat is not None else sum(1 for n, node in enumerate(chapter.path(at), 1) if node == n)
    return f"/t/{table}?at={start + moves}"


def viewer_at(played: PlayedChapter, match: Match) -> int:
    """The seat whose view is shown: the mover; after the end, the chapter's seat."""
    return match.mover if match.mover is not None else played.chapter.seat or 0


def prompt_context(played: PlayedChapter, at: int, board: BoardView) -> dict[str, Any]:
    match = played.match_at(at)
    return {
        "game": match.game,
        "board_view": board,
        "mover": match.mover,
        "name": "" if match.mover is None else match.names[match.mover],
        "scores": list(zip(match.names, match.scores(), strict=True)) if match.over else [],
    }


def tree(opened: OpenedStudy, visit: Visit, played: PlayedChapter, number: int) -> StudyTree:
    """The tree and the chapters as HTML; for the keyboard each node's id, its parent, and whether it ends a turn."""
    chapter = played.chapter
    context = {"rows": list(turn_rows(played)), "nodes": chapter.nodes, "names": played.match.names}
    about = {
        "visit": visit,
        "study": opened.study,
        "chapter": number,
        "links": [(one.hash[:16], one.kind) for one in visit.links],
    }
    return {
        "tree": render("study/tree.html", **context),
        "chapters": render("study/chapters.html", study=opened.study, chapter=number),
        "about": render("study/about.html", **about),
        "nodes": [(node.id, node.after, played.ends_turn(node.id)) for node in chapter.nodes.values()],
        "names": played.match.names,
    }


def announcement(played: PlayedChapter, at: int, board: BoardView) -> str:
    """For screen readers: the move, its line, the comment, the prompt."""
    node = played.chapter.nodes[at]
    parts = [_("Start of the game.")]
    if node.after is not None:
        others = played.chapter.children(node.after)
        parts = [f"{played.match.names[played.seat(at)]}: {node.move}."]
        if len(others) > 1:
            parts.append(_("Line {n} of {all}.", n=others.index(at) + 1, all=len(others)))
    return " ".join([*parts, node.comment, board.prompt or _("The game is over.")])


def evaluation_of(played: PlayedChapter, at: int, hints: Sequence[Hint]) -> EvaluationAnswer:
    """The bot's evaluation of each choice, best first, worded like the buttons."""
    match = played.match_at(at)
    seat = match.mover
    if seat is None:
        return {"choices": [], "html": ""}
    with using_player_names(match.names):
        seen = match.view(seat)
        tried = [hint for hint in hints if hint.visits]
        points = [hint.points[seat] for hint in tried]
        low, high = (min([0.0, *points]), max([1.0, *points]))
        choices: list[ChoiceEvaluation] = [
            {
                "action": hint.action,
                "text": choice_text(match, seen, hint.action),
                "wins": round(100 * hint.wins) if match.seats > 1 and hint.visits else None,
                "points": round(hint.points[seat], 1) if hint.visits else None,
                "change": hint_text(match.game, hints, hint, seat),
                "share": round(100 * (hint.points[seat] - low) / (high - low)) if hint.visits else 0,
                "line": [
                    {"seat": mover, "text": text}
                    for mover, text in line_in_words(match.game, match.box, seen, hint.action, hint.line)
                ],
            }
            for hint in hints
        ]
        return {
            "choices": choices,
            "html": render("study/evaluation.html", game=match.game, choices=choices, seat=seat, alone=match.seats == 1),
        }
