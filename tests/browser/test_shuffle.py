"""The fair shuffle in real browsers: they seal and open their nonces automatically, wait for each other, and check it."""

import hashlib
import json
import secrets

import pytest

from seaboard.core.errors import BadRecord
from seaboard.table.fair_shuffle.commitment import verify
from seaboard.table.fair_shuffle.shuffle import Contribution, commitment_of, contribution_to_dict, seal_of, shuffle_key

WITH_FRIEND = [{"kind": "me", "name": "Ann"}, {"kind": "friend"}]
SHA = """async (texts) => {
    const { sha256 } = await import("/static/shuffle/sha256.js");
    return texts.map((text) => sha256(text));
}"""


def record_of(person):
    return json.loads(person.context.request.get(f"{person.page.url}/record").text())


def end_the_game(person):
    person.post(f"{person.page.url}/vote")
    person.see("#table[data-over=true]")


def check(person):
    """The lines of the check, as the page shows them."""
    person.page.click("#tab-seats")
    person.page.click("[data-check-shuffle]")
    person.see("#shuffle-checks li")
    return person.page.locator("#shuffle-checks li").all_inner_texts()


def test_the_page_computes_the_same_hashes(ann):
    ann.page.goto("/")
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "é漢字😀\n" * 100]
    assert ann.page.evaluate(SHA, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


def test_play_now_deals_together_with_the_browser(ann):
    ann.page.goto("/")
    ann.page.click("[data-quick=maori]")
    ann.see("#board svg")
    ann.page.click("#tab-seats")
    assert "together with the browsers of Player 1" in ann.text("#seats-tab")
    ann.page.click("[data-check-shuffle]")
    ann.wait_for_text("#toast", "when the game is over")
    end_the_game(ann)
    lines = check(ann)
    assert len(lines) == 7
    assert all(line.startswith("✓") for line in lines)
    with ann.page.expect_download() as saved:
        ann.page.click("[data-save-receipt]")
    receipt = saved.value.path().read_text(encoding="utf-8")
    assert "agrees with the receipt" in verify(json.dumps(record_of(ann)), receipt)


def test_a_server_that_deals_something_else_is_found_out_by_the_page(ann):
    """It makes up a record that fits together, with another secret; but the browser remembers what it was shown."""
    ann.page.goto("/")
    ann.page.click("[data-quick=maori]")
    ann.see("#board svg")
    end_the_game(ann)
    record = record_of(ann)
    secret, promise = secrets.token_hex(32), record["shuffle"]["promise"]
    commitment = commitment_of(secret, promise)
    seats = [Contribution(**one) for one in record["shuffle"]["seats"]]
    seats = [
        Contribution(one.kind, one.name, one.level, seal_of(commitment, n, one.nonce) if one.nonce else "", one.nonce)
        for n, one in enumerate(seats)
    ]
    forged = {**record, "secret": secret, "commitment": commitment, "seed": shuffle_key(commitment, secret, seats), "moves": []}
    forged["shuffle"] = {"promise": promise, "seats": [contribution_to_dict(one) for one in seats]}
    verify(json.dumps(forged))
    ann.page.route("**/record", lambda route: route.fulfill(json=forged))
    lines = check(ann)
    assert [line for line in lines if line.startswith("✗")] == [
        "✗ These don't match: It matches what your browser saw before the start."
    ]
    swapped = {**record, "names": record["names"][::-1]}
    ann.page.unroute("**/record")
    ann.page.route("**/record", lambda route: route.fulfill(json=swapped))
    ann.page.click("[data-check-shuffle]")
    ann.wait_for_text("#shuffle-checks", "✗ These don't match: Everyone keeps their seat.")
    with pytest.raises(BadRecord):
        verify(json.dumps(swapped))


@pytest.mark.parametrize("phone", [False, True])
def test_friends_wait_for_each_other(person, phone):
    ann, bob = person(phone=phone), person()
    ann.page.goto("/new/maori")
    ann.page.fill("[name=seat-0-name]", "Ann")
    ann.page.select_option("[name=seat-1-kind]", "friend")
    ann.page.click("text=Start the game")
    ann.see("#invite .qr svg")
    ann.wait_for_text("#waiting", "not here yet")
    link = ann.page.input_value("#invite input")
    bob.page.goto(link)
    bob.page.fill("[name=name]", "Bob")
    bob.page.click("text=Take the seat")
    bob.see("#board svg")
    ann.see("#board svg")
    bob.page.click("#tab-seats")
    assert "together with the browsers of Ann, Bob" in bob.text("#seats-tab")


def test_a_player_can_start_without_waiting(person):
    ann = person()
    ann.page.goto("/new/maori")
    ann.page.fill("[name=seat-0-name]", "Ann")
    ann.page.select_option("[name=seat-1-kind]", "friend")
    ann.page.click("text=Start the game")
    ann.page.click("text=Start now")
    ann.see("#board svg")
    ann.see("#invite .qr svg")


def test_a_rematch_is_shuffled_together_too(ann):
    ann.page.goto("/")
    ann.page.click("[data-quick=maori]")
    ann.see("#board svg")
    first = ann.page.url
    end_the_game(ann)
    ann.page.click("#final [data-rematch]")
    ann.page.wait_for_url(lambda url: url != first)
    ann.see("#board svg")
    ann.page.click("#tab-seats")
    assert "together with the browsers of Player 1" in ann.text("#seats-tab")
