"""How Nusfjord speaks with people."""

from pathlib import Path

from ....core.game import Words
from .board import board
from .choices import choice
from .describe import describe
from .drawing import drawing
from .notation import notation
from .position import from_table, to_table
from .questions import prompt
from .reasons import reason
from .story import story

HERE = Path(__file__).parent

WORDS = Words(
    notation,
    reason,
    prompt,
    story,
    drawing,
    to_table,
    from_table,
    choice=choice,
    describe=describe,
    board=board,
    style=HERE / "board.css",
    round_of=lambda seen: int(seen.round_number),
    help=HERE / "help",
)
