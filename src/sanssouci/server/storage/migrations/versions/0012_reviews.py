"""Keep reviews of finished games, so that none is computed twice."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("document", sa.Text),
    )
