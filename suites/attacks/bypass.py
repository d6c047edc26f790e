"""Tries to get by policies, locks and the limits of keys, as somebody would who knows S3 well.

Each attack must be refused or come to nothing, and nothing may have changed at the end. Usage:
bypass.py --port PORT --tenant FILE --reader FILE, files as "giza key create --json" writes them; the
owner's key is in the environment. The reader's key is one of the owner's account that may read below
vault/open/.
"""

import argparse
import base64
import datetime
import hashlib
import json
import os
import sys
import urllib.parse

from checks import check, finish
from client import Client, Stranger, answer_of, code_of, now, scope, status_of

SECRET = b"the secret of the owner"
OPEN = b"for everybody"
LOCKED = b"locked for good"
SUSPENDED = b"<VersioningConfiguration><Status>Suspended</Status></VersioningConfiguration>"
POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::vault/open/*"}
    ],
}
ALL = '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:*","Resource":"arn:aws:s3:::vault/*"'

#: Ways to say vault/secret/key that something before or behind the policy might read otherwise.
PATHS = [
    "/vault/secret/key",
    "/vault/open/../secret/key",
    "/vault/open/%2e%2e/secret/key",
    "/vault/open/%252e%252e/secret/key",
    "/vault/open%2F..%2Fsecret%2Fkey",
    "/vault/open/..%5Csecret%5Ckey",
    "/vault//secret/key",
    "/vault/./secret/key",
    "/vault/%73ecret/key",
    "/vault/secret%2Fkey",
    "/vault/secret/key%00",
    "/vault/open/%00/../../secret/key",
    "/vault/open/;/../secret/key",
    "/vault/%c0%aesecret/key",
    "//vault/secret/key",
    "/open/../vault/secret/key",
    "http://127.0.0.1/vault/secret/key",
]

#: Headers by which some proxies and frameworks let a request mean another.
OVERRIDES = [
    {"x-original-url": "/vault/secret/key"},
    {"x-rewrite-url": "/vault/secret/key"},
    {"x-forwarded-host": "vault"},
    {"x-http-method-override": "GET"},
    {"x-amz-security-token": "any"},
    {"x-amz-expected-bucket-owner": ""},
]


def refused(who, name, answer, but=()):
    """An answer that is no success, or one of a status that means nothing happened."""
    status = status_of(answer)
    good = (400 <= status < 600 or status in but) and SECRET not in answer and LOCKED not in answer
    check(good and status != 500, f"{who}: {name}", answer[:300])


def changed(answer, what):
    """A change that the owner makes, which must succeed."""
    if status_of(answer) not in (200, 204):
        raise SystemExit(f"{what}: {answer[:500]}")
    return answer


def header_of(answer, name):
    for line in answer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n"):
        key, _, value = line.partition(":")
        if key.strip().lower() == name:
            return value.strip()
    return ""


def md5_of(body):
    return base64.b64encode(hashlib.md5(body).digest()).decode()


def in_minutes(minutes):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes)


def check_paths(people):
    for who, client in people.items():
        for path in PATHS:
            refused(who, f"gets {path}", client.request("GET", path))
        for override in OVERRIDES:
            answer = client.request("GET", "/vault/open/none", signed=override)
            refused(who, f"gets by {next(iter(override))}", answer)
        for query in ("versionId=null", "key=secret%2Fkey", "prefix=secret/&list-type=2", "uploads", "policy", "acl"):
            refused(who, f"asks the bucket for {query}", client.request("GET", "/vault", query))


def check_policies(owner, stranger):
    """Documents of which two readers could understand two things."""
    documents = {
        "an effect twice": ALL.replace('"Effect":"Allow"', '"Effect":"Deny","Effect":"Allow"') + "}]}",
        "an effect twice, once escaped": ALL.replace('"Effect"', '"\\u0045ffect":"Deny","Effect"') + "}]}",
        "two lists of statements": ALL + '}],"Statement":[]}',
        "a field of another case": ALL + ',"condition":{"Bool":{"aws:SecureTransport":"true"}}}]}',
        "an operator that nobody knows": ALL + ',"Condition":{"IpAdress":{"aws:SourceIp":"10.0.0.0/8"}}}]}',
        "a second document": ALL + "}]}{}",
        "a resource of another bucket": ALL.replace("vault", "other") + "}]}",
        "a comment": ALL + "/* */}]}",
    }
    for name, document in documents.items():
        answer = owner.request("PUT", "/vault", "policy", body=document.encode())
        refused("a policy", name, answer)
    refused("a stranger", "gets after them", stranger.request("GET", "/vault/secret/key"))


