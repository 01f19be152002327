"""Teaching the judge, a small network of integers that sees the whole garden and corrects the evaluation."""
