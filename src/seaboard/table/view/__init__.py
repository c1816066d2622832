"""Draws tables for browsers: scenes, boards, the log, results and texts as HTML."""
