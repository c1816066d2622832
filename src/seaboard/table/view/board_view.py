"""Draws a position for one viewer, only from the viewer's view: board, prompt, choices, description."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...drawing import Pen, board_svg, in_ascii
from ...language import _
from ...match import Match
from ..tables.hidden_information import Draft
from .viewpoint import Viewpoint


@dataclass(frozen=True)
class Choice:
    """A legal action, and whether it can be clicked on the board."""

    action: int
    text: str
    drawn: bool


@dataclass(frozen=True)
class BoardView:
    board: str
    prompt: str
    choices: Sequence[Choice]
    sentences: Sequence[str]
    rule: str = ""  # the number of the rule behind the question
    question: str = ""  # the kind of question
    explanation: str = ""  # of the question: meaning, costs, use


def view_board(
    match: Match, viewpoint: Viewpoint, draft: Draft | None = None, can_act: bool = True, editing: bool = False
) -> BoardView:
    """The position as a seat sees it; with its legal actions if it is the seat to move and may act."""
    viewer, narrow = viewpoint.viewer, viewpoint.narrow
    view = match.view(viewer)
    seen = view if draft is None else draft.seen
    mine = can_act and viewer is not None and viewer == match.mover and draft is None
    legal = match.actions() if mine else []
    pen, texts = Pen(legal, narrow, viewpoint.viewport, viewpoint.opened, editing), match.game.texts
    question, explanation = ("", "") if match.over else texts.explain(view, match.box)
    return BoardView(
        board=in_ascii(board_svg(match.game.pictures.board(seen, match.box, viewer, match.names, pen), narrow)),
        prompt="" if match.over else texts.prompt(view, match.box),
        choices=[Choice(action, choice_text(match, seen, action), action in pen.drawn) for action in legal],
        sentences=texts.describe(seen, match.box, viewer, match.names),
        rule="" if match.over else texts.question_rule(view),
        question=question,
        explanation=explanation,
    )


def choice_text(match: Match, seen: np.record, action: int) -> str:
    """The words of an action, from a view."""
    return match.game.texts.choice(seen, match.box, action)


def confirmation_text(match: Match, seat: int, draft: Draft) -> str:
    """The confirmation before the turn ends."""
    text = choice_text(match, match.view(seat), draft.action)
    if draft.certain:
        return _("Preview: {choice}. End your turn?", choice=text)
    return _("{choice}? You can't undo this.", choice=text)
