"""Profiles in a real browser: passkeys of Chromium's virtual authenticator, what follows the profile, and My games."""

import pytest

from seaboard.games import find_game
from seaboard.match import Match
from tests.table.server import Person as Program
from tests.table.server import serving

from .people import Person

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
# a page of another site that uses a challenge of this one
SIGN = """async (options) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_')
        .replaceAll('=', '');
    const used = await navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge) } });
    const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
    return { id: used.id, rawId: text(used.rawId), type: used.type, response: { clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData), signature: text(signature), userHandle: text(userHandle) } };
}"""


def at_localhost(url):
    """Passkeys belong to host names, not to addresses."""
    return url.replace("127.0.0.1", "localhost")


@pytest.fixture
def owner(chromium, server):
    """Somebody with an authenticator."""
    person = Person(chromium, at_localhost(server.url))
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    yield person
    complaints = person.complaints
    person.context.close()
    assert not complaints


def make_profile(person, name):
    person.go("/sign-in")
    person.page.fill("[action='/profile/new'] [name=name]", name)
    person.page.click("[action='/profile/new'] button")
    code = person.see("code.recovery").inner_text()
    assert len(code) == 35
    return code


def test_a_passkey_from_making_a_profile_to_the_next_device(owner, chromium, server):
    made = owner.new_table("maori", [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Too"}])
    owner.go("/learn")
    owner.page.evaluate("localStorage.setItem('seaboard lesson maori/first', 'done')")
    make_profile(owner, "Ann of the passkey")
    owner.page.click("[data-passkey=new]")
    owner.see("#sign-in [name=passkey]", state="attached")
    assert owner.page.locator("#sign-in .row").count() == 1
    owner.wait("async () => 'lesson maori/first' in (await (await fetch('/profile/items')).json()).items")

    owner.page.click("[action='/sign-out'] button")
    owner.see("[data-passkey=sign-in]")
    assert owner.page.get_attribute("html", "data-person") is None
    assert owner.page.evaluate("localStorage.getItem('seaboard lesson maori/first')") is None

    owner.page.click("[data-passkey=sign-in]")
    owner.page.wait_for_url("**/profile")
    assert owner.page.get_attribute("html", "data-person") == "Ann of the passkey"
    assert owner.page.evaluate("localStorage.getItem('seaboard lesson maori/first')") == "done"
    owner.go("/my-games")
    owner.see(f".turn a[href='{made['page']}']")

    # a page of another origin relays our challenge: the browser signs for that origin, and we refuse
    with serving(server.database) as other, Program(server.url) as relay:
        relay.headers["origin"] = at_localhost(server.url)
        relay.headers["host"] = at_localhost(server.url).removeprefix("http://")
        options = relay.post("/sign-in/passkey/options", json={}).json()["options"]
        owner.page.goto(at_localhost(other.url) + "/sign-in")
        signed = owner.page.evaluate(SIGN, options)
        refused = relay.post("/sign-in/passkey", json={"credential": signed})
        assert refused.status_code == 403, refused.text
        options = relay.post("/sign-in/passkey/options", json={}).json()["options"]
        owner.go("/sign-in")
        signed = owner.page.evaluate(SIGN, options)
        assert relay.post("/sign-in/passkey", json={"credential": signed}).status_code == 200
        assert relay.post("/sign-in/passkey", json={"credential": signed}).status_code == 403, "each challenge counts once"

    owner.go("/profile")
    owner.page.fill(".row [name=name]", "My phone")
    owner.page.click(".row [action$=rename] button")
    assert owner.page.input_value(".row [name=name]") == "My phone"
    owner.page.click(".row [action$=remove] button")
    owner.see("#sign-in")
    assert owner.page.locator("#sign-in .row").count() == 0
    owner.go("/sign-in")
    owner.page.click("[data-passkey=sign-in]")
    owner.see("p.trouble:not([hidden])")
    owner.complaints[:] = [one for one in owner.complaints if "403" not in one]


def test_the_badge_and_the_next_table(person, ann):
    bob = person()
    begins = Match(find_game("maori"), seed="11", players=2).mover or 0
    seats = [{"kind": "friend"}, {"kind": "friend"}]
    seats[begins] = {"kind": "me", "name": "Ann"}
    first = ann.new_table("maori", seats, {"players": 2}, seed="11")
    bob.go(first["invitations"][str(1 - begins)])
    bob.page.click("main form button")
    second = ann.new_table("maori", [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Too"}], {"players": 2})
    ann.go("/")
    ann.wait_for_text(".badge", "2")
    ann.go(first["page"])
    ann.wait_for_turn()
    assert ann.page.is_hidden(".next-table")
    while ann.page.is_visible("#table.yours"):
        ann.play_something()
    ann.see(".next-table")
    assert ann.page.get_attribute(".next-table", "href") == second["page"]
    ann.wait_for_text(".badge", "1")
    ann.page.click(".next-table")
    ann.see("#board svg", state="attached")
    assert ann.page.url.endswith(second["page"])
