"""The board in the browser, and the texts for a position, in positions of some random games."""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from functools import cache

import numpy as np
import pytest

from seaboard.drawing import Panel, Pen, board_svg
from seaboard.games.kaivai.build import OfKind
from seaboard.games.kaivai.canoes import Stop
from seaboard.games.kaivai.gifts import Give, Honourable, NotHonourable
from seaboard.games.kaivai.layout import TRACK
from seaboard.games.kaivai.positions.reading import DECISIONS
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

from ..sampling import some
from .digests import choose
from .table import GAME, new, seat, sit
from .test_ending import ending
from .test_hidden import choosing

VARIANTS: list[dict] = [{"players": 2}, {"players": 3, "diceless": "on"}, {"players": 4, "edition": "first", "gifts": "on"}]
EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=str)
RARE = ("canoe", "site", "waters", "delivery", "feast")
NAMES = ["A & B", "<b>", 'Ümit "the" Long\'un of a Name', "4"]
SVG = "{http://www.w3.org/2000/svg}"


@cache
def game(**options: object) -> list[Match]:
    """The first two positions of each kind of decision, every thirtieth one, and the last of a random game."""
    m, generator, found, asked = new(11, **options), np.array([11], np.uint64), [], Counter[int]()
    while not m.over:
        asked[int(m.s.decision)] += 1
        if asked[int(m.s.decision)] <= 2 or len(m.history) % 30 == 0:
            found.append(m.copy())
        action = choose(m.actions(), generator, False)
        m.history.append((action, m.s.copy()))
        GAME.apply(m.s, m.box, action)
    return [*found, m]


def positions(options: dict) -> list[Match]:
    return game(**options)


def described(m: Match, viewer: int | None) -> list[str]:
    return GAME.texts.describe(m.view(viewer), m.box, viewer, NAMES)


def drawn(m: Match, viewer: int | None, narrow: bool = False, viewport: tuple[int, int] = (1040, 600)) -> tuple[str, Pen]:
    pen = Pen(m.actions() if viewer is not None and viewer == m.mover else (), narrow, viewport)
    return board_svg(GAME.pictures.board(m.view(viewer), m.box, viewer, NAMES[: m.seats], pen), narrow), pen


def choices(m: Match) -> list[str]:
    seen = m.view(m.mover)
    return [GAME.texts.choice(seen, m.box, action) for action in m.actions()]


def check_pictures(m: Match) -> None:
    """For several viewers, wide and narrow: well-formed, no inline style, and every legal action can be clicked."""
    nowhere = {Honourable.action(), NotHonourable.action()}  # words about a gift have no place on the board
    for viewer in (None, m.mover or 0, ((m.mover or 0) + 1) % m.seats):
        for narrow in (False, True):
            svg, pen = drawn(m, viewer, narrow)
            check_svg(svg, narrow)
            allowed = set(m.actions()) if viewer is not None and viewer == m.mover else set()
            assert pen.drawn == allowed - nowhere
            assert targets(svg, "target can") == pen.drawn
    others = targets(drawn(m, m.mover)[0], "target")
    assert all(GAME.problem(m.s, m.box, action) for action in sorted(others)[::9]), (
        "illegal targets explain why they are illegal"
    )


def check_svg(svg: str, narrow: bool) -> None:
    root = ElementTree.fromstring(svg)
    assert not any("style" in element.attrib for element in root.iter())
    assert not any(element.tag in (f"{SVG}style", f"{SVG}script") for element in root.iter())
    _x, _y, width, height = map(float, root.attrib["viewBox"].split())
    assert width == 390 if narrow else (round(width), round(height)) == (1040, 600)
    pieces = [element.attrib["data-piece"] for element in root.iter() if "data-piece" in element.attrib]
    assert len(pieces) == len(set(pieces))


def targets(svg: str, kind: str) -> set[int]:
    return {int(n) for numbers in re.findall(rf'class="{kind}" data-actions="([\d ]+)"', svg) for n in numbers.split()}


def check_words(m: Match) -> None:
    """Choices differ; prompt, description and choices exist in every language, without unfilled placeholders."""
    for language in LANGUAGES:
        with using_language(language):
            texts = choices(m)
            assert len(set(texts)) == len(texts)
            for words in (*texts, m.prompt(), *described(m, m.mover)):
                assert words
                assert "{" not in words


