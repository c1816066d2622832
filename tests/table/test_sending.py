"""Mails, push messages and webhooks arrive at real servers, and never at addresses that are none of their business."""

import asyncio
import json
import socket
from types import SimpleNamespace

import http_ece
import pytest

from seaboard.core.errors import BadOption
from seaboard.table.errors import Refused
from seaboard.table.notify import outbound, push, webhook
from seaboard.table.notify.mail import NotSent, send_mail
from seaboard.table.runtime.addresses import read_networks
from seaboard.table.runtime.settings import Settings

from .mailbox import PushBrowser, mail_server, receiver

LOOPBACK = read_networks("127.0.0.0/8")


def settings(**given):
    return Settings(
        mail_from="games@example.org",
        address="https://games.example.org",
        push="mailto:host@example.org",
        notify_private=LOOPBACK,
        **given,
    )


def test_a_mail_arrives():
    with mail_server() as (box, url):
        asyncio.run(send_mail(settings(smtp=url), "ann@example.org", "Māori: your turn", "Hello\n", "https://x.org/stop/1"))
    (mail,) = box.mails
    assert mail["To"] == "ann@example.org"
    assert mail["From"] == "games@example.org"
    assert mail["Subject"] == "Māori: your turn"
    assert mail["List-Unsubscribe"] == "<https://x.org/stop/1>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail.get_content().strip() == "Hello"


@pytest.mark.parametrize(
    "address",
    [
        "ann@example.org\r\nBcc: bob@example.org",
        "ann@example.org\nBcc: bob@example.org",
        "ann@example.org, bob@example.org",
        "Ann <ann@example.org>",
        "ann@example.org\0",
        "ann@exa mple.org",
        "ann",
        "",
        "a" * 300 + "@example.org",
    ],
)
def test_an_address_cannot_bring_headers(address):
    with mail_server() as (box, url):
        with pytest.raises(Refused, match="one email address"):
            asyncio.run(send_mail(settings(smtp=url), address, "Hello", "Hello"))
        assert not box.mails


def test_a_subject_cannot_bring_headers():
    with mail_server() as (box, url):
        asyncio.run(send_mail(settings(smtp=url), "ann@example.org", "Of Eve\r\nBcc: bob@example.org\r\n\r\nspam", "Hello"))
    (mail,) = box.mails
    assert mail["Bcc"] is None
    assert mail["Subject"] == "Of Eve Bcc: bob@example.org spam"
    assert "spam" not in mail.get_content()


def test_an_unknown_mailbox_is_gone_and_a_dead_server_is_not():
    with mail_server() as (_box, url), pytest.raises(NotSent) as refused:
        asyncio.run(send_mail(settings(smtp=url), "nobody@refused.example", "Hello", "Hello"))
    assert refused.value.gone
    with pytest.raises(NotSent) as dead:
        asyncio.run(send_mail(settings(smtp=url), "ann@example.org", "Hello", "Hello"))
    assert not dead.value.gone


def test_without_settings_no_mail_is_sent():
    with pytest.raises(Refused, match="sends no email"):
        asyncio.run(send_mail(Settings(), "ann@example.org", "Hello", "Hello"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SMTP", "mail.example.org"),
        ("SMTP", "smtp://host:port"),
        ("MAIL_FROM", "Ann <ann@example.org>"),
        ("PUSH", "ann@example.org"),
        ("NOTIFY_PRIVATE", "intranet"),
        ("WEBHOOKS", "yes"),
    ],
)
def test_a_wrong_setting_is_refused(name, value):
    with pytest.raises(BadOption, match=f"SEABOARD_{name}"):
        Settings.from_environment({f"SEABOARD_{name}": value})


def test_a_push_message_is_read_by_its_browser_only():
    private = push.new_keys()
    message = push.payload("Māori", "Your turn", "https://games.example.org/t/x", "x", 2)
    with receiver() as service:
        ann, eve = PushBrowser(service), PushBrowser(service)
        target = {"endpoint": ann.subscription["endpoint"], **ann.subscription["keys"]}
        asyncio.run(push.send_push(settings(), private, target, message, "x"))
        assert ann.messages() == [message]
        with pytest.raises(http_ece.ECEException):
            eve.messages()
        assert f"k={push.public_key(private)}" in service.got[0][1]["authorization"]


def test_a_browser_that_unsubscribed_is_gone():
    with receiver() as service:
        ann = PushBrowser(service)
        target = {"endpoint": ann.subscription["endpoint"], **ann.subscription["keys"]}
        for status, gone in ((404, True), (410, True), (500, False), (302, False)):
            service.answers[ann.path] = status
            with pytest.raises(NotSent) as error:
                asyncio.run(push.send_push(settings(), push.new_keys(), target, push.payload("a", "b", "c", "d", 1), "x"))
            assert error.value.gone == gone
        assert not service.at("/elsewhere"), "a redirect was followed"


