"""Keep whom a table is open to, and the clocks of its players."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("tables", sa.Column("audience", sa.String(7)))
    op.add_column("tables", sa.Column("due", sa.Float()))
    op.add_column("seats", sa.Column("bank", sa.Float()))
    op.create_index("ix_tables_audience", "tables", ["audience", "status", "changed"])
    op.create_index("ix_tables_due", "tables", ["due"])
