"""Salons: groups of people with a link that stays."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "salons",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("founder", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_salons"),
    )
    op.create_table(
        "members",
        sa.Column("salon_id", sa.String(22), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("salon_id", "holder", name="pk_members"),
        sa.ForeignKeyConstraint(["salon_id"], ["salons.id"], name="fk_members_salon_id", ondelete="CASCADE"),
    )
    op.create_index("ix_members_holder", "members", ["holder"])
