"""Signing in by mail and with OpenID Connect, with a real mail server and a real provider; and attacks on both."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc.jwk import RSAKey

from seaboard.table import store
from seaboard.table.store import session_rows

from .mailbox import mail_server
from .openid_provider import CLIENT, SECRET, openid_provider
from .server import Person, Server, wait_until
from .test_profiles import CODE, make_profile, secret_of, signed_in_as

LINK = re.compile(r"https?://\S+\?link=\S+")


@pytest.fixture(scope="module")
def provider():
    with openid_provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def mailbox():
    with mail_server() as (box, url):
        box.url = url
        yield box


@pytest.fixture(scope="module")
def server(provider, mailbox, tmp_path_factory):
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('ways') / 'tables.db'}")
    server.environment |= {
        "SEABOARD_SMTP": mailbox.url,
        "SEABOARD_MAIL_FROM": "games@example.org",
        "SEABOARD_ADDRESS": server.url,
    }
    server.environment |= {"SEABOARD_OIDC_ISSUER": provider.url, "SEABOARD_OIDC_CLIENT": CLIENT, "SEABOARD_OIDC_SECRET": SECRET}
    server.environment |= {"SEABOARD_OIDC_NAME": "Harbour"}
    server.start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def honest(provider):
    provider.claims, provider.sign_with, provider.subject, provider.name = {}, provider.key, "ann-1", "Ann Provided"


def link_in(mailbox, address, number=1):
    wait_until(lambda: len(mailbox.to(address)) >= number)
    return LINK.findall(mailbox.to(address)[number - 1].get_content())[0]


def token_of(link):
    return parse_qs(urlsplit(link).query)["link"][0]


def with_mail(person, mailbox, address):
    """A profile with a confirmed address."""
    name, code = make_profile(person)
    assert "Open the link in the email" in person.post("/profile/mail", data={"mail": address}).text
    link = link_in(mailbox, address)
    assert person.post("/profile/mail/confirm", data={"link": token_of(link)}).status_code == 200
    return name, code


# mail


def test_recovery_by_mail(server, ann, mailbox):
    name, _code = with_mail(ann, mailbox, "ann@example.org")
    with Person(server.url) as phone:
        answer = phone.post("/sign-in/mail", data={"mail": "Ann@Example.org"})
        link = link_in(mailbox, "ann@example.org", 2)
        assert link.startswith(server.url), "whatever the Host header of the request"
        assert "<form" in phone.get(link).text
        assert signed_in_as(phone) is None, "opening the link changes nothing: programs that check mails do that"
        planted = secret_of(phone)
        assert phone.post("/sign-in/mail/open", data={"link": token_of(link)}).status_code == 200
        assert signed_in_as(phone) == name
        assert secret_of(phone) != planted
    with Person(server.url) as eve:
        assert eve.post("/sign-in/mail/open", data={"link": token_of(link)}).status_code == 403, "it works once"
        unknown = eve.post("/sign-in/mail", data={"mail": "nobody@example.org"})
        strip = re.compile(r"data-person|/static/\w+|value=\"[^\"]*\"")
        assert unknown.status_code == answer.status_code == 200
        assert strip.sub("", unknown.text) == strip.sub("", answer.text), "nobody learns who has a profile"
    assert not mailbox.to("nobody@example.org")


def test_an_address_counts_only_when_its_owner_confirms_it(server, ann, bob, mailbox):
    make_profile(ann)
    ann.post("/profile/mail", data={"mail": "victim@example.org"})
    link = link_in(mailbox, "victim@example.org")
    with Person(server.url) as eve:
        eve.post("/sign-in/mail", data={"mail": "victim@example.org"})
    make_profile(bob)
    assert bob.post("/profile/mail/confirm", data={"link": token_of(link)}).status_code == 403, "it is ann's link"
    assert ann.post("/profile/mail/confirm", data={"link": token_of(link)}).status_code == 403, "and used up"
    assert len(mailbox.to("victim@example.org")) == 1


def test_the_owner_is_notified_of_a_recovery(server, ann, mailbox):
    _name, code = with_mail(ann, mailbox, "owner@example.org")
    with Person(server.url) as thief:
        assert CODE.search(thief.post("/sign-in/code", data={"code": code}).text)
    wait_until(lambda: len(mailbox.to("owner@example.org")) == 2)
    assert "sign out everywhere" in mailbox.to("owner@example.org")[1].get_content()
    ann.post("/profile/mail", data={"mail": "new@example.org"})
    ann.post("/profile/mail/confirm", data={"link": token_of(link_in(mailbox, "new@example.org"))})
    wait_until(lambda: len(mailbox.to("owner@example.org")) == 3)


def test_nobody_floods_a_mailbox(server, ann, mailbox):
    with_mail(ann, mailbox, "flood@example.org")
    with Person(server.url) as eve:
        for _n in range(8):
            eve.post("/sign-in/mail", data={"mail": "flood@example.org"})
        eve.get("/")
    assert len(mailbox.to("flood@example.org")) <= 1 + 3


@pytest.mark.parametrize(
    "mail", ["x", "a@b\r\nBcc: c@d.org", "a@b.org, c@d.org", "a b@c.org", "<a@b.org>", "a@" + "b" * 250 + ".org"]
)
def test_bad_addresses_are_refused(ann, mail):
    make_profile(ann)
    assert ann.post("/profile/mail", data={"mail": mail}).status_code == 422


# OpenID Connect


def sign_in_there(person):
    """Follows the redirects to the provider and back."""
    return person.get("/sign-in/openid")


def test_a_provider_vouches_for_a_person(server, provider, ann):
    provider.subject = "new-person"
    table = ann.table()
    assert sign_in_there(ann).url.path == "/profile"
    assert signed_in_as(ann) == "Ann Provided"
    assert table.page in ann.get("/my-games").text, "the guest's games are kept"
    with Person(server.url) as phone:
        phone.get("/")
        planted = secret_of(phone)
        sign_in_there(phone)
        assert signed_in_as(phone) == "Ann Provided"
        assert secret_of(phone) != planted
    with Person(server.url) as other:
        provider.subject = "somebody-else"
        sign_in_there(other)
        assert signed_in_as(other).startswith("Ann Provided "), "the name is taken"


def test_a_profile_gets_another_way_to_sign_in(server, provider, ann):
    provider.subject = "linked"
    name, _code = make_profile(ann)
    sign_in_there(ann)
    assert signed_in_as(ann) == name
    with Person(server.url) as phone:
        sign_in_there(phone)
        assert signed_in_as(phone) == name
    ann.post("/profile/openid/remove")
    engine = store.connect(server.database)
    assert session_rows.person_with_identity(engine, provider.url, "linked") is None
    engine.dispose()


@pytest.mark.parametrize(
    "claims",
    [
        {"aud": "another client"},
        {"iss": "https://evil.example.org"},
        {"exp": 1},
        {"nonce": "of somebody else"},
        {"nonce": None},
        {"sub": ""},
    ],
)
def test_a_token_for_someone_else_opens_nothing(provider, ann, claims):
    provider.claims = claims
    assert sign_in_there(ann).status_code == 403
    assert signed_in_as(ann) is None


def test_a_token_with_another_key_opens_nothing(provider, ann):
    provider.sign_with = RSAKey.generate_key(2048, parameters={"kid": "one"})
    assert sign_in_there(ann).status_code == 403
    assert signed_in_as(ann) is None


def test_an_answer_belongs_to_the_browser_that_asked(server, provider, ann, bob):
    """Login CSRF: ann cannot be made to sign in as bob by a link with bob's code."""
    provider.subject = "bob-1"
    asked = bob.get("/sign-in/openid", follow_redirects=False)
    back = provider.authorize({name: values[0] for name, values in parse_qs(urlsplit(asked.headers["location"]).query).items()})
    assert ann.get(back).status_code == 403
    assert signed_in_as(ann) is None
    assert bob.get(back).status_code == 403, "and the state is used up"
    assert ann.get("/sign-in/openid/back").status_code == 403
    assert ann.get("/sign-in/openid/back?state=x&code=y").status_code == 403


def test_a_provider_that_is_away_is_reported(ann, provider):
    codes, provider.url = provider.url, provider.url  # the discovery names another issuer
    provider.url = "http://127.0.0.1:1"
    try:
        answer = ann.get("/sign-in/openid", headers={"accept": "text/html"})
    finally:
        provider.url = codes
    assert answer.status_code == 502
    assert "doesn&#39;t answer" in answer.text


def test_without_a_provider_the_routes_are_not_found(tmp_path):
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}").start()
    try:
        with Person(server.url) as ann:
            assert ann.get("/sign-in/openid").status_code == 404
            assert "openid" not in ann.get("/sign-in").text
            assert ann.post("/sign-in/mail", data={"mail": "a@b.org"}).status_code == 404
    finally:
        server.stop()
