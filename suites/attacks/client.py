"""Raw requests to S3, signed, each on a connection of its own from an address of one's choice."""

import base64
import datetime
import hashlib
import hmac
import json
import socket
import urllib.parse

REGION = "us-east-1"
PATIENCE = 40


class Client:
    def __init__(self, port, key, secret, source):
        self.port = port
        self.key = key
        self.secret = secret
        self.source = source

    def head(self, method, path, query="", length=None, origin=None, signed=None, when=None):
        """Returns the head of a request, which is signed without its body, by headers in signed too."""
        when = when or now()
        headers = {
            "host": f"127.0.0.1:{self.port}",
            "x-amz-content-sha256": "UNSIGNED-PAYLOAD",
            "x-amz-date": when,
            **(signed or {}),
        }
        names = ";".join(sorted(headers))
        lines = [f"{name}:{headers[name]}" for name in sorted(headers)]
        canonical = "\n".join([method, path, canonical_query(query), *lines, "", names, "UNSIGNED-PAYLOAD"])
        digest = hashlib.sha256(canonical.encode()).hexdigest()
        text = "\n".join(["AWS4-HMAC-SHA256", when, scope(when), digest])
        headers["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.key}/{scope(when)}, SignedHeaders={names},"
            f" Signature={self.sign(text, when)}"
        )
        if length is not None:
            headers["content-length"] = str(length)
        if origin is not None:
            headers["origin"] = origin
        return encoded(method, f"{path}?{query}" if query else path, headers)

    def form(self, bucket, key, content, announced=None):
        """Returns a browser's form that puts an object; more than is sent may be announced."""
        when = now()
        fields = {
            "key": key,
            "x-amz-algorithm": "AWS4-HMAC-SHA256",
            "x-amz-credential": f"{self.key}/{scope(when)}",
            "x-amz-date": when,
        }
        ends = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=10)
        conditions = [{"bucket": bucket}, *(["starts-with", f"${name}", ""] for name in fields)]
        policy = {"expiration": ends.strftime("%Y-%m-%dT%H:%M:%SZ"), "conditions": conditions}
        fields["policy"] = base64.b64encode(json.dumps(policy).encode()).decode()
        fields["x-amz-signature"] = self.sign(fields["policy"], when)
        body = "".join(
            f'--XX\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
            for name, value in fields.items()
        )
        body += '--XX\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n'
        body = body.encode() + content + b"\r\n--XX--\r\n"
        headers = {
            "host": f"127.0.0.1:{self.port}",
            "content-type": "multipart/form-data; boundary=XX",
            "content-length": str(announced or len(body)),
        }
        if announced:
            return encoded("POST", f"/{bucket}", headers) + body[: body.rindex(b"\r\n--XX")]
        return encoded("POST", f"/{bucket}", {**headers, "connection": "close"}) + body

    def sign(self, text, when):
        key = ("AWS4" + self.secret).encode()
        for part in scope(when).split("/"):
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()

    def request(self, method, path, query="", body=b"", origin=None, signed=None, when=None):
        """Sends a request and returns all of the answer."""
        sent = body if method in ("PUT", "POST") else b""
        length = len(sent) if method in ("PUT", "POST") else None
        head = self.head(method, path, query, length, origin, signed, when)
        return self.ask(head[:-2] + b"connection: close\r\n\r\n" + sent)

    def ask(self, whole):
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.source, 0)) as one:
            one.sendall(whole)
            chunks = []
            while chunk := one.recv(1 << 20):
                chunks.append(chunk)
        return b"".join(chunks)


def canonical_query(query):
    pairs = urllib.parse.parse_qsl(query, keep_blank_values=True)
    return "&".join(sorted("=".join(urllib.parse.quote(part, safe="-_.~") for part in pair) for pair in pairs))


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%SZ")


def scope(when):
    return f"{when[:8]}/{REGION}/s3/aws4_request"


class Stranger(Client):
    """Somebody without a key."""

    def __init__(self, port, source="127.0.0.1"):
        super().__init__(port, "", "", source)

    def head(self, method, path, query="", length=None, origin=None, signed=None, when=None):
        headers = {"host": f"127.0.0.1:{self.port}", **(signed or {})}
        if length is not None:
            headers["content-length"] = str(length)
        if origin is not None:
            headers["origin"] = origin
        return encoded(method, f"{path}?{query}" if query else path, headers)


def encoded(method, target, headers):
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def status_of(answer):
    try:
        return int(answer.split(b" ", 2)[1])
    except (IndexError, ValueError):
        return 0


def code_of(answer):
    begin, _, rest = answer.partition(b"<Code>")
    return rest.partition(b"</Code>")[0].decode() if begin != answer else ""


def answer_of(answer):
    return answer.partition(b"\r\n\r\n")[2]
