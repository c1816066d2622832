"""A shuffle that the server cannot choose: it commits to a secret, then each player's browser adds a nonce (docs/shuffle.md).

Seals, commitments and keys are SHA-256 over lines of text, so that pages (static/shuffle/fair_shuffle.js) and others can
recompute them.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NotRequired

from typing_extensions import TypedDict

VERSION = 2  # version 1: a seed chosen by the server alone
HEX = 64  # digits of secrets, nonces, seals and commitments


def new_secret() -> str:
    """32 random bytes from the operating system."""
    return secrets.token_hex(HEX // 2)


def digest(*lines: Any) -> str:
    return hashlib.sha256("\n".join(map(str, lines)).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class Contribution:
    """A seat's contribution to the shuffle: its occupant, the seal of its nonce, and the nonce once revealed.

    Bots, open seats, and browsers that sent nothing contribute an empty seal and nonce. `part` is set only when a person's
    data was deleted: it replaces the other fields.
    """

    kind: str  # person, open, bot
    name: str
    level: str = ""
    seal: str = ""
    nonce: str = ""
    part: str = ""

    def as_part(self, seat: int) -> str:
        """The seat's part of the key."""
        return self.part or digest("seaboard shuffle: seat", seat, self.kind, self.level, self.name, self.seal, self.nonce)


def read_contributions(text: str) -> list[Contribution]:
    """Reads the text of `print_contributions`."""
    return [Contribution(**one) for one in json.loads(text)]


def print_contributions(contributions: Sequence[Contribution]) -> str:
    return json.dumps([contribution_to_dict(one) for one in contributions], ensure_ascii=False)


class SeatContribution(TypedDict):
    """A contribution in records and pages, without empty fields (but always with `kind` and `name`)."""

    kind: str
    name: str
    level: NotRequired[str]
    seal: NotRequired[str]
    nonce: NotRequired[str]


def contribution_to_dict(contribution: Contribution) -> SeatContribution:
    fields: Any = {key: value for key, value in asdict(contribution).items() if value or key in ("kind", "name")}
    return fields


def promise_of(table: str, game: str, rules: int, box: str, options: Mapping[str, Any], seats: Sequence[str]) -> str:
    """The server's promise which game will be played, made before it knows any nonce. `seats` has the kinds of the seats."""
    promised = {
        "version": VERSION,
        "table": table,
        "game": game,
        "rules": rules,
        "box": box,
        "options": options,
        "seats": seats,
    }
    return json.dumps(promised, sort_keys=True, ensure_ascii=False)


def commitment_of(secret: str, promise: str) -> str:
    """The commitment, published before anyone contributes: it fixes the secret and the promise without revealing the secret."""
    return digest("seaboard shuffle: commitment", secret, promise)


def seal_of(commitment: str, seat: int, nonce: str) -> str:
    """The seal of a nonce, sent first, so that nobody can choose a nonce after seeing another's. It includes the commitment."""
    return digest("seaboard shuffle: seal", commitment, seat, nonce)


def shuffle_key(commitment: str, secret: str, contributions: Sequence[Contribution]) -> str:
    """The key of the game's random draws, 32 hexadecimal digits."""
    parts = [one.as_part(seat) for seat, one in enumerate(contributions)]
    return digest("seaboard shuffle: key", commitment, secret, *parts)[:32]


def forget(contributions: Sequence[Contribution], seat: int) -> list[Contribution]:
    """Removes a person's name and nonce; the key stays the same."""
    return [Contribution("", "", part=one.as_part(n)) if n == seat else one for n, one in enumerate(contributions)]
