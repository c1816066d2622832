"""Loops over games that are compiled: a folder of their own, whose hash names what is kept on disk (`core/rule.py`)."""
