"""Draws a position for one viewer: board, prompt, choices, description, from the viewer's view and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from ..core.match import Match
from ..drawing import Pen, board_svg
from ..language import _
from .reveal import Draft


@dataclass(frozen=True)
class Choice:
    """An allowed action, and whether it is on the board."""

    action: int
    text: str
    drawn: bool


@dataclass(frozen=True)
class Drawing:
    board: str
    prompt: str
    choices: Sequence[Choice]
    sentences: Sequence[str]


def draw(match: Match, viewer: int | None, narrow: bool, draft: Draft | None = None, can_act: bool = True) -> Drawing:
    """The table as a seat sees it; with what it may do, if it is the one to move and may act."""
    seen = match.view(viewer) if draft is None or draft.seen is None else draft.seen
    mine = can_act and viewer is not None and viewer == match.mover and draft is None
    legal = match.actions() if mine else []
    pen = Pen(legal, narrow)
    return Drawing(
        board=board_of(match, seen, viewer, pen),
        prompt="" if match.over else match.game.words.prompt(match.view(viewer), match.box),
        choices=[Choice(action, choice_text(match, seen, action), action in pen.drawn) for action in legal],
        sentences=sentences_of(match, seen, viewer),
    )


def choice_text(match: Match, seen: np.record, action: int) -> str:
    words = match.game.words
    return words.choice(seen, match.box, action) if words.choice else match.text(action)


def sentences_of(match: Match, seen: np.record, viewer: int | None) -> list[str]:
    words = match.game.words
    return words.describe(seen, match.box, viewer, match.names) if words.describe else []


def board_of(match: Match, seen: np.record, viewer: int | None, pen: Pen) -> str:
    words = match.game.words
    if words.board is None:
        return printed(match, seen, viewer)
    return board_svg(words.board(seen, match.box, viewer, match.names, pen), pen.narrow)


def printed(match: Match, seen: np.record, viewer: int | None) -> str:
    """The terminal's drawing, for a game that has no board yet."""
    import io

    from rich.console import Console

    console = Console(file=io.StringIO(), record=True, width=110)
    console.print(match.game.words.drawing(seen, match.box, viewer, match.names))
    return f'<pre class="printed">{escape(console.export_text())}</pre>'


def passing_text(match: Match, seat: int, draft: Draft) -> str:
    """What the player is asked before the turn ends."""
    text = choice_text(match, match.view(seat), draft.action)
    if draft.seen is None:
        return _("{choice}: this ends your turn and cannot be taken back.", choice=text)
    return _("{choice}: so it would look. This ends your turn.", choice=text)
