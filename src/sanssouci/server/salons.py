"""Salons: groups of people with a link that stays valid for their next games.

Whoever has the link may join, and any member may open a table that only members find. A salon without members is gone.
"""

from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server.caller import with_token
from sanssouci.server.errors import RefusalError, TooManyError
from sanssouci.server.holders import new_table_id
from sanssouci.server.http import AnyRequest, FromCaller, problems
from sanssouci.server.links import base_of, qr_code
from sanssouci.server.lobby import Lobby
from sanssouci.server.messages import Done, JoinSalon, NewSalon, OwnSalon, Salon, SalonList, SalonMember
from sanssouci.server.storage.salons import SalonRow, SalonStore

SalonId = Annotated[str, PathParameter(max_length=22, description="The id of a salon: whoever knows it may join.")]


class Salons:
    """Founding, joining and leaving salons."""

    def __init__(self, lobby: Lobby, store: SalonStore) -> None:
        self.house = lobby.house
        self.lobby = lobby
        self.store = store
        self._rate, self._daily_rate = self.house.rates.of("accounts"), self.house.rates.of("daily_tables")

    async def salon(self, salon: str) -> SalonRow:
        """A salon; refused if there is none."""
        found = await self.store.salon(salon)
        if found is None:
            raise RefusalError("no_salon", "there is no such salon; perhaps its founder has closed it")
        return found

    async def found(self, wish: NewSalon, holder: str, address: str) -> SalonRow:
        """Found a salon."""
        self._check_rate(address)
        if len(await self.store.of(holder)) >= self.house.settings.limits.salons_of_holder:
            raise TooManyError("salons", "you are in too many salons; leave some first")
        if not self._daily_rate.allows(address):
            raise TooManyError("new", "too many new tables and salons from this address today; come back tomorrow")
        salon = new_table_id()
        await self.store.found(salon, wish.name, holder, wish.you)
        return await self.salon(salon)

    async def join(self, salon: str, holder: str, name: str, address: str) -> SalonRow:
        """Join a salon, or change your name there."""
        self._check_rate(address)
        found, limits = await self.salon(salon), self.house.settings.limits
        if not found.has(holder) and len(await self.store.of(holder)) >= limits.salons_of_holder:
            raise TooManyError("salons", "you are in too many salons; leave some first")
        if not await self.store.join(salon, holder, name, most=limits.members_of_salon):
            raise TooManyError("members", f"this salon is full: it has {limits.members_of_salon} members")
        return await self.salon(salon)

    def _check_rate(self, address: str) -> None:
        if not self._rate.allows(address):
            raise RefusalError("too_fast", "too many salons founded or joined at once; wait a minute")

    async def close(self, salon: str, holder: str | None) -> None:
        """Delete a salon."""
        if holder is None or (await self.salon(salon)).founder != holder:
            raise RefusalError("not_host", "only its founder may close a salon")
        await self.store.close(salon)

    async def show(self, row: SalonRow, holder: str | None, base: str) -> Salon:
        """A salon as somebody may know it."""
        member, link = row.has(holder), f"{base}/salon/{row.id}"
        tables = (await self.lobby.frame(holder)).tables if member else []
        return Salon(
            id=row.id,
            name=row.name,
            member=member,
            founder=member and row.founder == holder,
            members=[
                SalonMember(name=each.name, you=each.holder == holder, founder=each.holder == row.founder)
                for each in row.members
            ],
            link=link,
            qr=qr_code(link),
            tables=[table for table in tables if table.salon == row.id],
        )


AtSalons = NamedDependency[Salons]


class SalonController(Controller):
    """Salons over HTTP."""

    path = "/api/salons"
    tags = ("salons",)

    @get("/", responses=problems(), operation_id="salons")
    async def mine(self, salons: AtSalons, caller: FromCaller) -> SalonList:
        """The salons that you are in."""
        found = [] if caller.holder is None else await salons.store.of(caller.holder)
        return SalonList(salons=[OwnSalon(id=id_, name=name, members=count) for id_, name, count in found])

    @post("/", status_code=201, responses=problems(429), operation_id="foundSalon")
    async def found(
        self, data: JSONBody[NewSalon], salons: AtSalons, caller: FromCaller, request: AnyRequest
    ) -> Response[Salon]:
        """Found a salon; its link stays valid for the next games of all who join."""
        identity = caller.known()
        row = await salons.found(data, identity.holder, caller.address)
        shown = await salons.show(row, identity.holder, base_of(salons.house.settings, request))
        return with_token(shown, caller, identity, status=201)

    @get("/{salon:str}", responses=problems(404), operation_id="salon")
    async def look(self, salon: SalonId, salons: AtSalons, caller: FromCaller, request: AnyRequest) -> Salon:
        """A salon: who is in it and, for members, its tables."""
        base = base_of(salons.house.settings, request)
        return await salons.show(await salons.salon(salon), caller.holder, base)

    @post("/{salon:str}/join", status_code=200, responses=problems(404, 429), operation_id="joinSalon")
    async def join(
        self, salon: SalonId, data: JSONBody[JoinSalon], salons: AtSalons, caller: FromCaller, request: AnyRequest
    ) -> Response[Salon]:
        """Join a salon, or change your name there."""
        identity = caller.known()
        row = await salons.join(salon, identity.holder, data.name, caller.address)
        shown = await salons.show(row, identity.holder, base_of(salons.house.settings, request))
        return with_token(shown, caller, identity)

    @post("/{salon:str}/leave", status_code=200, responses=problems(404), operation_id="leaveSalon")
    async def leave(self, salon: SalonId, salons: AtSalons, caller: FromCaller) -> Done:
        """Leave a salon; it is gone when the last one leaves."""
        await salons.salon(salon)
        if caller.holder is not None:
            await salons.store.leave(salon, caller.holder)
        return Done()

    @post("/{salon:str}/close", status_code=200, responses=problems(403, 404), operation_id="closeSalon")
    async def close(self, salon: SalonId, salons: AtSalons, caller: FromCaller) -> Done:
        """Close a salon you founded: its link leads nowhere from then on."""
        await salons.close(salon, caller.holder)
        return Done()
