"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer),
        sa.Column("to_move", sa.Integer),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("rematch", sa.String(22)),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_status", "tables", ["status", "changed"])
    op.create_index("ix_tables_host", "tables", ["host", "status"])
    op.create_table(
        "seats",
        _table_id("fk_seats_table_id"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("holder", sa.String(64)),
        sa.Column("level", sa.String(40)),
        sa.Column("replaced", sa.Boolean, nullable=False),
        sa.Column("online_until", sa.Float, nullable=False),
        sa.Column("acted", sa.Float, nullable=False),
        sa.Column("draft", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_holder", "seats", ["holder"])
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), nullable=False),
        _table_id("fk_keys_table_id"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_keys"),
    )
    op.create_index("ix_keys_table_id", "keys", ["table_id", "seat"])
    op.create_table(
        "log",
        _table_id("fk_log_table_id"),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ply", name="pk_log"),
    )
    op.create_table(
        "chat",
        sa.Column("number", sa.Integer, autoincrement=True, nullable=False),
        _table_id("fk_chat_table_id"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_chat"),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id", "number"])
    op.create_table(
        "leases",
        _table_id("fk_leases_table_id"),
        sa.Column("owner", sa.String(22), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_leases"),
    )


def _table_id(name: str) -> sa.Column[str]:
    return sa.Column(
        "table_id", sa.String(22), sa.ForeignKey("tables.id", name=name, ondelete="CASCADE"), nullable=False
    )
