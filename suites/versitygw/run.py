"""Runs versitygw's tests and prints their results.

Usage: run.py ENDPOINT < NAMES

Every test has its own process, since a panic ends the process, and its own bucket names, since
objects under compliance retention cannot be deleted. The ListBuckets tests run first, one at a time,
without other buckets. All further tests run in parallel, one per processor; each has its own users,
and may leave buckets behind. The output is "PASS name" or "FAIL name: why".
"""

import os
import pathlib
import queue
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import boto3
from botocore.exceptions import ClientError
from users import s3, serve, users

SECONDS = 90


def has_versions(client):
    """Tells whether tests may clear up by listing the versions of their buckets."""
    try:
        client.create_bucket(Bucket="probe")
        client.list_object_versions(Bucket="probe")
    except ClientError as refusal:
        return refusal.response["Error"]["Code"] != "NotImplemented"
    finally:
        client.delete_bucket(Bucket="probe")
    return True


def run(endpoint, number, name, options, folder="."):
    """Returns why a test failed, or None. The folder holds the executable "versitygw"."""
    command = ["versitygw", "test", "--endpoint", endpoint, name, *options]
    environment = os.environ | {"GIZA_SUITE_TEST": str(number)}
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, env=environment, cwd=folder)
    except subprocess.TimeoutExpired:
        return f"took longer than {SECONDS} s"
    output = re.sub(r"\x1b\[\d+m", "", ended.stdout + ended.stderr)
    # The name that is printed is not that of the command everywhere.
    if ended.returncode == 0 and re.search(r"^PASS \w+$", output, re.MULTILINE):
        return None
    panic = re.search(r"^panic: .*", output, re.MULTILINE)
    failure = re.search(rf"^(?:FAIL {name}|{name}): (.*(?:\n(?!RUN |PASS |FAIL |\d\d\d\d/).*)?)", output, re.MULTILINE)
    found = panic.group() if panic else failure.group(1) if failure else output[-300:]
    return re.sub(r"RequestID: \w+, HostID: \S+ ", "", " ".join(found.split()))[:400]


def uploads(client, bucket):
    try:
        return client.list_multipart_uploads(Bucket=bucket).get("Uploads", [])
    except ClientError as refusal:
        if refusal.response["Error"]["Code"] == "NotImplemented":
            return []
        raise


def clear(client, versions, kept):
    """Deletes whatever a test left behind, but for the buckets that are kept."""
    for bucket in client.list_buckets()["Buckets"]:
        name = bucket["Name"]
        if name in kept:
            continue
        if not versions:
            for page in client.get_paginator("list_objects_v2").paginate(Bucket=name):
                for each in page.get("Contents", []):
                    client.delete_object(Bucket=name, Key=each["Key"])
            client.delete_bucket(Bucket=name)
            continue
        for upload in uploads(client, name):
            client.abort_multipart_upload(Bucket=name, Key=upload["Key"], UploadId=upload["UploadId"])
        client.delete_bucket_policy(Bucket=name)
        try:
            for page in client.get_paginator("list_object_versions").paginate(Bucket=name):
                for each in page.get("Versions", []) + page.get("DeleteMarkers", []):
                    delete_version(client, name, each)
            client.delete_bucket(Bucket=name)
        except ClientError as refusal:
            if refusal.response["Error"]["Code"] != "AccessDenied":
                raise
            kept.add(name)


def delete_version(client, bucket, each):
    version = {"Bucket": bucket, "Key": each["Key"], "VersionId": each["VersionId"]}
    try:
        client.delete_object(**version)
    except ClientError as refusal:
        if refusal.response["Error"]["Code"] != "AccessDenied":
            raise
        client.put_object_legal_hold(**version, LegalHold={"Status": "OFF"})
        client.delete_object(**version, BypassGovernanceRetention=True)


def tell(name, failure):
    print(f"FAIL {name}: {failure}" if failure else f"PASS {name}", flush=True)


def run_several(endpoint, numbered, options):
    """Runs tests in parallel; each worker has a folder with its own users."""
    folders = queue.SimpleQueue()
    workers = max(2, os.cpu_count())
    for worker in range(workers):
        folder = pathlib.Path(f"worker-{worker}")
        folder.mkdir()
        (folder / "versitygw").symlink_to(pathlib.Path("versitygw").resolve())
        folders.put(folder)

    def run_one(numbered_name):
        number, name = numbered_name
        folder = folders.get()
        try:
            return name, run(endpoint, number, name, options, folder)
        finally:
            folders.put(folder)

    with ThreadPoolExecutor(workers) as pool:
        for name, failure in pool.map(run_one, numbered):
            tell(name, failure)


def main():
    endpoint = sys.argv[1]
    os.environ["GIZA_SUITE_USERS"] = str(pathlib.Path("users.sock").resolve())
    serve(os.environ["GIZA_SUITE_USERS"])
    client = boto3.client("s3", endpoint_url=endpoint)
    versions = has_versions(client)
    options = ["--versioning-enabled"] if versions else []
    kept = set()
    names = sorted(sys.stdin.read().split(), key=lambda name: not name.startswith("ListBuckets"))
    numbered = list(enumerate(names))
    first = sum(name.startswith("ListBuckets") for name in names)
    for number, name in numbered[:first]:
        failure = run(endpoint, number, name, options)
        tell(name, failure)
        if failure:
            clear(client, versions, kept)
            for key in users().items():
                clear(s3(key), versions, kept)
    run_several(endpoint, numbered[first:], options)


if __name__ == "__main__":
    main()
