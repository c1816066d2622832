"""N4, N5 what workers do: the eleven actions of the board, imitation, and guests (N13)."""
