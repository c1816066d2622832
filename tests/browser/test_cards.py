"""The page of cards in a real browser: filters, order, and an address that remembers them."""

import pytest

from tests.browser.test_lessons import wide


def shown(person):
    return person.page.evaluate("() => [...document.querySelectorAll('.card:not([hidden])')].map((card) => card.id)")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_cards_are_found_by_filters_and_words(person, phone):
    ann = person(phone=phone)
    ann.go("/cards/nusfjord")
    assert len(shown(ann)) == 333
    assert not wide(ann)
    ann.page.select_option("[name=Deck]", "Herring")
    ann.page.select_option("[name='Triggered by']", "You build a ship")
    assert shown(ann) == ["105", "128"]
    assert "2 of 333" in ann.text("#filters output")
    ann.page.reload()
    assert shown(ann) == ["105", "128"]
    ann.page.select_option("[name=order]", "used")
    assert shown(ann) == ["128", "105"]
    ann.page.fill("[name=words]", "pier")
    assert shown(ann) == ["105"]


def test_a_card_has_an_address(ann):
    ann.go("/cards/nusfjord#elder-5")
    assert ann.page.is_visible("#elder-5")
    assert ann.page.evaluate("() => document.getElementById('elder-5').getBoundingClientRect().top < innerHeight")
