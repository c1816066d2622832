"""A package that is there for one test: a module, and entry points, as if it were installed."""

import importlib
import sys

import pytest

from seaboard import bots, games, language
from seaboard.core import plugins

CACHES = (plugins.plugins, plugins.warn_once, games.load_plugin, bots.load_plugin, bots.load_class, language.translations)


def forget():
    for cache in CACHES:
        cache.cache_clear()
    importlib.invalidate_caches()


@pytest.fixture
def plug_in(tmp_path, monkeypatch):
    """`plug_in("package", {"seaboard.games": {"nim": "package:GAME"}}, code)` installs it until the test is over."""
    before, folders = set(sys.modules), list(language.folders)
    monkeypatch.syspath_prepend(tmp_path)

    def install(package, entries, code=""):
        (tmp_path / f"{package}.py").write_text(code, encoding="utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        lines = [line for group, names in entries.items() for line in (f"[{group}]", *(f"{n} = {v}" for n, v in names.items()))]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        forget()

    yield install
    for name in set(sys.modules) - before:
        del sys.modules[name]
    language.folders[:] = folders
    forget()
