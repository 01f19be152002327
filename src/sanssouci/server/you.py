"""The HTTP side of accounts: who you are, your devices and passkeys."""

from typing import Annotated, Any, TypeVar

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server import passkeys
from sanssouci.server.caller import Caller, with_token
from sanssouci.server.holders import Identity
from sanssouci.server.http import AnyRequest, FromCaller, problems
from sanssouci.server.links import base_of, qr_code
from sanssouci.server.messages import (
    AboutYou,
    DeviceLink,
    Done,
    Invitee,
    LinkedDevice,
    NewDevice,
    NewPasskey,
    SignIn,
    You,
)
from sanssouci.server.passkeys import Site
from sanssouci.server.people import LINK_SECONDS, People

AtPeople = NamedDependency[People]
DeviceId = Annotated[str, PathParameter(max_length=16, description="The id of a device of the caller.")]
PasskeyId = Annotated[str, PathParameter(max_length=1400, description="The id of a passkey of the caller.")]
T = TypeVar("T")


class YouController(Controller):
    """The caller's own account, if there is one; without one everything else works as well."""

    path = "/api/you"
    tags = ("you",)

    @get("/", responses=problems(), operation_id="you")
    async def you(self, people: AtPeople, caller: FromCaller) -> You:
        """Your account: name, devices, passkeys."""
        return await people.you(caller.holder, caller.device)

    @post("/", status_code=200, responses=problems(409), operation_id="changeYou")
    async def change(self, data: JSONBody[AboutYou], people: AtPeople, caller: FromCaller) -> Response[You]:
        """Make an account, if there is none; change its name, or whether your games are rated from the next one on."""
        people.check_rate(caller)
        identity = await people.account(caller, data.label, data.name)
        if data.name is not None:
            await people.store.rename(identity.holder, data.name)
        if data.rated is not None:
            await people.store.wish(identity.holder, rated=data.rated)
        return await _you(people, caller, identity)

    @post("/link", status_code=200, responses=problems(409), operation_id="linkDevice")
    async def link(
        self, data: JSONBody[AboutYou], people: AtPeople, caller: FromCaller, request: AnyRequest
    ) -> Response[DeviceLink]:
        """A link, also as a QR code, that makes another device yours, once; this makes an account if there is none."""
        people.check_rate(caller)
        identity = await people.account(caller, data.label, data.name)
        key, until = await people.ticket("link", identity.holder, LINK_SECONDS)
        link = f"{base_of(people.house.settings, request)}/you#{key}"
        return with_token(DeviceLink(link=link, qr=qr_code(link), until=until), caller, identity)

    @post("/link/look", status_code=200, responses=problems(), operation_id="lookAtLink")
    async def look_at_link(self, data: JSONBody[Invitee], people: AtPeople, caller: FromCaller) -> LinkedDevice:
        """What a link for another device is, before anybody uses it."""
        return await people.look_at_link(caller, data.key)

    @post("/devices", status_code=200, responses=problems(409), operation_id="joinDevice")
    async def join(self, data: JSONBody[NewDevice], people: AtPeople, caller: FromCaller) -> Response[You]:
        """Make this device one of those of whoever made the link; what it had comes along."""
        return await _you(people, caller, await people.join_by_link(caller, data.key, data.label))

    @post("/devices/{device_id:str}/remove", status_code=200, responses=problems(404, 409), operation_id="removeDevice")
    async def remove_device(self, device_id: DeviceId, people: AtPeople, caller: FromCaller) -> You:
        """Take one of your devices away; whoever uses it is a stranger from then on."""
        await people.remove_device(caller, device_id)
        return await people.you(caller.holder, caller.device)

    @post("/sign-out", status_code=200, responses=problems(409), operation_id="signOut")
    async def sign_out(self, people: AtPeople, caller: FromCaller) -> Response[Done]:
        """Make this device a stranger's."""
        await people.sign_out(caller)
        return _without_token(caller)

    @post("/delete", status_code=200, responses=problems(409), operation_id="deleteYou")
    async def delete(self, people: AtPeople, caller: FromCaller) -> Response[Done]:
        """Delete your account and everything that is known of you, on all devices; your seats become free."""
        await people.forget(caller)
        return _without_token(caller)

    @post("/passkeys/options", status_code=200, responses=problems(409), operation_id="passkeyOptions")
    async def passkey_options(
        self, data: JSONBody[AboutYou], people: AtPeople, caller: FromCaller, request: AnyRequest
    ) -> Response[dict[str, Any]]:
        """What your browser needs to make a passkey; this makes an account if there is none."""
        people.check_rate(caller)
        identity = await people.account(caller, data.label, data.name)
        person = await people.store.person(identity.holder)
        assert person is not None
        options = await passkeys.registration(people, person, _site(people, request))
        return with_token(options, caller, identity)

    @post("/passkeys", status_code=200, responses=problems(409), operation_id="addPasskey")
    async def add_passkey(
        self, data: JSONBody[NewPasskey], people: AtPeople, caller: FromCaller, request: AnyRequest
    ) -> You:
        """Add the passkey that your browser has made."""
        person = await people.person_of(caller)
        people.check_kept(caller)
        await passkeys.register(people, person, data.credential, data.label, _site(people, request))
        return await people.you(caller.holder, caller.device)

    @post("/passkeys/{passkey_id:str}/remove", status_code=200, responses=problems(409), operation_id="removePasskey")
    async def remove_passkey(self, passkey_id: PasskeyId, people: AtPeople, caller: FromCaller) -> You:
        """Forget one of your passkeys."""
        person = await people.person_of(caller)
        await people.store.remove_passkey(person.id, passkey_id)
        return await people.you(caller.holder, caller.device)

    @post("/sign-in/options", status_code=200, responses=problems(409), operation_id="signInOptions")
    async def sign_in_options(self, people: AtPeople, caller: FromCaller, request: AnyRequest) -> dict[str, Any]:
        """What your browser needs to ask you for a passkey."""
        people.check_rate(caller)
        await people.check_stranger(caller)
        return await passkeys.asking(people, _site(people, request))

    @post("/sign-in", status_code=200, responses=problems(409), operation_id="signIn")
    async def sign_in(
        self, data: JSONBody[SignIn], people: AtPeople, caller: FromCaller, request: AnyRequest
    ) -> Response[You]:
        """Make this device yours by a passkey; what it had comes along."""
        people.check_rate(caller)
        passkey = await passkeys.recognise(people, data.credential, _site(people, request))
        return await _you(people, caller, await people.join(caller, passkey.person, data.label))


async def _you(people: People, caller: Caller, identity: Identity) -> Response[You]:
    device = caller.device if identity.token is None else caller.holders.device_of(identity.token)
    return with_token(await people.you(identity.holder, device), caller, identity)


def _without_token(caller: Caller) -> Response[Done]:
    """Make the browser forget who it is."""
    answer = Response(Done())
    answer.delete_cookie(caller.holders.cookie)
    return answer


def _site(people: People, request: AnyRequest) -> Site:
    return Site(request.headers.get("host", ""), people.house.settings.secure)
