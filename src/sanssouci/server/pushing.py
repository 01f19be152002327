"""Messages to a browser through the push service of its maker (RFC 8030, 8291, 8292).

A browser says where it can be reached. The server would send requests to that address, which anybody may have made up:
so it must belong to a push service that is known (`services.py`), and redirections are not followed.
"""

import base64
import fnmatch
import http.client
import json
import re
import time
from typing import Any, Final
from urllib.parse import urlsplit

from sanssouci.server.storage.pushes import PushRow

_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")  # without a user, and with a port that is one
_PATIENCE: Final = 10.0  # seconds for a push service
_KEPT: Final = 86_400  # seconds for which a push service keeps a message for a browser that is switched off
_GONE: Final = (404, 410)  # the browser wants no more messages
_MOST: Final = 3_000  # bytes; every service takes that much


def fault_of(row: PushRow, services: tuple[str, ...]) -> str | None:
    """What is wrong with what a browser says about itself; None if nothing is."""
    from cryptography.hazmat.primitives.asymmetric import ec

    parts = urlsplit(row.endpoint)
    place = f"{parts.scheme}://{parts.netloc}"
    if not _HOST.fullmatch(parts.netloc) or not any(fnmatch.fnmatchcase(place, service) for service in services):
        return "the address does not belong to a push service that this server knows"
    try:
        point, auth = _bytes(row.key), _bytes(row.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return "the key is not a point of the curve P-256, as base64url"
    return None if len(point) == 65 and len(auth) == 16 else "the key must have 65 bytes, the secret 16"


def new_key() -> str:
    """A key by which push services know this server."""
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    return str(made.private_pem().decode())


class Pusher:
    """Sends messages to browsers in the name of one server, for as long as it has its key."""

    def __init__(self, pem: str, contact: str) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        self._vapid = Vapid02.from_pem(pem.encode())
        self._contact = contact
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key: Final = base64.urlsafe_b64encode(point).decode().rstrip("=")

    def push(self, row: PushRow, told: dict[str, Any]) -> bool:
        """Send a browser a message that nobody on the way can read; False if it wants no more of them."""
        from pywebpush import WebPusher

        parts = urlsplit(row.endpoint)
        info = {"endpoint": row.endpoint, "keys": {"p256dh": row.key, "auth": row.auth}}
        text = json.dumps(told, ensure_ascii=False).encode()[:_MOST]
        body: bytes = WebPusher(info).encode(text, content_encoding="aes128gcm")["body"]
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + 43_200, "sub": self._contact}
        headers = {
            **self._vapid.sign(claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(_KEPT),
            "Urgency": "normal",
        }
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        line = kind(parts.netloc, timeout=_PATIENCE)
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            line.request("POST", path or "/", body=body, headers=headers)
            return line.getresponse().status not in _GONE
        finally:
            line.close()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
