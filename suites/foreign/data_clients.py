"""The checks of data.sh. Usage: data_clients.py ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3

What is written through one data center is read through another. Prints a line for each check; its
last one is "N passed, N failed".
"""

import asyncio
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import urllib.request
from urllib.parse import urlsplit

from checks import client_succeeds as check, run_all

MEBIBYTE = 1 << 20
CONTENT = random.Random(8).randbytes(20 * MEBIBYTE + 1)
REGION = os.environ["AWS_DEFAULT_REGION"]
KEY, SECRET = os.environ["AWS_ACCESS_KEY_ID"], os.environ["AWS_SECRET_ACCESS_KEY"]


def fetch(url, data=None):
    request = urllib.request.Request(url, data=data, method="PUT" if data else "GET")
    with urllib.request.urlopen(request) as response:
        return response.read()


def create_bucket(endpoint, name):
    import boto3

    boto3.client("s3", endpoint_url=endpoint).create_bucket(Bucket=name)


def polars_clients(one, two, three):
    import polars

    create_bucket(one, "polars")

    def options(endpoint):
        return {
            "aws_endpoint_url": endpoint,
            "aws_allow_http": "true",
            "aws_access_key_id": KEY,
            "aws_secret_access_key": SECRET,
            "aws_region": REGION,
        }

    frame = polars.DataFrame({"id": range(200_000), "part": [i % 3 for i in range(200_000)]})
    with check("write and read Parquet"):
        frame.write_parquet("s3://polars/whole.parquet", storage_options=options(one))
        assert polars.read_parquet("s3://polars/whole.parquet", storage_options=options(two)).equals(frame)
    with check("sink, and scan with a filter over many objects"):
        for part in range(3):
            rows = frame.lazy().filter(polars.col("part") == part)
            rows.sink_parquet(f"s3://polars/set/{part}.parquet", storage_options=options(one))
        found = polars.scan_parquet("s3://polars/set/*.parquet", storage_options=options(three))
        assert found.filter(polars.col("id") < 1000).collect().height == 1000
        assert found.select(polars.len()).collect().item() == 200_000


def clickhouse_clients(one, two, three):
    import chdb

    create_bucket(one, "clickhouse")

    def table(endpoint, key, form):
        return f"s3('{endpoint}/clickhouse/{key}', '{KEY}', '{SECRET}', '{form}')"

    def ask(statement):
        return str(chdb.query(statement, "CSV")).strip()

    with check("insert into a table of Parquet, and select elsewhere"):
        ask(
            f"INSERT INTO FUNCTION {table(one, 'big.parquet', 'Parquet')}"
            " SELECT number AS n, hex(MD5(toString(number))) AS m FROM numbers(1000000)"
        )
        found = ask(f"SELECT count(), sum(n), max(m) FROM {table(two, 'big.parquet', 'Parquet')}")
        assert found == ask("SELECT count(), sum(number), max(hex(MD5(toString(number)))) FROM numbers(1000000)"), found
    with check("partitions, found by a pattern"):
        ask(
            f"INSERT INTO FUNCTION {table(two, 'set/{_partition_id}.csv', 'CSV')}"
            " PARTITION BY n % 4 SELECT number AS n FROM numbers(10000)"
        )
        found = ask(f"SELECT count(), sum(c1), uniq(_file) FROM {table(three, 'set/*.csv', 'CSV')}")
        assert found == "10000,49995000,4", found


def duckdb_clients(one, two, three):
    import duckdb
    from duckdb_extensions import import_extension

    create_bucket(one, "duckdb")
    import_extension("httpfs")

    def connect(endpoint):
        connection = duckdb.connect()
        connection.load_extension("httpfs")
        connection.execute(
            f"CREATE SECRET (TYPE s3, KEY_ID '{KEY}', SECRET '{SECRET}', REGION '{REGION}',"
            f" ENDPOINT '{urlsplit(endpoint).netloc}', URL_STYLE 'path', USE_SSL false)"
        )
        return connection

    first, second = connect(one), connect(two)
    with check("copy to Parquet in parts, and read it"):
        first.execute("COPY (SELECT i, md5(i::VARCHAR) AS m FROM range(1000000) t(i)) TO 's3://duckdb/big.parquet'")
        found = second.execute("SELECT count(*), sum(i), max(m) FROM 's3://duckdb/big.parquet'").fetchone()
        assert found == first.execute(
            "SELECT count(*), sum(i), max(md5(i::VARCHAR)) FROM range(1000000) t(i)"
        ).fetchone(), found
    with check("partitions, found by a pattern"):
        first.execute(
            "COPY (SELECT i, i % 4 AS part FROM range(10000) t(i)) TO 's3://duckdb/set'"
            " (FORMAT parquet, PARTITION_BY (part))"
        )
        found = second.execute(
            "SELECT part, count(*) FROM read_parquet('s3://duckdb/set/*/*.parquet', hive_partitioning = true)"
            " GROUP BY part ORDER BY part"
        ).fetchall()
        assert [count for _, count in found] == [2500] * 4, found


