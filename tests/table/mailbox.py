"""A real SMTP server, a push service that decrypts, and a webhook receiver, all on loopback."""

import base64
import json
import os
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from .server import free_port


class Mailbox:
    """The mails that the mail server received. Addresses at `refused.example` do not exist."""

    def __init__(self):
        self.mails: list[Any] = []

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.endswith("@refused.example"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def to(self, address):
        return [mail for mail in self.mails if mail["To"] == address]


@contextmanager
def mail_server():
    box = Mailbox()
    controller = Controller(box, hostname="127.0.0.1", port=free_port())
    controller.start()
    try:
        yield box, f"smtp://127.0.0.1:{controller.port}"
    finally:
        controller.stop()


class Receiver:
    """An HTTP server that stores the requests posted to it; `answers` has the status for each path."""

    def __init__(self):
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        self.url = ""

    def at(self, path):
        return [(headers, body) for where, headers, body in self.got if where == path]


@contextmanager
def receiver():
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            kept.got.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = kept.answers.get(self.path, 201)
            self.send_response(status)
            if status == 302:
                self.send_header("location", f"{kept.url}/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        do_PUT = do_POST

        def log_message(self, *given):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def encoded(raw):
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class PushBrowser:
    """A browser's subscription with its private key: it alone can read the messages."""

    def __init__(self, service, path="/push/1"):
        self.service, self.path = service, path
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)

    @property
    def subscription(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {
            "endpoint": self.service.url + self.path,
            "keys": {"p256dh": encoded(point), "auth": encoded(self.auth)},
        }

    def messages(self):
        """The received messages, decrypted by RFC 8291; the server's signature is checked."""
        found = []
        for headers, body in self.service.at(self.path):
            assert headers["content-encoding"] == "aes128gcm"
            assert int(headers["ttl"]) > 0
            assert Vapid02.verify(headers["authorization"])
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
            found.append(json.loads(text))
        return found
