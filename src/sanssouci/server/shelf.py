"""The HTTP side of owners' boxes."""

from typing import Annotated, Final

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from sanssouci.server.boxes import Boxes, show_own, toml_of
from sanssouci.server.caller import with_token
from sanssouci.server.http import AnyRequest, FromCaller, problems
from sanssouci.server.links import base_of, qr_code
from sanssouci.server.messages import Done, NewBox, OwnBox, OwnBoxes, SaveBox
from sanssouci.server.storage.boxes import BoxRow

AtBoxes = NamedDependency[Boxes]
OwnBoxId = Annotated[str, PathParameter(max_length=40, description="The id of somebody's box.")]
_TOML: Final = "application/toml"


class ShelfController(Controller):
    """The boxes that owners of the game have entered."""

    path = "/boxes"
    tags = ("boxes",)

    @get("/", responses=problems(), operation_id="boxes")
    async def boxes(self, boxes: AtBoxes, caller: FromCaller) -> OwnBoxes:
        """Your boxes."""
        return await boxes.listed(caller)

    @post("/", responses=problems(404, 422), operation_id="beginBox")
    async def begin(
        self, data: JSONBody[NewBox], boxes: AtBoxes, caller: FromCaller, request: AnyRequest
    ) -> Response[OwnBox]:
        """Begin a box of your own: from one that comes with the game, from a TOML file, or from somebody's box."""
        identity = caller.known()
        row = await boxes.begin(data, identity.holder, caller)
        return with_token(_shown(boxes, row, identity.holder, request), caller, identity, status=201)

    @get("/{box_id:str}", responses=problems(404), operation_id="box")
    async def box(self, box_id: OwnBoxId, boxes: AtBoxes, caller: FromCaller, request: AnyRequest) -> OwnBox:
        """A box, yours or one that you have the link to, with all its faults."""
        return _shown(boxes, await boxes.row(box_id), caller.holder, request)

    @post("/{box_id:str}", status_code=200, responses=problems(404, 409, 422), operation_id="saveBox")
    async def save(
        self, box_id: OwnBoxId, data: JSONBody[SaveBox], boxes: AtBoxes, caller: FromCaller, request: AnyRequest
    ) -> OwnBox:
        """Keep your box as it is now, faulty or not."""
        return _shown(boxes, await boxes.save(box_id, data, caller), caller.holder, request)

    @post("/{box_id:str}/delete", status_code=200, responses=problems(404), operation_id="deleteBox")
    async def delete(self, box_id: OwnBoxId, boxes: AtBoxes, caller: FromCaller) -> Done:
        """Delete your box; games that are played with it go on."""
        await boxes.remove(box_id, caller.holder)
        return Done()

    @get("/{box_id:str}/file", media_type=_TOML, responses=problems(404), operation_id="boxFile")
    async def file(self, box_id: OwnBoxId, boxes: AtBoxes) -> Response[str]:
        """The box as a TOML file, for `--box`."""
        name, text = toml_of(await boxes.row(box_id))
        return Response(text, media_type=_TOML, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _shown(boxes: Boxes, row: BoxRow, holder: str | None, request: AnyRequest) -> OwnBox:
    link = f"{base_of(boxes.house.settings, request)}/copy/{row.id}"
    return show_own(row, holder, link, qr_code(link))
