"""The search tree: its records (parts.py), and the compiled loop that grows it (growing.py).

A folder of its own, so that other bots can be edited without compiling the search again.
"""
