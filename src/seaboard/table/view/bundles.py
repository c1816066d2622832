"""One script and one style sheet for each page, made from the modules and sheets in `static`.

A page would otherwise load fifty files, which compress badly one by one. In a bundle each module is a function that is called
once, in the order of the imports, and returns what other modules import. ES modules do the same, as long as imports have no
cycles, exports never change (no `export let`), and only a page's own scripts wait (`await`) at the top level.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence

from ...core.errors import SeaboardError

IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+\.js)";?$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
OTHER = re.compile(r"^(?:import|export)\b.*$", re.MULTILINE)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
CSS_SPACE = re.compile(r"\s*([{};])\s*|\s+")


def imports_in(name: str, script: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The modules that a script imports, each with pairs of names: the exported name, and the name in this script."""
    imports = []
    for names, path in IMPORT.findall(script):
        parts = [part.split(" as ") for part in map(str.strip, names.split(",")) if part]
        module = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        imports.append((module, [(part[0].strip(), part[-1].strip()) for part in parts]))
    return imports


def import_order(scripts: Sequence[str], texts: Mapping[str, str]) -> list[str]:
    """All modules, each after those that it imports, as a browser runs them."""
    order: list[str] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            raise SeaboardError(f"scripts import each other in a cycle: {' '.join((*path, name))}")
        if name not in order:
            for module, _names in imports_in(name, texts[name]):
                visit(module, (*path, name))
            order.append(name)

    for script in scripts:
        visit(script, ())
    return order


def bundled_script(scripts: Sequence[str], texts: Mapping[str, str]) -> str:
    """The scripts of a page with everything that they import, as one module."""
    order = import_order(scripts, texts)
    imports = {name: imports_in(name, texts[name]) for name in order}
    used: dict[str, set[str]] = {name: set() for name in order}
    for modules in imports.values():
        for module, names in modules:
            used[module].update(exported for exported, _name in names)
    imported = {module for modules in imports.values() for module, _names in modules}
    parts = []
    for n, name in enumerate(order):
        body = EXPORT.sub("", IMPORT.sub("", texts[name]))
        if left := OTHER.search(body):
            raise SeaboardError(f"{name}: a bundle cannot have {left[0]!r}")
        import_lines = [
            f"const {{ {', '.join(a if a == b else f'{a}: {b}' for a, b in names)} }} = module_{order.index(module)};"
            for module, names in imports[name]
            if names
        ]
        lines = "\n".join([*import_lines, without_indent(body)])
        if name in imported:
            parts.append(f"const module_{n} = (() => {{\n{lines}\nreturn {{ {', '.join(sorted(used[name]))} }};\n}})();\n")
        else:
            parts.append(f"(async () => {{\n{lines}\n}})();\n")
    return "".join(parts)


def without_indent(script: str) -> str:
    """A script without spaces at the start of its lines, except in template strings of several lines."""
    lines, in_string = [], False
    for line in script.split("\n"):
        if in_string or line.strip():
            lines.append(line if in_string else line.lstrip())
        in_string ^= len(re.findall(r"(?<!\\)`", line)) % 2 == 1
    return "\n".join(lines)


def bundled_sheet(sheets: Sequence[str]) -> str:
    """Style sheets as one, for a file in the folder of all static files."""
    whole = CSS_SPACE.sub(lambda space: space[1] or " ", CSS_COMMENT.sub("", "\n".join(sheets)))
    return whole.replace('url("../', 'url("')
