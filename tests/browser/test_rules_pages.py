"""Rules and player aid in a real browser: searched, reached from a refusal, printed on one sheet."""

import re

import pytest

from seaboard.games import NAMES
from tests.browser.test_lessons import wide


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", NAMES)
def test_rules_are_searched(person, name, phone):
    ann = person(phone=phone)
    ann.go(f"/rules/{name}")
    every = len(ann.page.query_selector_all("#numbered li:not([hidden])"))
    ann.page.fill("#find [name=words]", "ruling")
    some = len(ann.page.query_selector_all("#numbered li:not([hidden])"))
    assert 0 < some < every
    assert ann.text("#find output") == f"{some} rules"
    assert not wide(ann)


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "nl-NL"])
@pytest.mark.parametrize("name", NAMES)
def test_the_player_aid_is_one_printed_sheet(person, name, language):
    ann = person(language=language)
    ann.go(f"/aid/{name}")
    ann.see(".aid .sheet h1")
    pdf = ann.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert not wide(ann)