@pytest.mark.parametrize("options", some(VARIANTS), ids=str)
def test_every_legal_action_is_on_the_board(options):
    for m in positions(options):
        check_pictures(m)


@EVERY_VARIANT
def test_every_position_has_a_description_in_every_language(options):
    for m in positions(options):
        check_words(m)


@pytest.mark.parametrize(
    ("edition", "language", "huts"),
    [
        ("second", "nl", ("Scheepsbouwershut: een nieuw schip", "Vissershut: meer vis in haar eilanddorp")),
        ("first", "nl", ("Vissershut: een nieuw schip", "Godenschrijn: meer vis in zijn eilanddorp")),
        ("first", "de", ("Fischerhütte: ein neues Boot", "Götterschrein: mehr Fische in seinem Inseldorf")),
        ("first", "en", ("Fisher hut: a new canoe", "God shrine: more fish in its village")),
    ],
)
def test_each_edition_has_the_terms_of_its_book(edition, language, huts):
    m = sit(seat(canoe_builder="f3", canoes="g4", shells=[5, 5, 4]), cult="f5", god="f5", edition=edition)
    with using_language(language):
        assert tuple(GAME.texts.choice(m.view(0), m.box, OfKind.action(kind)) for kind in (0, 1)) == huts
        message = " ".join(described(m, 0))
        assert huts[0].split(":")[0].lower() in message.lower()


def test_texts_differ_between_languages():
    m = sit(seat(canoe_builder="f3", canoes="g4", shells=[5, 5, 4]), cult="f5", god="f5")
    message = {}
    for language in LANGUAGES:
        with using_language(language):
            message[language] = [m.prompt(), str(m.why_not(Stop.action())), *choices(m), *described(m, 0)]
            message[language].append(m.copy().play("increase"))
    for one, other in (("en", "de"), ("en", "nl"), ("de", "nl")):
        assert not set(message[one]) & set(message[other])


def test_choices_tell_what_they_cost_and_bring():
    m = sit(seat(canoes="g5 h9", bid=3, shells=[5, 5, 4]), seat(meeting="f5:1 g4", canoes="i5", glory=3), spaces={"move": 2})
    assert "Build huts (free)" in choices(m)
    assert "Move canoes (−2 influence)" in choices(m)
    assert "Pass and take 2 influence counters" in choices(m)
    m.play("build, canoe g5, to g5")
    assert "Hut on g6, village f4, for 6" in choices(m)
    m = sit(seat(canoes="g5", fish=[4, 4]), seat(meeting="f5:1 g4"))
    m.play("deliver, to g5")
    assert choices(m) == ["Fish to f5: a shell worth 4", "Fish to g4: a shell worth 5"]
    m = sit(seat(canoes="g5 g9", glory=9), seat(canoes="h5 a1 a2"))
    m.play("move, canoe g5")
    assert "To h5, 1 step: sink player 2's canoe (−4 glory)" in choices(m)
    m = sit(seat(meeting="f5:2"), seat(canoe_builder="g5:1", canoes="a1"), seat(meeting="j3:1"))
    m.play("celebrate")
    assert choices(m) == ["Celebrate in f4 (glory: player 1 +3, player 2 +1)", "Celebrate in k2 (glory: player 3 +1)"]


def test_the_board_of_a_view_does_not_show_a_secret_choice():
    m, other = choosing(2, 1), choosing(0, 1)
    for viewer in (None, 1, 2, 3):
        for narrow in (False, True):
            assert drawn(m, viewer, narrow)[0] == drawn(other, viewer, narrow)[0]
        assert described(m, viewer) == described(other, viewer)
    assert "plays 2" in drawn(m, 0)[0]


