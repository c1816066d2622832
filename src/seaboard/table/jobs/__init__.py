"""Background work: bots, reviews, compilation, and jobs of visitors."""
