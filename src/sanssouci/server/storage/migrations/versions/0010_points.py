"""Keep the points of finished games, so that nobody has to replay a game to list it or to find a best result."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("seats", sa.Column("points", sa.Integer))
    op.add_column("seats", sa.Column("won", sa.Boolean))
