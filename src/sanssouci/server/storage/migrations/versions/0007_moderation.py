"""Order in the house: visits, bans and mutes, reports, and what operators have done."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "visits",
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("first", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("holder", "address", name="pk_visits"),
    )
    op.create_index("ix_visits_address", "visits", ["address"])
    op.create_index("ix_visits_last", "visits", ["last"])
    op.create_table(
        "sanctions",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
    )
    op.create_index("ix_sanctions_subject", "sanctions", ["subject"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("reporter", sa.String(64), nullable=False),
        sa.Column("reason", sa.String(10), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("done", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_done", "reports", ["done"])
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("by", sa.String(60), nullable=False),
        sa.Column("action", sa.String(10), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("detail", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
