"""A small OpenID Connect provider: discovery, authorization code with PKCE, tokens signed with RSA."""

import base64
import hashlib
import json
import secrets
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

CLIENT, SECRET = "seaboard", "the client's secret"


class Provider:
    """Vouches for `subject`. Tests change what it claims to see whether a server notices."""

    def __init__(self):
        self.key = RSAKey.generate_key(2048, parameters={"kid": "one"})
        self.subject, self.name = "ann-1", "Ann Provided"
        self.codes: dict[str, dict[str, str]] = {}
        self.claims: dict[str, object] = {}  # instead of the true ones
        self.sign_with = self.key
        self.url = ""

    def authorize(self, query):
        """As if the person had signed in there: back with a code."""
        code = secrets.token_urlsafe(16)
        self.codes[code] = query
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def token(self, form, authorization):
        expected = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        asked = self.codes.pop(form.get("code", ""), None)
        if asked is None or authorization != f"Basic {expected}":
            return 400, {"error": "invalid_grant"}
        verifier = hashlib.sha256(form["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(verifier).decode().rstrip("=") != asked["code_challenge"]:
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "sub": self.subject, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        claims |= {"preferred_username": self.name} | self.claims
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.sign_with)
        return 200, {"access_token": "a", "token_type": "Bearer", "id_token": token, "expires_in": 300}

    def discovery(self):
        places = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "jwks_uri": "/keys"}
        return {"issuer": self.url} | {name: self.url + path for name, path in places.items()}


@contextmanager
def openid_provider():
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        def reply(self, status, content, **headers):
            body = json.dumps(content).encode()
            self.send_response(status)
            for name, value in {"content-type": "application/json", "content-length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            where = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(where.query).items()}
            if where.path == "/authorize":
                self.reply(302, {}, location=provider.authorize(query))
            elif where.path == "/keys":
                self.reply(200, KeySet([provider.key]).as_dict(private=False))
            else:
                self.reply(200, provider.discovery())

        def do_POST(self):
            form = parse_qs(self.rfile.read(int(self.headers["content-length"])).decode())
            one = {name: values[0] for name, values in form.items()}
            self.reply(*provider.token(one, self.headers.get("authorization", "")))

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
