"""Alembic runs this file; the connection comes from `upgrade.py`."""

from alembic import context

from sanssouci.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
