"""Reminders of games by correspondence: off until the user and the browser allow them."""

import base64
import os
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

from web.browsing import Visitor

pytestmark = pytest.mark.slow

# The push service of a browser's maker cannot be reached from here: what it would answer stands in for it.
SERVICE = """([key, auth, allowed]) => {
    Notification.requestPermission = async () => allowed ? "granted" : "denied";
    const push = {
        endpoint: "https://fcm.googleapis.com/fcm/send/ada",
        toJSON: () => ({endpoint: push.endpoint, keys: {p256dh: key, auth}}),
        unsubscribe: async () => true,
    };
    PushManager.prototype.subscribe = async (options) => {
        window.wished = options;
        return push;
    };
    PushManager.prototype.getSubscription = async () => push;
}"""


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def keys() -> list[str]:
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return [coded(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)), coded(os.urandom(16))]


def test_ux39_reminders_are_wished_for_and_called_off(visitor: Callable[..., Visitor]) -> None:
    ada = visitor()
    ada.page.goto(f"{ada.address}/settings")
    wish = ada.page.locator("[data-option=remind]")
    expect(wish).not_to_be_checked()
    ada.page.evaluate(SERVICE, [*keys(), False])
    wish.click()
    expect(ada.page.get_by_text("This browser does not allow reminders.")).to_be_visible()
    expect(wish).not_to_be_checked()
    ada.page.evaluate(SERVICE, [*keys(), True])
    with ada.page.expect_response("**/api/push") as answer:
        wish.click()
    assert answer.value.ok, answer.value.text()
    expect(wish).to_be_checked()
    assert len(ada.page.evaluate("wished.applicationServerKey")) == 87
    with ada.page.expect_response("**/api/push/forget") as answer:
        wish.click()
    assert answer.value.ok
    expect(wish).not_to_be_checked()
