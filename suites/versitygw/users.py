"""Stands in for the program of versitygw by which its tests make users and give buckets away.

It is asked, by ask.py:

    user ROLE
    canonical-id ACCESS_KEY
    admin OPTION... create-user|change-bucket-owner|list-buckets OPTION...

A user is the access key of an account of its own, which are taken in turn: the accounts user1 to
user4, whose keys are made once by the Admin API and kept in the file users.json of the test's folder. Its
id is not chosen by the test, which therefore asks "users.py user" for it (see patch.py).
There are no roles: every key may what its account may. A bucket is given away while it is empty, by
deleting it and having its new owner create it. What is refused begins with XAdmin, as tests expect.

GIZA_SUITE_ENDPOINT is the gateway, and the environment has the operator's key.
"""

import functools
import hashlib
import json
import os
import pathlib
import socketserver
import threading
import urllib.request

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

ACCOUNTS = ("user1", "user2", "user3", "user4")
ENDPOINT = os.environ["GIZA_SUITE_ENDPOINT"]
LOCK = threading.Lock()
ROOT = (os.environ["GIZA_ACCESS_KEY"], os.environ["GIZA_SECRET_KEY"])


def make_key(account):
    """Returns the id and the secret of a new key of an account."""
    body = json.dumps({"account": account}).encode()
    headers = {"Content-Type": "application/json", "X-Amz-Content-SHA256": hashlib.sha256(body).hexdigest()}
    request = AWSRequest("POST", f"{ENDPOINT}/_giza/admin/v1/keys", headers, body)
    SigV4Auth(Credentials(*ROOT), "giza", "giza").add_auth(request)
    prepared = request.prepare()
    sent = urllib.request.Request(prepared.url, prepared.body, dict(prepared.headers), method="POST")
    with urllib.request.urlopen(sent, timeout=60) as answer:
        key = json.load(answer)
    return key["id"], key["secret"]


def file(folder):
    return pathlib.Path(folder) / "users.json"


def next_user(folder):
    """Returns the key of the next account."""
    with LOCK:
        stored = file(folder)
        known = json.loads(stored.read_text()) if stored.exists() else {"next": 0, "keys": []}
        if known["next"] == len(known["keys"]) < len(ACCOUNTS):
            known["keys"].append(make_key(ACCOUNTS[known["next"]]))
        user = known["keys"][known["next"]]
        known["next"] = (known["next"] + 1) % len(ACCOUNTS)
        stored.write_text(json.dumps(known))
    return user


def users(folder="."):
    """Returns the keys that were made, the secret by the id."""
    stored = file(folder)
    return dict(json.loads(stored.read_text())["keys"]) if stored.exists() else {}


@functools.cache
def s3(key):
    # Sessions are not for several threads at once, and clients are.
    with LOCK:
        session = boto3.session.Session(*key)
        return session.client("s3", endpoint_url=ENDPOINT)


def change_owner(folder, bucket, owner):
    keys = users(folder) | dict([ROOT])
    if owner not in keys:
        raise LookupError(f"there is no user {owner}")
    for key in keys.items():
        try:
            ownership = s3(key).get_bucket_ownership_controls(Bucket=bucket)
        except ClientError as refusal:
            if refusal.response["Error"]["Code"] == "AccessDenied":
                continue
            raise
        setting = ownership["OwnershipControls"]["Rules"][0]["ObjectOwnership"]
        s3(key).delete_bucket(Bucket=bucket)
        s3((owner, keys[owner])).create_bucket(Bucket=bucket, ObjectOwnership=setting)
        return
    raise LookupError(f"nobody owns {bucket}")


def canonical_id(folder, access):
    """Returns the id of the account of an access key."""
    return s3((access, (users(folder) | dict([ROOT]))[access])).list_buckets()["Owner"]["ID"]


def option(arguments, name):
    return arguments[arguments.index(name) + 1]


def administer(folder, arguments):
    """Returns what the program prints."""
    if "create-user" in arguments:
        arguments = arguments[arguments.index("create-user") :]
        if users(folder).get(option(arguments, "-a")) != option(arguments, "-s"):
            raise LookupError("the key was not made by 'user'")
        return ""
    if "change-bucket-owner" in arguments:
        arguments = arguments[arguments.index("change-bucket-owner") :]
        change_owner(folder, option(arguments, "-b"), option(arguments, "-o"))
        return ""
    if "list-buckets" in arguments:
        return "".join(f"{each['Name']}\n" for each in s3(ROOT).list_buckets()["Buckets"])
    raise LookupError("this is not done here")


def answer(folder, arguments):
    """Returns the exit code and what is printed."""
    try:
        if arguments[0] == "user":
            return 0, " ".join(next_user(folder)) + "\n"
        if arguments[0] == "canonical-id":
            return 0, canonical_id(folder, arguments[1]) + "\n"
        return 0, administer(folder, arguments)
    except (LookupError, ClientError) as refusal:
        return 1, f"XAdmin: {refusal}\n"


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        folder, arguments = json.loads(self.rfile.readline())
        self.wfile.write(json.dumps(answer(folder, arguments)).encode())


def serve(path):
    """Answers at a socket, in threads, until this process ends."""
    server = socketserver.ThreadingUnixStreamServer(path, Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
