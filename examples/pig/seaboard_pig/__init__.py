"""Pig for Seaboard: a small game of chance, with a bot that plays it perfectly."""

from pathlib import Path

from seaboard.core.game import Game, Option, Pictures, PositionFormat, Texts

from . import rules
from .rules import BOX, FEATURES, OPTION_FEATURES, QUESTIONS, STATE, build_box, observe_options
from .texts import board, describe, from_table, terminal, to_table

HERE = Path(__file__).parent
GAME = Game(
    name="pig",
    title="Pig",
    about="roll the die as long as you dare; a 1 ends your turn with nothing",
    options=(
        Option("players", (2, 3, 4), 2, "2 to 4 players"),
        Option("goal", (60, 100), 100, "points to win"),
    ),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    option_features=OPTION_FEATURES,
    observe_options=observe_options,
    features=FEATURES,
    score_kinds=("won",),
    rules_version=1,
    full_score=1,
    rules=rules,
    build_box=build_box,
    texts=Texts(
        QUESTIONS.notation, QUESTIONS.reason, QUESTIONS.prompt, QUESTIONS.choice, QUESTIONS.story, describe, HERE / "help"
    ),
    positions=PositionFormat(to_table, from_table),
    pictures=Pictures(board, HERE / "board.css", terminal),
    round_number=lambda seen: int(seen.turn) + 1,
    search_settings={"split": 1, "prior": 0.95},  # each number of the die has its own node
)
