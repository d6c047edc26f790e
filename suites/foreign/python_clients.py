"""The checks of python.sh. Usage: python_clients.py ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3

What is written through one data center is read through another. Prints a line for each check; its
last one is "N passed, N failed".
"""

import concurrent.futures
import io
import os
import random
import sys
import tempfile
import urllib.request
from urllib.error import HTTPError

from checks import client_succeeds as check, run_all

MEBIBYTE = 1 << 20
# The SDK for C++ gives up after 3 s, which is short where builds share the machine.
SECONDS = 60
CONTENT = random.Random(7).randbytes(20 * MEBIBYTE + 1)


def fetch(url, data=None, headers=None):
    request = urllib.request.Request(url, data=data, headers=headers or {}, method="PUT" if data else "GET")
    with urllib.request.urlopen(request) as response:
        return response.read(), response.headers


def pyarrow_clients(one, two, three):
    import pyarrow
    import pyarrow.dataset
    import pyarrow.fs

    def connect(endpoint):
        return pyarrow.fs.S3FileSystem(
            endpoint_override=endpoint, allow_bucket_creation=True, request_timeout=SECONDS
        )

    first, second = connect(one), connect(two)
    with check("a bucket"):
        first.create_dir("pyarrow")
        assert second.get_file_info("pyarrow").type == pyarrow.fs.FileType.Directory
    with check("a stream, and ranges of it"):
        with first.open_output_stream("pyarrow/large") as stream:
            stream.write(CONTENT)
        with second.open_input_file("pyarrow/large") as file:
            assert file.size() == len(CONTENT)
            assert file.read_at(1000, 5 * MEBIBYTE) == CONTENT[5 * MEBIBYTE : 5 * MEBIBYTE + 1000]
            assert file.read() == CONTENT
    with check("a dataset of Parquet"):
        table = pyarrow.table({"id": range(100_000), "part": [i % 3 for i in range(100_000)]})
        pyarrow.dataset.write_dataset(
            table, "pyarrow/set", filesystem=first, format="parquet", partitioning=["part"]
        )
        found = pyarrow.dataset.dataset("pyarrow/set", filesystem=second, partitioning=["part"])
        assert sorted(found.to_table()["id"].to_pylist()) == list(range(100_000))
    with check("move and delete"):
        first.move("pyarrow/large", "pyarrow/moved")
        assert second.get_file_info("pyarrow/large").type == pyarrow.fs.FileType.NotFound
        assert second.get_file_info("pyarrow/moved").size == len(CONTENT)
        second.delete_dir("pyarrow/set")
        assert first.get_file_info("pyarrow/set").type == pyarrow.fs.FileType.NotFound


def pyiceberg_clients(one, two, three):
    import boto3
    import pyarrow
    from pyiceberg.catalog.sql import SqlCatalog

    boto3.client("s3", endpoint_url=one).create_bucket(Bucket="pyiceberg")
    with tempfile.TemporaryDirectory() as folder:

        def connect(endpoint):
            return SqlCatalog(
                "suite",
                **{
                    "uri": f"sqlite:///{folder}/catalog.db",
                    "warehouse": "s3://pyiceberg/warehouse",
                    "s3.endpoint": endpoint,
                    "s3.region": os.environ["AWS_DEFAULT_REGION"],
                    "s3.request-timeout": str(SECONDS),
                },
            )

        first, second = connect(one), connect(two)
        rows = pyarrow.table({"id": list(range(1000)), "name": [f"n{i}" for i in range(1000)]})
        with check("create and append"):
            first.create_namespace("space")
            first.create_table("space.rows", schema=rows.schema).append(rows)
            assert second.load_table("space.rows").scan().to_arrow().num_rows == 1000
        with check("delete and overwrite"):
            second.load_table("space.rows").delete("id < 10")
            assert first.load_table("space.rows").scan().to_arrow().num_rows == 990
            first.load_table("space.rows").overwrite(rows)
            assert second.load_table("space.rows").scan(row_filter="id = 5").to_arrow().num_rows == 1


