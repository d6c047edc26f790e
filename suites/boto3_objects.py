"""The checks of boto3.sh. Usage: boto3_objects.py PHASE ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ...

Phases: write, without-dcN (while that data center is down), read (after a restart), operations.
Prints a line for each check; its last one is "N passed, N failed".
"""

import functools
import hashlib
import io
import json
import os
import random
import sys
import traceback
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone

import boto3
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

BUCKET = "boto3"
MEBIBYTE = 1 << 20
SIZES = [0, 1, 100_000, 4 * MEBIBYTE, 4 * MEBIBYTE + 1, 64 * MEBIBYTE]

passed = 0
failed = 0


@contextmanager
def check(what):
    """Counts whether the block succeeds."""
    global passed, failed
    try:
        yield
        passed += 1
        print(f"PASSED: {what}")
    except Exception:
        failed += 1
        print(f"FAILED: {what}")
        traceback.print_exc(file=sys.stdout)


@contextmanager
def refused(status, *codes):
    """Wants the block to be refused."""
    try:
        yield
    except ClientError as refusal:
        found = refusal.response["ResponseMetadata"]["HTTPStatusCode"]
        assert found == status, f"expected {status}, was {found}: {refusal}"
        assert refusal.response["Error"]["Code"] in codes, f"expected {codes}: {refusal}"
        return
    raise AssertionError(f"expected {status} {codes} and it was done")


def content(key, size):
    """The content of an object follows from its key and size, so any run can tell it."""
    return random.Random(f"{key} {size}").randbytes(size)


@functools.cache
def sha256(key, size):
    return hashlib.sha256(content(key, size)).hexdigest()


def put(client, key, size):
    client.upload_fileobj(io.BytesIO(content(key, size)), BUCKET, key)


def assert_read(client, key, size):
    digest = hashlib.sha256()
    answer = client.get_object(Bucket=BUCKET, Key=key)
    assert answer["ContentLength"] == size, answer["ContentLength"]
    for chunk in answer["Body"].iter_chunks(MEBIBYTE):
        digest.update(chunk)
    assert digest.hexdigest() == sha256(key, size), f"other bytes: {key}"


def write(clients):
    with check("create_bucket"):
        clients["dc1"].create_bucket(Bucket=BUCKET)
    for dc, client in clients.items():
        for size in SIZES:
            with check(f"{size} bytes through {dc}"):
                put(client, f"{dc}/{size}", size)
                for reader in clients.values():
                    assert_read(reader, f"{dc}/{size}", size)


def without(clients, down):
    up = {dc: client for dc, client in clients.items() if dc != down}
    for dc, client in up.items():
        for size in SIZES:
            with check(f"{size} bytes through {dc} while {down} is down"):
                assert_read(client, f"{down}/{size}", size)
                key = f"without-{down}/{dc}/{size}"
                put(client, key, size)
                for reader in up.values():
                    assert_read(reader, key, size)
        with check(f"list and delete through {dc} while {down} is down"):
            key = f"listed-{down}/{dc}"
            put(client, key, 20_000)
            for reader in up.values():
                assert keys(reader, f"listed-{down}/") == [key]
            client.delete_object(Bucket=BUCKET, Key=key)
            for reader in up.values():
                assert keys(reader, f"listed-{down}/") == []


def read(clients):
    for client in clients.values():
        for dc in clients:
            for size in SIZES:
                with check(f"{dc}/{size} after a restart"):
                    assert_read(client, f"{dc}/{size}", size)
    for down in clients:
        for dc in clients:
            if dc != down:
                with check(f"what {down} missed from {dc}, after a restart"):
                    key = f"without-{down}/{dc}/100000"
                    assert_read(clients[down], key, 100_000)


def keys(client, prefix, **more):
    pages = client.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix=prefix, **more)
    return [entry["Key"] for page in pages for entry in page.get("Contents", [])]


