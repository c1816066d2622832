"""Reading hexes, numbers and flags from the table of a position."""

from ....core.position import Table, short_repr
from ..layout import OVER
from ..turn import QUESTIONS
from ..words.notation import HEX_NUMBERS

DECISIONS = {QUESTIONS.questions[decision].name: decision for decision in range(OVER)} | {"over": OVER}
GIFTS = [f"{what} {space}" for what in ("shell", "fish") for space in range(1, 6)]


def read_hex(table: Table, key: str, name: str) -> int:
    if name not in HEX_NUMBERS:
        raise table.wrong(key, f"the board has no hex {name[:20]!r}; its names go from a1 to m7 (K1.1)")
    return HEX_NUMBERS[name]


def read_hexes(table: Table, key: str, default: list[str]) -> list[int]:
    """A list of hexes without repetition."""
    names = table.texts(key, default)
    for i, name in enumerate(names):
        if name in names[:i]:
            raise table.wrong(key, f"{name[:20]} occurs twice (K1.1)")
    return [read_hex(table, key, name) for name in names]


def read_numbers(table: Table, key: str, length: int, most: int, default: list[int], rule: str) -> list[int]:
    value = table.get(key, default)
    if not isinstance(value, list) or len(value) != length or any(type(n) is not int or not 0 <= n <= most for n in value):
        raise table.wrong(key, f"{length} whole numbers from 0 to {most}, one for each space, not {short_repr(value)} ({rule})")
    return value


def read_flag(table: Table, key: str) -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise table.wrong(key, f"true or false, not {short_repr(value)}")
    return value
