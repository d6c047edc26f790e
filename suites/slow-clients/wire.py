"""Heads of requests to S3, signed without their bodies, for whoever moves bytes by itself."""

import datetime
import hashlib
import hmac
import socket
import urllib.parse

REGION = "us-east-1"
PAYLOAD = "UNSIGNED-PAYLOAD"


class Endpoint:
    """One gateway, and the key that its requests are signed by; without a key they are nobody's."""

    def __init__(self, url, key="", secret=""):
        parts = urllib.parse.urlsplit(url)
        if parts.scheme != "http":
            raise SystemExit(f"{url}: these clients know http only")
        self.url = url
        self.address = (socket.gethostbyname(parts.hostname), parts.port or 80)
        self.host = parts.netloc
        self.key = key
        self.secret = secret
        self.signers = {}

    def nobody(self):
        return Endpoint(self.url)

    def head(self, method, path, query="", length=None):
        """Returns the head of a request."""
        headers = {"host": self.host}
        if self.key:
            self.sign(method, path, query, headers)
        if length is not None:
            headers["content-length"] = str(length)
        target = f"{path}?{query}" if query else path
        lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def sign(self, method, path, query, headers):
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        scope = f"{now[:8]}/{REGION}/s3/aws4_request"
        headers.update({"x-amz-content-sha256": PAYLOAD, "x-amz-date": now})
        names = ";".join(sorted(headers))
        lines = "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
        # Of these queries each is one name without a value.
        canonical = "\n".join((method, path, f"{query}=" if query else "", lines, names, PAYLOAD))
        text = "\n".join(("AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()))
        signature = hmac.new(self.signer(now[:8]), text.encode(), hashlib.sha256).hexdigest()
        headers["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={names}, Signature={signature}"
        )

    def signer(self, day):
        if day not in self.signers:
            key = ("AWS4" + self.secret).encode()
            for part in (day, REGION, "s3", "aws4_request"):
                key = hmac.new(key, part.encode(), hashlib.sha256).digest()
            self.signers[day] = key
        return self.signers[day]


class Answer:
    """What has arrived of an answer."""

    def __init__(self):
        self.received = bytearray()
        self.status = 0
        self.headers = {}
        # Where its body begins, once that is known.
        self.body_at = 0

    def take(self, chunk):
        """Returns whether its head is there."""
        self.received += chunk
        if not self.body_at:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return False
            lines = self.received[:end].decode(errors="replace").split("\r\n")
            words = lines[0].split(" ", 2)
            self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
            for line in lines[1:]:
                name, _, value = line.partition(":")
                self.headers[name.strip().lower()] = value.strip()
            self.body_at = end + 4
        return True

    def body(self):
        return bytes(self.received[self.body_at :])

    def length(self):
        """Returns how long its body will be; -1 if only its end says so."""
        if self.status == 204:
            return 0
        return int(self.headers.get("content-length", "-1"))

    def whole(self):
        if not self.body_at:
            return False
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            return self.received.endswith(b"0\r\n\r\n")
        return 0 <= self.length() <= len(self.received) - self.body_at

    def code(self):
        begin, _, rest = self.body().partition(b"<Code>")
        return rest.partition(b"</Code>")[0].decode(errors="replace")

    def text(self):
        """Returns what it says in a few words."""
        if not self.status:
            return "no answer"
        retry = ", Retry-After" if "retry-after" in self.headers else ""
        return " ".join(filter(None, (str(self.status), self.code()))) + retry


def ask(endpoint, method, path, query="", body=None, timeout=60):
    """Asks on a connection of its own, and returns what came of the answer."""
    if body is None and method in ("PUT", "POST"):
        body = b""
    head = endpoint.head(method, path, query, None if body is None else len(body))
    answer = Answer()
    try:
        with socket.create_connection(endpoint.address, timeout) as one:
            one.sendall(head + (body or b""))
            while not answer.whole():
                chunk = one.recv(1 << 20)
                if not chunk:
                    break
                answer.take(chunk)
    except OSError:
        pass
    return answer