def operations(clients):
    one, two, three = (clients[dc] for dc in ("dc1", "dc2", "dc3"))
    lists(one, two, three)
    conditions(one, two, three)
    errors(one, two)
    copies(one, two, three)
    configuration(one, two)
    locks(one, two, three)
    encryption(one, two, three)
    parts(one, two, three)
    with check("download_fileobj in parallel ranges"):
        target = io.BytesIO()
        two.download_fileobj(BUCKET, "dc1/67108864", target)
        assert target.getvalue() == content("dc1/67108864", 67_108_864)
    with check("a bucket is deleted when it is empty"):
        one.create_bucket(Bucket="short-lived")
        two.put_object(Bucket="short-lived", Key="key", Body=b"text")
        with refused(409, "BucketNotEmpty"):
            three.delete_bucket(Bucket="short-lived")
        one.delete_object(Bucket="short-lived", Key="key")
        three.delete_bucket(Bucket="short-lived")
        with refused(404, "404"):
            two.head_bucket(Bucket="short-lived")


def lists(one, two, three):
    written = [f"page/{number:04}" for number in range(60)]
    with check("paginator through another gateway"):
        for key in written:
            one.put_object(Bucket=BUCKET, Key=key, Body=b"text")
        assert keys(two, "page/", PaginationConfig={"PageSize": 7}) == written
        assert keys(three, "page/") == written
    with check("delimiter"):
        answer = two.list_objects_v2(Bucket=BUCKET, Delimiter="/", Prefix="without-dc1/")
        folders = [each["Prefix"] for each in answer["CommonPrefixes"]]
        assert folders == ["without-dc1/dc2/", "without-dc1/dc3/"], folders
    with check("delete_objects"):
        some = [{"Key": key} for key in written[:50]] + [{"Key": "page/never-there"}]
        answer = three.delete_objects(Bucket=BUCKET, Delete={"Objects": some})
        assert len(answer["Deleted"]) == 51 and "Errors" not in answer, answer
        assert keys(one, "page/") == written[50:]


def conditions(one, two, three):
    with check("IfNoneMatch creates once"):
        one.put_object(Bucket=BUCKET, Key="once", Body=b"first", IfNoneMatch="*")
        with refused(412, "PreconditionFailed"):
            two.put_object(Bucket=BUCKET, Key="once", Body=b"second", IfNoneMatch="*")
        assert three.get_object(Bucket=BUCKET, Key="once")["Body"].read() == b"first"
    with check("IfMatch replaces a known version"):
        tag = two.head_object(Bucket=BUCKET, Key="once")["ETag"]
        three.put_object(Bucket=BUCKET, Key="once", Body=b"third", IfMatch=tag)
        with refused(412, "PreconditionFailed"):
            one.put_object(Bucket=BUCKET, Key="once", Body=b"fourth", IfMatch=tag)
        with refused(412, "PreconditionFailed"):
            one.get_object(Bucket=BUCKET, Key="once", IfMatch=tag)
    with check("a range"):
        answer = two.get_object(Bucket=BUCKET, Key="dc1/4194305", Range="bytes=4194300-")
        assert answer["Body"].read() == content("dc1/4194305", 4_194_305)[4_194_300:]
        with refused(416, "InvalidRange"):
            two.get_object(Bucket=BUCKET, Key="dc1/1", Range="bytes=1-")
    with check("metadata and content type"):
        two.put_object(
            Bucket=BUCKET, Key="typed", Body=b"{}", ContentType="a/b", Metadata={"colour": "blue"}
        )
        answer = three.head_object(Bucket=BUCKET, Key="typed")
        assert answer["ContentType"] == "a/b" and answer["Metadata"] == {"colour": "blue"}, answer


def copies(one, two, three):
    source = {"Bucket": BUCKET, "Key": "dc1/4194305"}
    with check("copy_object"):
        one.copy_object(Bucket=BUCKET, Key="copy/large", CopySource=source)
        assert two.get_object(Bucket=BUCKET, Key="copy/large")["Body"].read() == content("dc1/4194305", 4_194_305)
    with check("copy_object keeps metadata or replaces it"):
        typed = {"Bucket": BUCKET, "Key": "typed"}
        two.copy_object(Bucket=BUCKET, Key="copy/typed", CopySource=typed)
        assert three.head_object(Bucket=BUCKET, Key="copy/typed")["Metadata"] == {"colour": "blue"}
        two.copy_object(
            Bucket=BUCKET, Key="copy/typed", CopySource=typed, Metadata={"a": "b"}, MetadataDirective="REPLACE"
        )
        assert one.head_object(Bucket=BUCKET, Key="copy/typed")["Metadata"] == {"a": "b"}
    with check("copy_object with a condition on the source"), refused(412, "PreconditionFailed"):
        three.copy_object(Bucket=BUCKET, Key="copy/none", CopySource=source, CopySourceIfMatch="nothing")
    with check("copy_object onto itself"), refused(400, "InvalidRequest"):
        one.copy_object(Bucket=BUCKET, Key="typed", CopySource={"Bucket": BUCKET, "Key": "typed"})
    with check("copy_object of what is not there"), refused(404, "NoSuchKey"):
        two.copy_object(Bucket=BUCKET, Key="copy/none", CopySource={"Bucket": BUCKET, "Key": "absent"})


