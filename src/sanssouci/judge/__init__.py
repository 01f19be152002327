"""A judge that sees the whole garden: a small network of integers that corrects the evaluation, and its practice."""