def tensorstore_clients(one, two, three):
    import numpy
    import tensorstore

    create_bucket(one, "tensorstore")

    def store(endpoint, path):
        return {
            "driver": "s3",
            "bucket": "tensorstore",
            "path": path,
            "endpoint": endpoint,
            "aws_region": REGION,
        }

    values = numpy.arange(512 * 512, dtype=numpy.int32).reshape(512, 512)
    with check("an array in chunks"):
        array = tensorstore.open(
            {"driver": "zarr3", "kvstore": store(one, "array/")},
            create=True,
            dtype=tensorstore.int32,
            shape=values.shape,
            chunk_layout=tensorstore.ChunkLayout(chunk_shape=[128, 128]),
        ).result()
        array.write(values).result()
        again = tensorstore.open({"driver": "zarr3", "kvstore": store(two, "array/")}).result()
        assert numpy.array_equal(again.read().result(), values)
    first = tensorstore.KvStore.open(store(one, "keys/")).result()
    second = tensorstore.KvStore.open(store(two, "keys/")).result()
    with check("a stale generation writes nothing"):
        before = first.write(b"a", b"1").result().generation
        assert second.write(b"a", b"2", if_equal=before).result().generation
        first.write(b"a", b"3", if_equal=before).result()
        assert second.read(b"a").result().value == b"2"
    with check("list and delete"):
        second.write(b"b", b"1").result()
        assert sorted(first.list().result()) == [b"a", b"b"]
        first.delete_range(tensorstore.KvStore.KeyRange(b"", b"")).result()
        assert second.list().result() == []


def icechunk_clients(one, two, three):
    import icechunk
    import zarr

    create_bucket(one, "icechunk")

    def storage(endpoint):
        return icechunk.s3_storage(
            bucket="icechunk",
            prefix="repository",
            endpoint_url=endpoint,
            region=REGION,
            allow_http=True,
            force_path_style=True,
            access_key_id=KEY,
            secret_access_key=SECRET,
        )

    with check("commit, and read what was committed"):
        session = icechunk.Repository.create(storage(one)).writable_session("main")
        array = zarr.create_array(session.store, name="array", shape=(1000,), chunks=(100,), dtype="i4")
        array[:] = range(1000)
        session.commit("first")
        found = icechunk.Repository.open(storage(two)).readonly_session("main")
        assert list(zarr.open_array(found.store, path="array", mode="r")[:]) == list(range(1000))
    with check("of two commits at once one wins"):
        writers = [icechunk.Repository.open(storage(each)).writable_session("main") for each in (one, two)]
        for number, writer in enumerate(writers):
            zarr.open_array(writer.store, path="array")[0] = 100 + number
        writers[1].commit("second")
        try:
            writers[0].commit("late")
            raise AssertionError("committed over another commit")
        except icechunk.ConflictError:
            pass
        found = icechunk.Repository.open(storage(three)).readonly_session("main")
        assert zarr.open_array(found.store, path="array", mode="r")[0] == 101


def opendal_clients(one, two, three):
    import opendal

    create_bucket(one, "opendal")

    def connect(endpoint):
        return opendal.Operator("s3", bucket="opendal", endpoint=endpoint, region=REGION)

    first, second = connect(one), connect(two)
    with check("write, in parts too, and read"):
        first.write("folder/small", b"text")
        assert bytes(second.read("folder/small")) == b"text"
        with first.open("folder/large", "wb") as file:
            for start in range(0, len(CONTENT), 6 * MEBIBYTE):
                file.write(CONTENT[start : start + 6 * MEBIBYTE])
        assert bytes(second.read("folder/large")) == CONTENT
        assert second.stat("folder/large").content_length == len(CONTENT)
    with check("list, copy and delete"):
        second.copy("folder/small", "folder/copy")
        found = {each.path for each in first.list("folder/")}
        assert {"folder/copy", "folder/large", "folder/small"} <= found, found
        first.delete("folder/copy")
        assert not second.exists("folder/copy")
    with check("links to get and to put"):

        async def links():
            operator = first.to_async_operator()
            return await operator.presign_write("link", 60), await operator.presign_read("link", 60)

        write, read = asyncio.run(links())
        fetch(write.url, b"by a link")
        assert fetch(read.url) == b"by a link"