def parts(one, two, three):
    large = content("parts", 12 * MEBIBYTE)
    with check("parts through different gateways, one of them replaced"):
        upload = one.create_multipart_upload(Bucket=BUCKET, Key="parts")["UploadId"]
        named = {"Bucket": BUCKET, "Key": "parts", "UploadId": upload}
        three.upload_part(**named, PartNumber=2, Body=b"of no use")
        etags = [
            client.upload_part(**named, PartNumber=number, Body=large[start : start + 6 * MEBIBYTE])["ETag"]
            for client, number, start in ((two, 1, 0), (three, 2, 6 * MEBIBYTE))
        ]
        listed = two.list_parts(**named)["Parts"]
        assert [each["ETag"] for each in listed] == etags, listed
        assert keys(one, "parts") == []
        chosen = [{"PartNumber": number, "ETag": etag} for number, etag in enumerate(etags, start=1)]
        done = one.complete_multipart_upload(**named, MultipartUpload={"Parts": chosen})
        assert done["ETag"].endswith('-2"'), done
        assert three.get_object(Bucket=BUCKET, Key="parts")["Body"].read() == large
        again = two.complete_multipart_upload(**named, MultipartUpload={"Parts": chosen})
        assert again["ETag"] == done["ETag"], again
    with check("a part by its number"):
        answer = two.get_object(Bucket=BUCKET, Key="parts", PartNumber=2)
        assert answer["PartsCount"] == 2 and answer["Body"].read() == large[6 * MEBIBYTE :]
    with check("upload_part_copy"):
        upload = one.create_multipart_upload(Bucket=BUCKET, Key="parts-copied")["UploadId"]
        named = {"Bucket": BUCKET, "Key": "parts-copied", "UploadId": upload}
        source = {"Bucket": BUCKET, "Key": "parts"}
        copied = two.upload_part_copy(**named, PartNumber=1, CopySource=source, CopySourceRange="bytes=1-100")
        chosen = [{"PartNumber": 1, "ETag": copied["CopyPartResult"]["ETag"]}]
        three.complete_multipart_upload(**named, MultipartUpload={"Parts": chosen})
        assert one.get_object(Bucket=BUCKET, Key="parts-copied")["Body"].read() == large[1:101]
    with check("an upload that is aborted"):
        upload = one.create_multipart_upload(Bucket=BUCKET, Key="aborted")["UploadId"]
        found = two.list_multipart_uploads(Bucket=BUCKET, Prefix="aborted")["Uploads"]
        assert [each["UploadId"] for each in found] == [upload], found
        three.abort_multipart_upload(Bucket=BUCKET, Key="aborted", UploadId=upload)
        assert "Uploads" not in one.list_multipart_uploads(Bucket=BUCKET, Prefix="aborted")
        with refused(404, "NoSuchUpload"):
            two.upload_part(Bucket=BUCKET, Key="aborted", UploadId=upload, PartNumber=1, Body=b"late")