def deltalake_clients(one, two, three):
    import boto3
    import pyarrow
    from deltalake import DeltaTable, write_deltalake

    boto3.client("s3", endpoint_url=one).create_bucket(Bucket="deltalake")

    def options(endpoint):
        return {"AWS_ENDPOINT_URL": endpoint, "AWS_ALLOW_HTTP": "true", "aws_conditional_put": "etag"}

    def append(writer):
        for number in range(6):
            rows = pyarrow.table({"writer": [writer], "number": [number]})
            write_deltalake(
                "s3://deltalake/table", rows, mode="append", storage_options=options((one, two)[writer % 2])
            )

    with check("no commit is lost of four writers through two data centers"):
        write_deltalake(
            "s3://deltalake/table",
            pyarrow.table({"writer": [-1], "number": [0]}),
            storage_options=options(one),
        )
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(append, range(4)))
        table = DeltaTable("s3://deltalake/table", storage_options=options(three))
        found = sorted(zip(*table.to_pyarrow_table().to_pydict().values()))
        assert found == sorted([(-1, 0), *((w, n) for w in range(4) for n in range(6))]), found
        assert table.version() == 24
    with check("delete, compact and vacuum"):
        table.delete("writer = 0")
        table.optimize.compact()
        table.vacuum(0, dry_run=False, enforce_retention_duration=False)
        again = DeltaTable("s3://deltalake/table", storage_options=options(two))
        assert again.to_pyarrow_table().num_rows == 19


def obstore_clients(one, two, three):
    import boto3
    from obstore.exceptions import AlreadyExistsError, PreconditionError
    from obstore.store import S3Store

    boto3.client("s3", endpoint_url=one).create_bucket(Bucket="obstore")
    stores = [
        S3Store("obstore", endpoint=endpoint, client_options={"allow_http": True}) for endpoint in (one, two, three)
    ]
    with check("an upload in parts, and ranges of it"):
        stores[0].put("large", io.BytesIO(CONTENT), chunk_size=6 * MEBIBYTE)
        assert bytes(stores[1].get("large").bytes()) == CONTENT
        assert bytes(stores[2].get_range("large", start=7, end=99)) == CONTENT[7:99]
    with check("create only, and update only what was read"):
        etag = stores[0].put("once", b"a", mode="create")["e_tag"]
        try:
            stores[1].put("once", b"b", mode="create")
            raise AssertionError("created twice")
        except AlreadyExistsError:
            pass
        stores[1].put("once", b"c", mode={"e_tag": etag})
        try:
            stores[2].put("once", b"d", mode={"e_tag": etag})
            raise AssertionError("updated what it had not read")
        except PreconditionError:
            pass
        assert bytes(stores[2].get("once").bytes()) == b"c"
    with check("a counter of three writers"):
        stores[0].put("counter", b"0")

        def count(store):
            done = 0
            while done < 10:
                read = store.get("counter")
                etag, value = read.meta["e_tag"], int(bytes(read.bytes()))
                try:
                    store.put("counter", str(value + 1).encode(), mode={"e_tag": etag})
                    done += 1
                except PreconditionError:
                    pass

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            list(pool.map(count, stores))
        assert bytes(stores[0].get("counter").bytes()) == b"30"
    with check("list and delete"):
        assert sorted(each["path"] for page in stores[1].list() for each in page) == ["counter", "large", "once"]
        stores[0].delete(["counter", "large", "once"])
        assert not [each for page in stores[2].list() for each in page]


def s3fs_clients(one, two, three):
    import s3fs

    first, second = (s3fs.S3FileSystem(endpoint_url=each, version_aware=False) for each in (one, two))
    with check("put, get and append"):
        first.mkdir("s3fs")
        first.pipe("s3fs/folder/large", CONTENT)
        assert second.cat("s3fs/folder/large") == CONTENT
        with second.open("s3fs/folder/large", "ab") as file:
            file.write(b"more")
        first.invalidate_cache()
        assert first.cat_file("s3fs/folder/large", start=-4) == b"more"
    with check("find, copy and remove"):
        second.copy("s3fs/folder/large", "s3fs/copy")
        first.invalidate_cache()
        assert first.find("s3fs") == ["s3fs/copy", "s3fs/folder/large"]
        first.rm("s3fs/folder", recursive=True)
        second.invalidate_cache()
        assert second.find("s3fs") == ["s3fs/copy"]
    with check("a link"):
        assert fetch(second.url("s3fs/copy"))[0] == CONTENT + b"more"
    with check("what is there is not created again"):
        first.pipe("s3fs/once", b"a", mode="create")
        try:
            second.pipe("s3fs/once", b"b", mode="create")
            raise AssertionError("created twice")
        except OSError:
            pass
        assert first.cat("s3fs/once") == b"a"


