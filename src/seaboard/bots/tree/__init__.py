"""The search tree: its records (structures.py), and the compiled loop that grows it (simulation.py)."""
