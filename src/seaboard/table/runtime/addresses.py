"""Normalised addresses of visitors: `::ffff:a.b.c.d`, an IPv4 address on an IPv6 socket, becomes that IPv4 address."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
MAPPED = IPv6Network("::ffff:0:0/96")
NAT64 = IPv6Network("64:ff9b::/96")
LOCAL_NAT64 = IPv6Network("64:ff9b:1::/48")


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parses an address, without its zone (`%eth0`); None if it is not an address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def normal_address(text: str) -> str:
    """An address in its shortest form; other texts stay unchanged."""
    return str(read_address(text) or text)


def read_network(text: str) -> Network:
    """Parses an address or a network; raises ValueError if it is neither."""
    network = ip_network(text.strip(), strict=False)
    if isinstance(network, IPv6Network) and network.subnet_of(MAPPED):
        return ip_network((int(network.network_address) & 0xFFFF_FFFF, network.prefixlen - 96))
    return network


def read_networks(text: str) -> tuple[Network, ...]:
    """Parses addresses and networks separated by commas."""
    return tuple(read_network(part) for part in text.split(",") if part.strip())


def is_in(address: str, networks: Iterable[Network]) -> bool:
    parsed = read_address(address)
    return parsed is not None and any(parsed in network for network in networks)


def with_mapped(networks: Iterable[Network]) -> list[str]:
    """Networks as text, IPv4 ones also in their IPv6 form, for code that does not normalise addresses."""
    listed = []
    for network in networks:
        listed.append(str(network))
        if isinstance(network, IPv4Network):
            listed.append(str(ip_network((int(MAPPED.network_address) + int(network.network_address), network.prefixlen + 96))))
    return listed


@lru_cache(10_000)
def visitor_at(address: str) -> str:
    """The visitor at an address: an IPv4 address, or an IPv6 /64, which is usually one household."""
    parsed = read_address(address)
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else str(parsed or address)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether this is an address of the public internet. An IPv4 address inside an IPv6 address (NAT64, 6to4) counts too."""
    if isinstance(address, IPv6Address):
        if address in LOCAL_NAT64:
            return False
        embedded = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in NAT64:
            embedded = IPv4Address(int(address) & 0xFFFF_FFFF)
        if embedded is not None and not is_public(embedded):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