def words_in(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.rule("K14.1")
def test_the_board_covers_the_influence_of_others_until_the_end():
    seats = [seat(influence=number) for number in (7, 5, 3)]
    m = sit(*seats)
    for viewer, own in ((0, 7), (1, 5), (2, 3), (None, 0)):
        for narrow in (False, True):
            words = words_in(drawn(m, viewer, narrow)[0])
            assert words.count("hidden") == (3 if viewer is None else 2)
            assert (f"influence {own}" in words) == (viewer is not None)
    over = ending(*seats, decision="over", scored="b2 f4 k2 e7 i7 f11")
    assert "hidden" not in words_in(drawn(over, 0)[0])


def panels(m: Match, viewport: tuple[int, int]) -> list[Panel]:
    return GAME.pictures.board(m.view(0), m.box, 0, NAMES[: m.seats], Pen((), viewport=viewport))


@pytest.mark.parametrize("viewport", [(940, 560), (1040, 600), (1060, 720), (1340, 620), (1900, 900), (3000, 900), (960, 1400)])
@EVERY_VARIANT
def test_the_panels_of_a_wide_board_fill_the_room_and_lie_side_by_side(options, viewport):
    for m in (positions(options)[0], positions(options)[-1]):
        placed = panels(m, viewport)
        high, wide = (max(at) for at in zip(*((one.y + one.height, one.x + one.width) for one in placed), strict=True))
        assert abs(high / wide - viewport[1] / viewport[0]) < 0.01
        for n, one in enumerate(placed):
            assert one.height >= 44
            for other in placed[:n]:
                apart = one.x >= other.x + other.width or other.x >= one.x + one.width
                assert apart or one.y >= other.y + other.height or other.y >= one.y + one.height


def test_where_there_is_room_for_two_columns_the_villages_are_always_there():
    m = positions(VARIANTS[0])[0]
    assert "villages" in [panel.key for panel in panels(m, (1340, 620))]
    assert "villages" not in [panel.key for panel in panels(m, (1040, 620))]


def test_the_viewer_comes_first():
    m = positions(VARIANTS[2])[0]
    for viewer in range(4):
        keys = re.findall(r'data-panel="player-(\d)"', drawn(m, viewer)[0])
        assert keys == [str((viewer + n) % 4) for n in range(4)]


def test_on_a_phone_the_choices_are_above_the_map():
    panels = {"bid": "bids", "action": "actions", "kind": "player-0", "play": "player-0", "scoring": "villages"}
    seen = set()
    for m in positions(VARIANTS[2]):
        asked = m.to_dict()["decision"]
        if asked in panels and asked not in seen:
            seen.add(asked)
            order = re.findall(r'data-panel="([\w-]+)"', drawn(m, 0, True)[0])
            assert order.index(panels[asked]) < order.index("map")
    assert seen == set(panels)


def test_every_kind_of_decision_is_checked():
    asked = {m.to_dict()["decision"] for options in VARIANTS for m in positions(options)}
    assert asked | set(RARE) == set(DECISIONS)


@pytest.mark.parametrize("decision", RARE)
def test_decisions_that_random_players_rarely_meet(decision):
    m = rare(decision)
    assert m.to_dict()["decision"] == decision
    check_pictures(m)
    check_words(m)


def rare(decision: str) -> Match:
    if decision in ("canoe", "site"):
        m = sit(seat(canoes="g5 h9", shells=[5, 5, 5, 5]))
        m.play("build" if decision == "canoe" else "build, canoe g5, to g5")
    elif decision == "waters":
        m = sit(seat(canoes="f6", bid=10, fisherman="f3 e8"), cult="f5 e6")  # f6 lies next to two villages
        m.play("fish")
    elif decision == "delivery":
        m = sit(seat(canoes="g5 a1", fish=[4, 4, 4]), seat(meeting="f5:1 g4"))
        m.play("deliver, canoe g5, to g5, fish to f5")
    else:
        m = sit(seat(meeting="f5:2"), seat(meeting="j3:1"))
        m.play("celebrate")
    return m


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_is_there_in_every_language_and_names_rules_that_exist(language):
    text = (GAME.texts.help / f"{language}.md").read_text(encoding="utf-8")
    known = (GAME.texts.help.parent / "rules" / "en.md").read_text(encoding="utf-8")
    assert len(text.split()) > 600
    for number in re.findall(r"K\d+(?:\.\d+)?", text):
        assert re.search(rf"(## |- ){number}\b", known), number


def test_gifts_are_chosen_on_the_viewers_track():
    m = sit(seat(shells=[5], fish=[4]), edition="first", gifts="on")
    _svg, pen = drawn(m, 0)
    assert Give.action(TRACK + 3) in pen.drawn
    m.play("give fish 4")
    assert drawn(m, 0)[1].drawn == set(m.actions())
