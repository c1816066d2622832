"""Translations: none is missing, and all have the same placeholders."""

import pytest

from seaboard.language import LANGUAGES, _, many, translations, using_language
from seaboard.locale.update import PARTS, missing_from, translations_of


@pytest.mark.parametrize("part", [part for part in PARTS if PARTS[part].exists()])
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_is_translated_with_the_same_placeholders(part, language):
    assert missing_from(part, language) == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_the_same_english_has_the_same_translation_everywhere(language):
    text: dict = {}
    for part in PARTS:
        for message in translations_of(part, language):
            assert text.setdefault(message.id, message.string) == message.string, part


def test_placeholders_are_filled_in_and_the_language_ends_with_its_block(monkeypatch):
    monkeypatch.setitem(translations("de"), "{n} ships", "{n} Schiffe")
    with using_language("de"):
        assert _("{n} ships", n=3) == "3 Schiffe"
    assert _("{n} ships", n=3) == "3 ships"


def test_plurals_follow_the_number(monkeypatch):
    monkeypatch.setitem(translations("nl"), "{n} fish", "{n} vis")
    monkeypatch.setitem(translations("nl"), ("{n} fish", "{n} fishes"), "{n} vissen")
    with using_language("nl"):
        assert [many(n, "{n} fish", "{n} fishes") for n in (0, 1, 2)] == ["0 vissen", "1 vis", "2 vissen"]
    assert many(1, "{n} fish", "{n} fishes") == "1 fish"


def test_an_unknown_language_is_english():
    with using_language("xx"):
        assert _("hello") == "hello"
