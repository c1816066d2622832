"""The rules on one page, every rule with an address; the player aid; links to them."""

import re

import pytest

from seaboard.games import NAMES, find_game
from seaboard.language import LANGUAGES
from seaboard.table.view.rendering import link_rules

FIGURES = re.compile(r"(?<![A-Z.\d])\d+(?![\d.]*\d)|[A-Z]\d+\.\d+")
RULE = re.compile(r"^- ([A-Z]\d+\.\d+) ", re.MULTILINE)


def english(name):
    folder = find_game(name).texts.rules
    assert folder
    return (folder / "en.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_rule_has_its_address_and_every_link_leads_to_one(ann, name, language):
    ann.cookies.set("language", language)
    page = ann.get(f"/rules/{name}").text
    numbers = RULE.findall(english(name))
    addresses = set(re.findall(r'id="([A-Z]\d+\.\d+)"', page))
    assert set(numbers) <= addresses
    assert set(re.findall(r'href="#([A-Z]\d+\.\d+)"', page)) <= addresses
    assert page.count("<figure>") >= 3
    assert f'href="/learn/{name}/' in page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_language_has_the_same_numbers_and_figures(name, language):
    """Rule by rule: the numbers, and how often each figure is named."""
    folder = find_game(name).texts.rules
    assert folder
    text = (folder / f"{language}.md").read_text(encoding="utf-8")
    ours, other = (dict(re.findall(r"^- ([A-Z]\d+\.\d+) (.*)$", one, re.MULTILINE)) for one in (english(name), text))
    assert list(ours) == list(other)
    for number, rule in ours.items():
        figures, message = (sorted(FIGURES.findall(one)) for one in (rule, other[number]))
        assert figures == message, number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_the_player_aid_names_rules_that_exist(ann, name, language):
    folder = find_game(name).texts.aid
    assert folder
    text = (folder / f"{language}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"[A-Z]\d+\.\d+", text)) <= set(RULE.findall(english(name)))
    ann.cookies.set("language", language)
    page = ann.get(f"/aid/{name}").text
    assert text.splitlines()[0].removeprefix("# ") in page


@pytest.mark.parametrize("address", ["/rules/chess", "/aid/chess"])
def test_missing_pages(ann, address):
    assert ann.get(address).status_code == 422


def test_the_table_and_refusals_in_lessons_lead_to_rules(ann):
    page = ann.get(ann.table("maori").page).text
    assert 'href="/rules/maori"' in page
    assert 'href="/aid/maori"' in page
    assert 'href="#rule-M3.1"' in page
    scene = ann.post("/learn/maori/01-first-turn", json={"inputs": [-1]}).json()
    far = ann.post("/learn/maori/01-first-turn", json={"inputs": [-1, scene["intended"] + 14]}).json()
    assert 'href="/rules/maori#M3.2"' in far["card"]


def test_numbers_are_linked_once_and_nothing_else_is():
    assert link_rules("see M3.1 and K12.10.") == 'see <a href="#M3.1">M3.1</a> and <a href="#K12.10">K12.10</a>.'
    assert link_rules('<a href="#M3.1">x</a> 3.1 M3') == '<a href="#M3.1">x</a> 3.1 M3'
    assert 'target="_blank"' in link_rules("M3.1", "/rules/maori")


def test_help_and_player_aid_show_icons(ann):
    for page in ("/rules/nusfjord", "/aid/nusfjord"):
        assert '<span class="count">' in ann.get(page, headers={"accept": "text/html"}).text
