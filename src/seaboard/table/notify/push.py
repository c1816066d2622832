"""Web Push: messages encrypted for one browser (RFC 8291), signed by this server (VAPID, RFC 8292).

The payload is declarative: newer browsers show it without a script; in others the service worker shows it.
"""

import base64
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from ..runtime.settings import Settings
from .mail import NotSent
from .outbound import send

DAY = 86_400
TIME_TO_LIVE = 3 * DAY  # seconds for which a push service stores a message


def new_keys() -> str:
    """A new private key of this server, as PEM."""
    from py_vapid import Vapid02

    keys = Vapid02()
    keys.generate_keys()
    return str(keys.private_pem().decode())


def public_key(private: str) -> str:
    """The public key in the form of `applicationServerKey`."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    raw = keys_of(private).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def keys_of(private: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_pem(private.encode())


def check_keys(p256dh: str, auth: str) -> None:
    """Raises ValueError if these are not the keys of a subscription."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    if len(decoded(auth)) != 16:
        raise ValueError("the secret of a subscription has 16 bytes")
    EllipticCurvePublicKey.from_encoded_point(SECP256R1(), decoded(p256dh))


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def payload(title: str, body: str, url: str, tag: str, badge: int, language: str = "en") -> dict[str, Any]:
    """A declarative message (web_push 8030)."""
    notification = {"title": title[:120], "body": body[:400], "navigate": url, "tag": tag, "lang": language}
    return {"web_push": 8030, "notification": notification, "app_badge": str(badge)}


async def send_push(
    settings: Settings, private: str, target: Mapping[str, str], message: Mapping[str, Any], topic: str
) -> None:
    """Sends a payload to one browser. Raises NotSent; `gone` if the browser has unsubscribed."""
    from pywebpush import WebPusher

    endpoint = target["endpoint"]
    text = json.dumps(message, ensure_ascii=False).encode()
    keys = {"p256dh": target["p256dh"], "auth": target["auth"]}
    encrypted = WebPusher({"endpoint": endpoint, "keys": keys}).encode(text, "aes128gcm")
    service = urlsplit(endpoint)
    claims = {"aud": f"{service.scheme}://{service.netloc}", "exp": int(time.time()) + DAY // 2, "sub": settings.push}
    headers = {
        **keys_of(private).sign(claims),
        "content-type": "application/notification+json",
        "content-encoding": "aes128gcm",
        "ttl": str(TIME_TO_LIVE),
        "urgency": "normal",
        "topic": topic[:32],  # a newer message replaces one that the browser has not fetched yet
    }
    status = await send("POST", endpoint, headers, bytes(encrypted["body"]), settings.notify_private)
    if status in (404, 410):
        raise NotSent("the browser has unsubscribed", gone=True)
    if not 200 <= status < 300:
        raise NotSent(f"the push service answers {status}")
