"""Checks the record of a table: that it was shuffled as committed at the start, and that every move is legal."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from ...core import dice
from ...core.errors import BadRecord
from ...core.text_input import read_json
from ...record import MAX_LENGTH, read_record, replay
from .shuffle import HEX, Contribution, commitment_of, seal_of, shuffle_key

PROMISED = ("table", "game", "options", "rules", "box", "secret")  # the fields of a commitment to a seed
DELETED_NAME = "–"  # the name of a seat whose person's data was deleted
MAX_RECEIPT = 100_000


def seed_commitment(promised: Mapping[str, Any]) -> str:
    """For practice tables, and all tables until 0.2.0: SHA-256 over table, game, options, rules version, box hash and seed."""
    text = json.dumps({key: promised[key] for key in PROMISED}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def verify(text: str, receipt: str = "") -> str:
    """Replays a table's record and returns what it proves. Raises BadRecord if something does not match.

    `receipt` is the text that a browser saved at the start; the record must agree with it.
    """
    table = read_record(text)
    for key in ("table", "secret", "commitment"):
        if not isinstance(table.get(key), str):
            raise BadRecord(f"not the record of a table: {key} is missing (other records: `seaboard replay`)")
    if "position" in table or table.get("practice"):
        raise BadRecord(
            "a practice table or a game that began at a position has no commitment to check; `seaboard replay` plays it"
        )
    proved = check_shuffle(table) if "shuffle" in table else check_seed(table)
    if receipt:
        proved += " " + check_receipt(table, receipt)
    match, _ = replay(text)
    state = "played to its end" if match.over else "ended by agreement"
    return f"{match.game.title}, {match.version} moves, {state}: every move is legal. {proved}"


def check_seed(table: Mapping[str, Any]) -> str:
    """Checks a record from 0.2.0 or earlier."""
    if not equal_in_constant_time(seed_commitment(table), table["commitment"]):
        raise BadRecord("the commitment does not match table, options, rules, box and seed: the record was changed")
    if dice.hex_of(dice.key_of(table["secret"])) != table["seed"]:
        raise BadRecord("the game was not played with the committed seed")
    return (
        f"Every draw came from the seed whose commitment is {table['commitment']}; compare it with what the table showed at "
        "the start. An older kind of record: the server alone chose that seed, and names are not bound to it."
    )


def check_shuffle(table: Mapping[str, Any]) -> str:
    """Checks that the key follows from the secret, the promise, the seats and their nonces."""
    shuffle = table["shuffle"]
    if (
        not isinstance(shuffle, dict)
        or not isinstance(shuffle.get("promise"), str)
        or not isinstance(shuffle.get("seats"), list)
    ):
        raise BadRecord("damaged record: `shuffle` needs a promise and the seats")
    check_promise(table, shuffle["promise"], len(shuffle["seats"]))
    commitment = table["commitment"]
    if not equal_in_constant_time(commitment_of(table["secret"], shuffle["promise"]), commitment):
        raise BadRecord(
            "the commitment does not fit the secret and the promise: the record was changed, or the server's secret"
        )
    seats = [read_contribution(seat, one, commitment) for seat, one in enumerate(shuffle["seats"])]
    check_names(table["names"], seats)
    if shuffle_key(commitment, table["secret"], seats) != table["seed"]:
        raise BadRecord("the key does not follow from the secret, the seats and their nonces: the game was dealt differently")
    return summary(commitment, seats)


def check_promise(table: Mapping[str, Any], text: str, seats: int) -> None:
    try:
        promise = read_json(text, MAX_LENGTH)
    except ValueError as error:
        raise BadRecord(f"damaged record: the promise cannot be read: {error}") from None
    if not isinstance(promise, dict):
        raise BadRecord("damaged record: the promise is not an object")
    for key in ("table", "game", "rules", "box", "options"):
        if promise.get(key) != table[key]:
            raise BadRecord(f"{key} differs from what was promised before the shuffle")
    if not isinstance(promise.get("seats"), list) or len(promise["seats"]) != seats or len(table["names"]) != seats:
        raise BadRecord("the number of seats differs from what was promised before the shuffle")


def read_contribution(seat: int, table: Any, commitment: str) -> Contribution:
    """A seat's contribution, checked; `table` is its part of the record."""
    allowed = {"kind", "name", "level", "seal", "nonce", "part"}
    if not isinstance(table, dict) or not all(key in allowed and isinstance(value, str) for key, value in table.items()):
        raise BadRecord(f"damaged record: seat {seat + 1} of the shuffle")
    contribution = Contribution(**{"kind": "", "name": "", **table})
    is_kind = contribution.part or contribution.kind in ("person", "open", "bot")
    if any("\n" in value for value in table.values()) or not is_kind:
        raise BadRecord(f"damaged record: seat {seat + 1} of the shuffle")
    nonce = contribution.nonce
    if nonce and (contribution.kind != "person" or len(nonce) != HEX or seal_of(commitment, seat, nonce) != contribution.seal):
        raise BadRecord(f"the nonce of seat {seat + 1} does not match its seal, which was sent before the others were revealed")
    return contribution


