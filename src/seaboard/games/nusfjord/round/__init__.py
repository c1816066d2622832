"""N3, N8 the round: the catch, going home, and the stages between."""