def check_deputies(owner, attacker, reader):
    """Others' rights used by way of copies, uploads and forms."""
    sources = ["/vault/secret/key", "vault/secret/key", "%2Fvault%2Fsecret%2Fkey", "/vault/open/../secret/key",
               "vault/secret/key?versionId=null", "arn:aws:s3:::vault/secret/key"]
    changed(attacker.request("PUT", "/theirs"), "a bucket of the attacker")
    upload = attacker.request("POST", "/theirs/parts", "uploads=")
    upload_id = answer_of(upload).partition(b"<UploadId>")[2].partition(b"</UploadId>")[0].decode()
    for source in sources:
        copied = attacker.request("PUT", "/theirs/copy", signed={"x-amz-copy-source": source})
        refused("another tenant", f"copies {source}", copied)
        part = attacker.request(
            "PUT", "/theirs/parts", f"partNumber=1&uploadId={upload_id}", signed={"x-amz-copy-source": source})
        refused("another tenant", f"copies {source} into a part", part)
        own = reader.request("PUT", "/vault/open/copy", signed={"x-amz-copy-source": source})
        refused("a reader's key", f"copies {source}", own)
    refused("another tenant", "gets the copy", attacker.request("GET", "/theirs/copy"))

    upload = changed(owner.request("POST", "/vault/secret/parts", "uploads="), "an upload")
    upload_id = answer_of(upload).partition(b"<UploadId>")[2].partition(b"</UploadId>")[0].decode()
    part = f"partNumber=1&uploadId={upload_id}"
    refused("another tenant", "uploads a part", attacker.request("PUT", "/vault/secret/parts", part, b"x"))
    refused("another tenant", "uploads a part under its own name", attacker.request("PUT", "/theirs/parts", part, b"x"))
    complete = b"<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>x</ETag></Part></CompleteMultipartUpload>"
    completed = attacker.request("POST", "/theirs/parts", f"uploadId={upload_id}", complete)
    refused("another tenant", "completes it under its own name", completed)
    refused("another tenant", "aborts it", attacker.request("DELETE", "/vault/secret/parts", f"uploadId={upload_id}"))
    refused("another tenant", "puts by a form", attacker.ask(attacker.form("vault", "open/form", b"x")))


def presigned(client, path):
    """Returns the query of a link to get an object."""
    when = now()
    query = urllib.parse.urlencode({
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256", "X-Amz-Credential": f"{client.key}/{scope(when)}",
        "X-Amz-Date": when, "X-Amz-Expires": "600", "X-Amz-SignedHeaders": "host"})
    canonical = "\n".join(["GET", path, query, f"host:127.0.0.1:{client.port}", "", "host", "UNSIGNED-PAYLOAD"])
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    return query + "&X-Amz-Signature=" + client.sign("\n".join(["AWS4-HMAC-SHA256", when, scope(when), digest]), when)


def check_links(owner, reader, stranger):
    link = presigned(owner, "/vault/open/key")
    check(answer_of(stranger.request("GET", "/vault/open/key", link)) == OPEN, "a link works")
    for path in PATHS:
        refused("a link", f"of another object gets {path}", stranger.request("GET", path, link))
    for method in ("PUT", "DELETE"):
        refused("a link", f"to get is used to {method}", stranger.request(method, "/vault/open/key", link))
    refused("a link", "of a reader's key", stranger.request("GET", "/vault/secret/key", presigned(reader, "/vault/secret/key")))
    longer = link.replace("X-Amz-Expires=600", "X-Amz-Expires=60000")
    refused("a link", "made to last longer", stranger.request("GET", "/vault/open/key", longer))
    unsigned = link.partition("&X-Amz-Signature")[0]
    refused("a link", "without its signature", stranger.request("GET", "/vault/secret/key", unsigned))


def check_reader(reader):
    """What a key may that only reads below a prefix."""
    check(answer_of(reader.request("GET", "/vault/open/key")) == OPEN, "a reader's key reads")
    for method, path, query, body in [
        ("PUT", "/vault/open/new", "", b"x"),
        ("DELETE", "/vault/open/key", "", b""),
        ("PUT", "/vault/open/key", "tagging", b"<Tagging><TagSet/></Tagging>"),
        ("PUT", "/vault", "policy", json.dumps(POLICY).encode()),
        ("DELETE", "/vault", "policy", b""),
        ("PUT", "/vault", "publicAccessBlock", b"<PublicAccessBlockConfiguration/>"),
        ("GET", "/vault", "list-type=2", b""),
        ("GET", "/vault", "list-type=2&prefix=secret/", b""),
        ("GET", "/vault", "list-type=2&prefix=open/&prefix=secret/", b""),
        ("GET", "/vault", "list-type=2&prefix=secret/&prefix=open/", b""),
        ("GET", "/vault", "versions&prefix=", b""),
        ("PUT", "/made-by-reader", "", b""),
        ("POST", "/vault", "delete", b"<Delete><Object><Key>open/key</Key></Object></Delete>"),
    ]:
        answer = reader.request(method, path, query, body)
        # DeleteObjects says of each key what became of it, and a listing may be of what is open.
        harmless = b"<Code>AccessDenied</Code>" in answer or (b"<Prefix>open/" in answer and b"secret/key" not in answer)
        refused("a reader's key", f"{method} {path}?{query}", answer, but=(200,) if harmless else ())
    refused("a reader's key", "asks for all keys", reader.request("GET", "/_giza/admin/v1/keys"))


