"""Messages between the pages of profiles and the server."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from ..web.message_types import Body

MAX_ITEM = 4000
ItemName = Annotated[str, Field(min_length=1, max_length=100)]
ItemValue = Annotated[str, Field(max_length=MAX_ITEM)]


class PasskeyRequest(Body):
    """The answer of the browser's authenticator, as written by `PublicKeyCredential.toJSON`."""

    credential: dict[str, Any]


class NewPasskeyRequest(PasskeyRequest):
    """A passkey that was just made, and what the person calls it."""

    name: Annotated[str, Field(max_length=60)] = ""


class PasskeyOptions(TypedDict):
    """The options for `navigator.credentials`, as JSON."""

    options: dict[str, Any]


class ItemsRequest(Body):
    """Items of the browser's storage to keep with the profile; null deletes one."""

    items: Annotated[dict[ItemName, ItemValue | None], Field(max_length=200)]


class ItemsAnswer(TypedDict):
    """All items that follow the profile."""

    items: dict[str, str]


class TurnsAnswer(TypedDict):
    """At how many tables it is the visitor's turn, and the page of the one that has waited longest (empty: none)."""

    turns: int
    next: str
