"""The tables of the database. Changes go through migrations/versions."""

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),  # when the game or a seat last changed
    Column("moved", Float, nullable=False),  # when the turn began that is being played
    Column("status", String(10), nullable=False),
    Column("box", Text, nullable=False),  # the rules part of the box, as JSON, so old tables survive changes to a box
    Column("options", Text, nullable=False),  # what the host chose, as JSON
    Column("listed", Boolean, nullable=False),  # in the lobby
    Column("seed", String(32), nullable=False),  # secret until the game is over
    Column("host", String(64), nullable=False),  # the holder who opened the table
    Column("ply", Integer, nullable=False),  # the last entry of the log, -1 before the first
    Column("first", Integer),  # the seat that starts; NULL until chance has decided
    Column("to_move", Integer),  # the seat whose turn it is
    Column("undone", Boolean, nullable=False),  # turns were taken back
    Column("rematch", String(22)),  # the table of the rematch
    Column("rated", String(7)),  # open: the game will count; counted; NULL: it does not count
    Column("version", Integer, nullable=False),  # one more with every change to this row, its seats or its chat
    Column("audience", String(7)),  # anyone, friends, salon, link; NULL: as `listed` says
    Column("due", Float),  # when the time of whoever is to move runs out, to be found by it; NULL: never
    Column("taken", Boolean),  # a copy with all its secrets was taken along, or this is one; NULL: no
    Index("ix_tables_status", "status", "changed"),
    Index("ix_tables_listed", "listed", "status", "changed"),
    Index("ix_tables_host", "host", "status"),
    Index("ix_tables_rated", "rated", "status"),
    Index("ix_tables_audience", "audience", "status", "changed"),
    Index("ix_tables_due", "due"),
)
NEXT_VERSION: Final = {"version": tables.c.version + 1}  # goes with every change: other processes notice it by this

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(24), nullable=False),
    Column("holder", String(64)),  # the hash of a token; NULL for nobody or a computer
    Column("known_to", Text, nullable=False),  # the holders who have played it in this game and no longer do
    Column("left_by", String(64)),  # the last holder who got up during the game
    Column("level", String(40)),  # of the computer that plays here
    Column("replaced", Boolean, nullable=False),  # by a computer, for the time being
    Column("online_until", Float, nullable=False),
    Column("acted", Float, nullable=False),  # when its player last moved, sat down or came back
    Column("draft", Text),  # the steps of the unfinished move, as JSON
    Column("rating", String(8)),  # of its player, in a rated game
    Column("rating_change", Integer),  # by this game, once it has been counted
    Column("points", Integer),  # in all, once the game is over and they have been noted
    Column("won", Boolean),
    Column("bank", Float),  # with a clock: the seconds beside those of a turn, as of its beginning; NULL: all of them
    Index("ix_seats_holder", "holder"),
    Index("ix_seats_left_by", "left_by"),
)

hidden: Final = Table(
    "hidden",
    metadata,
    Column("holder", String(64), primary_key=True),  # who has deleted this game from their list
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_hidden_table_id", "table_id"),
)

keys: Final = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("ix_keys_table_id", "table_id", "seat"),
)

log: Final = Table(
    "log",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),  # unique: no turn is ever played twice
    Column("kind", String(8), nullable=False),
    Column("seat", Integer),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
)

snapshots: Final = Table(
    "snapshots",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, nullable=False),
    Column("body", Text, nullable=False),  # what stands of the log up to this ply, as JSON
)

chat: Final = Table(
    "chat",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(24), nullable=False),
    Column("text", String(300), nullable=False),
    Column("at", Float, nullable=False),
    Column("key", String(64)),  # chosen by whoever said it
    Index("ix_chat_table_id", "table_id", "number"),
    Index("ix_chat_key", "table_id", "key", unique=True),
)

leases: Final = Table(
    "leases",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(22), nullable=False),  # the process that thinks for the computers at this table
    Column("until", Float, nullable=False),
)

