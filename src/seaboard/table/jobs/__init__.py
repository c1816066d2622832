"""Background work: bots, reviews, moves ahead, clocks, ratings and cups, compilation, and jobs of visitors."""
