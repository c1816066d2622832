"""A new table: presets, what applies, a name that stays, and the invitation of a friend's seat."""

from typing import Any

import pytest

from tests.browser.test_several_people import WITH_FRIEND
from tests.table.server import serving

from .people import Person as Visitor


def wait_for_form(ann, command):
    """Waits until the form is redrawn after a command."""
    with ann.page.expect_response(lambda answer: "part=true" in answer.url) as drawn:
        command()
    drawn.value.finished()
    ann.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def hold(ann, address):
    """Holds back requests to an address. The result releases them, once there is one, and lets later ones pass."""
    held: list[Any] = []
    released: list[bool] = []
    ann.page.route(address, lambda route: route.continue_() if released else held.append(route))

    def release():
        while not held:
            ann.page.wait_for_timeout(20)
        released.append(True)
        for route in reversed(held):
            route.continue_()

    return release


def test_a_name_once_typed_stays(ann):
    ann.go("/new/nusfjord")
    ann.page.fill("[name=seat-0-name]", "Ann Lee")
    wait_for_form(ann, lambda: ann.page.check("[name=players][value='3']"))
    ann.see("[name=seat-2-kind]")
    assert ann.page.input_value("[name=seat-0-name]") == "Ann Lee"
    ann.page.click("text=Start the game")
    ann.see("#board svg")
    ann.go("/new/maori")
    assert ann.page.input_value("[name=seat-0-name]") == "Ann Lee"
    wait_for_form(ann, lambda: ann.page.check("[name=players][value='4']"))
    ann.see("[name=seat-3-kind]")
    assert ann.page.input_value("[name=seat-0-name]") == "Ann Lee"


def test_choices_made_while_the_page_loads_count(ann):
    release = hold(ann, "**/new_table_form.js")
    ann.page.goto("/new/kaivai", wait_until="commit")
    ann.page.check("[name=players][value='2']")
    assert ann.page.locator("[data-seat]").count() > 2
    release()
    ann.page.locator("[data-seat]").nth(2).wait_for(state="detached")
    assert ann.page.is_checked("[name=players][value='2']")


def test_entries_stay_while_the_form_is_redrawn(ann):
    ann.go("/new/kaivai")
    release = hold(ann, "**part=true*")
    ann.page.check("[name=players][value='2']")
    ann.page.fill("[name=seat-0-name]", "Ann Lee")
    ann.page.select_option("[name=seat-1-level]", "random")
    ann.page.check("[name=players][value='3']")
    release()
    ann.page.locator("[data-seat]").nth(3).wait_for(state="detached")
    assert ann.page.is_checked("[name=players][value='3']")
    assert ann.page.input_value("[name=seat-0-name]") == "Ann Lee"
    assert ann.page.input_value("[name=seat-1-level]") == "random"


def test_a_game_started_before_the_form_is_redrawn_uses_the_choices(ann):
    ann.go("/new/nusfjord")
    release = hold(ann, "**part=true*")
    ann.page.check("[name=preset][value='everything']")
    with ann.page.expect_response(lambda answer: answer.url.endswith("/api/tables")) as made:
        ann.page.click("form#new [type=submit]")
        release()
    assert made.value.request.post_data_json["options"]["mixed"]


def test_two_options_chosen_before_the_form_is_redrawn_both_count(ann):
    """The second request contains what the first one changed."""
    ann.go("/new/kaivai")
    release = hold(ann, "**part=true*")
    ann.page.check("[name=preset][value='everything']")
    ann.page.check("[name=players][value='2']")
    release()
    ann.page.locator("[data-seat]").nth(2).wait_for(state="detached")
    assert ann.page.is_checked("[name=players][value='2']")
    assert ann.page.is_checked("[name=edition][value='first']")
    assert ann.page.is_checked("[name=gifts][value='on']")


@pytest.mark.parametrize("phone", [False, True])
def test_a_preset_sets_everything_and_the_rest_is_folded(person, phone):
    ann = person(phone=phone)
    ann.go("/new/kaivai")
    assert not ann.page.is_visible("[name=edition]")
    wait_for_form(ann, lambda: ann.page.check("[name=preset][value='everything']"))
    ann.page.click(".more:not(.meet-settings) summary")
    ann.see("[name=gifts]")
    assert ann.page.is_checked("[name=edition][value='first']")
    assert ann.page.is_checked("[name=gifts][value='on']")
    assert not ann.page.query_selector("[name=beginner]")  # only the second edition has it
    wait_for_form(ann, lambda: ann.page.check("[name=preset][value='first game']"))
    ann.see("[name=beginner]")
    assert ann.page.input_value("[name=seat-1-level]") == "easy"
    ann.page.click("text=Start the game")
    ann.see("#board svg")
    ann.page.click("#tab-seats")
    assert "beginner" in ann.text("#seats-tab")


def test_a_wrong_number_is_reported_and_nothing_is_lost(ann):
    ann.go("/new/nusfjord")
    ann.page.fill("[name=seat-0-name]", "Ann")
    ann.page.click(".more:not(.meet-settings) summary")
    ann.page.fill("[name=without]", "999")
    ann.page.click("text=Start the game")
    ann.wait_for_text("form .trouble", "999")
    assert "422" in ann.complaints.pop()
    assert ann.page.input_value("[name=seat-0-name]") == "Ann"


@pytest.mark.parametrize("phone", [False, True])
def test_a_friends_seat_shows_its_invitation_until_it_is_taken(person, phone):
    ann, bob, eve = person(phone=phone), person(), person()
    made = ann.sit_at("maori", WITH_FRIEND, {"players": 2})
    ann.see("#invite .qr svg")
    link = ann.page.input_value("#invite input")
    ann.page.reload()
    ann.see("#invite .qr svg")
    assert ann.page.input_value("#invite input") == link
    eve.go(made["page"])
    assert not eve.page.query_selector("#invite section")
    bob.go(link)
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("text=Take the seat")
    bob.see("#board svg")
    ann.page.wait_for_selector("#invite section", state="detached")
    assert not bob.page.query_selector("#invite section")


def test_an_invitation_that_opens_on_this_computer_only_says_so(person, chromium, tmp_path):
    ann = person()
    ann.sit_at("maori", WITH_FRIEND, {"players": 2})
    ann.see("#invite .qr svg")
    assert "--host 0.0.0.0" in ann.text("#invite section")
    ann.page.click("#tab-seats")
    ann.page.click("text=Copy my link")
    ann.wait_for_text("#toast", "on this computer only")
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", SEABOARD_ADDRESS="http://192.0.2.7:8765") as server:
        bob = Visitor(chromium, server.url)
        bob.sit_at("maori", WITH_FRIEND, {"players": 2})
        bob.see("#invite .qr svg")
        assert bob.page.input_value("#invite input").startswith("http://192.0.2.7:8765/seat/")
        assert not bob.page.is_visible("#invite .only-here")
        bob.page.click("#tab-seats")
        bob.page.click("text=Copy my link")
        bob.wait_for_text("#toast", "http://192.0.2.7:8765/seat/")
        assert "only" not in bob.text("#toast")
        bob.context.close()
