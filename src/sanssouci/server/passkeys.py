"""Passkeys (WebAuthn): signing in with what a device, a phone or a security key proves, without a password."""

import base64
import ipaddress
import json
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sanssouci.game.extras import is_installed
from sanssouci.server.errors import RefusalError
from sanssouci.server.holders import hashed

if TYPE_CHECKING:
    from sanssouci.server.people import People
    from sanssouci.server.storage.people import PasskeyRow, PersonRow

CHALLENGE_SECONDS: Final = 300.0
_NAME: Final = "Sanssouci"
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,1400}")


class Site(NamedTuple):
    """The address under which a browser reaches the server: a passkey belongs to it."""

    host: str  # with the port
    secure: bool

    @property
    def name(self) -> str:
        """The host without its port."""
        return self.host.rpartition(":")[0] if self.host.rpartition(":")[2].isdigit() else self.host

    @property
    def origin(self) -> str:
        """As browsers write it."""
        return f"{'https' if self.secure else 'http'}://{self.host}"


def _check(site: Site) -> None:
    if not is_installed("passkeys"):
        raise RefusalError("no_passkeys", "this server offers no passkeys: its extra `passkeys` is not installed")
    try:
        ipaddress.ip_address(site.name.strip("[]"))
    except ValueError:
        return
    raise RefusalError("no_passkeys", "a passkey belongs to a name, and this server is reached by an address")


async def registration(people: "People", person: "PersonRow", site: Site) -> dict[str, Any]:
    """What a browser needs to make a passkey."""
    _check(site)
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    challenge, _ = await people.ticket("register", person.id, CHALLENGE_SECONDS)
    options = generate_registration_options(
        rp_id=site.name,
        rp_name=_NAME,
        user_id=bytes.fromhex(person.id),
        user_name=person.name or _NAME,
        challenge=challenge.encode(),
        authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=_decoded(each.id)) for each in person.passkeys],
    )
    return dict(json.loads(options_to_json(options)))


async def register(people: "People", person: "PersonRow", credential: dict[str, Any], label: str, site: Site) -> None:
    """Store a passkey that a browser has made."""
    _check(site)
    from webauthn import verify_registration_response
    from webauthn.helpers.exceptions import WebAuthnException

    challenge, wanted = await _challenge(people, credential, "register")
    if wanted != person.id:
        raise RefusalError("bad_passkey", "this passkey was begun by somebody else, or too long ago")
    try:
        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise RefusalError("bad_passkey", f"this passkey cannot be used: {error}") from None
    is_new = await people.store.add_passkey(
        id=_encoded(made.credential_id),
        person=person.id,
        public_key=_encoded(made.credential_public_key),
        signatures=made.sign_count,
        label=label,
    )
    if not is_new:
        raise RefusalError("bad_passkey", "this passkey is in use already")


async def asking(people: "People", site: Site) -> dict[str, Any]:
    """What a browser needs to ask for any passkey of this site."""
    _check(site)
    from webauthn import generate_authentication_options, options_to_json

    challenge, _ = await people.ticket("sign in", None, CHALLENGE_SECONDS)
    options = generate_authentication_options(rp_id=site.name, challenge=challenge.encode())
    return dict(json.loads(options_to_json(options)))


async def recognise(people: "People", credential: dict[str, Any], site: Site) -> "PasskeyRow":
    """The passkey that a browser has proved it holds."""
    _check(site)
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    challenge, _ = await _challenge(people, credential, "sign in")
    named = str(credential.get("id", ""))
    passkey = await people.store.passkey(named) if _ID.fullmatch(named) else None
    if passkey is None:
        raise RefusalError("bad_passkey", "this passkey is not known here")
    try:
        proved = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=_decoded(passkey.public_key),
            credential_current_sign_count=passkey.signatures,
        )
    except (WebAuthnException, ValueError, KeyError, TypeError) as error:
        raise RefusalError("bad_passkey", f"this passkey cannot be used: {error}") from None
    await people.store.use_passkey(passkey.id, proved.new_sign_count)
    return passkey


async def _challenge(people: "People", credential: dict[str, Any], kind: str) -> tuple[bytes, str | None]:
    """The challenge that a credential answers, which must be one of ours and not have been answered before."""
    try:
        data = json.loads(_decoded(credential["response"]["clientDataJSON"]))
        challenge = _decoded(data["challenge"])
        is_valid, person = await people.store.use_ticket(hashed(challenge.decode()), kind)
    except (ValueError, KeyError, TypeError, RecursionError):
        is_valid, person, challenge = False, None, b""
    if not is_valid:
        raise RefusalError("bad_passkey", "nobody asked for this, or it was too long ago; try again")
    return challenge, person


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