@pytest.mark.parametrize("form", webhook.FORMS)
def test_a_webhook_gets_its_form(form):
    about = {"game": "Māori", "url": "https://games.example.org/t/x"}
    text = "Māori: <@everyone> Ann's turn"
    with receiver() as room:
        target = {"form": form, "url": room.url, "room": "!a:example.org", "token": "secret"}
        asyncio.run(webhook.send_webhook(settings(), target, text, about))
        path, headers, body = room.got[0]
    sent = json.loads(body)
    if form == "discord":
        assert sent == {"username": "Seaboard", "content": text, "allowed_mentions": {"parse": []}}
    elif form == "slack":
        assert sent["text"] == "Māori: &lt;@everyone&gt; Ann's turn"
    elif form == "matrix":
        assert path.startswith("/_matrix/client/v3/rooms/%21a%3Aexample.org/send/m.room.message/")
        assert headers["authorization"] == "Bearer secret"
        assert sent == {"msgtype": "m.notice", "body": text, "m.mentions": {}}
    else:
        assert sent == {"text": text, **about}
    assert form == "matrix" or "authorization" not in headers


PRIVATE = [
    "127.0.0.1", "127.1.2.3", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::1",
    "::", "fe80::1", "fc00::1", "fd12::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "ff02::1", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_private_addresses_are_not_reached(address):
    assert not outbound.may_reach(address, ())
    shown = f"[{address}]" if ":" in address else address
    with pytest.raises(ValueError, match="private"):
        outbound.check_url(f"https://{shown}/hook", ())
    with pytest.raises(NotSent):
        asyncio.run(outbound.send("POST", f"https://{shown}/hook", {}, b"", ()))


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700:4700::1111", "8.8.8.8"])
def test_public_addresses_may_be_reached(address):
    assert outbound.may_reach(address, ())


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org/",
        "file:/etc/passwd",
        "https://ann:secret@example.org/",
        "https:///hook",
        "https://example.org:port/",
        "https://exam ple.org/",
        "https://example.org/\r\nHost: intranet",
        "https://example.org/" + "a" * 1000,
        "javascript:alert(1)",
    ],
)
def test_other_addresses_are_refused(url):
    with pytest.raises(ValueError):
        outbound.check_url(url, ())


@pytest.mark.parametrize("host", ["localhost", "2130706433", "0x7f000001", "127.1", "017700000001"])
def test_names_and_other_spellings_of_this_machine_are_not_reached(host):
    """Checked when the connection is made, whatever the address looks like."""
    with receiver() as service:
        port = service.url.rpartition(":")[2]
        with pytest.raises(NotSent):
            asyncio.run(outbound.send("POST", f"https://{host}:{port}/hook", {}, b"", ()))
        assert not service.got


def test_a_name_that_changes_after_the_check_changes_nothing(monkeypatch):
    """DNS rebinding: a name is resolved once, and all its addresses are checked."""
    asked = []

    async def answers(self, host, port, **more):
        asked.append(host)
        address = "127.0.0.1" if len(asked) > 1 else "1.1.1.1"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in (address, "127.0.0.1")]

    monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", answers)
    with receiver() as service:
        port = service.url.rpartition(":")[2]
        with pytest.raises(NotSent, match="private network"):
            asyncio.run(outbound.send("POST", f"https://rebinding.example:{port}/", {}, b"", ()))
        assert not service.got
        assert len(asked) == 1


def test_a_host_may_allow_its_own_network():
    with receiver() as service:
        assert asyncio.run(outbound.send("POST", f"{service.url}/hook", {}, b"hello", LOOPBACK)) == 201
        assert service.at("/hook")[0][1] == b"hello"
        with pytest.raises(NotSent):
            asyncio.run(outbound.send("POST", f"{service.url}/hook", {}, b"hello", read_networks("10.0.0.0/8")))


def test_a_server_that_never_answers_is_given_up(monkeypatch):
    monkeypatch.setattr(outbound, "TOTAL_TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(NotSent, match="no answer"):
            asyncio.run(outbound.send("POST", url, {}, b"", LOOPBACK))


def test_only_a_part_of_a_long_answer_is_read():
    read = []

    async def parts():
        for _n in range(1000):
            read.append(1)
            yield b"x" * 10_000

    asyncio.run(outbound.read_some(SimpleNamespace(aiter_stream=parts)))
    assert len(read) == 7


@pytest.mark.parametrize("keys", [("", ""), ("abc", "abc"), ("B" * 87, "A" * 22), ("A" * 87, "A" * 22)])
def test_keys_of_a_subscription_are_checked(keys):
    with pytest.raises(ValueError):
        push.check_keys(*keys)