def check_names(names: list[str], seats: list[Contribution]) -> None:
    """Checks that the seats taken at the shuffle still have their names; a seat that was open may have any name."""
    for seat, (name, one) in enumerate(zip(names, seats, strict=True)):
        if one.kind in ("person", "bot") and name not in (one.name, DELETED_NAME):
            raise BadRecord(f"seat {seat + 1} was {one.name!r} at the shuffle, and is {name!r} in the record")


def check_receipt(table: Mapping[str, Any], text: str) -> str:
    """Checks that the record agrees with the browser's receipt from before it revealed its nonce."""
    try:
        receipt = read_json(text, MAX_RECEIPT)
        nonces = {int(seat): nonce for seat, nonce in receipt["nonces"].items()}
        seats = receipt["seats"]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadRecord("the receipt cannot be read; save it on the table's page after the start") from None
    shuffle = table.get("shuffle") or {"promise": "", "seats": []}
    for key, expected in (("table", table["table"]), ("commitment", table["commitment"]), ("promise", shuffle["promise"])):
        if receipt.get(key) != expected:
            raise BadRecord(f"the receipt has a different {key}: the server showed your browser something else")
    for seat, (saved, played) in enumerate(zip(seats, shuffle["seats"], strict=False)):
        if "part" not in played and any(saved.get(key, "") != played.get(key, "") for key in ("kind", "name", "level", "seal")):
            raise BadRecord(f"the receipt has a different seat {seat + 1}: the server showed your browser something else")
    for seat, nonce in nonces.items():
        if seat >= len(shuffle["seats"]) or shuffle["seats"][seat].get("nonce", "") != nonce:
            raise BadRecord(f"the nonce of your browser for seat {seat + 1} is not in the record: it was left out or replaced")
    return f"It agrees with the receipt, and your nonce is in it ({'seat' if len(nonces) == 1 else 'seats'} " + (
        ", ".join(str(seat + 1) for seat in sorted(nonces)) + ")."
    )


def summary(commitment: str, seats: list[Contribution]) -> str:
    """The result as text: what the record proves, and what it does not."""
    with_nonce = [one.name for one in seats if one.nonce]
    unopened = [one.name for one in seats if one.seal and not one.nonce]
    sentences = [f"The key follows from the server's secret (commitment {commitment}) and"]
    sentences.append(
        f"the nonces of {', '.join(with_nonce)}." if with_nonce else "nobody's nonce: the server alone decided the shuffle."
    )
    if unopened:
        sentences.append(f"Sealed and never opened, so the last player had a choice of two shuffles: {', '.join(unopened)}.")
    if any(one.part for one in seats):
        sentences.append("A player's data was deleted: that part of the key cannot be checked.")
    if with_nonce:
        sentences.append("A player with a receipt can check that this is their shuffle (--receipt).")
    return " ".join(sentences)


def equal_in_constant_time(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
