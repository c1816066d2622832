"""The board and the words next to it, in positions of random games: for every viewer, wide and narrow, in every language."""

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from seaboard.drawing import CloseUp, Panel, Pen, board_svg, canvas_size
from seaboard.games.nusfjord import texts as words
from seaboard.games.nusfjord.cards import effects as vocabulary
from seaboard.games.nusfjord.cards.counts import COUNT_WORDS
from seaboard.games.nusfjord.cards.grammar import read_effect
from seaboard.games.nusfjord.layout import DISPLAY, HAND, STOCK, WILLY
from seaboard.games.nusfjord.pictures.board import FINE, USUAL, board
from seaboard.games.nusfjord.pictures.close_up import close_up
from seaboard.games.nusfjord.texts.describe import describe
from seaboard.games.nusfjord.texts.story import prompt
from seaboard.games.nusfjord.turn import QUESTIONS
from seaboard.games.nusfjord.words.effects import card_text, effect_text
from seaboard.games.nusfjord.words.elders import elder_text
from seaboard.games.nusfjord.words.names import ELDERS, elder_name, the_elder
from seaboard.language import LANGUAGES, using_language
from seaboard.match import Match

from .actions import ACTIONS, DECLINE, SKIP, WITH_GUESTS
from .table import GAME, new, recount

STARS = ["guide", "architect", "investor", "promos"]
VARIANTS = [
    {"players": 1, "deck": "mackerel", "mode": "advanced", "elders": ["promos"]},
    {"players": 2, "deck": "herring"},
    {"players": 3, "deck": "mackerel", "elders": ["architect", "investor"]},
    {"players": 5, "deck": "herring", "elders": STARS},
    {"players": 2, "deck": "visitors"},
]
EVERY_VARIANT = pytest.mark.parametrize("options", VARIANTS, ids=lambda options: f"{options['players']}-{options['deck']}")
VIEWPORTS, PHONE = [(1040, 620), (1340, 620), (1100, 740), (1880, 940), (600, 400)], 390
HELP = Path(words.__file__).parent / "help"


def positions(options: dict, seed: int, step: int) -> Iterator[Match]:
    """Positions at intervals of a game of busy random players, and its end."""
    m, choose = new(seed, **options), Random(seed)
    while not m.over:
        if m.version % step == 0:
            yield m
        busy = [action for action in m.actions() if action not in (SKIP, DECLINE)]
        m.play(choose.choice(busy or m.actions()))
    yield m


def drawn(
    m: Match, viewer: int | None, narrow: bool = False, viewport: tuple[int, int] = VIEWPORTS[0]
) -> tuple[list[Panel], Pen]:
    pen = Pen(m.actions() if viewer is not None and viewer == m.mover else (), narrow, viewport)
    return board(m.view(viewer), m.box, viewer, m.names, pen), pen


def looked_at(m: Match, viewer: int | None, what: str) -> CloseUp:
    shown = close_up(m.view(viewer), m.box, viewer, m.names, Pen(), what)
    assert shown
    return shown


@EVERY_VARIANT
def test_every_board_is_plain_svg_that_fits_its_screen(options):
    for m in positions(options, 3, 41):
        for viewer in (None, *range(m.seats)):
            for narrow in (False, True):
                panels, _pen = drawn(m, viewer, narrow)
                svg = board_svg(panels, narrow)
                tree = ElementTree.fromstring(svg)
                assert not any("style" in part.attrib or part.tag.endswith(("script", "style")) for part in tree.iter())
                assert len({panel.key for panel in panels}) == len(panels)
                pieces = [part.attrib["data-piece"] for part in tree.iter() if "data-piece" in part.attrib]
                assert len(set(pieces)) == len(pieces)
                if narrow:
                    assert tree.attrib["viewBox"].split()[2] == str(PHONE)
                    assert all(panel.width == PHONE for panel in panels)


