"""Who has learnt what."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "learning",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("lesson", sa.String(20), nullable=False),
        sa.Column("table_id", sa.String(22)),
        sa.Column("read", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("done", sa.Float),
        sa.PrimaryKeyConstraint("holder", "lesson", name="pk_learning"),
    )
