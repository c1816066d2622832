"""Nusfjord by Uwe Rosenberg (Big Box 2024): fish, wood, gold, and a harbour to build up. The rules by chapter:

layout, box, setup          N1, N2 components and setup
round/                      N3 catch, N8 home, stages: the order of a round
actions/                    N4 work; N5 goods, reserve, serve, build (building_cost, harbour), shares, forest, ships, and
                            board_actions: the list of actions; N13 guests, guests_at_table
elders/                     N5.11 taking, council; N6 judging: whether an elder can be used, functions: using it;
                            N7 special_functions; N9.12 before
cards/                      N9 effects (the vocabulary), grammar, buildings; counting, discounts, events, effect_timing: when
                            effects act, use_effect: how; stock; exchange_loops and fairness: checks of the cards
scoring, campaign           N10, N11.7, N12.1
hidden, observation         N14 hidden information
turn                        the list of all questions in the order of their action numbers; pending: the stack of pending work;
                            derived: fields that follow from other fields
resources                   a player's goods, now or after a change; refusal: the base class; sort_key: for GPUs
words/, texts/              names and generated texts of components; the log, help, rules in words
positions/, pictures/       positions as text; drawings
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import BadOption
from ...core.game import Game, Option, Pictures, PositionFormat, Preset, Texts, as_text
from ...language import _, mark
from . import rules
from .answers_ahead import ANSWERS
from .box import VARIANTS, build_box, decks_of
from .campaign import CAMPAIGN, RETURN_MATCH
from .cards.buildings import DECKS, LETTERS, hashed_box
from .layout import BOX, CATCHING, SEATS, STATE
from .observation import FEATURES, OPTION_FEATURES, action_identities, observe_options
from .pictures.art import ART
from .pictures.board import board
from .pictures.board_editor import BOARD_EDITOR
from .pictures.box_editor import EDITOR
from .pictures.close_up import close_up
from .positions.table import from_table, to_table
from .positions.view_table import view_to_table
from .scoring import PARTS, SCORE_KINDS, kinds_in_play
from .sort_key import SORT_KEYS
from .texts.describe import describe
from .texts.listing import BUILDINGS
from .texts.story import aftermath, prompt, round_words, story, turn
from .texts.themes import theme
from .turn import QUESTIONS
from .words.names import ICON_WORDS

NUMBERS = tuple(str(100 * deck + n) for deck in range(1, len(DECKS) + 1) for part in LETTERS.values() for n in part)


@dataclass(frozen=True)
class FileOption(Option):
    """A standard choice, or the path of a file."""

    def read_one(self, value: Any) -> Any:
        return as_text(value).strip() or self.default


@dataclass(frozen=True)
class OrderedOption(Option):
    """A list of choices whose order matters."""

    def read(self, value: Any) -> Any:
        values = self.as_list(value)
        return list(dict.fromkeys(self.read_one(part) for part in values))


FOLDER = Path(__file__).parent


def check_options(options: Mapping[str, Any]) -> None:
    players = options["players"]
    if options["mode"] == "solo" and players > 1:
        raise BadOption(_("solo is for 1 player (N11.1)"))
    if options["mode"] == "advanced" and players > 1:
        raise BadOption(_("the advanced solo game is for 1 player (N11.5)"))
    if options["start"] != "random" and int(options["start"]) > players:
        seat = options["start"]
        raise BadOption(_("seat {seat} can't start: there are {players} players (N2.4)", seat=seat, players=players))
    if options["mixed"] and len(options["mixed"]) != 3:
        raise BadOption(_("a mixed game has three decks, not {n} (N12.2)", n=len(options["mixed"])))
    decks_of(options)
    for variant, least in (("guide", 4), ("architect", 3), ("investor", 3)):
        if variant in options["elders"] and players < least:
            raise BadOption(_("the {elder} comes with {n} or more players (N7.19)", elder=_(variant), n=least))


def terminal_board(seen: np.record, box: np.record, viewer: int | None, names: Sequence[str]) -> Any:
    """Imported on first use: it needs Rich, and servers do not."""
    from .pictures.terminal import terminal_board

    return terminal_board(seen, box, viewer, names)


GAME = Game(
    name="nusfjord",
    title="Nusfjord",
    about=mark(
        "build a fishing village in the Lofoten Islands: workers, elders, shares, ships and buildings over seven rounds"
    ),
    options=(
        Option("players", (1, 2, 3, 4, 5), 2, mark("1 to 5 players")),
        Option("deck", DECKS, "herring", mark("the deck of buildings")),
        Option(
            "mode",
            ("standard", "solo", "advanced"),
            "standard",
            mark("standard; for one player solo (automatic) or advanced"),
        ),
        Option(
            "elders",
            (*VARIANTS, "promos"),
            (),
            mark("elders by choice: star variants from 3 (guide: 4) players, and the promos"),
            True,
        ),
        OrderedOption("mixed", DECKS, (), mark("three decks for a mixed game; later cards come from the first deck"), True, 3),
        Option("start", ("random", "1", "2", "3", "4", "5"), "random", mark("start player: random, or a seat number")),
        Option("without", NUMBERS, (), mark("buildings left out, by number (campaign, rematch)"), True),
        FileOption("buildings", ("standard",), "standard", mark("standard, or a file of buildings of your own")),
    ),
    presets=(
        Preset(mark("first game"), mark("the herring deck, as the rulebook recommends"), {}, "easy"),
        Preset(mark("standard"), mark("the mackerel deck"), {"deck": "mackerel"}),
        Preset(
            mark("everything"),
            mark("three decks mixed, and the promos among the elders"),
            {"mixed": ["codfish", "salmon", "trout"], "elders": ["promos"]},
        ),
    ),
    minutes=(20, 100),
    weight=mark("medium heavy"),
    state=STATE,
    box=BOX,
    num_actions=QUESTIONS.actions,
    max_legal=QUESTIONS.max_legal,
    features=FEATURES,
    option_features=OPTION_FEATURES,
    observation_version=2,
    observe_options=observe_options,
    action_identities=action_identities,
    score_kinds=SCORE_KINDS,
    units_per_point=PARTS,
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
        FOLDER / "texts" / "help",
        round=round_words,
        turn=turn,
        aftermath=aftermath,
        lessons=FOLDER / "lessons",
        question_rule=QUESTIONS.rule_number,
        explain=QUESTIONS.explain,
        rules=FOLDER / "texts" / "rules",
        aid=FOLDER / "texts" / "aid",
        notation_guide=FOLDER / "texts" / "notation",
        theme=theme,
        puzzles=FOLDER / "puzzles.jsonl",
    ),
    positions=PositionFormat(to_table, from_table, view_to_table=view_to_table, view_schema=FOLDER / "view.schema.json"),
    pictures=Pictures(
        board,
        FOLDER / "pictures" / "board.css",
        terminal_board,
        close_up=close_up,
        art=ART,
        icons=ICON_WORDS,
        cover=FOLDER / "pictures" / "cover.svg",
        needs_width=True,
        board_editor=BOARD_EDITOR,
    ),
    round_number=lambda seen: int(seen.round_number),
    turn_number=lambda seen: int(seen.turn) - (SEATS + 1 if seen.stage == CATCHING else 0),  # a catch is a turn of its own
    standing_answers=ANSWERS,
    check_options=check_options,
    components=BUILDINGS,
    box_editor=EDITOR,
    box_in_play=hashed_box,
    kinds_in_play=kinds_in_play,
    series=(CAMPAIGN, RETURN_MATCH),
    has_secrets=True,
    observes_without_view=True,
    sort_keys=SORT_KEYS,
    gpu_calls_large_rules=True,
)
