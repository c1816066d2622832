"""Nim for Seaboard: a complete game, as a start for your own."""

from pathlib import Path

from seaboard.core.game import Game, Option, Pictures, PositionFormat, Texts

from . import rules
from .rules import BOX, FEATURES, OPTION_FEATURES, QUESTIONS, STATE, build_box, observe_options
from .texts import board, describe, from_table, terminal, to_table

HERE = Path(__file__).parent
GAME = Game(
    name="nim",
    title="Nim",
    about="take matches; who takes the last one wins",
    options=(
        Option("players", (2, 3, 4), 2, "2 to 4 players"),
        Option("layout", ("1-3-5-7", "3-4-5"), "1-3-5-7", "how many matches lie in each heap"),
    ),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    features=FEATURES,
    option_features=OPTION_FEATURES,
    observe_options=observe_options,
    score_kinds=("last match",),
    rules_version=1,
    full_score=1,
    rules=rules,
    build_box=build_box,
    texts=Texts(
        QUESTIONS.notation,
        QUESTIONS.reason,
        QUESTIONS.prompt,
        QUESTIONS.choice,
        QUESTIONS.story,
        describe,
        HERE / "help",
    ),
    positions=PositionFormat(to_table, from_table),
    pictures=Pictures(board, HERE / "board.css", terminal),
    round_number=lambda seen: int(seen.turn) + 1,
)
