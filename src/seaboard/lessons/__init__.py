"""Interactive lessons: `lesson_file.py` reads them (TOML, docs/lessons.md), `lesson_session.py` runs one for a learner."""
