"""The garden of the day, and twin games."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "lucks",
        sa.Column("id", sa.String(22), nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("box", sa.String(60), nullable=False),
        sa.Column("expansions", sa.String(100), nullable=False),
        sa.Column("king", sa.Text),
        sa.Column("king_points", sa.Integer),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_lucks"),
    )
    op.create_table(
        "shares",
        sa.Column("luck", sa.String(22), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("rival", sa.Integer),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("luck", "holder", name="pk_shares"),
    )
    op.create_index("ix_shares_holder", "shares", ["holder"])
