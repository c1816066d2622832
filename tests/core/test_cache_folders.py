"""The cache of compiled code: unused versions are removed, and nothing else."""

import os
import time

from seaboard.core.cache import MAX_AGE, remove_unused, version_folder


def test_cache_folders_unused_for_a_month_are_removed(tmp_path):
    names = ("legal-0123456789abcdef", "apply-0123456789abcdef", "search-0123456789abcdef", "somebody's")
    long_ago = time.time() - MAX_AGE - 60
    for name in names:
        (tmp_path / name).mkdir()
        (tmp_path / name / "code.nbc").touch()
        os.utime(tmp_path / name, (long_ago, long_ago))
    assert version_folder(tmp_path, "legal", "0123456789abcdef") == tmp_path / names[0]  # used again
    (tmp_path / names[1] / "another.nbc").touch()  # written to
    remove_unused(tmp_path)
    assert {folder.name for folder in tmp_path.iterdir()} == {names[0], names[1], names[3]}


def test_a_missing_folder_is_ignored(tmp_path):
    remove_unused(tmp_path / "nowhere")
    folder = version_folder(tmp_path / "nowhere", "Take.<locals>.problem", "0123456789abcdef")
    assert folder.name == "Take_locals_problem-0123456789abcdef"
    assert not folder.parent.exists()
