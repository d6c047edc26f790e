"""Clients that keep the cluster busy in all the ways that its dashboards show."""

import os
import random
import threading
import time

import boto3
from botocore.config import Config

BUCKET = "watched"
VERSIONED = "watched-versions"
SIZES = [100, 100, 20_000, 20_000, 20_000, 300_000, 2_000_000]
KEYS = 40
PAUSE = 0.4
CONTENDED = "contended"


def client(endpoint: str, attempts: int):
    """A client of a gateway, which tries so often."""
    return boto3.session.Session().client(
        "s3",
        endpoint_url=endpoint,
        config=Config(
            retries={"mode": "standard", "total_max_attempts": attempts}, connect_timeout=3, read_timeout=30
        ),
    )


class Load:
    """Threads that put, get, list and delete until they are ended; failures are theirs to bear."""

    def __init__(self, endpoints: list[str]):
        self.endpoints = endpoints
        self.ended = threading.Event()
        self.threads: list[threading.Thread] = []
        self.own = threading.local()

    def s3(self, endpoint: str):
        """A client of this thread, which tries nothing twice."""
        clients = self.own.__dict__.setdefault("clients", {})
        if endpoint not in clients:
            clients[endpoint] = client(endpoint, 1)
        return clients[endpoint]

    def begin(self) -> None:
        """Makes the buckets, and starts the threads."""
        s3 = client(self.endpoints[0], 8)
        s3.create_bucket(Bucket=BUCKET)
        s3.create_bucket(Bucket=VERSIONED)
        s3.put_bucket_versioning(Bucket=VERSIONED, VersioningConfiguration={"Status": "Enabled"})
        for endpoint in self.endpoints:
            self._fork(self._mixed, endpoint)
            self._fork(self._contend, endpoint)
            self._fork(self._contend, endpoint)

    def _fork(self, work, endpoint: str) -> None:
        thread = threading.Thread(target=self._until_ended, args=(work, endpoint), daemon=True)
        thread.start()
        self.threads.append(thread)

    def _until_ended(self, work, endpoint: str) -> None:
        while not self.ended.is_set():
            try:
                work(self.s3(endpoint))
            except Exception:
                # A data center may be down, and that shows where the suite looks.
                pass
            time.sleep(PAUSE)

    def _mixed(self, s3) -> None:
        key = f"{random.randrange(KEYS)}"
        bucket = random.choice([BUCKET, VERSIONED])
        s3.put_object(Bucket=bucket, Key=key, Body=os.urandom(random.choice(SIZES)))
        s3.get_object(Bucket=bucket, Key=f"{random.randrange(KEYS)}")["Body"].read()
        s3.list_objects_v2(Bucket=BUCKET)
        if random.random() < 0.3:
            s3.delete_object(Bucket=bucket, Key=key)

    def _contend(self, s3) -> None:
        s3.put_object(Bucket=BUCKET, Key=CONTENDED, Body=b"mine")

    def crowd(self, endpoint: str, writers: int, ended: threading.Event) -> None:
        """Many write one key through one gateway, more than may wait for it."""

        def write():
            while not ended.is_set() and not self.ended.is_set():
                try:
                    self.s3(endpoint).put_object(Bucket=BUCKET, Key="crowded", Body=b"mine")
                except Exception:
                    time.sleep(PAUSE)

        for _ in range(writers):
            threading.Thread(target=write, daemon=True).start()

    def end(self) -> None:
        """Ends the threads."""
        self.ended.set()
        for thread in self.threads:
            thread.join(60)
