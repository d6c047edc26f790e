"""Stands in for the program of versitygw by which its tests make users and give buckets away.

Usage: users.py user ROLE
       users.py canonical-id ACCESS_KEY
       users.py admin OPTION... create-user|change-bucket-owner|list-buckets OPTION...

A user is the access key of an account of its own, which are taken in turn: the accounts user1 to
user4, whose keys are made once by the Admin API and kept in the file users.json of this folder. Its
id is not chosen by the test, which therefore asks "users.py user" for it (see patch.py).
There are no roles: every key may what its account may. A bucket is given away while it is empty, by
deleting it and having its new owner create it. What is refused begins with XAdmin, as tests expect.

GIZA_SUITE_ENDPOINT is the gateway, and the environment has the operator's key.
"""

import fcntl
import hashlib
import json
import os
import pathlib
import sys
import urllib.request

import boto3
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import ClientError

ACCOUNTS = ("user1", "user2", "user3", "user4")
ENDPOINT = os.environ["GIZA_SUITE_ENDPOINT"]
ROOT = (os.environ["GIZA_ACCESS_KEY"], os.environ["GIZA_SECRET_KEY"])
FILE = pathlib.Path("users.json")


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


def next_user():
    """Returns the key of the next account."""
    with open("users.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = json.loads(FILE.read_text()) if FILE.exists() else {"next": 0, "keys": []}
        if known["next"] == len(known["keys"]) < len(ACCOUNTS):
            known["keys"].append(make_key(ACCOUNTS[known["next"]]))
        user = known["keys"][known["next"]]
        known["next"] = (known["next"] + 1) % len(ACCOUNTS)
        FILE.write_text(json.dumps(known))
    return user


def users():
    """Returns the keys that were made, the secret by the id."""
    return dict(json.loads(FILE.read_text())["keys"]) if FILE.exists() else {}


def s3(key):
    return boto3.client("s3", endpoint_url=ENDPOINT, aws_access_key_id=key[0], aws_secret_access_key=key[1])


def change_owner(bucket, owner):
    keys = users() | dict([ROOT])
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


def canonical_id(access):
    """Returns the id of the account of an access key."""
    return s3((access, (users() | dict([ROOT]))[access])).list_buckets()["Owner"]["ID"]


def option(arguments, name):
    return arguments[arguments.index(name) + 1]


def administer(arguments):
    if "create-user" in arguments:
        arguments = arguments[arguments.index("create-user") :]
        if users().get(option(arguments, "-a")) != option(arguments, "-s"):
            raise LookupError("the key was not made by 'user'")
    elif "change-bucket-owner" in arguments:
        arguments = arguments[arguments.index("change-bucket-owner") :]
        change_owner(option(arguments, "-b"), option(arguments, "-o"))
    elif "list-buckets" in arguments:
        for each in s3(ROOT).list_buckets()["Buckets"]:
            print(each["Name"])
    else:
        raise LookupError("this is not done here")


def main():
    if sys.argv[1] == "user":
        print(*next_user())
        return 0
    if sys.argv[1] == "canonical-id":
        print(canonical_id(sys.argv[2]))
        return 0
    try:
        administer(sys.argv[2:])
    except (LookupError, ClientError) as refusal:
        print(f"XAdmin: {refusal}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
