"""What players think with: the evaluation, the search and the learning, on the same integers as the rules."""
