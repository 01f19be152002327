"""Every message between server and client: the one source of the wire types.

`web/src/wire.ts` is written from this folder (`make types`), and the OpenAPI document describes the HTTP part. What
each message means is explained in docs/protocol.md. Nothing here knows a rule: the content of messages comes from
`game/`.

Names: a *table* is where a game is played, a *seat* one of its places (0 to 3, clockwise), a *holder* the browser that
holds seats, a *ply* the number of the last entry of the table's log.
"""

from sanssouci.server.messages.accounts import *
from sanssouci.server.messages.advice import *
from sanssouci.server.messages.boxes import *
from sanssouci.server.messages.commands import *
from sanssouci.server.messages.companion import *
from sanssouci.server.messages.errors import *
from sanssouci.server.messages.frames import *
from sanssouci.server.messages.games import *
from sanssouci.server.messages.lessons import *
from sanssouci.server.messages.lobby import *
from sanssouci.server.messages.offers import *
from sanssouci.server.messages.progress import *
from sanssouci.server.messages.pushes import *
from sanssouci.server.messages.puzzles import *
from sanssouci.server.messages.replays import *
from sanssouci.server.messages.reviews import *
from sanssouci.server.messages.salons import *
from sanssouci.server.messages.same_luck import *
from sanssouci.server.messages.tables import *
from sanssouci.server.messages.views import *
from sanssouci.server.messages.words import *
