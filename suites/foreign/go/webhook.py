"""A webhook that notes what it is told. Usage: webhook.py FOLDER

FOLDER/configuration.json is the configuration of a cluster that knows it by the name of suite, once it
listens. FOLDER/events gets a line for each event that is signed with its secret: its name and its key.
"""

import hashlib
import hmac
import http.server
import json
import pathlib
import secrets
import sys
import urllib.parse


class Webhook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = self.is_genuine(body)
        if genuine:
            with open(self.server.folder / "events", "a") as events:
                for record in json.loads(body)["Records"]:
                    key = urllib.parse.unquote_plus(record["s3"]["object"]["key"])
                    events.write(f"{record['eventName']} {key}\n")
        self.send_response(204 if genuine else 403)
        self.end_headers()

    def is_genuine(self, body):
        fields = dict(field.partition("=")[::2] for field in self.headers.get("Giza-Signature", "").split(","))
        signed = fields.get("t", "").encode() + b"." + body
        expected = hmac.new(self.server.secret.encode(), signed, hashlib.sha256).hexdigest()
        return hmac.compare_digest(expected, fields.get("v1", ""))

    def log_message(self, *_):
        pass


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Webhook)
    server.folder, server.secret = folder, secrets.token_hex(32)
    (folder / "secret").write_text(server.secret)
    url = f"http://127.0.0.1:{server.server_port}/"
    webhook = {"url": url, "secret-file": str(folder / "secret")}
    ready = folder / "configuration"
    ready.write_text(json.dumps({"giza": {"notifications": {"webhooks": {"suite": webhook}}}}))
    ready.rename(folder / "configuration.json")
    server.serve_forever()


if __name__ == "__main__":
    main()