@EVERY_VARIANT
@pytest.mark.parametrize("viewport", VIEWPORTS, ids="{0[0]}x{0[1]}".format)
def test_a_wide_board_fills_its_room_and_no_panel_covers_another(options, viewport):
    for m in positions(options, 3, 97):
        panels, _pen = drawn(m, 0, viewport=viewport)
        width, height = canvas_size(viewport, USUAL, (0, 0), FINE)
        assert width / height == pytest.approx(viewport[0] / viewport[1], abs=0.01)
        assert max(p.x + p.width for p in panels) == pytest.approx(width)
        assert max(p.y + p.height for p in panels) > height - 0.1
        for one, other in combinations(panels, 2):
            apart = one.x + one.width <= other.x + 0.1 or other.x + other.width <= one.x + 0.1
            assert apart or one.y + one.height <= other.y + 0.1 or other.y + other.height <= one.y + 0.1, (one.key, other.key)


@EVERY_VARIANT
def test_every_close_up_has_its_full_text(options):
    for m in positions(options, 3, 59):
        viewer = m.mover if not m.over else 0
        looks = set(re.findall(r'data-inspect="([^"]+)"', board_svg(drawn(m, viewer)[0])))
        assert {what.split()[0] for what in looks} >= {"building", "elder"} | ({"harbour"} if m.seats > 1 else set())
        for what in looks:
            shown = looked_at(m, viewer, what)
            ElementTree.fromstring(board_svg([shown.picture]))
            assert shown.title
            assert all(heading and text for heading, text in shown.facts)
            if what.startswith("building"):
                card = next(card for card in range(1, 133) if m.box.cards[card].number == int(what.split()[1]))
                output = dict(shown.facts)
                assert output["Effect"] in (card_text(m.box, card), "No effect.")
                assert any("Source: " in heading for heading in output)
                assert f'data-mark="{m.box.cards[card].source}"' in shown.picture.body


@pytest.mark.parametrize(
    "what", ["", "building", "building 999", "building x", "building 1 2", "elder 0", "elder 26", "harbour 9", "ship 1"]
)
def test_there_is_no_close_up_of_unknown_things(what):
    m = new(3, players=2)
    assert close_up(m.view(0), m.box, 0, m.names, Pen(), what) is None


def test_a_close_up_does_not_reveal_a_card_in_another_hand():
    m = new(4, players=3)
    card = next(card for card in range(1, int(m.box.number_of_cards) + 1) if m.s.where[card] == STOCK and is_c(m, card))
    what, before = f"building {m.box.cards[card].number}", m.copy()
    m.s.where[card] = HAND + 1
    recount(m)
    for viewer in (None, 0, 2):
        message = [looked_at(one, viewer, what) for one in (before, m)]
        assert message[0] == message[1]
    assert dict(looked_at(m, 1, what).facts)["Where it is"] == "In your hand."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_short(language):
    with using_language(language):
        for options in VARIANTS:
            for m in positions(options, 5, 83):
                for narrow in (False, True):
                    assert "…" not in board_svg(drawn(m, 0, narrow)[0], narrow)


@EVERY_VARIANT
def test_legal_actions_can_be_clicked_and_each_choice_has_its_own_text(options):
    for m in positions(options, 5, 2):
        legal = m.actions()
        if m.over:
            continue
        pen = drawn(m, m.mover, narrow=m.version % 4 == 0)[1]
        assert pen.drawn >= set(legal) - {SKIP, DECLINE, WITH_GUESTS}, m.moves()
        choices = [QUESTIONS.choice(m.view(m.mover), m.box, action) for action in legal]
        assert all(choices)
        assert len(set(choices)) == len(legal), choices


@EVERY_VARIANT
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_exist_in_every_language(options, language):
    with using_language(language):
        for m in positions(options, 7, 13):
            seen = m.view(m.mover)
            output = [prompt(seen, m.box), *describe(seen, m.box, m.mover, m.names)]
            output += [QUESTIONS.choice(seen, m.box, action) for action in m.actions()]
            output += [panel.title for panel in drawn(m, m.mover)[0]]
            if not m.over:
                action = m.actions()[-1]
                after = m.copy()
                output.append(after.play(action))
                m.play(action)
            assert all(output)
            assert not any(sign in text for text in output for sign in "{}|")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_illegal_click_explains_itself(language):
    with using_language(language):
        for m in positions(VARIANTS[3], 11, 13):
            if m.over:
                continue
            svg = board_svg(drawn(m, m.mover)[0])
            for shown in re.findall(r'class="target" data-actions="([\d ]+)"', svg):
                for action in map(int, shown.split()):
                    assert 0 <= action < ACTIONS
                    assert str(m.why_not(action))


