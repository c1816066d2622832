"""The board, the choices and the descriptions: in every position of random games, for every viewer, in every language."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from seaboard.core.dice import pick
from seaboard.drawing import Pen
from seaboard.drawing.materials import ART
from seaboard.games.maori.discover import Pass, PlaceOn, PlaceStored, Take
from seaboard.games.maori.pictures.art import SHAPES
from seaboard.games.maori.pictures.board import board
from seaboard.games.maori.scoring import EMPTY_SPACES, PALMS
from seaboard.games.maori.ship import Stay
from seaboard.games.maori.texts.describe import describe
from seaboard.games.maori.words.names import SCORE_KINDS
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

from .table import GAME, label, new, seat, sit

GAMES: list[dict[str, Any]] = [
    {"players": 2, "level": "basic", "board": "front"},
    {"players": 5, "level": "pro", "board": "front"},
    {"players": 4, "level": "advanced", "board": "atoll"},
]


@cache
def positions(**options: Any) -> list[Match]:
    """From a random game: the first position of each decision, some others, and the end."""
    m = new(11, **options)
    generator = np.array([11], np.uint64)
    kept: dict[int, Match] = {}
    while not m.over:
        kept.setdefault(int(m.s.decision), m.copy())
        if len(m.history) % 60 == 40:
            kept[-len(m.history)] = m.copy()
        actions = m.actions()
        likely = [action for action in actions if action < PlaceStored.first or action >= PlaceOn.first] or actions
        m.play(likely[pick(generator, len(likely))])
    return [*kept.values(), m]


def draw(m: Match, viewer: int | None, narrow: bool = False) -> tuple[str, Pen]:
    pen = Pen(m.actions() if viewer == m.mover and viewer is not None else (), narrow)
    panels = board(m.view(viewer), m.box, viewer, m.names, pen)
    assert len({panel.key for panel in panels}) == len(panels) == m.seats + 1
    assert all(panel.width == 390 for panel in panels) or not narrow
    return "".join(panel.body for panel in panels), pen


@pytest.mark.parametrize("options", GAMES, ids=label)
def test_every_board_is_well_formed_and_shows_each_choice(options):
    """All of Māori's choices have a place on the board, so each one can be clicked."""
    for m in positions(**options):
        for viewer in (None, *range(m.seats)):
            for narrow in (False, True):
                body, pen = draw(m, viewer, narrow)
                root = ElementTree.fromstring(f"<svg><defs>{ART}{SHAPES}</defs>{body}</svg>")
                assert not any("style" in part.attrib for part in root.iter())
                ids = {part.attrib["id"] for part in root.iter() if "id" in part.attrib}
                assert {part.attrib["href"][1:] for part in root.iter("use")} <= ids
                assert pen.drawn == pen.legal
                pieces = [part.attrib["data-piece"] for part in root.iter() if "data-piece" in part.attrib]
                assert len(set(pieces)) == len(pieces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", GAMES, ids=label)
def test_every_choice_has_a_different_text(options, language):
    with using_language(language):
        for m in positions(**options):
            seen = m.view(m.mover)
            choices = [GAME.texts.choice(seen, m.box, action) for action in m.actions()]
            assert all(choices)
            assert len(set(choices)) == len(choices)
            assert GAME.texts.prompt(seen, m.box)
            for action in range(0, GAME.num_actions, 3):
                if reason := m.why_not(action):
                    assert reason.text
                    assert m.over or GAME.texts.choice(seen, m.box, action)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_description_names_everyone_and_every_tile(language):
    with using_language(language):
        for m in positions(**GAMES[2])[-3:]:
            for viewer in (None, 0, 3):
                message = describe(m.view(viewer), m.box, viewer, m.names)
                assert all(sentence.endswith(".") for sentence in message)
                assert all(any(name in sentence for sentence in message) for name in m.names)


def test_a_description_names_the_places_of_things():
    m = sit(seat(3, ">2ph", {"a1": "~b"}, "a1"), seat(), at="right 2", level="advanced")
    message = describe(m.view(0), m.box, 0, ["Anna", "Ben"])
    assert "Anna's turn." in message
    assert "The explorer ship is at right 2." in message
    assert "It faces, nearest first: d2, c2, b2, a2." in message
    assert "Anna has 3 shells, 3 boats and -12 points so far." in message
    assert "Anna's board: a1: water (1 boat)." in message
    assert "Anna's storage: island end, opening east (2 palms, hut)." in message
    assert "Anna's ship is on a1." in message
    assert "Ben's board: nothing yet." in message
    assert "Ben's ship is still next to the board." in message


def test_choices_show_their_costs():
    m = sit(seat(2, tiles={"a1": "~", "b2": "~"}, ship="a1"), decision="steps", level="pro")
    assert choices(m) == [
        "Sail 1 step to top 2 (free)",
        "Sail 2 steps to top 3 (free)",
        "Sail 3 steps to top 4 (2 free, −1 shell)",
        "Sail 4 steps to right 1 (2 free, −2 shells)",
    ]
    m.play("ship 1")
    assert choices(m)[:2] == [
        "Take for free: island end, opening east (1 palm, half a wreath)",
        "Take for 1 shell: island end, opening east (3 palms)",
    ]
    assert "Remove water from b2" in choices(m)
    m.play("take 1")
    assert "Place at b1" in choices(m)
    assert "Place at c3 (−1 shell for sailing)" in choices(m)
    m = sit(seat(0, "~2s"))
    m.play("lay stored")
    assert choices(m)[0] == "Place at a1 (+2 shells)"


def test_a_tile_brings_the_shell_that_its_placement_paid_into_an_empty_supply():
    m = sit(seat(9, "~2s", {"a1": "~", "b1": "~"}, "a1"), seat(21), level="pro")
    m.play("lay stored")
    assert "Place at c1 (−1 shell for sailing, +1 shell)" in choices(m)
    m.play("to c1")
    assert m.s.players[0].shells == 9


def choices(m: Match) -> list[str]:
    return [GAME.texts.choice(m.view(m.mover), m.box, action) for action in m.actions()]


def test_a_picture_contains_its_styles_and_shapes():
    m = new(players=3, level="pro")
    for narrow, width in ((False, "1203"), (True, "390")):
        root = ElementTree.fromstring(m.svg(m.mover, narrow))
        assert root.attrib["viewBox"].split()[2] == width
        assert "maori-water" in str(next(root.iter("{http://www.w3.org/2000/svg}style")).text)


def test_the_viewers_board_comes_first_and_for_a_spectator_that_of_the_first_seat():
    m = new(players=4)
    for viewer, order in ((2, [2, 3, 0, 1]), (None, [0, 1, 2, 3])):
        panels = board(m.view(viewer), m.box, viewer, m.names, Pen())
        assert [panel.key for panel in panels] == ["display", *(f"seat-{n}" for n in order)]
        assert [panel.title for panel in panels[1:]] == [f"Player {n + 1}" for n in order]


@pytest.mark.parametrize("viewport", [(940, 560), (1040, 600), (1060, 720), (1340, 620), (1900, 900), (3000, 900), (960, 1400)])
def test_the_panels_of_a_wide_board_do_not_overlap_and_fill_the_viewport(viewport):
    for options in [*GAMES, {"players": 2, "board": "atoll"}, {"players": 3}, {"players": 3, "board": "atoll"}, {"players": 4}]:
        m = new(**options)
        panels = board(m.view(0), m.box, 0, m.names, Pen((), viewport=viewport))
        high, wide = (max(at) for at in zip(*((one.y + one.height, one.x + one.width) for one in panels), strict=True))
        assert abs(high / wide - viewport[1] / viewport[0]) < 0.01
        for n, one in enumerate(panels):
            assert min(one.x, one.y) >= 0
            for other in panels[:n]:
                apart = one.x >= other.x + other.width or other.x >= one.x + one.width
                assert apart or one.y >= other.y + other.height or other.y >= one.y + one.height


def test_on_a_phone_the_viewers_board_comes_first_when_all_choices_are_there():
    m = sit(seat(0))
    for action, first in (("take 1", "display"), ("to a1", "seat-0")):
        for viewer in (0, 1):
            legal = m.actions() if viewer == m.mover else ()
            panels = board(m.view(viewer), m.box, viewer, m.names, Pen(legal, narrow=True))
            assert panels[0].key == (first if viewer == m.mover else "display")
        m.play(action)


def test_illegal_choices_are_targets_too():
    m = sit(seat(0))
    body, pen = draw(m, 0)
    assert [action in pen.drawn for action in range(Take.first, Take.first + 4)] == [True, False, False, False]
    for action in range(Take.first, PlaceStored.first + 1):
        assert f'data-actions="{action}"' in body
    watched, watching = draw(m, 1)
    assert not watching.drawn
    assert set(re.findall(r'data-actions="(\d+)"', watched)) >= {
        str(action) for action in range(Take.first, PlaceStored.first + 1)
    }


def test_a_click_on_the_ship_means_staying():
    m = sit(seat(tiles={"a1": "~", "b1": "~"}, ship="a1"), level="advanced", decision="sail")
    body, pen = draw(m, 0)
    assert Stay.first in pen.drawn
    assert f'data-actions="{Stay.first}"' in body


def test_a_name_cannot_bring_markup_into_the_board():
    m = Match(GAME, seed=1, names=["<b onclick='x'>&", 'a"b'])
    body, _ = draw(m, 0)
    assert "<b " not in body
    ElementTree.fromstring(f"<svg>{body}</svg>")


def test_a_board_depends_on_nothing_hidden():
    m = positions(**GAMES[1])[-2]
    other = m.copy()
    other.s.key[:] = (1, 2)
    other.s.counter += 5
    for viewer in (None, 0, 4):
        assert draw(other, viewer)[0] == draw(m, viewer)[0]


def test_texts_are_in_the_current_language():
    m = sit(seat(1))
    with using_language("de"):
        assert choices(m)[0] == "Gratis nehmen: Endstück, nach Westen offen (1 Palme, halber Blumenkranz)"
        assert m.play("take 1").startswith("nimmt ein nach Westen offenes Endstück")
        assert str(m.why_not(Pass.first)) == "Zuerst: Lege das Plättchen (M3.7)."
    with using_language("nl"):
        assert m.play("to b2").startswith("legt hem op b2. Nieuw in het aanbod: ")


def test_finished_islands_show_their_points():
    m = sit(seat(0, tiles={"a1": ">1pl", "b1": "<1pl", "c1": ">2p", "d1": "o1ph"}))
    body, _ = draw(m, 0)
    assert re.findall(r"finished island: (\d+) points?", body) == ["12", "2"]


def test_the_words_for_points_are_in_the_order_of_the_sheet():
    assert (SCORE_KINDS[PALMS], SCORE_KINDS[EMPTY_SPACES]) == ("palms", "empty spaces")


def test_help_names_the_rules_in_every_language():
    assert GAME.texts.help
    numbers = [
        set(re.findall(r"M\d\.\d+", (GAME.texts.help / f"{language}.md").read_text(encoding="utf-8"))) for language in LANGUAGES
    ]
    assert numbers[0] == numbers[1] == numbers[2]
    assert len(numbers[0]) > 20