def configuration(one, two):
    with check("bucket tagging"):
        tags = [{"Key": "team", "Value": "store"}, {"Key": "cost", "Value": "1"}]
        one.put_bucket_tagging(Bucket=BUCKET, Tagging={"TagSet": tags})
        found = two.get_bucket_tagging(Bucket=BUCKET)["TagSet"]
        assert sorted(each["Key"] for each in found) == ["cost", "team"], found
        one.delete_bucket_tagging(Bucket=BUCKET)
        with refused(404, "NoSuchTagSet"):
            two.get_bucket_tagging(Bucket=BUCKET)
    with check("CORS"):
        rule = {"AllowedMethods": ["GET"], "AllowedOrigins": ["https://example.com"], "MaxAgeSeconds": 60}
        two.put_bucket_cors(Bucket=BUCKET, CORSConfiguration={"CORSRules": [rule]})
        assert one.get_bucket_cors(Bucket=BUCKET)["CORSRules"] == [rule]
    with check("lifecycle"):
        rule = {"ID": "old", "Status": "Enabled", "Filter": {"Prefix": "tmp/"}, "Expiration": {"Days": 30}}
        one.put_bucket_lifecycle_configuration(Bucket=BUCKET, LifecycleConfiguration={"Rules": [rule]})
        assert two.get_bucket_lifecycle_configuration(Bucket=BUCKET)["Rules"] == [rule]
        one.delete_bucket_lifecycle(Bucket=BUCKET)
    with check("a policy lets everybody read"):
        public = {"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject"}
        public["Resource"] = f"arn:aws:s3:::{BUCKET}/public/*"
        policy = json.dumps({"Version": "2012-10-17", "Statement": [public]})
        for key in ("public/a", "private/a"):
            one.put_object(Bucket=BUCKET, Key=key, Body=b"a")
        one.put_bucket_policy(Bucket=BUCKET, Policy=policy)
        assert two.get_bucket_policy(Bucket=BUCKET)["Policy"] == policy
        assert two.get_bucket_policy_status(Bucket=BUCKET)["PolicyStatus"]["IsPublic"]
        nobody = boto3.client(
            "s3", endpoint_url=one.meta.endpoint_url, config=Config(signature_version=UNSIGNED)
        )
        assert nobody.get_object(Bucket=BUCKET, Key="public/a")["Body"].read() == b"a"
        with refused(403, "AccessDenied"):
            nobody.get_object(Bucket=BUCKET, Key="private/a")
        with refused(403, "AccessDenied"):
            nobody.put_object(Bucket=BUCKET, Key="public/a", Body=b"b")
        one.delete_bucket_policy(Bucket=BUCKET)
        with refused(403, "AccessDenied"):
            nobody.get_object(Bucket=BUCKET, Key="public/a")
    with check("ACL and ownership"):
        grants = two.get_bucket_acl(Bucket=BUCKET)["Grants"]
        assert [each["Permission"] for each in grants] == ["FULL_CONTROL"], grants
        controls = one.get_bucket_ownership_controls(Bucket=BUCKET)["OwnershipControls"]
        assert controls["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}], controls


def encryption(one, two, three):
    """Objects are encrypted as clients or their bucket ask for, and opened with the right key alone."""
    bucket = "boto3-safe"
    body = content("safe", 300_000)
    own = {"SSECustomerAlgorithm": "AES256", "SSECustomerKey": content("key", 32)}
    other = {"SSECustomerAlgorithm": "AES256", "SSECustomerKey": content("other key", 32)}
    source = {"CopySource" + name: value for name, value in own.items()}
    one.create_bucket(Bucket=bucket)
    with check("no default encryption"), refused(404, "ServerSideEncryptionConfigurationNotFoundError"):
        two.get_bucket_encryption(Bucket=bucket)
    with check("a default encryption"):
        rules = [{"ApplyServerSideEncryptionByDefault": {"SSEAlgorithm": "AES256"}, "BucketKeyEnabled": False}]
        one.put_bucket_encryption(Bucket=bucket, ServerSideEncryptionConfiguration={"Rules": rules})
        found = two.get_bucket_encryption(Bucket=bucket)["ServerSideEncryptionConfiguration"]["Rules"]
        assert found == rules, found
        for client in (one, two, three):
            assert client.put_object(Bucket=bucket, Key="a", Body=body)["ServerSideEncryption"] == "AES256"
            found = three.get_object(Bucket=bucket, Key="a")
            assert found["ServerSideEncryption"] == "AES256", found
            assert found["Body"].read() == body
    with check("the end of the default encryption"):
        three.delete_bucket_encryption(Bucket=bucket)
        for client in (one, two, three):
            assert "ServerSideEncryption" not in client.put_object(Bucket=bucket, Key="plain", Body=body)
    with check("SSE-S3"):
        put = two.put_object(Bucket=bucket, Key="managed", Body=body, ServerSideEncryption="AES256")
        assert put["ETag"] == f'"{hashlib.md5(body).hexdigest()}"', put
        found = one.get_object(Bucket=bucket, Key="managed", Range="bytes=65479-131001")
        assert found["Body"].read() == body[65479:131002]
    with check("SSE-C"):
        put = three.put_object(Bucket=bucket, Key="own", Body=body, **own)
        assert put["SSECustomerAlgorithm"] == "AES256", put
        assert one.get_object(Bucket=bucket, Key="own", **own)["Body"].read() == body
    with check("SSE-C with another key"), refused(403, "AccessDenied"):
        two.get_object(Bucket=bucket, Key="own", **other)
    with check("SSE-C without a key"), refused(400, "InvalidRequest"):
        two.get_object(Bucket=bucket, Key="own")
    with check("a key for what has none"), refused(400, "InvalidRequest"):
        two.get_object(Bucket=bucket, Key="plain", **own)
    with check("a copy from a client's key to the cluster's"):
        where = {"Bucket": bucket, "Key": "own"}
        one.copy_object(Bucket=bucket, Key="copy", CopySource=where, ServerSideEncryption="AES256", **source)
        assert two.get_object(Bucket=bucket, Key="copy")["Body"].read() == body
    with check("parts under a client's key"):
        upload = {"Bucket": bucket, "Key": "parts"}
        upload["UploadId"] = one.create_multipart_upload(**upload, **own)["UploadId"]
        parts = []
        for number, client in enumerate((two, three), start=1):
            part = content(f"part {number}", 5 * MEBIBYTE + number)
            etag = client.upload_part(**upload, PartNumber=number, Body=part, **own)["ETag"]
            parts.append({"PartNumber": number, "ETag": etag})
        with refused(400, "InvalidRequest"):
            two.upload_part(**upload, PartNumber=3, Body=b"without the key")
        two.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})
        whole = b"".join(content(f"part {number}", 5 * MEBIBYTE + number) for number in (1, 2))
        assert three.get_object(Bucket=bucket, Key="parts", **own)["Body"].read() == whole
    with check("headers that do not go together"), refused(400, "InvalidArgument"):
        one.put_object(Bucket=bucket, Key="both", Body=b"x", ServerSideEncryption="AES256", **own)
    with check("the bucket that encrypted is deleted"):
        for key in ("a", "plain", "managed", "own", "copy", "parts"):
            one.delete_object(Bucket=bucket, Key=key)
        two.delete_bucket(Bucket=bucket)


