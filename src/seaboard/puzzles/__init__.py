"""Puzzles: `puzzle_file.py` reads and writes them, `puzzle_finder.py` finds them in bot games, `puzzle_reasons.py` adds the
figures that explain them, `puzzle_task.py` asks one.
"""
