"""Kaivai by Anselm and Helge Ostertag (2005, 2010): canoes, fish and growing villages. The rules by chapter:

layout, box                K1 components             build, huts, pay  K7 build
supplies                   K1.2 to K1.4 pieces       fish, deliver     K8 fish and deliver
setup                      K2 setup                  villages          K9 growth limits
bid, start_huts            K3 bidding                move, celebrate   K10 move, celebrate, increase
god                        K4 the god                value             K11 loss of value
choose_action, turn_order  K5 actions                ending, scoring   K12 the end
canoes, perform            K6 canoes                 gifts, hidden     K13 gifts, K14 hidden information

action and all_actions define and collect the six actions; turn lists all questions; hexes has sets of hexes, choices the hexes
to choose from; observation is the input of networks, sort_key is for GPUs. words/, texts/, positions/ and pictures/ are for
people.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ...core.game import Game, Option, Pictures, PositionFormat, Preset, Texts
from ...language import _, mark
from . import rules
from .box import build_box, hashed_box
from .ending import Play
from .layout import ASK_ACTION, ASK_GOD, BOX, STATE
from .observation import FEATURES, OPTION_FEATURES, observe_options
from .pictures.art import ART
from .pictures.board import board, close_up
from .pictures.board_editor import BOARD_EDITOR
from .pictures.box_editor import EDITOR
from .pictures.fishing_dice import dice
from .positions.table import from_table, to_table
from .positions.view_table import view_to_table
from .sort_key import SORT_KEYS
from .texts.describe import describe
from .texts.story import aftermath, prompt, round_words, story, turn
from .texts.themes import theme
from .turn import QUESTIONS
from .words.terms import ICON_WORDS

HERE = Path(__file__).parent


def check_options(options: Mapping[str, Any]) -> None:
    if options["edition"] == "first":
        if options["beginner"] == "on":
            raise BadOption(_("beginner: only the second edition has a beginner option (K3.5)"))
        if options["diceless"] == "on":
            raise BadOption(_("diceless: only the second edition can be played without dice (K8.5)"))
    elif options["gifts"] == "on":
        raise BadOption(_("gifts: only the first edition has gifts (K13.1)"))


def turn_number(seen: np.record) -> int:
    """The turn in a round, for texts: -1 while the god moves. The counters on a space double each time its action is chosen
    (K5.2), so their bit lengths add up to the number of actions so far."""
    actions = sum(int(counters).bit_length() for counters in seen.spaces)
    return -1 if seen.decision == ASK_GOD else actions + int(seen.decision == ASK_ACTION)


def terminal_board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> Any:
    """Imported on first use: it needs Rich, and servers do not."""
    from .pictures.terminal import TerminalBoard

    return TerminalBoard(seen, box, viewer, names)


OFF_ON = (mark("off"), mark("on"))
EDITIONS_OFFERED = (mark("second"), mark("first"))

GAME = Game(
    name="kaivai",
    title="Kaivai",
    about=mark(
        "bid for turn order, sail, build huts in growing villages, sell fish and celebrate; the god helps those it visits"
    ),
    options=(
        Option(mark("players"), (2, 3, 4), 3, mark("3 or 4 players; 2 is a house rule, with all rules unchanged")),
        Option(mark("edition"), EDITIONS_OFFERED, "second", mark("second: of 2010, 8 rounds; first: of 2005, 10 rounds")),
        Option(mark("beginner"), OFF_ON, "off", mark("on: everyone starts with two canoe-builder huts (second edition)")),
        Option(mark("diceless"), OFF_ON, "off", mark("on: each fisherman catches one fish, no dice (second edition)")),
        Option(mark("gifts"), OFF_ON, "off", mark("on: gifts of shells and fish for glory (first edition)")),
    ),
    presets=(
        Preset(mark("first game"), mark("both starting huts are canoe-builder huts"), {"beginner": "on"}, "easy"),
        Preset(mark("standard"), mark("the second edition"), {}),
        Preset(mark("everything"), mark("the first edition: ten rounds, gifts"), {"edition": "first", "gifts": "on"}),
    ),
    minutes=(60, 120),
    weight=mark("heavy"),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    features=FEATURES,
    option_features=OPTION_FEATURES,
    observation_version=2,
    observe_options=observe_options,
    score_kinds=(mark("glory"), mark("huts"), mark("villages")),  # in the order of scoring.py
    rules_version=1,
    full_score=80,
    rules=rules,
    build_box=build_box,
    box_in_play=hashed_box,
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
    positions=PositionFormat(to_table, from_table, view_to_table=view_to_table, view_schema=HERE / "view.schema.json"),
    pictures=Pictures(
        board,
        HERE / "pictures" / "board.css",
        terminal_board,
        close_up=close_up,
        art=ART,
        icons=ICON_WORDS,
        cover=HERE / "pictures" / "cover.svg",
        chance=dice,
        board_editor=BOARD_EDITOR,
    ),
    round_number=lambda seen: int(seen.round_number),
    turn_number=turn_number,
    check_options=check_options,
    box_editor=EDITOR,
    has_secrets=True,  # K12.3
    observes_without_view=True,
    secret_actions=range(Play.action(0), Play.action(0) + len(Play.numbers)),  # K12.3
    sort_keys=SORT_KEYS,
)