def locks(one, two, three):
    """Whatever else a client tries, a version that is locked stays."""
    bucket = "boto3-locks"
    until = (datetime.now(timezone.utc) + timedelta(hours=1)).replace(microsecond=0)
    with check("a bucket with object lock"):
        one.create_bucket(Bucket=bucket, ObjectLockEnabledForBucket=True)
        assert two.get_bucket_versioning(Bucket=bucket)["Status"] == "Enabled"
        found = three.get_object_lock_configuration(Bucket=bucket)["ObjectLockConfiguration"]
        assert found == {"ObjectLockEnabled": "Enabled"}, found
    with check("a put with governance"):
        lock = {"ObjectLockMode": "GOVERNANCE", "ObjectLockRetainUntilDate": until}
        version = one.put_object(Bucket=bucket, Key="a", Body=b"a", **lock)["VersionId"]
        head = two.head_object(Bucket=bucket, Key="a")
        assert head["ObjectLockMode"] == "GOVERNANCE", head
        assert head["ObjectLockRetainUntilDate"] == until, head
    with check("a locked version is not deleted"), refused(403, "AccessDenied"):
        two.delete_object(Bucket=bucket, Key="a", VersionId=version)
    with check("nor among others"):
        objects = [{"Key": "a", "VersionId": version}]
        found = three.delete_objects(Bucket=bucket, Delete={"Objects": objects})
        assert [each["Code"] for each in found["Errors"]] == ["AccessDenied"], found
    with check("nor with its bucket"), refused(409, "BucketNotEmpty"):
        one.delete_bucket(Bucket=bucket)
    with check("versioning stays"), refused(409, "InvalidBucketState"):
        two.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Suspended"})
    with check("governance is not shortened"), refused(403, "AccessDenied"):
        shorter = {"Mode": "GOVERNANCE", "RetainUntilDate": until - timedelta(minutes=30)}
        three.put_object_retention(Bucket=bucket, Key="a", VersionId=version, Retention=shorter)
    with check("a legal hold outlasts a bypass"):
        one.put_object_legal_hold(Bucket=bucket, Key="a", LegalHold={"Status": "ON"})
        assert two.get_object_legal_hold(Bucket=bucket, Key="a")["LegalHold"]["Status"] == "ON"
        with refused(403, "AccessDenied"):
            three.delete_object(Bucket=bucket, Key="a", VersionId=version, BypassGovernanceRetention=True)
        two.put_object_legal_hold(Bucket=bucket, Key="a", LegalHold={"Status": "OFF"})
    with check("a bypass of governance"):
        one.delete_object(Bucket=bucket, Key="a", VersionId=version, BypassGovernanceRetention=True)
    with check("a default retention"):
        rule = {"DefaultRetention": {"Mode": "GOVERNANCE", "Days": 1}}
        configuration = {"ObjectLockEnabled": "Enabled", "Rule": rule}
        one.put_object_lock_configuration(Bucket=bucket, ObjectLockConfiguration=configuration)
        assert two.get_object_lock_configuration(Bucket=bucket)["ObjectLockConfiguration"] == configuration
        for client in (one, two, three):
            version = client.put_object(Bucket=bucket, Key="b", Body=b"b")["VersionId"]
            retention = one.get_object_retention(Bucket=bucket, Key="b", VersionId=version)["Retention"]
            assert retention["RetainUntilDate"] > until, retention
            two.delete_object(Bucket=bucket, Key="b", VersionId=version, BypassGovernanceRetention=True)
    with check("nothing is left of the bucket"):
        three.delete_bucket(Bucket=bucket)