def smart_open_clients(one, two, three):
    import boto3
    import smart_open

    create_bucket(one, "smart-open")
    first, second = ({"client": boto3.client("s3", endpoint_url=each)} for each in (one, two))
    with check("a stream in parts, read by seeking"):
        with smart_open.open("s3://smart-open/large", "wb", transport_params=first) as file:
            file.write(CONTENT)
        with smart_open.open("s3://smart-open/large", "rb", transport_params=second) as file:
            file.seek(7 * MEBIBYTE)
            assert file.read(1000) == CONTENT[7 * MEBIBYTE : 7 * MEBIBYTE + 1000]
            file.seek(0)
            assert file.read() == CONTENT
    with check("compressed text"):
        with smart_open.open("s3://smart-open/text.gz", "w", transport_params=second) as file:
            file.write("line\n" * 1000)
        with smart_open.open("s3://smart-open/text.gz", transport_params=first) as file:
            assert sum(line == "line\n" for line in file) == 1000


def aioboto3_clients(one, two, three):
    import aioboto3

    async def run():
        session = aioboto3.Session()
        async with session.client("s3", endpoint_url=one) as first, session.client("s3", endpoint_url=two) as second:
            with check("upload in parts and download"):
                await first.create_bucket(Bucket="aioboto3")
                await first.upload_fileobj(io.BytesIO(CONTENT), "aioboto3", "large")
                target = io.BytesIO()
                await second.download_fileobj("aioboto3", "large", target)
                assert target.getvalue() == CONTENT
            with check("a hundred puts at once, and pages of them"):
                await asyncio.gather(
                    *(first.put_object(Bucket="aioboto3", Key=f"many/{i:03}", Body=b"x") for i in range(100))
                )
                pages = second.get_paginator("list_objects_v2").paginate(
                    Bucket="aioboto3", Prefix="many/", PaginationConfig={"PageSize": 30}
                )
                found = [each["Key"] async for page in pages for each in page["Contents"]]
                assert found == [f"many/{i:03}" for i in range(100)]
            with check("a link"):
                url = await second.generate_presigned_url("get_object", {"Bucket": "aioboto3", "Key": "large"})
                assert await asyncio.to_thread(fetch, url) == CONTENT

    asyncio.run(run())


def cloudpathlib_clients(one, two, three):
    from cloudpathlib import S3Client

    create_bucket(one, "cloudpathlib")
    first, second = (S3Client(endpoint_url=each) for each in (one, two))
    root = first.CloudPath("s3://cloudpathlib/")
    with check("write, read and list"):
        (root / "folder" / "large").write_bytes(CONTENT)
        (root / "folder" / "text.txt").write_text("text")
        there = second.CloudPath("s3://cloudpathlib/folder")
        assert (there / "large").read_bytes() == CONTENT
        assert sorted(each.name for each in there.iterdir()) == ["large", "text.txt"]
    with check("rename, and remove a tree"):
        (root / "folder" / "text.txt").rename(root / "moved.txt")
        assert second.CloudPath("s3://cloudpathlib/moved.txt").read_text() == "text"
        second.CloudPath("s3://cloudpathlib/folder").rmtree()
        assert not (root / "folder" / "large").exists()
    with check("a link"):
        assert fetch((root / "moved.txt").as_url(presign=True)) == b"text"


def dvc_clients(one, two, three):
    create_bucket(one, "dvc")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DVC_NO_ANALYTICS": "1", "HOME": folder}

        def dvc(where, *arguments):
            done = subprocess.run(
                [sys.executable, "-m", "dvc", *arguments], cwd=where, env=environment, capture_output=True, text=True
            )
            assert done.returncode == 0, done.stdout + done.stderr

        there, here = pathlib.Path(folder, "there"), pathlib.Path(folder, "here")
        for where, endpoint in ((there, one), (here, two)):
            where.mkdir()
            dvc(where, "init", "--no-scm", "--quiet")
            dvc(where, "remote", "add", "--default", "giza", "s3://dvc/store")
            dvc(where, "remote", "modify", "giza", "endpointurl", endpoint)
        with check("push, and pull elsewhere"):
            (there / "data").mkdir()
            for number in range(20):
                (there / "data" / f"{number}").write_bytes(CONTENT[number : number + 10_000])
            (there / "data" / "large").write_bytes(CONTENT)
            dvc(there, "add", "data")
            dvc(there, "push")
            (here / "data.dvc").write_bytes((there / "data.dvc").read_bytes())
            dvc(here, "pull")
            assert (here / "data" / "large").read_bytes() == CONTENT
            assert (here / "data" / "19").read_bytes() == CONTENT[19:10_019]


