"""N6, N7 the elders: the council, and what each elder does."""