facts: Final = Table(
    "facts",
    metadata,
    Column("name", String(40), primary_key=True),  # what the processes of a server agree on; see facts.py
    Column("value", Text, nullable=False),
)

learning: Final = Table(
    "learning",
    metadata,
    Column("holder", String(64), primary_key=True),  # who learns
    Column("lesson", String(20), primary_key=True),
    Column("table_id", String(22)),  # where it is, or was, under way
    Column("read", Integer, nullable=False),  # how many of its parts
    Column("state", Text, nullable=False),  # what the guide of a first game remembers, as JSON
    Column("done", Float),
)

boxes: Final = Table(
    "boxes",
    metadata,
    Column("id", String(22), primary_key=True),  # whoever knows it may look at the box and play with it
    Column("owner", String(64), nullable=False),  # a holder
    Column("file", Text, nullable=False),  # the box file, perhaps faulty, as JSON
    Column("version", Integer, nullable=False),  # one more with every change
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Index("ix_boxes_owner", "owner"),
)

attempts: Final = Table(
    "attempts",
    metadata,
    Column("holder", String(64), primary_key=True),  # who tries
    Column("puzzle", String(40), primary_key=True),
    Column("table_id", String(22)),  # where
    Column("tries", Integer, nullable=False),  # that failed
    Column("judged", Integer, nullable=False),  # the ply up to which that table has been looked at
    Column("state", String(10), nullable=False),  # open, solved, missed
    Column("score", Float),  # of the first time
    Column("change", Integer),  # of the rating, that time; NULL when it is tried again
    Column("at", Float, nullable=False),
)

solvers: Final = Table(
    "solvers",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("rating", Float, nullable=False),  # these three as in server/glicko.py
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("streak", Integer, nullable=False),  # puzzles solved in a row
    Column("best", Integer, nullable=False),  # the longest such row
    Column("played", Float),
)

followed: Final = Table(
    "followed",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("holder", String(64), nullable=False),  # whoever follows a game at a real table
    Column("key", String(64)),  # chosen by the device that began it, so that it begins once
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("number", Integer, nullable=False),  # of the last tap, 0 before the first
    Column("turns", Integer, nullable=False),  # that were played, as of the last tap
    Column("over", Boolean, nullable=False),
    Column("box", Text, nullable=False),  # its rules part, as JSON, as in `tables`
    Column("options", Text, nullable=False),  # players, expansions, who starts, whose eyes, names, as JSON
    Index("ix_followed_holder", "holder", "changed"),
    Index("ix_followed_key", "holder", "key", unique=True),
)

