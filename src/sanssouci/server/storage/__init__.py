"""Where tables are kept: SQLite by default, PostgreSQL by a URL."""