def test_a_board_shows_nothing_that_is_hidden():
    m = new(4, players=3)
    choose = Random(4)
    while m.s.round_number < 4 or not m.s.players[1].hand:
        m.play(choose.choice(m.actions()))
    other = m.copy()
    held = next(card for card in range(1, int(m.box.number_of_cards) + 1) if m.s.where[card] == HAND + 1)
    stock = next(card for card in range(1, int(m.box.number_of_cards) + 1) if m.s.where[card] == STOCK and is_c(m, card))
    other.s.where[held], other.s.where[stock] = STOCK, HAND + 1
    recount(other)
    for viewer in (None, 0, 2):
        assert drawn(m, viewer)[0] == drawn(other, viewer)[0]
        assert describe(m.view(viewer), m.box, viewer, m.names) == describe(other.view(viewer), m.box, viewer, m.names)
    assert drawn(m, 1)[0] != drawn(other, 1)[0]


def is_c(m: Match, card: int) -> bool:
    return bool(m.box.cards[card].letter == 2)


def test_the_own_harbour_comes_first_and_the_hand_is_on_the_table():
    m = new(9, players=4)
    assert [panel.key for panel in drawn(m, 2)[0]][:4] == ["harbour-2", "harbour-3", "harbour-0", "harbour-1"]
    card = next(card for card in range(1, int(m.box.number_of_cards) + 1) if m.s.where[card] == STOCK and is_c(m, card))
    m.s.where[card] = HAND + 2
    recount(m)
    m.s.players[2].hand = 1
    number = f'data-piece="card-{m.box.cards[card].number}"'
    assert number in board_svg(drawn(m, 2)[0])
    assert number not in board_svg(drawn(m, 1)[0])


def test_on_a_phone_the_prompt_comes_first():
    m = new(2, players=2)
    assert [panel.key for panel in drawn(m, m.mover, True)[0]][:2] == ["round", "actions"]
    m.s.players[m.mover].wood = 12
    m.s.players[m.mover].fish = 12
    m.play("build")
    assert [panel.key for panel in drawn(m, m.mover, True)[0]][:2] == ["round", "display"]
    m.play(m.actions()[0])
    assert [panel.key for panel in drawn(m, m.mover, True)[0]][:2] == ["round", f"harbour-{m.mover}"]


def test_a_full_display_continues_below_the_table():
    m = new(9, players=5)
    m.s.where[1:31] = DISPLAY
    recount(m)
    panels = [panel for panel in drawn(m, None)[0] if panel.key.startswith("display")]
    assert {panel.key for panel in panels} >= {"display", "display-rest"}
    total = 0
    for panel in panels:
        placed = re.findall(r'data-piece="card-\d+" transform="translate\(([\d.]+) ([\d.]+)\)"', panel.body)
        found = re.search(r'scale\(([\d.]+)\)"><g class="piece" data-piece="card', panel.body)
        size = float(found[1]) if found else 1.0
        assert all(size * float(x) < panel.width - 40 and size * float(y) < panel.height - 40 for x, y in placed)
        total += len(placed)
    assert total == 30
    shown = next(panel for panel in panels if panel.key == "display").body
    below = len(re.findall("data-piece=", next(panel for panel in panels if panel.key == "display-rest").body))
    assert f"{below} more below" in shown