def django_clients(one, two, three):
    import boto3
    from django.conf import settings
    from django.core.files.base import ContentFile

    boto3.client("s3", endpoint_url=one).create_bucket(Bucket="django")
    settings.configure(AWS_S3_ENDPOINT_URL=one, AWS_STORAGE_BUCKET_NAME="django", AWS_S3_REGION_NAME="eu-central-1")
    from storages.backends.s3 import S3Storage

    storage = S3Storage()
    with check("save, open and list"):
        assert storage.save("media/a.txt", ContentFile(b"text")) == "media/a.txt"
        assert storage.open("media/a.txt").read() == b"text"
        assert storage.listdir("media") == ([], ["a.txt"])
        assert storage.size("media/a.txt") == 4
    with check("a link"):
        content, headers = fetch(storage.url("media/a.txt"))
        assert content == b"text" and headers["Content-Type"] == "text/plain"
    with check("delete"):
        storage.delete("media/a.txt")
        assert not storage.exists("media/a.txt")


def boto3_clients(one, two, three):
    import boto3
    from botocore.exceptions import ClientError

    s3 = boto3.client("s3", endpoint_url=one)
    s3.create_bucket(Bucket="boto3-defaults")
    key = {"Bucket": "boto3-defaults", "Key": "key"}
    with check("a link to put, with what is said of the object"):
        url = s3.generate_presigned_url("put_object", {**key, "Metadata": {"a": "b"}, "ACL": "private"})
        fetch(url, b"text", {"x-amz-meta-a": "b", "x-amz-acl": "private"})
        assert s3.head_object(**key)["Metadata"] == {"a": "b"}
    with check("a form"):
        form = s3.generate_presigned_post("boto3-defaults", "form")
        import requests

        answer = requests.post(form["url"], data=form["fields"], files={"file": b"form"})
        assert answer.status_code == 204, answer.text
    with check("what was never set"):
        for read, code in (
            (s3.get_bucket_policy, "NoSuchBucketPolicy"),
            (s3.get_bucket_website, "NoSuchWebsiteConfiguration"),
            (s3.get_public_access_block, "NoSuchPublicAccessBlockConfiguration"),
            (s3.get_object_lock_configuration, "ObjectLockConfigurationNotFoundError"),
        ):
            try:
                read(Bucket="boto3-defaults")
                raise AssertionError(f"no {code}")
            except ClientError as refusal:
                assert refusal.response["Error"]["Code"] == code, refusal
        assert s3.get_bucket_request_payment(Bucket="boto3-defaults")["Payer"] == "BucketOwner"
        assert "LoggingEnabled" not in s3.get_bucket_logging(Bucket="boto3-defaults")
        assert not s3.list_bucket_metrics_configurations(Bucket="boto3-defaults")["IsTruncated"]
    with check("a refusal tells what it refuses, and by which setting a link would be accepted"):
        try:
            s3.put_object(**key, StorageClass="GLACIER")
            raise AssertionError("archived")
        except ClientError as refusal:
            assert "x-amz-storage-class" in str(refusal), refusal
        old = boto3.client("s3", endpoint_url=one, region_name="us-east-1")
        try:
            fetch(old.generate_presigned_url("get_object", key))
            raise AssertionError("accepted")
        except HTTPError as refusal:
            assert b"signature_version='s3v4'" in refusal.read()


if __name__ == "__main__":
    sys.exit(run_all(globals(), *sys.argv[1:4]))
