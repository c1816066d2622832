"""Hooks of `make docs` (MkDocs): adds the numbered rules to the site, and turns links to source files into their names."""

import re
from pathlib import Path
from typing import Any

GAMES = Path(__file__).parents[1] / "src" / "seaboard" / "games"
RULES = re.compile(r"\((?:\.\./)+src/seaboard/games/(\w+)/texts/rules/en\.md(#[^)]*)?\)")
OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+((?:src|examples|tests|tools)/[^)]*|[A-Z]+\.md)\)")


def on_files(files: Any, config: Any, **_: Any) -> Any:
    from mkdocs.structure.files import File

    for rules in sorted(GAMES.glob("*/texts/rules/en.md")):
        files.append(File.generated(config, f"rules/{rules.parents[2].name}.md", content=rules.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    return OUTSIDE.sub(r"`\2`", RULES.sub(r"(rules/\1.md\2)", markdown))