def every_word() -> list[str]:
    """A line for each word of the vocabulary."""
    counts = [count for count in COUNT_WORDS if count != "opponent catch"]
    lines = [f"points: 1 per {count}" for count in counts]
    lines += [f"points if {count} {relation}: 1" for count in counts for relation in (">= 1", ">= 2", "<= 1", "= 0", "= 3")]
    lines += [f"whenever {event}: +1 sloop {each}" for event in vocabulary.EVENTS for each in ("", "each")]
    lines += [f"immediately: +{n} {good}" for good in vocabulary.GOOD_NAMES for n in (1, 2)]
    lines += [f"immediately: do {action}" for action in vocabulary.ACTION_NAMES]
    lines += [f"special: {target} cost 1 fish less" for target in vocabulary.TARGETS if target != "shares"]
    for form in vocabulary.SPECIAL_FORMS.values():
        filled = {"N": "2", "COUNT": "elder", "ACTION": "clear", "TARGET": "sloops", "GOODS": "2 wood"}
        lines.append("special: " + " ".join(filled.get(word, word) for word in form.split()))
    return lines


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize("language", ["de", "nl"])
def test_every_word_of_a_card_is_translated(language):
    for line in every_word():
        english = effect_text(read_effect(line))
        with using_language(language):
            output = effect_text(read_effect(line))
        assert output != english
        assert output.endswith(".")
        assert not any(sign in output for sign in "{}|")


@pytest.mark.rule("N9.9")
@pytest.mark.parametrize(
    ("effect", "german", "dutch"),
    [
        ("whenever ship: +3 wood", "Immer wenn du ein Schiff baust: +3 Holz.", "Telkens als je een schip bouwt: +3 hout."),
        (
            "immediately if elder >= 4: +6 gold",
            "Sofort, wenn du mindestens 4 Älteste hast: +6 Gold.",
            "Meteen, als je minstens 4 oudsten hebt: +6 goud.",
        ),
        (
            "once round >= 6: +1 share",
            "Sobald du eine Rundenzahl von mindestens 6 hast: +1 eigenen Anteil im Besitz.",
            "Zodra je een rondenummer van minstens 6 hebt: +1 eigen aandeel in bezit.",
        ),
        ("points: 1 per 2 fish up to 8", "1 Punkt pro 2 Fische im eigenen Vorrat, höchstens 8.", None),
    ],
)
def test_cards_in_other_languages(effect, german, dutch):
    for language, text in (("de", german), ("nl", dutch)):
        with using_language(language):
            assert text in (None, effect_text(read_effect(effect)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Developer", "Pay 3 fish; remove up to 2 strips; you may: build a building."),
        ("Sailor", "Serve fish; +1 wood for each plate."),
        ("Fish Supplier", "You may: transfer reserve; then serve fish."),
        ("Ship Owner", "Sell a ship: sloop 2, cutter 4, schooner 7 gold."),
        ("Old Man", "In your next catch phase 1 gold instead of fish for each issued share at home, distributed like fish."),
        ("Willy", "+1 gold; holds 4 fish; the first fish of each catch goes on him."),
    ],
)
def test_texts_of_elders_follow_their_figures(name, text):
    box = new(1, players=5, elders=["promos"]).box
    assert elder_text(box, ELDERS.index(name)) == text


def test_elders_in_other_languages():
    box = new(1, players=5, elders=STARS).box
    with using_language("de"):
        assert elder_name(6) == "Hafenmeister"
        assert elder_text(box, 7) == "Entferne 1 Waldstreifen; +1 Holz; du kannst: Gebäudebau."
        assert [the_elder(6), the_elder(WILLY)] == ["„Hafenmeister“", "„Willy, der Befreite“"]
    with using_language("nl"):
        assert [the_elder(6), the_elder(WILLY)] == ["de Havenmeester", "Willy"]
    assert [the_elder(6), the_elder(WILLY)] == ["the Harbour Master", "Willy"]
    texts = {elder_text(box, elder) for elder in range(1, len(ELDERS))}
    assert len(texts) == len(ELDERS) - 1


def test_there_is_help_in_every_language_with_the_numbers_of_rules():
    assert (GAME.texts.help, GAME.has_secrets) == (HELP, True)
    for language in LANGUAGES:
        message = (HELP / f"{language}.md").read_text(encoding="utf-8")
        assert {f"N{chapter}" for chapter in (3, 4, 5, 6, 8, 9, 10, 11, 13)} <= set(re.findall(r"N\d+", message))
