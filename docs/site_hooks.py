"""For `make docs`: links that leave the docs for the sources, which the site does not hold, become the file's name."""

import re
from typing import Any


def on_page_markdown(markdown: str, **_: Any) -> str:
    return re.sub(r"\[([^\]]*)\]\((?:\.\./)+((?:src|examples|tests)/[^)]*|[A-Z]+\.md)\)", r"`\2`", markdown)
