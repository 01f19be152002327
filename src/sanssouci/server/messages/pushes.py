"""Reminders by web push: what a browser says about itself."""

from typing import Annotated

from msgspec import Meta

from sanssouci.server.messages.words import Language, Request

Endpoint = Annotated[str, Meta(min_length=8, max_length=1_000, pattern=r"^[\x21-\x7e]+$(?!\n)")]


class NewPush(Request):
    """A browser that wants to be reminded: its PushSubscription, and the language that it speaks."""

    endpoint: Endpoint
    key: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{87}$(?!\n)")]  # `p256dh`
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22}$(?!\n)")]
    language: Language


class ForgetPush(Request):
    """A browser that does not want to be reminded any more."""

    endpoint: Endpoint
