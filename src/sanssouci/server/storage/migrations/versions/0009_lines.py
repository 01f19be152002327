"""Give each line of the chat the key that its sender chose, so that a line sent again is said once."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the database to this revision."""
    op.add_column("chat", sa.Column("key", sa.String(64)))
    op.create_index("ix_chat_key", "chat", ["table_id", "key"], unique=True)
