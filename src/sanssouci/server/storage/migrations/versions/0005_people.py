"""Accounts without passwords: people, their devices and passkeys, and tickets that are used once."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_table(
        "devices",
        sa.Column("hash", sa.String(64), nullable=False),
        _person("fk_devices_person"),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_devices"),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), nullable=False),
        _person("fk_passkeys_person"),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("signatures", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("used", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_passkeys"),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "tickets",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(64)),
        sa.Column("until", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_tickets"),
    )


def _person(name: str) -> sa.Column[str]:
    return sa.Column("person", sa.String(64), sa.ForeignKey("people.id", name=name, ondelete="CASCADE"), nullable=False)
