"""The report of `make mutants` in docs/testing.md: a part for each game. Explanations that people wrote there are kept."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

NOT_EXPLAINED = "?"  # a placeholder for an explanation
KINDS = {"refusal": "refusal removed", "effect": "sign, line or bound changed"}
STAGES = ("its chapter", "other tests", "whole games", "")


def write_report(file: Path, game: str, killers: Mapping[Any, str], seed: int) -> int:
    """Puts a game's part into the file in the place of its last one; returns how many survivors nobody has explained."""
    text = file.read_text(encoding="utf-8") if file.exists() else "# Testing\n"
    survivors = [mutant for mutant, killer in killers.items() if not killer]
    known = explanations(text)
    why = {mutant: known.get((mutant.place, cell(mutant.change)), NOT_EXPLAINED) for mutant in survivors}
    new = part_of(game, killers, why, seed)
    old = re.search(rf"^### Mutants of {game}\n.*?(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
    text = text[: old.start()] + new + text[old.end() :] if old else f"{text.rstrip()}\n\n{new}"
    file.write_text(text.rstrip() + "\n", encoding="utf-8")
    return sum(words == NOT_EXPLAINED for words in why.values())


def explanations(text: str) -> dict[tuple[str, str], str]:
    """What the file says of survivors: by place and change, why no test can fail."""
    rows = re.findall(r"^\| `([^`]+)` \| (.*) \| ([^|]*) \|$", text, re.MULTILINE)
    return {(place, change): why.strip() for place, change, why in rows}


def part_of(game: str, killers: Mapping[Any, str], why: Mapping[Any, str], seed: int) -> str:
    lines = [f"### Mutants of {game}", "", f"Sample {seed}. Killed by", ""]
    lines += [
        "| | mutants | tests of its chapter | other tests | whole games only | survived |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for kind, words in KINDS.items():
        counts = Counter(killer for mutant, killer in killers.items() if mutant.about == kind)
        lines.append(f"| {words} | {counts.total()} | {' | '.join(str(counts[stage]) for stage in STAGES)} |")
    if why:
        lines += ["", "| survivor | change | why no test can fail |", "|---|---|---|"]
        lines += [f"| `{mutant.place}` | {cell(mutant.change)} | {words} |" for mutant, words in why.items()]
    return "\n".join(lines) + "\n\n"


def cell(text: str) -> str:
    """A text that does not end a cell of a table."""
    return text.replace("|", "\\|")
