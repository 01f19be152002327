"""The rules for people: games, moves, views, texts and records."""
