"""Keep what somebody has deleted from their list of games, and which games were taken along."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("tables", sa.Column("taken", sa.Boolean()))
    op.create_table(
        "hidden",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_index("ix_hidden_table_id", "hidden", ["table_id"])
