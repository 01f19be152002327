"""People: one account above several devices, without a password. Without an account, everybody is their browser.

A device has a token of its own. What `Holders` recognises is a device; the holder of seats is the person that it
belongs to, or the device itself. A device joins a person with a fresh token, so a token of nobody's never becomes
somebody's. When two accounts become one, the devices of one of them come to stand for the other.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sanssouci.game.extras import is_installed
from sanssouci.server.caller import Caller
from sanssouci.server.errors import RefusalError, TooManyError
from sanssouci.server.holders import Identity, hashed, new_token
from sanssouci.server.house import House
from sanssouci.server.messages import DeviceInfo, LinkedDevice, PasskeyInfo, You
from sanssouci.server.storage.people import BothSeatedError, NoPersonError, PeopleStore, PersonRow

LINK_SECONDS: Final = 600.0  # how long a link to another device is valid
_REMEMBERED: Final = 20_000  # devices whose person need not be looked up again
_TRUSTED: Final = 10.0  # seconds after which another process may have removed a device
_SHOWN: Final = 16  # characters of a device's hash that name it to its owner


class People:
    """Accounts, and whom the devices belong to."""

    def __init__(self, house: House, store: PeopleStore) -> None:
        self.house = house
        self.store = store
        self._known: OrderedDict[str, tuple[str, float]] = OrderedDict()  # device -> holder, and until when that holds
        self._merged: list[tuple[str, str, float]] = []  # an account, the one it became part of, and when

    # ── who somebody is ────────────────────────────────────────────────────────────────────────────

    async def holder_of(self, device: str) -> str:
        """Whoever holds the seats of a device: the person it belongs to, or the device itself."""
        now = time.monotonic()
        holder, until = self._known.get(device, ("", 0.0))
        if now < until:
            return holder
        person = await self.store.person_of(device)
        # A device without a person never gets one; see above.
        self._known[device] = (device, float("inf")) if person is None else (person, now + _TRUSTED)
        self._known.move_to_end(device)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return person or device

    def check_ban(self, holder: str | None, address: str) -> None:
        """Refuse whoever is banned."""
        self.house.sanctions.check_ban(holder, address)

    async def you(self, holder: str | None, device: str | None) -> You:
        """What somebody sees of themselves."""
        person = None if holder is None else await self.store.person(holder)
        if person is None:
            return You(
                account=False,
                name="",
                devices=[],
                passkeys=[],
                passkeys_offered=is_installed("passkeys"),
                rated=False,
                rating=None,
                games=0,
            )
        return You(
            account=True,
            name=person.name,
            devices=[
                DeviceInfo(id=each.hash[:_SHOWN], label=each.label, added=each.created, this=each.hash == device)
                for each in person.devices
            ],
            passkeys=[
                PasskeyInfo(id=each.id, label=each.label, added=each.created, used=each.used)
                for each in person.passkeys
            ],
            passkeys_offered=is_installed("passkeys"),
            rated=person.rated,
            rating=str(person.strength) if person.games else None,
            games=person.games,
        )

    async def person_of(self, caller: Caller) -> PersonRow:
        """The account of a caller; RefusalError if there is none."""
        person = None if caller.holder is None else await self.store.person(caller.holder)
        if person is None:
            raise RefusalError("no_account", "there is no account on this device")
        return person

    async def check_stranger(self, caller: Caller) -> None:
        """Refuse a device that has an account."""
        if caller.holder is not None and await self.store.person(caller.holder) is not None:
            raise RefusalError("has_account", "this device belongs to an account: sign out here first")

    def check_rate(self, caller: Caller) -> None:
        """Refuse too many requests that concern accounts, so that nobody tries keys out."""
        if not self.house.rates.of("accounts").allows(caller.address):
            raise RefusalError("too_fast", "too many requests about accounts from this address; wait a moment")

    def check_kept(self, caller: Caller) -> None:
        """Refuse to keep ever more accounts, devices and passkeys for an address."""
        if not self.house.rates.of("daily_accounts").allows(caller.address):
            raise TooManyError("new", "too many new accounts and devices at this address today; come back tomorrow")

    # ── joining ────────────────────────────────────────────────────────────────────────────────────

    async def account(self, caller: Caller, label: str, name: str | None) -> Identity:
        """The account of a caller, made now if there is none, with all that the browser had; its device is named."""
        if caller.holder is not None and await self.store.person(caller.holder) is not None:
            return Identity(caller.holder)
        self.check_kept(caller)
        person = hashed(new_token())
        await self.store.create(person, name or "")
        return await self._add(caller, person, label)

    async def join(self, caller: Caller, person: str, label: str) -> Identity:
        """Make a caller's browser a device of a person, with all that it had; returns its new identity.

        A browser that has an account of its own is refused: it may be another's, who would lose it.
        """
        if caller.holder == person:
            return Identity(person)
        await self.check_stranger(caller)
        self.check_kept(caller)
        return await self._add(caller, person, label)

    async def _add(self, caller: Caller, person: str, label: str) -> Identity:
        fresh = caller.holders.issue()
        with _as_refusals():
            changed = await self.store.add_device(person, fresh.holder, label, with_seats_of=caller.holder)
        for table_id in changed:
            self.house.changed(table_id, "seats")
        return Identity(person, fresh.token)

    async def merge(self, account: str, person: str) -> Identity:
        """Make one account part of another, with its devices, passkeys, seats and history."""
        with _as_refusals():
            changed = await self.store.merge(account, person)
        self._merged.append((account, person, time.monotonic()))
        self._known.clear()
        for table_id in changed:
            self.house.changed(table_id, "seats")
        await self.hang_up()
        return Identity(person)

    async def _merge_again(self) -> None:
        """Bring over what devices did through processes that did not yet know of their new account."""
        for account, person, at in [*self._merged]:
            if time.monotonic() - at > 2 * _TRUSTED:
                self._merged.remove((account, person, at))
                for table_id in await self.store.move(account, person):
                    self.house.changed(table_id, "seats")

    async def ticket(self, kind: str, person: str | None, seconds: float) -> tuple[str, float]:
        """A key that can be used once, and until when."""
        key, until = new_token(), time.time() + seconds
        await self.store.add_ticket(hashed(key), kind, person, until)
        return key, until

    async def join_by_link(self, caller: Caller, key: str, label: str) -> Identity:
        """Make a caller's browser a device of whoever made a link; an account that it has becomes part of theirs."""
        self.check_rate(caller)
        is_valid, person = await self.store.use_ticket(hashed(key), "link")
        if not is_valid or person is None:
            raise RefusalError("bad_key", "this link has been used already, or is too old")
        own = None if caller.holder is None else await self.store.person(caller.holder)
        if own is not None and own.id != person:
            return await self.merge(own.id, person)
        return await self.join(caller, person, label)

    async def look_at_link(self, caller: Caller, key: str) -> LinkedDevice:
        """What a link for another device is to the browser that opened it; it can still be used."""
        self.check_rate(caller)
        person = await self.store.person_of_ticket(hashed(key), "link")
        found = None if person is None else await self.store.person(person)
        if found is None:
            return LinkedDevice(name="", yours=False, merges=False, why="bad_key")
        yours = caller.holder == found.id
        merges = not yours and caller.holder is not None and await self.store.person(caller.holder) is not None
        return LinkedDevice(name=found.name, yours=yours, merges=merges, why=None)

    # ── going ──────────────────────────────────────────────────────────────────────────────────────

    async def remove_device(self, caller: Caller, device_id: str) -> None:
        """Take a device away from the caller's account."""
        person = await self.person_of(caller)
        for device in person.devices:
            if device.hash.startswith(device_id) and len(device_id) == _SHOWN:
                await self._remove(person.id, device.hash)
                return
        raise RefusalError("not_found", "you have no such device")

    async def sign_out(self, caller: Caller) -> None:
        """Take the device that is asking away from its account."""
        person = await self.person_of(caller)
        assert caller.device is not None
        await self._remove(person.id, caller.device)

    async def forget(self, caller: Caller) -> None:
        """Delete the caller's account with all that is known of them; the games of others go on."""
        self.check_rate(caller)
        person = await self.person_of(caller)
        for table_id in await self.store.forget(person.id):
            self.house.changed(table_id, "seats")
        for device in person.devices:
            self._known.pop(device.hash, None)
        await self.hang_up()

    async def _remove(self, person: str, device: str) -> None:
        await self.store.remove_device(person, device)
        self._known.pop(device, None)
        await self.hang_up()

    async def hang_up(self) -> None:
        """Close the connections of devices that no longer belong to whom they did."""
        connected = [each for each in self.house.hub.listeners if each.device not in (None, each.holder)]
        if not connected:
            return
        owners = await self.store.owners(sorted({str(each.device) for each in connected}))
        for listener in connected:
            if owners.get(str(listener.device)) != listener.holder:
                await listener.hang_up(4403, "no_account")

    async def watch(self) -> None:
        """Keep looking for devices that other processes have removed."""
        while True:
            await asyncio.sleep(_TRUSTED)
            await self.hang_up()
            await self._merge_again()


@contextmanager
def _as_refusals() -> Iterator[None]:
    """Say why two cannot become one person."""
    try:
        yield
    except BothSeatedError:
        raise RefusalError(
            "both_seated", "both devices sit at the same table; they can become one person after that game"
        ) from None
    except NoPersonError:
        raise RefusalError("bad_key", "one of the two accounts does not exist any more") from None
