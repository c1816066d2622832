"""What buildings and elders do can be read on every board: drawn in full, in letters that are large enough."""

import re
from collections.abc import Iterator
from html import escape
from xml.etree import ElementTree

import pytest

from seaboard.drawing import Pen, board_svg
from seaboard.games.nusfjord.layout import ELDER_NUMBERS
from seaboard.games.nusfjord.pictures.board import board
from seaboard.games.nusfjord.pictures.lettering import parts_of
from seaboard.games.nusfjord.words.effects import card_name, card_text
from seaboard.games.nusfjord.words.elders import elder_text
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

from .table import new
from .test_board import EVERY_VARIANT, drawn, positions

SVG = "{http://www.w3.org/2000/svg}"
VIEWPORTS = [(1040, 560), (1040, 620), (1360, 600), (1100, 740)]  # of windows from 1366x768 on, with the log and without


def letters(words: str) -> str:
    """Without the spaces and hyphens that a line break may add or take away."""
    return re.sub(r"[\s-]", "", words)


def effects(m: Match) -> dict[str, str]:
    """What each building and elder says, by the name under which it is inspected."""
    cards = range(1, int(m.box.number_of_cards) + 1)
    message = {f"building {m.box.cards[card].number}": card_text(m.box, card) for card in cards}
    return message | {f"elder {elder}": elder_text(m.box, elder) for elder in range(1, ELDER_NUMBERS)}


def missing(m: Match, svg: str, panels: tuple[str, ...]) -> list[str]:
    """Buildings and elders in these panels whose text is not drawn in full."""
    wrong, message = [], effects(m)
    for panel in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if not panel.get("data-panel", "").startswith(panels):
            continue
        for thing in panel.iter(f"{SVG}g"):
            words = message.get(thing.get("data-inspect", ""), "")
            if any("nusfjord-sold" in part.get("class", "") for part in thing.iter(f"{SVG}rect")):
                continue  # the empty place of a card that was built
            shown = letters("".join(part.text or "" for part in thing.iter(f"{SVG}text")))
            whole = letters("".join(piece for part in parts_of(words) for piece in part if isinstance(piece, str)))
            if whole not in shown:
                wrong.append(f"{thing.get('data-inspect')}: {words}")
    return wrong


@EVERY_VARIANT
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_card_is_dropped(options, language):
    with using_language(language):
        for n, m in enumerate(positions(options, 3, 29)):
            viewer = m.mover if not m.over else 0
            own = f"harbour-{viewer}"
            for size in (VIEWPORTS[n % 4], VIEWPORTS[(n + 2) % 4]):
                assert not missing(m, board_svg(drawn(m, viewer, viewport=size)[0]), ("display", "elders", own)), size
            assert not missing(m, board_svg(drawn(m, viewer, narrow=True)[0], narrow=True), ("display", "elders", own))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_display_draws_every_text(language):
    with using_language(language):
        for m in positions({"players": 5, "mixed": ["codfish", "salmon", "trout"], "elders": ["promos"]}, 3, 29):
            for viewport in VIEWPORTS:
                svg = board_svg(drawn(m, 0, viewport=viewport)[0])
                assert not missing(m, svg, ("display",)), viewport
                cards = re.findall(r'data-piece="card-(\d+)"', svg)
                assert len(cards) == len(set(cards))


def sizes(part: ElementTree.Element, scale: float) -> Iterator[float]:
    """How large the letters of a drawing are, where those of cards have the size 14."""
    inside = scale * float((re.search(r"scale\(([\d.]+)", part.get("transform", "")) or [0, 1])[1])
    if part.tag == f"{SVG}text" and "nusfjord-text" in part.get("class", ""):
        yield 14 * inside
    for child in part:
        yield from sizes(child, inside)


@EVERY_VARIANT
def test_no_letter_on_a_card_is_smaller_than_13_pixels(options):
    for n, m in enumerate(positions(options, 3, 31)):
        size = [*VIEWPORTS, (700, 620)][n % 5]
        svg = ElementTree.fromstring(board_svg(drawn(m, m.mover or 0, viewport=size)[0]))
        assert min(sizes(svg, size[0] / float(svg.get("viewBox", "").split()[2]))) >= 13


def test_no_other_card_moves_when_one_is_built():
    """An A or B card leaves its place empty, in a display that has room for all of them."""
    m = new(2, players=2)
    places = [dict(re.findall(r'data-piece="card-(\d+)" transform="([^"]*)"', display_of(m)))]
    m.s.players[m.mover].wood = m.s.players[m.mover].fish = m.s.players[m.mover].gold = 12
    builder = m.mover
    m.play("build")
    while m.mover == builder and "card-" in display_of(m) and len(places) < 2:
        m.play(m.actions()[0])
        now = dict(re.findall(r'data-piece="card-(\d+)" transform="([^"]*)"', display_of(m)))
        if len(now) < len(places[0]):
            places.append(now)
    before, after = places
    assert after == {card: place for card, place in before.items() if card in after}


def display_of(m: Match) -> str:
    return next(panel.body for panel in drawn(m, 0, viewport=(1900, 1000))[0] if panel.key == "display")


def test_a_harbour_is_opened_in_its_place():
    m = new(2, players=5)
    closed = {panel.key: panel for panel in drawn(m, 0)[0]}
    pen = Pen(m.actions(), opened=["harbour 3", "harbour 9"])
    opened = {panel.key: panel for panel in board(m.view(0), m.box, 0, m.names, pen)}
    assert opened.keys() - closed.keys() == {"opened-2"}
    assert "nusfjord-reserve" in opened["harbour-2"].body
    assert "nusfjord-reserve" not in closed["harbour-2"].body
    assert 'aria-expanded="true"' in opened["opened-2"].body
    on_a_phone = board(m.view(0), m.box, 0, m.names, Pen((), True, opened=["harbour 3"]))
    assert [panel.key for panel in on_a_phone if "nusfjord-reserve" in panel.body] == ["harbour-0", "harbour-2"]


def test_legal_choices_keep_their_tooltips():
    """The words of the choice come first, then those of the card."""
    m = new(2, players=2)
    m.s.players[m.mover].wood = m.s.players[m.mover].fish = 12
    m.play("build")
    svg = board_svg(drawn(m, m.mover)[0])
    titles = re.findall(r'<g class="target can"[^>]*aria-label="([^"]*)"><title>([^<]*)</title>', svg)
    assert titles
    for label, tooltip in titles:
        assert tooltip.startswith(label)
        assert "cost " in tooltip


def test_the_tooltip_of_a_harbour_far_away_names_all_its_buildings():
    for m in positions({"players": 5, "deck": "herring"}, 3, 40):
        for panel in drawn(m, 0)[0]:
            if not panel.key.startswith("harbour-") or panel.key == "harbour-0":
                continue
            seat = int(panel.key.removeprefix("harbour-"))
            title = re.search(r"<title>([^<]*)</title>", panel.body)
            names = [escape(card_name(m.box, int(card))) for card in m.s.players[seat].harbour[1:] if card]
            assert title
            assert all(name in title[1] for name in names)