taps: Final = Table(
    "taps",
    metadata,
    Column("followed_id", String(22), ForeignKey("followed.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # unique: no tap counts twice
    Column("key", String(64), nullable=False),  # chosen by the device
    Column("body", Text, nullable=False),  # what it did, as JSON
    Column("at", Float, nullable=False),
)

lucks: Final = Table(
    "lucks",
    metadata,
    Column("id", String(22), primary_key=True),  # a day, as 2026-11-18, or that of a twin game
    Column("seed", String(32), nullable=False),  # secret until the day is over
    Column("box", String(60), nullable=False),
    Column("expansions", String(100), nullable=False),  # joined by commas
    Column("king", Text),  # the record of the king's game with it, as JSON
    Column("king_points", Integer),
    Column("created", Float, nullable=False),
)

shares: Final = Table(
    "shares",
    metadata,
    Column("luck", String(22), primary_key=True),
    Column("holder", String(64), primary_key=True),  # one attempt each
    Column("table_id", String(22), nullable=False),
    Column("name", String(24), nullable=False),
    Column("points", Integer),  # NULL until the game is over
    Column("rival", Integer),  # the points of the computer
    Column("at", Float, nullable=False),  # when it began
    Index("ix_shares_holder", "holder"),
)

salons: Final = Table(
    "salons",
    metadata,
    Column("id", String(22), primary_key=True),  # whoever knows it may join
    Column("name", String(40), nullable=False),
    Column("founder", String(64), nullable=False),  # a holder; empty if they have deleted their account
    Column("created", Float, nullable=False),
)

members: Final = Table(
    "members",
    metadata,
    Column("salon_id", String(22), ForeignKey("salons.id", ondelete="CASCADE"), primary_key=True),
    Column("holder", String(64), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("joined", Float, nullable=False),
    Index("ix_members_holder", "holder"),
)

pushes: Final = Table(
    "pushes",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the endpoint
    Column("holder", String(64), nullable=False),  # who wants to be reminded at this browser
    Column("endpoint", Text, nullable=False),  # at a push service
    Column("key", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_pushes_holder", "holder"),
)

reminded: Final = Table(
    "reminded",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True),
    Column("kind", String(5), primary_key=True),  # turn, soon
)

people: Final = Table(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),  # a holder: seats are held by it
    Column("name", String(24), nullable=False),
    Column("created", Float, nullable=False),
    Column("rated", Boolean, nullable=False),  # wants to be rated
    Column("rating", Float, nullable=False),  # these three as in server/glicko.py
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),  # that were rated
    Column("played", Float),  # when the last of them ended
)

results: Final = Table(
    "results",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(64), nullable=False),  # who began the rated game on this seat
    Column("before", Float, nullable=False),
    Column("after", Float),
    Index("ix_results_person", "person"),
)

devices: Final = Table(
    "devices",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the token that the device has
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_devices_person", "person"),
)

passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),  # of the credential, as base64url
    Column("person", String(64), ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", Text, nullable=False),
    Column("signatures", BigInteger, nullable=False),  # how many the authenticator has made
    Column("label", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_person", "person"),
)

tickets: Final = Table(
    "tickets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),  # link, register, sign in
    Column("person", String(64)),
    Column("until", Float, nullable=False),
)

# ── order in the house: server/sanctions.py, cli/admin.py ─────────────────────────────────────────────

visits: Final = Table(
    "visits",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("address", String(64), primary_key=True),  # from which they opened a table or took a seat
    Column("name", String(24), nullable=False),
    Column("first", Float, nullable=False),
    Column("last", Float, nullable=False),
    Index("ix_visits_address", "address"),
    Index("ix_visits_last", "last"),
)

reviews: Final = Table(
    "reviews",
    metadata,
    Column("id", String(22), primary_key=True),  # made from the game, the depth and the version of the engine
    Column("at", Float, nullable=False),  # when it was last worked on
    Column("done", Integer, nullable=False),  # steps
    Column("total", Integer, nullable=False),  # 0 while it waits for its turn
    Column("document", Text),  # the review, as JSON; NULL while it is being computed
)

studied: Final = Table(
    "studied",
    metadata,
    Column("table_id", String(22), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("sources", Text),  # the points by source at the end, and whether it won, as JSON
    Column("judged", Text),  # what a review says of its decisions, as JSON
)

sanctions: Final = Table(
    "sanctions",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(4), nullable=False),  # ban, mute
    Column("subject", String(64), nullable=False),  # a holder, or an address
    Column("until", Float),  # NULL: for good
    Column("reason", String(300), nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_sanctions_subject", "subject"),
)

reports: Final = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("table_id", String(22), nullable=False),  # which may be gone by the time somebody reads it
    Column("seat", Integer, nullable=False),
    Column("subject", String(64), nullable=False),  # the holder who is reported
    Column("name", String(24), nullable=False),
    Column("reporter", String(64), nullable=False),
    Column("reason", String(10), nullable=False),
    Column("text", String(300), nullable=False),
    Column("said", Text, nullable=False),  # the chat at that time
    Column("done", Float),
    Index("ix_reports_done", "done"),
)

audit: Final = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", Float, nullable=False),
    Column("by", String(60), nullable=False),  # the operator's user on the machine
    Column("action", String(10), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("detail", String(300), nullable=False),
)
