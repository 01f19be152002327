"""Add a column for whether a table is in the lobby, so that queries can filter by it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("tables", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("listed", sa.Boolean), sa.column("options", sa.Text))
    was_listed = tables.c.options.contains('"listed":true', autoescape=True)
    op.execute(tables.update().where(was_listed).values(listed=True))
    op.create_index("ix_tables_listed", "tables", ["listed", "status", "changed"])
