"""Remember who has seen the cards of a seat, who has left it, and when the turn at hand began."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("tables", sa.Column("moved", sa.Float, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET moved = changed")
    op.add_column("seats", sa.Column("known_to", sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("left_by", sa.String(64)))
    op.create_index("ix_seats_left_by", "seats", ["left_by"])
