"""Tries to get temporary keys that nobody should have, and to do more with one than it may.

Usage: sessions.py configure FOLDER, which prints the configuration of a cluster that trusts an
identity provider of this program; then sessions.py attack FOLDER --port PORT --tenant FILE, with the
owner's key in the environment. Tokens are signed by openssl.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse
import xml.etree.ElementTree

from bypass import changed, refused
from checks import check, finish
from client import Client, Stranger, answer_of, code_of, status_of

ISSUER = "https://issuer.example.net/of-the-suite"
AUDIENCE = "giza"
SUBJECT = "system:serviceaccount:shop:web"
ROLE = "arn:aws:iam::default:role/shop"
OTHER_ROLE = "arn:aws:iam::default:role/vault"
CONTENT = b"of the shop"


def openssl(*arguments, text=None):
    return subprocess.run(["openssl", *arguments], input=text, capture_output=True, check=True).stdout


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public_key(folder, name):
    """Makes a key, and returns what is public of it as a JSON Web Key."""
    file = str(folder / f"{name}.pem")
    openssl("genpkey", "-quiet", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", file)
    modulus = openssl("rsa", "-in", file, "-noout", "-modulus").decode().strip().partition("=")[2]
    return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": name,
            "n": encoded(bytes.fromhex(modulus)), "e": "AQAB"}


def configure(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "keys.json").write_text(json.dumps({"keys": [public_key(folder, "good")]}))
    public_key(folder, "forged")
    trust = {"account": "default", "policy": "readwrite", "issuers": ["suite"], "audiences": [AUDIENCE]}
    sts = {
        "issuers": {"suite": {"url": ISSUER, "keys": f"file:{folder / 'keys.json'}"}},
        "roles": {
            "shop": {**trust, "prefix": "shop/open/", "subjects": [SUBJECT]},
            "vault": {**trust, "subjects": ["system:serviceaccount:vault:*"]},
        },
    }
    print(json.dumps({"giza": {"gateway": {"sts": sts}}}))


class Provider:
    """Signs tokens, and what only looks like one."""

    def __init__(self, folder):
        self.folder = folder

    def claims(self, **others):
        at = int(time.time())
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": SUBJECT, "iat": at, "nbf": at - 5, "exp": at + 600, **others}
        return {name: value for name, value in claims.items() if value is not None}

    def token(self, claims=None, key="good", head=None):
        text = self.unsigned(claims, {"alg": "RS256", "kid": "good", "typ": "JWT", **(head or {})})
        file = str(self.folder / f"{key}.pem")
        return text + "." + encoded(openssl("dgst", "-sha256", "-sign", file, text=text.encode()))

    def unsigned(self, claims, head):
        claims = self.claims() if claims is None else claims
        text = claims if isinstance(claims, str) else json.dumps(claims)
        return encoded(json.dumps(head).encode()) + "." + encoded(text.encode())

    def by_public_key(self):
        """A token of a secret that is no secret, which some libraries take."""
        text = self.unsigned(None, {"alg": "HS256", "kid": "good"})
        pem = openssl("rsa", "-in", str(self.folder / "good.pem"), "-pubout")
        return text + "." + encoded(hmac.new(pem, text.encode(), hashlib.sha256).digest())

    def forgeries(self):
        good = self.token()
        head, body, signature = good.split(".")
        other = encoded(json.dumps(self.claims(sub="system:serviceaccount:vault:root")).encode())
        at = int(time.time())
        twice = json.dumps(self.claims())[:-1] + f', "sub": "{SUBJECT}", "aud": "other"}}'
        jwk = json.loads((self.folder / "keys.json").read_text())["keys"][0]
        return {
            "signed by another key": self.token(key="forged"),
            "signed by another key, which it carries": self.token(key="forged", head={"jwk": jwk}),
            "signed by another key at a URL": self.token(key="forged", head={"jku": "http://127.0.0.1:1/keys", "x5u": "http://127.0.0.1:1/"}),
            "of a key with a path for a name": self.token(key="forged", head={"kid": "../../../../dev/null"}),
            "without a signature": f"{head}.{body}.",
            "with two parts": f"{head}.{body}",
            "with another body": f"{head}.{other}.{signature}",
            "of no algorithm": self.unsigned(None, {"alg": "none"}) + ".",
            "of no algorithm, in capitals": self.unsigned(None, {"alg": "NONE", "kid": "good"}) + ".",
            "signed with the public key": self.by_public_key(),
            "with a critical header that nobody knows": self.token(head={"crit": ["x"], "x": 1}),
            "that ended": self.token(self.claims(exp=at - 3600, iat=at - 7200, nbf=at - 7200)),
            "that never ends": self.token(self.claims(exp=None)),
            "that begins later": self.token(self.claims(nbf=at + 3600)),
            "for another audience": self.token(self.claims(aud="other")),
            "for no audience": self.token(self.claims(aud=None)),
            "for part of an audience": self.token(self.claims(aud="giz")),
            "of another issuer": self.token(self.claims(iss="https://evil.example.net")),
            "of an issuer with a slash more": self.token(self.claims(iss=ISSUER + "/")),
            "of nobody": self.token(self.claims(sub=None)),
            "of another subject": self.token(self.claims(sub="system:serviceaccount:shop:web2")),
            "of a subject in capitals": self.token(self.claims(sub=SUBJECT.upper())),
            "with a subject and an audience twice": self.token(twice),
            "that is none": "x.y.z",
            "of nothing": "",
        }


def sts(client, **fields):
    body = urllib.parse.urlencode({"Version": "2011-06-15", **fields}).encode()
    kind = {"content-type": "application/x-www-form-urlencoded"}
    return client.request("POST", "/", body=body, signed=kind)


def assume(stranger, token, role=ROLE, **others):
    return sts(stranger, Action="AssumeRoleWithWebIdentity", RoleArn=role, RoleSessionName="suite",
               WebIdentityToken=token, **others)


class Session(Client):
    """A client of a temporary key, whose token goes with each request."""

    def __init__(self, port, answer):
        fields = {}
        for each in xml.etree.ElementTree.fromstring(answer_of(answer)).iter():
            fields[each.tag.rpartition("}")[2]] = each.text
        super().__init__(port, fields["AccessKeyId"], fields["SecretAccessKey"], "127.0.0.1")
        self.token = fields["SessionToken"]

    def head(self, method, path, query="", length=None, origin=None, signed=None, when=None):
        signed = {**({"x-amz-security-token": self.token} if self.token else {}), **(signed or {})}
        return super().head(method, path, query, length, origin, signed, when)

    def with_token(self, token):
        other = object.__new__(Session)
        other.__dict__.update(self.__dict__, token=token)
        return other


def check_tokens(provider, stranger):
    for name, token in provider.forgeries().items():
        answer = assume(stranger, token)
        refused("a token", name, answer)
        check(b"AccessKeyId" not in answer, f"a token {name} has no key", answer[:300])
    token = provider.token()
    for name, fields in {
        "another role": {"role": OTHER_ROLE},
        "a role of another account": {"role": "arn:aws:iam::tenantb:role/shop"},
        "a role that is not there": {"role": "arn:aws:iam::default:role/none"},
        "a path for a role": {"role": "arn:aws:iam::default:role/../shop"},
        "thirteen hours": {"DurationSeconds": "46800"},
        "no time": {"DurationSeconds": "-1"},
        "a policy that is none": {"Policy": "{"},
    }.items():
        refused("a good token", f"asks for {name}", assume(stranger, token, **fields))


def check_session(session, other):
    check(answer_of(session.request("GET", "/shop/open/key")) == CONTENT, "a session reads what it may")
    for method, path, query, body in [
        ("GET", "/shop/closed/key", "", b""),
        ("GET", "/shop/open/../closed/key", "", b""),
        ("PUT", "/shop/closed/new", "", b"x"),
        ("GET", "/shop", "list-type=2", b""),
        ("DELETE", "/shop", "", b""),
        ("PUT", "/shop", "policy", b"{}"),
        ("PUT", "/made-by-session", "", b""),
        ("GET", "/_giza/admin/v1/keys", "", b""),
    ]:
        refused("a session", f"{method} {path}?{query}", session.request(method, path, query, body))
    copied = session.request("PUT", "/shop/open/copy", signed={"x-amz-copy-source": "/shop/closed/key"})
    refused("a session", "copies what it may not read", copied)
    refused("a session", "assumes a role", sts(session, Action="AssumeRole", RoleArn=OTHER_ROLE, RoleSessionName="more"))
    flipped = session.token[:-8] + ("A" if session.token[-8] != "A" else "B") + session.token[-7:]
    for name, token in {
        "without its token": "",
        "with another's token": other.token,
        "with a token that was changed": flipped,
        "with half of its token": session.token[: len(session.token) // 2],
        "with its token twice": session.token + session.token,
        "with a token of a megabyte": "A" * 6000,
    }.items():
        refused("a session", name, session.with_token(token).request("GET", "/shop/open/key"))


def check_narrowed(provider, stranger, port):
    """What a session asks for beside its role can only take away."""
    everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
    answer = assume(stranger, provider.token(), Policy=json.dumps(everything))
    if status_of(answer) == 200:
        wide = Session(port, answer)
        refused("a session with a policy for all", "reads more than its role", wide.request("GET", "/shop/closed/key"))
    else:
        refused("a session", "asks for a policy for all", answer)


def attack(folder, port, tenant):
    provider, stranger = Provider(folder), Stranger(port)
    owner = Client(port, os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"], "127.0.0.1")
    changed(owner.request("PUT", "/shop"), "a bucket")
    changed(owner.request("PUT", "/shop/open/key", body=CONTENT), "an object")
    changed(owner.request("PUT", "/shop/closed/key", body=b"the secret of the owner"), "a secret")
    answer = assume(stranger, provider.token())
    check(status_of(answer) == 200, "a good token has a session", answer[:500])
    session = Session(port, answer)
    other = Session(port, changed(assume(stranger, provider.token()), "another session"))

    check_tokens(provider, stranger)
    check_session(session, other)
    check_narrowed(provider, stranger, port)
    with open(tenant, encoding="utf-8") as key:
        key = json.load(key)
    attacker = Client(port, key["id"], key["secret"], "127.0.0.1")
    none = sts(attacker, Action="AssumeRole", RoleArn="arn:aws:iam::default:role/none", RoleSessionName="theirs")
    for role in (ROLE, OTHER_ROLE):
        taken = sts(attacker, Action="AssumeRole", RoleArn=role, RoleSessionName="theirs")
        refused("another tenant", f"assumes {role}", taken)
        check(code_of(taken) == code_of(none) != "", f"another tenant is told nothing of {role}", taken[:300])
    check(answer_of(owner.request("GET", "/shop", "list-type=2")).count(b"<Key>") == 2, "no session put anything else")
    return finish()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["configure", "attack"])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--tenant")
    given = parser.parse_args()
    if given.what == "configure":
        return configure(given.folder)
    return attack(given.folder, given.port, given.tenant)


if __name__ == "__main__":
    sys.exit(main())
