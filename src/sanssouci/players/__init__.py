"""Who decides: each player gets a View and returns a Move."""
