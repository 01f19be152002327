"""Accounts, their devices and passkeys."""

from typing import Any

from sanssouci.server.messages.errors import ErrorCode
from sanssouci.server.messages.words import Key, Label, Name, Reply, Request, check_name


class DeviceInfo(Reply):
    """A device of yours."""

    id: str
    label: str
    added: float
    this: bool  # the one that is asking


class PasskeyInfo(Reply):
    """A passkey of yours."""

    id: str
    label: str
    added: float
    used: float | None


class You(Reply):
    """Your account, as far as there is one."""

    account: bool
    name: str
    devices: list[DeviceInfo]
    passkeys: list[PasskeyInfo]
    passkeys_offered: bool  # by this server
    rated: bool  # your games with other people are rated, from the next one on
    rating: str | None  # '1500?' while it is only a guess; None before the first rated game
    games: int  # that were rated


class AboutYou(Request):
    """Make an account with this name if there is none; `label` names the device that is asking."""

    label: Label
    name: Name | None = None
    rated: bool | None = None  # for POST /api/you: whether you want to be rated

    def __post_init__(self) -> None:
        check_name(self.name)


class DeviceLink(Reply):
    """A link that makes another device yours. It works once."""

    link: str
    qr: str  # the same as a picture: the address of an SVG, for `img`
    until: float


class LinkedDevice(Reply):
    """What a link for another device is to the browser that opened it."""

    name: str  # whose account it belongs to
    yours: bool  # this browser belongs to that account already
    merges: bool  # it has an account of its own, which would become part of that one
    why: ErrorCode | None  # why it cannot be used here; None: nothing is in the way


class NewDevice(Request):
    """Make the device that is asking that of whoever made the link with this key."""

    key: Key
    label: Label


class NewPasskey(Request):
    """A passkey that the browser has made: a PublicKeyCredential as JSON."""

    credential: dict[str, Any]
    label: Label


class SignIn(Request):
    """The browser's proof that it has a passkey: a PublicKeyCredential as JSON."""

    credential: dict[str, Any]
    label: Label
