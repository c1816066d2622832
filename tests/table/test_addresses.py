"""A visitor has the same address through IPv4 and IPv6 sockets."""

import ast
from pathlib import Path

import pytest

from seaboard import table as table_package
from seaboard.table.runtime.addresses import is_in, normal_address, read_network, read_networks, visitor_at, with_mapped
from seaboard.table.runtime.settings import Settings
from seaboard.table.server.connections import is_trusted
from seaboard.table.server.start import trusted_proxies
from seaboard.table.web.moderation import Moderation

from .server import Person
from .test_admin import hosted, run, wait_until  # noqa: F401


class Banned:
    def __init__(self, who):
        self.who, self.kind = who, "ban"


@pytest.mark.parametrize(
    ("banned", "address", "holds"),
    [
        ("203.0.113.5/32", "::ffff:203.0.113.5", True),
        ("203.0.113.0/24", "::ffff:cb00:7105", True),
        ("::ffff:203.0.113.5/128", "203.0.113.5", True),
        ("::ffff:203.0.113.0/120", "::ffff:203.0.113.9", True),
        ("203.0.113.5/32", "::ffff:203.0.113.6", False),
        ("fe80::/64", "fe80::1%eth0", True),
        ("203.0.113.5/32", "no address", False),
    ],
)
def test_a_ban_holds_through_either_kind_of_socket(banned, address, holds):
    moderation: Moderation = Moderation.__new__(Moderation)
    moderation.browsers, moderation.networks = {"mute": set(), "ban": set()}, {"mute": [], "ban": []}
    moderation.read([Banned(banned)])
    assert moderation.is_sanctioned("ban", "", address) is holds


def test_a_banned_address_is_banned_on_a_dual_stack_socket_too(hosted):  # noqa: F811
    def status(address):
        with Person(hosted.url) as person:
            return person.post("/api/tables", json={"game": "maori"}, headers={"x-forwarded-for": address}).status_code

    assert status("::ffff:198.51.100.7") == 201
    assert "198.51.100.7/32" in run(hosted, "ban", "::ffff:198.51.100.7")
    wait_until(lambda: status("198.51.100.7") == 403)
    assert status("::ffff:198.51.100.7") == 403
    assert status("198.51.100.8") == 201
    run(hosted, "pardon", "198.51.100.7")


def test_a_ban_says_whom_it_is_for(hosted):  # noqa: F811
    """An abbreviated address would name another network."""
    assert "ban: 2001:db8:1234:5678::/64, permanent" in run(hosted, "ban", "2001:db8:1234:5678::1/64")
    assert "mute: 2001:db8:1234:5678:9abc:def0:1234:5678/128," in run(hosted, "mute", "2001:db8:1234:5678:9abc:def0:1234:5678")
    for who in ("2001:db8:1234:5678::/64", "2001:db8:1234:5678:9abc:def0:1234:5678"):
        run(hosted, "pardon", who)


def test_proxies_and_metrics_are_allowed_through_either_kind_of_socket():
    settings = Settings(metrics_allow=read_networks("10.0.0.0/8"))
    assert settings.may_read_metrics("::ffff:10.1.2.3", "")
    assert not settings.may_read_metrics("::ffff:11.1.2.3", "")

    class Config:
        forwarded_allow_ips = trusted_proxies("127.0.0.1,10.0.0.0/8,::1")

    for address in ("127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.9.9.9", "::1"):
        assert is_trusted(Config, address)
    assert not is_trusted(Config, "::ffff:192.0.2.1")
    assert trusted_proxies("*") == "*"


def test_uvicorn_trusts_a_proxy_through_either_kind_of_socket():
    from uvicorn.middleware.proxy_headers import _TrustedHosts

    trusted = _TrustedHosts(trusted_proxies("127.0.0.1,10.0.0.0/8"))
    for address in ("127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.9.9.9"):
        assert address in trusted
    assert "::ffff:192.0.2.1" not in trusted


def test_each_address_has_one_form():
    assert normal_address("::ffff:192.0.2.1") == "192.0.2.1"
    assert normal_address("2001:DB8:0:0::1%eth0") == "2001:db8::1"
    assert normal_address("testclient") == "testclient"
    assert str(read_network("::ffff:192.0.2.0/120")) == "192.0.2.0/24"
    assert str(read_network("::/0")) == "::/0"
    assert visitor_at("::ffff:192.0.2.1") == visitor_at("192.0.2.1") == "192.0.2.1"
    assert not is_in("::ffff:192.0.2.1", read_networks("2001:db8::/32"))
    assert with_mapped(read_networks("::1")) == ["::1/128"]


def test_nobody_else_compares_addresses():
    for file in sorted(Path(table_package.__file__).parent.rglob("*.py")):
        if file.name == "addresses.py":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert getattr(node, "module", "") != "ipaddress", file.name
            assert "ipaddress" not in names, file.name
