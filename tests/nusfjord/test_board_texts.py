"""What buildings and elders do can be read on every board: drawn in full, or marked and in the tooltip where room is short."""

import re
from html import escape
from xml.etree import ElementTree

import pytest

from seaboard.drawing import board_svg
from seaboard.games.nusfjord.layout import ELDERS_KNOWN
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
    said = {f"building {m.box.cards[card].number}": card_text(m.box, card) for card in cards}
    return said | {f"elder {elder}": elder_text(m.box, elder) for elder in range(1, ELDERS_KNOWN)}


def missing(m: Match, svg: str, panels: tuple[str, ...]) -> list[str]:
    """Buildings and elders in these panels whose text is neither drawn in full nor marked and in their tooltip."""
    wrong, said = [], effects(m)
    for panel in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if not panel.get("data-panel", "").startswith(panels):
            continue
        for thing in panel.iter(f"{SVG}g"):
            words = said.get(thing.get("data-look", ""), "")
            shown = letters("".join(part.text or "" for part in thing.iter(f"{SVG}text")))
            whole = letters("".join(piece for part in parts_of(words) for piece in part if isinstance(piece, str)))
            tooltip = "\n".join(title.text or "" for title in thing.iter(f"{SVG}title"))
            marked = any("nusfjord-more" in part.get("class", "") for part in thing.iter(f"{SVG}g"))
            if whole not in shown and not (marked and words in tooltip):
                wrong.append(f"{thing.get('data-look')}: {words}")
    return wrong


@EVERY_VARIANT
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_card_is_dropped(options, language):
    with using_language(language):
        for n, m in enumerate(positions(options, 3, 29)):
            viewer = m.mover if not m.over else 0
            own = f"harbour-{viewer}"
            for size in (VIEWPORTS[n % 4], VIEWPORTS[(n + 2) % 4]):
                assert not missing(m, board_svg(drawn(m, viewer, viewport=size)[0]), ("display", "more", "elders", own)), size
            assert not missing(m, board_svg(drawn(m, viewer, narrow=True)[0], narrow=True), ("display", "elders", own))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_draws_every_text(language):
    """A tooltip is no substitute there: it is where players choose."""
    with using_language(language):
        for m in positions({"players": 5, "mixed": ["codfish", "salmon", "trout"], "elders": ["promos"]}, 3, 29):
            for viewport in VIEWPORTS:
                svg = board_svg(drawn(m, 0, viewport=viewport)[0])
                assert not missing(m, svg.replace("nusfjord-more", ""), ("display", "more")), viewport


def test_what_can_be_chosen_keeps_its_tooltip():
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
