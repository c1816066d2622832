"""The search tree: its records (parts.py), and the compiled loop that grows it (growing.py)."""
