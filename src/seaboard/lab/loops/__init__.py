"""Loops over games that are compiled. They have a folder of their own, whose hash names what is kept on disk (`core/rule.py`)."""
