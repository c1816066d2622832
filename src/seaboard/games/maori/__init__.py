"""Māori by Günter Burkhardt (2009): tiles, islands, one explorer ship. The rules by chapter:

layout, box   M1 components                       scoring    M5 scoring, M7 the atoll
setup         M2 setup                            ship       M6 variants: the players' small ships
explorer      M2.3, M3.1 to M3.3 the explorer     hidden     M8 hidden information
discover      M3.4 to M3.12 discovering           turn       all questions, in the order of their action numbers
ending        M4 the end                          derived    fields that follow from others

judgement has the heuristics of bots, observation the input of networks. words/, texts/, positions and pictures/ are for people.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ...core.game import Game, Option, Pictures, PositionFormat, Preset, Texts
from ...language import _, mark
from . import rules
from .box import build_box
from .layout import BOX, NO_TILE, STATE
from .observation import FEATURES, OPTION_FEATURES, observe_options
from .pictures.art import SHAPES
from .pictures.board import board, close_up
from .pictures.board_editor import BOARD_EDITOR
from .pictures.box_editor import EDITOR
from .positions import from_table, to_table
from .texts.describe import describe
from .texts.story import aftermath, prompt, round_words, story, turn
from .texts.themes import theme
from .turn import QUESTIONS
from .words.names import ICON_WORDS, SCORE_KINDS

HERE = Path(__file__).parent


def check_options(options: Mapping[str, Any]) -> None:
    if options["board"] == "atoll" and options["players"] > 4:
        raise BadOption(_("the atoll board is for at most 4 players (M1.6)"))


def terminal_board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> Any:
    """Imported on first use: it needs Rich, and servers do not."""
    from .pictures.terminal import TerminalBoard

    return TerminalBoard(seen, box, viewer, names)


GAME = Game(
    name="maori",
    title="Māori",
    about=mark("build islands with palms, huts and flower wreaths; everyone shares one explorer ship"),
    options=(
        Option(mark("players"), (2, 3, 4, 5), 2, mark("2 to 5 players; at most 4 on the atoll board")),
        Option(
            mark("level"),
            (mark("basic"), mark("advanced"), mark("pro")),
            "basic",
            mark("basic; advanced: place tiles next to your ship; pro: your ship sails to each new tile"),
        ),
        Option(
            mark("board"),
            (mark("front"), mark("atoll")),
            "front",
            mark("front: 4 x 4 spaces; atoll: 4 x 5, islands inside the atoll count double"),
        ),
    ),
    presets=(
        Preset(mark("first game"), mark("the basic rules"), {}, "easy"),
        Preset(mark("standard"), mark("place tiles next to your ship"), {"level": "advanced"}),
        Preset(
            mark("everything"), mark("your ship sails to each new tile, on the atoll board"), {"level": "pro", "board": "atoll"}
        ),
    ),
    minutes=(20, 45),
    weight=mark("light"),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    features=FEATURES,
    option_features=OPTION_FEATURES,
    observation_version=2,
    observe_options=observe_options,
    score_kinds=SCORE_KINDS,
    rules_version=1,
    full_score=60,
    rules=rules,
    build_box=build_box,
    texts=Texts(
        QUESTIONS.notation,
        QUESTIONS.reason,
        prompt,
        QUESTIONS.choice,
        story,
        describe,
        HERE / "texts" / "help",
        round=round_words,
        turn=turn,
        aftermath=aftermath,
        lessons=HERE / "lessons",
        question_rule=QUESTIONS.rule_number,
        explain=QUESTIONS.explain,
        rules=HERE / "texts" / "rules",
        aid=HERE / "texts" / "aid",
        notation_guide=HERE / "texts" / "notation",
        theme=theme,
        puzzles=HERE / "puzzles.jsonl",
    ),
    positions=PositionFormat(to_table, from_table, view_schema=HERE / "view.schema.json"),
    pictures=Pictures(
        board,
        HERE / "pictures" / "board.css",
        terminal_board,
        close_up=close_up,
        art=SHAPES,
        icons=ICON_WORDS,
        cover=HERE / "pictures" / "cover.svg",
        unknown={"display": NO_TILE},
        board_editor=BOARD_EDITOR,
    ),
    round_number=lambda seen: int(seen.round_number),
    check_options=check_options,
    box_editor=EDITOR,
    observes_without_view=True,
)
