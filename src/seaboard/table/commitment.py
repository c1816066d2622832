"""Fair chance that can be checked: the seed is fixed before the game by its hash, and shown after it."""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from typing import Any

from ..core.dice import hex_of, key_of
from ..core.errors import BadRecord
from ..record import read_record, replay

PROMISED = ("table", "game", "options", "rules", "box", "secret")


def new_secret() -> str:
    """32 bytes from the system's own chance."""
    return secrets.token_hex(32)


def commitment(promised: Mapping[str, Any]) -> str:
    """SHA-256 over table, game, options, rules version, box hash and seed."""
    text = json.dumps({key: promised[key] for key in PROMISED}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def verify(text: str) -> str:
    """Plays the record of a table again and checks that its chance was fixed at the start; BadRecord says what does not fit."""
    table = read_record(text)
    for key in ("table", "secret", "commitment"):
        if not isinstance(table.get(key), str):
            raise BadRecord(f"not the record of a table: {key} is missing (other records: `seaboard replay`)")
    if "position" in table:
        raise BadRecord(
            "a game that was played on from a position promises nothing about its chance (`seaboard replay` plays it)"
        )
    if not hmac.compare_digest(commitment(table).encode(), table["commitment"].encode("utf-8", "surrogatepass")):
        raise BadRecord("the commitment does not fit table, options, rules, box and seed: the record was changed")
    if hex_of(key_of(table["secret"])) != table["seed"]:
        raise BadRecord("the seed that was promised is not the one that was played with")
    match, _ = replay(text)
    state = "played to its end" if match.over else "ended by agreement"
    return (
        f"{match.game.title}, {match.version} moves, {state}: every move is legal and every draw came from the seed "
        f"whose commitment is {table['commitment']}. Compare it with the one that the table showed at the start."
    )
