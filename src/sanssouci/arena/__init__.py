"""Many games: simulation, matches, ratings."""
