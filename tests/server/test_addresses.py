"""Which clients count as one, and which names can be seen."""

import sys
import unicodedata

import msgspec
import pytest

from sanssouci.server.addresses import network_of
from sanssouci.server.messages import Sit


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),  # an IPv4 client of a server that listens at ::
        ("64:ff9b::192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv4_client_counts_by_its_address_and_an_ipv6_client_by_its_network(address: str, counted: str) -> None:
    assert network_of(address) == counted


def is_accepted(name: str) -> bool:
    try:
        msgspec.json.decode(msgspec.json.encode({"name": name}), type=Sit)
    except msgspec.ValidationError:
        return False
    return True


def test_a_name_of_signs_that_nobody_sees_is_refused() -> None:
    """Spaces, format characters and marks without a letter, and the letters that are made to show nothing."""
    unseen = [sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign)[0] in "ZM"]
    unseen += [sign for sign in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(sign) in ("Cc", "Cf")]
    fillers = [
        unicodedata.lookup(name) for name in ("HANGUL FILLER", "HALFWIDTH HANGUL FILLER", "BRAILLE PATTERN BLANK")
    ]
    assert len(unseen) > 2_000
    assert not [sign for sign in (*unseen, *fillers) if is_accepted(sign * 3)]


@pytest.mark.parametrize("name", ["Ann", "7", "李", "नमस्ते", "🌳", "é", "?!", "ㅎ", "A\u3164"])
def test_a_name_that_can_be_seen_is_accepted(name: str) -> None:
    assert is_accepted(name)
