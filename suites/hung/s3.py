"""A bare client of S3: one connection, signed requests, no retries, little time of its own."""

import datetime
import hashlib
import hmac
import http.client
import os
import urllib.parse

REGION = "us-east-1"


class Client:
    def __init__(self, port, timeout=60):
        self.port = port
        self.timeout = timeout
        self.connection = None
        self.key = os.environ["AWS_ACCESS_KEY_ID"]
        self.secret = os.environ["AWS_SECRET_ACCESS_KEY"]
        self.signers = {}

    def ask(self, method, path, query=None, body=b"", headers=None):
        """Returns status and body of the answer; raises OSError if there is none."""
        query = urllib.parse.urlencode(sorted((query or {}).items()), quote_via=urllib.parse.quote)
        payload = hashlib.sha256(body).hexdigest()
        signed = self.sign(method, path, query, payload, headers or {})
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        try:
            self.connection.request(method, path + ("?" + query if query else ""), body, signed)
            answer = self.connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as failure:
            self.close()
            raise OSError(repr(failure)) from failure

    def close(self):
        """Ends the connection; the next request makes another."""
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def sign(self, method, path, query, payload, headers):
        now = datetime.datetime.now(datetime.UTC).strftime("%Y%m%dT%H%M%SZ")
        host = f"127.0.0.1:{self.port}"
        all_of = {**headers, "host": host, "x-amz-content-sha256": payload, "x-amz-date": now}
        all_of = {name.lower(): value for name, value in all_of.items()}
        names = ";".join(sorted(all_of))
        lines = "".join(f"{name}:{all_of[name]}\n" for name in sorted(all_of))
        canonical = "\n".join((method, path, query, lines, names, payload))
        scope = f"{now[:8]}/{REGION}/s3/aws4_request"
        text = "\n".join(("AWS4-HMAC-SHA256", now, scope, hashlib.sha256(canonical.encode()).hexdigest()))
        signature = hmac.new(self.signer(now[:8]), text.encode(), hashlib.sha256).hexdigest()
        all_of["authorization"] = (
            f"AWS4-HMAC-SHA256 Credential={self.key}/{scope}, SignedHeaders={names}, Signature={signature}"
        )
        return all_of

    def signer(self, day):
        if day not in self.signers:
            key = ("AWS4" + self.secret).encode()
            for part in (day, REGION, "s3", "aws4_request"):
                key = hmac.new(key, part.encode(), hashlib.sha256).digest()
            self.signers[day] = key
        return self.signers[day]