def check_locks(owner, attacker):
    """A locked version outlives whatever its own owner tries."""
    until = in_minutes(5).strftime("%Y-%m-%dT%H:%M:%SZ")
    changed(owner.request("PUT", "/ledger", signed={"x-amz-bucket-object-lock-enabled": "true"}), "a bucket with locks")
    stored = owner.request("PUT", "/ledger/entry", body=LOCKED, signed={
        "x-amz-object-lock-mode": "COMPLIANCE", "x-amz-object-lock-retain-until-date": until})
    version = header_of(changed(stored, "a locked object"), "x-amz-version-id")
    bypass = {"x-amz-bypass-governance-retention": "true"}
    this = f"versionId={version}"
    later = in_minutes(10).strftime("%Y%m%dT%H%M%SZ")

    def retention(mode, minutes):
        end = in_minutes(minutes).strftime("%Y-%m-%dT%H:%M:%SZ")
        return f"<Retention><Mode>{mode}</Mode><RetainUntilDate>{end}</RetainUntilDate></Retention>".encode()

    for name, answer in {
        "deletes it": owner.request("DELETE", "/ledger/entry", this),
        "deletes it and bypasses": owner.request("DELETE", "/ledger/entry", this, signed=bypass),
        "deletes it ten minutes ahead": owner.request("DELETE", "/ledger/entry", this, when=later),
        "ends it sooner": owner.request("PUT", "/ledger/entry", "retention&" + this, retention("COMPLIANCE", 1), signed=bypass),
        "makes it governance": owner.request("PUT", "/ledger/entry", "retention&" + this, retention("GOVERNANCE", 20), signed=bypass),
        "takes it away": owner.request("PUT", "/ledger/entry", "retention&" + this, b"<Retention/>", signed=bypass),
        "suspends versioning": owner.request("PUT", "/ledger", "versioning", SUSPENDED),
        "deletes the bucket": owner.request("DELETE", "/ledger"),
    }.items():
        refused("the owner of a locked version", name, answer)
    many = f"<Delete><Object><Key>entry</Key><VersionId>{version}</VersionId></Object></Delete>".encode()
    md5 = {"content-md5": md5_of(many), **bypass}
    deleted = owner.request("POST", "/ledger", "delete", many, signed=md5)
    check(b"<Code>AccessDenied</Code>" in deleted, "the owner of a locked version: deletes it with others", deleted[:300])
    changed(owner.request("PUT", "/ledger/entry", body=b"a newer one"), "a newer version")
    changed(owner.request("DELETE", "/ledger/entry"), "a delete marker")
    lifecycle = b"<LifecycleConfiguration><Rule><Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays></NoncurrentVersionExpiration></Rule></LifecycleConfiguration>"
    checksum = {"content-md5": md5_of(lifecycle)}
    owner.request("PUT", "/ledger", "lifecycle", lifecycle, signed=checksum)
    check(answer_of(owner.request("GET", "/ledger/entry", this)) == LOCKED, "the locked version is there")
    refused("another tenant", "gets the locked version", attacker.request("GET", "/ledger/entry", this))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tenant", required=True)
    parser.add_argument("--reader", required=True)
    given = parser.parse_args()

    def client(file):
        with open(file, encoding="utf-8") as key:
            key = json.load(key)
        return Client(given.port, key["id"], key["secret"], "127.0.0.1")

    owner = Client(given.port, os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"], "127.0.0.1")
    attacker, reader, stranger = client(given.tenant), client(given.reader), Stranger(given.port)
    changed(owner.request("PUT", "/vault"), "a bucket")
    changed(owner.request("PUT", "/vault/open/key", body=OPEN), "an object")
    changed(owner.request("PUT", "/vault/secret/key", body=SECRET), "a secret")
    changed(owner.request("PUT", "/vault", "policy", body=json.dumps(POLICY).encode()), "a policy")
    check(answer_of(stranger.request("GET", "/vault/open/key")) == OPEN, "everybody reads what is open")

    check_paths({"a stranger": stranger, "another tenant": attacker, "a reader's key": reader})
    check_policies(owner, stranger)
    check_deputies(owner, attacker, reader)
    check_links(owner, reader, stranger)
    check_reader(reader)
    check_locks(owner, attacker)
    check(answer_of(owner.request("GET", "/vault/secret/key")) == SECRET, "the secret is what it was")
    listed = answer_of(owner.request("GET", "/vault", "list-type=2"))
    check(listed.count(b"<Key>") == 2, "nothing else was put", listed)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
