"""Imports between modules, also those inside functions: no cycles. `make lint` checks layers and packages."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

from seaboard.games import NAMES


def test_games_and_core_have_no_import_cycles():
    graph = grimp.build_graph("seaboard", exclude_type_checking_imports=True)
    within = ("seaboard.core", *(f"seaboard.games.{name}" for name in NAMES))
    modules = {module for module in graph.modules if module.startswith(within)}
    imports = {module: graph.find_modules_directly_imported_by(module) & modules for module in modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