def errors(one, two):
    with check("no such key"), refused(404, "NoSuchKey"):
        one.get_object(Bucket=BUCKET, Key="absent")
    with check("no such bucket"), refused(404, "NoSuchBucket"):
        two.list_objects_v2(Bucket="absent")
    with check("head of an absent key"), refused(404, "404"):
        two.head_object(Bucket=BUCKET, Key="absent")
    with check("a key that is too long"), refused(400, "KeyTooLongError"):
        one.put_object(Bucket=BUCKET, Key="k" * 1025, Body=b"")
    with check("a wrong digest"), refused(400, "InvalidDigest", "BadDigest"):
        one.put_object(Bucket=BUCKET, Key="digest", Body=b"a", ContentMD5="AAAAAAAAAAAAAAAAAAAAAA==")
    with check("a wrong checksum"), refused(400, "BadDigest"):
        one.put_object(Bucket=BUCKET, Key="digest", Body=b"a", ChecksumCRC32="AAAAAA==")
    with check("nothing of them is stored"):
        assert keys(two, "digest") == []
    with check("an operation that is not there"), refused(501, "NotImplemented"):
        one.put_bucket_accelerate_configuration(
            Bucket=BUCKET, AccelerateConfiguration={"Status": "Enabled"}
        )
    with check("a policy that is none"), refused(400, "MalformedPolicy"):
        one.put_bucket_policy(Bucket=BUCKET, Policy="{}")
    with check("a wrong secret"), refused(403, "SignatureDoesNotMatch"):
        connect(one.meta.endpoint_url, os.environ["AWS_ACCESS_KEY_ID"], "no-secret").list_buckets()
    with check("an unknown key id"), refused(403, "InvalidAccessKeyId"):
        connect(one.meta.endpoint_url, "nobody", "no-secret").list_buckets()


def connect(endpoint, key=None, secret=None):
    return boto3.client(
        "s3", endpoint_url=endpoint, aws_access_key_id=key, aws_secret_access_key=secret
    )


def main():
    phase, endpoints = sys.argv[1], sys.argv[2:]
    clients = {f"dc{number}": connect(url) for number, url in enumerate(endpoints, start=1)}
    if phase.startswith("without-"):
        without(clients, phase.removeprefix("without-"))
    else:
        {"write": write, "read": read, "operations": operations}[phase](clients)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
