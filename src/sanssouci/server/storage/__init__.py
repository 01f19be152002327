"""Where tables are stored: in SQLite by default, in PostgreSQL if given its URL."""
