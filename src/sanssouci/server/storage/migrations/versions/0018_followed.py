"""Games followed at real tables, tap by tap."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "followed",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("box", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_followed"),
    )
    op.create_index("ix_followed_holder", "followed", ["holder", "changed"])
    op.create_index("ix_followed_key", "followed", ["holder", "key"], unique=True)
    op.create_table(
        "taps",
        sa.Column("followed_id", sa.String(22), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("followed_id", "number", name="pk_taps"),
        sa.ForeignKeyConstraint(["followed_id"], ["followed.id"], name="fk_taps_followed_id", ondelete="CASCADE"),
    )
