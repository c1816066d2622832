"""How Kaivai speaks with people."""

from pathlib import Path

from ....core.game import Words
from .board import board
from .choice import choice
from .describe import describe
from .drawing import Drawing
from .notation import notation
from .position import from_table, to_table
from .reasons import reason
from .story import prompt, story

HERE = Path(__file__).parent

WORDS = Words(
    notation,
    reason,
    prompt,
    story,
    Drawing,
    to_table,
    from_table,
    choice=choice,
    describe=describe,
    board=board,
    style=HERE / "board.css",
    round_of=lambda seen: int(seen.round_number),
    help=HERE / "help",
)
