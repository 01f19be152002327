"""What is known of the seats of finished games: points by source, what decisions cost."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "studied",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("sources", sa.Text),
        sa.Column("judged", sa.Text),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_studied"),
    )
