"""What the engine can tell people: lessons, a guide for the first game, reviews of games, puzzles."""
