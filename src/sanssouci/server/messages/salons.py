"""Salons: groups of people with a link that stays valid for their next games."""

from typing import Annotated

from msgspec import Meta

from sanssouci.server.messages.lobby import LobbyTable
from sanssouci.server.messages.words import Name, Reply, Request, check_name

SalonName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        pattern=r"^(?=.*\S)[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+$(?!\n)",
    ),
]


class NewSalon(Request):
    """A salon to be founded."""

    name: SalonName
    you: Name  # what its founder is called there

    def __post_init__(self) -> None:
        check_name(self.name)
        check_name(self.you)


class JoinSalon(Request):
    """Join a salon, or change your name there."""

    name: Name

    def __post_init__(self) -> None:
        check_name(self.name)


class SalonMember(Reply):
    """Somebody in a salon."""

    name: str
    you: bool
    founder: bool


class Salon(Reply):
    """A salon as whoever has its link may know it."""

    id: str
    name: str
    member: bool  # the receiver is in it
    founder: bool  # the receiver founded it, and may close it
    members: list[SalonMember]
    link: str  # that stays valid
    qr: str  # the link as a picture: the address of an SVG, for `img`
    tables: list[LobbyTable]  # that members may join or watch; none for others


class OwnSalon(Reply):
    """A salon that the receiver is in."""

    id: str
    name: str
    members: int


class SalonList(Reply):
    """The salons that the receiver is in, the oldest first."""

    salons: list[OwnSalon]