def mlflow_clients(one, two, three):
    from mlflow.store.artifact.s3_artifact_repo import S3ArtifactRepository

    create_bucket(one, "mlflow")

    def connect(endpoint):
        os.environ["MLFLOW_S3_ENDPOINT_URL"] = endpoint
        return S3ArtifactRepository("s3://mlflow/run/artifacts")

    with tempfile.TemporaryDirectory() as folder:
        with check("log, list, fetch and delete artifacts"):
            source, target = pathlib.Path(folder, "source"), pathlib.Path(folder, "target")
            source.mkdir()
            target.mkdir()
            (source / "model").write_bytes(CONTENT)
            (source / "notes.txt").write_text("text")
            connect(one).log_artifacts(str(source), "made")
            second = connect(two)
            assert sorted(each.path for each in second.list_artifacts("made")) == ["made/model", "made/notes.txt"]
            second.download_artifacts("made", str(target))
            assert (target / "made" / "model").read_bytes() == CONTENT
            second.delete_artifacts("made")
            assert connect(one).list_artifacts("made") == []


def minio_clients(one, two, three):
    from minio import Minio
    from minio.commonconfig import ComposeSource, CopySource, Tags
    from minio.deleteobjects import DeleteObject

    first, second = (
        Minio(urlsplit(each).netloc, access_key=KEY, secret_key=SECRET, region=REGION, secure=False)
        for each in (one, two)
    )
    with check("put in parts, get and ranges"):
        first.make_bucket("minio-py")
        first.put_object("minio-py", "large", io.BytesIO(CONTENT), -1, part_size=5 * MEBIBYTE)
        assert second.get_object("minio-py", "large").read() == CONTENT
        assert second.get_object("minio-py", "large", offset=99, length=1000).read() == CONTENT[99:1099]
    with check("copy and compose"):
        second.copy_object("minio-py", "copy", CopySource("minio-py", "large"))
        second.compose_object("minio-py", "twice", [ComposeSource("minio-py", each) for each in ("large", "copy")])
        assert first.get_object("minio-py", "twice").read() == CONTENT * 2
    with check("tags"):
        tags = Tags.new_object_tags()
        tags["a"] = "b"
        first.set_object_tags("minio-py", "copy", tags)
        assert second.get_object_tags("minio-py", "copy") == {"a": "b"}
    with check("links to get and to put"):
        fetch(first.presigned_put_object("minio-py", "link"), b"by a link")
        assert fetch(second.presigned_get_object("minio-py", "link")) == b"by a link"
    with check("list and remove many"):
        found = [each.object_name for each in second.list_objects("minio-py", recursive=True)]
        assert found == ["copy", "large", "link", "twice"], found
        assert list(second.remove_objects("minio-py", [DeleteObject(each) for each in found])) == []
        assert list(first.list_objects("minio-py")) == []
        first.remove_bucket("minio-py")


def awscrt_clients(one, two, three):
    from awscrt import auth, http, io as crt_io, s3

    create_bucket(one, "awscrt")
    bootstrap = crt_io.ClientBootstrap.get_or_create_static_default()
    credentials = auth.AwsCredentialsProvider.new_static(KEY, SECRET)
    crt = s3.S3Client(
        bootstrap=bootstrap,
        region=REGION,
        signing_config=s3.create_default_s3_signing_config(region=REGION, credential_provider=credentials),
        tls_mode=s3.S3RequestTlsMode.DISABLED,
        part_size=5 * MEBIBYTE,
    )

    def run(kind, endpoint, method, checksum, body=None):
        headers = http.HttpHeaders([("Host", urlsplit(endpoint).netloc)])
        if body is not None:
            headers.add("Content-Length", str(len(body)))
        request = http.HttpRequest(
            method, f"/awscrt/{checksum.name}", headers, io.BytesIO(body) if body is not None else None
        )
        received, lock = bytearray(), threading.Lock()

        def on_body(chunk, offset, **_):
            with lock:
                received[offset : offset + len(chunk)] = chunk

        location = s3.S3ChecksumLocation.TRAILER if body is not None else None
        config = s3.S3ChecksumConfig(
            algorithm=checksum if body is not None else None, location=location, validate_response=body is None
        )
        done = crt.make_request(type=kind, request=request, checksum_config=config, on_body=on_body)
        done.finished_future.result(120)
        return bytes(received)

    for checksum in (s3.S3ChecksumAlgorithm.CRC32, s3.S3ChecksumAlgorithm.CRC64NVME, s3.S3ChecksumAlgorithm.SHA256):
        with check(f"parts at once both ways, with {checksum.name} behind them"):
            run(s3.S3RequestType.PUT_OBJECT, one, "PUT", checksum, CONTENT)
            assert run(s3.S3RequestType.GET_OBJECT, two, "GET", checksum) == CONTENT


if __name__ == "__main__":
    sys.exit(run_all(globals(), *sys.argv[1:4]))
