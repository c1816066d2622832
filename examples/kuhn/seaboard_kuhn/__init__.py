"""Kuhn poker for Seaboard: the smallest game with hidden cards and bluffs, with its exact solution."""

from pathlib import Path

from seaboard.core.game import Game, Option, Pictures, PositionFormat, Texts

from . import rules
from .rules import BOX, FEATURES, QUESTIONS, STATE, build_box
from .texts import board, describe, from_table, terminal, to_table

HERE = Path(__file__).parent
GAME = Game(
    name="kuhn",
    title="Kuhn poker",
    about="three cards, two players, one bet",
    options=(Option("players", (2,), 2, "2 players"),),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    features=FEATURES,
    score_kinds=("won",),
    rules_version=1,
    full_score=2,
    rules=rules,
    build_box=build_box,
    texts=Texts(
        QUESTIONS.notation, QUESTIONS.reason, QUESTIONS.prompt, QUESTIONS.choice, QUESTIONS.story, describe, HERE / "help"
    ),
    positions=PositionFormat(to_table, from_table),
    pictures=Pictures(board, HERE / "board.css", terminal),
    round_number=lambda seen: int(seen.turn) + 1,
    has_secrets=True,
    search_settings={"winning": 0, "scale": 2},  # the number of points counts, not only who wins
)
