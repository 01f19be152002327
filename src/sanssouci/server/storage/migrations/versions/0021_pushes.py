"""Reminders by web push."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "pushes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_pushes"),
    )
    op.create_index("ix_pushes_holder", "pushes", ["holder"])
    op.create_table(
        "reminded",
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(5), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "ply", "kind", name="pk_reminded"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reminded_table_id", ondelete="CASCADE"),
    )
