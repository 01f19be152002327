"""Ratings of people, and which games count for them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("tables", sa.Column("rated", sa.String(7)))
    op.create_index("ix_tables_rated", "tables", ["rated", "status"])
    op.add_column("seats", sa.Column("rating", sa.String(8)))
    op.add_column("seats", sa.Column("rating_change", sa.Integer))
    for name, kind, default in (
        ("rated", sa.Boolean, sa.false()),
        ("rating", sa.Float, "1500"),
        ("deviation", sa.Float, "350"),
        ("volatility", sa.Float, "0.06"),
        ("games", sa.Integer, "0"),
    ):
        op.add_column("people", sa.Column(name, kind, nullable=False, server_default=default))
    op.add_column("people", sa.Column("played", sa.Float))
    op.create_table(
        "results",
        sa.Column(
            "table_id",
            sa.String(22),
            sa.ForeignKey("tables.id", name="fk_results_table_id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_person", "results", ["person"])
