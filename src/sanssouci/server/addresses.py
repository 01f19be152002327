"""Which addresses count as one client."""

import ipaddress
from typing import Final

_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")  # IPv4 addresses behind a translator (RFC 6052)


def network_of(address: str) -> str:
    """The address to count by: for IPv6 the network, since a client has all the addresses of one.

    A server that listens at `::` sees IPv4 clients as `::ffff:192.0.2.1`. All of those are in one IPv6 network, so
    they count by the address inside.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])  # what follows is a network interface of ours
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if parsed in _NAT64:
        return str(ipaddress.IPv4Address(int(parsed) & 0xFFFF_FFFF))
    return str(ipaddress.ip_network(f"{parsed}/64", strict=False))
