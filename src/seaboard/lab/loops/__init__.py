"""Loops over games that are compiled."""
