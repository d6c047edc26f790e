"""What the clients of the recovery suite do, and what may be found afterwards.

Each key belongs to one thread, so what was done to it has an order. Where an outcome is not known
either may be found, and the key is left alone until it is settled.
"""

import collections
import hashlib
import random
import threading
import time

import botocore.exceptions

PLAIN = "recovery"
VERSIONED = "recovery-versioned"
THREADS = 8
# So many operations there are for each key, about.
PER_KEY = 4
MEBIBYTE = 1 << 20
PART = 5 * MEBIBYTE
MULTIPART_EVERY = 500
SETTLE_TRIES = 5
# What a client waits after each operation while processes start, which need the processors more.
GIVE_WAY = 0.5
# Of what a request may have done nobody knows.
UNKNOWN = (500, 503)


def content(text, size):
    return random.Random(text).randbytes(size)


def digest(content):
    return hashlib.sha256(content).hexdigest()


def size(chance):
    """Mixed sizes: in the row, of one block, of several."""
    kind = chance.random()
    if kind < 0.4:
        return chance.randrange(0, 2000)
    if kind < 0.85:
        return chance.randrange(20_000, 40_000)
    if kind < 0.99:
        return chance.randrange(60_000, 200_000)
    return chance.randrange(200_000, MEBIBYTE)


class Key:
    """What may be found under a key."""

    def __init__(self):
        # In the plain bucket: contents by their digest, or None for no object.
        self.possible = {None}
        # In the versioned one, by version id, and the contents of puts without an answer.
        self.versions = {}
        self.deleted = set()
        self.maybe = set()
        self.maybe_deleted = set()
        self.unknown = False


class Load:
    def __init__(self, cluster, operations, seed):
        self.cluster = cluster
        self.operations = operations
        self.seed = seed
        self.keys = {PLAIN: {}, VERSIONED: {}}
        self.up = {"dc1", "dc2", "dc3"}
        self.starting = False
        self.lock = threading.Lock()
        self.done = 0
        self.outcomes = collections.Counter()
        self.failures = []
        self.marks = {}

    def at(self, share, deed):
        """Something happens, in a thread of its own, once a share of all operations was done."""
        self.marks[int(share * self.operations)] = deed

    def run(self):
        threads = [threading.Thread(target=self.guard, args=(self.work, i)) for i in range(THREADS)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        for each in [t for t in threading.enumerate() if t.name == "deed"]:
            each.join()
        assert not self.failures, self.failures[:3]

    def guard(self, body, *arguments):
        try:
            body(*arguments)
        except Exception as failure:
            self.failures.append(repr(failure))

    def step(self):
        """Returns the number of the next operation, None if that were too many."""
        with self.lock:
            if self.done == self.operations:
                return None
            self.done += 1
            deed = self.marks.pop(self.done, None)
            number = self.done
        if deed:
            threading.Thread(target=self.guard, args=(deed,), name="deed").start()
        return number

    def work(self, thread):
        chance = random.Random(f"{self.seed} {thread}")
        names = [f"{thread}/{i:03}" for i in range(max(1, self.operations // THREADS // PER_KEY))]
        while (number := self.step()) is not None:
            bucket = VERSIONED if chance.random() < 0.2 else PLAIN
            name = chance.choice(names)
            key = self.keys[bucket].setdefault(name, Key())
            if key.unknown:
                # A key of which the outcome is unknown is left as it is.
                names.remove(name)
                names.append(f"{thread}/{number}-new")
                key = self.keys[bucket].setdefault(names[-1], Key())
                name = names[-1]
            self.operate(chance, number, bucket, name, key)
            time.sleep(GIVE_WAY if self.starting else 0)

    def operate(self, chance, number, bucket, name, key):
        exists = key.versions if bucket == VERSIONED else key.possible != {None}
        if exists and chance.random() < 0.25:
            (self.delete_version if bucket == VERSIONED else self.delete)(chance, bucket, name, key)
        else:
            self.put(chance, number, bucket, name, key)

    def client(self, chance):
        return self.cluster.s3(chance.choice(sorted(self.up)))

    def attempt(self, what, chance, request):
        """Returns whether it was done (or None if nobody knows), and the answer."""
        while True:
            try:
                answer = request(self.client(chance))
                self.outcomes[what] += 1
                return True, answer
            except botocore.exceptions.EndpointConnectionError:
                # Nobody was there to do anything.
                self.outcomes["refused connection"] += 1
            except botocore.exceptions.ClientError as failure:
                status = failure.response["ResponseMetadata"]["HTTPStatusCode"]
                assert status in UNKNOWN, failure
                self.outcomes[f"unknown: {failure.response['Error']['Code']}"] += 1
                return None, None
            except botocore.exceptions.BotoCoreError as failure:
                self.outcomes[f"unknown: {type(failure).__name__}"] += 1
                return None, None

    def put(self, chance, number, bucket, name, key):
        begun = time.time()
        if number % MULTIPART_EVERY == 0:
            body = content(f"{self.seed} {number}", PART + chance.randrange(1, 100_000))
            known, answer = self.attempt("upload", chance, lambda s3: self.upload(s3, bucket, name, body))
        else:
            body = content(f"{self.seed} {number}", size(chance))
            known, answer = self.attempt(
                "put", chance, lambda s3: s3.put_object(Bucket=bucket, Key=name, Body=body)
            )
        found = digest(body)
        if known is None:
            key.unknown = True
            key.possible.add(found)
            key.maybe.add(found)
        else:
            key.possible = {found}
            if bucket == VERSIONED:
                took = f"operation {number} took {time.time() - begun:.1f} s"
                assert answer.get("VersionId"), f"no version is named, {took}: {answer}"
                key.versions[answer["VersionId"]] = found

    @staticmethod
    def upload(s3, bucket, name, body):
        begun = s3.create_multipart_upload(Bucket=bucket, Key=name)
        named = {"Bucket": bucket, "Key": name, "UploadId": begun["UploadId"]}
        parts = []
        for number, start in enumerate(range(0, len(body), PART), start=1):
            etag = s3.upload_part(**named, PartNumber=number, Body=body[start : start + PART])["ETag"]
            parts.append({"PartNumber": number, "ETag": etag})
        answer = s3.complete_multipart_upload(**named, MultipartUpload={"Parts": parts})
        if "VersionId" not in answer:
            # An answer that took long began before the version was decided, and has no such header.
            answer |= {"VersionId": s3.head_object(Bucket=bucket, Key=name).get("VersionId")}
        return answer

    def keep_upload(self, bucket):
        """Completes an upload under a key that nothing else writes, so that parts are there afterwards."""
        number = self.operations - self.operations % MULTIPART_EVERY + MULTIPART_EVERY
        key = self.keys[bucket].setdefault("kept-upload", Key())
        self.put_until_known(random.Random(f"{self.seed} kept"), number, bucket, "kept-upload", key)

    def delete(self, chance, bucket, name, key):
        known, _ = self.attempt("delete", chance, lambda s3: s3.delete_object(Bucket=bucket, Key=name))
        if known is None:
            key.unknown = True
            key.possible.add(None)
        else:
            key.possible = {None}

    def delete_version(self, chance, bucket, name, key):
        version = chance.choice(sorted(key.versions))
        known, _ = self.attempt(
            "delete version",
            chance,
            lambda s3: s3.delete_object(Bucket=bucket, Key=name, VersionId=version),
        )
        if known is None:
            key.unknown = True
            key.maybe_deleted.add(version)
        else:
            del key.versions[version]
            key.deleted.add(version)

    def settle(self):
        """Writes to each key once more of which an outcome is not known. What nobody had an answer
        of may be decided at any later read, a deletion as well, but not once something was written.
        """
        chance = random.Random(f"{self.seed} settle")
        number = self.operations
        for bucket, keys in self.keys.items():
            for name, key in keys.items():
                if key.unknown:
                    number += 1
                    self.put_until_known(chance, number, bucket, name, key)

    def put_until_known(self, chance, number, bucket, name, key):
        for _ in range(SETTLE_TRIES):
            key.unknown = False
            self.put(chance, number, bucket, name, key)
            if not key.unknown:
                return
        raise AssertionError(f"no answer: {bucket}/{name}")

    def abort_uploads(self, s3):
        """Ends the uploads whose completion had no answer, unless they are complete."""
        for bucket in (PLAIN, VERSIONED):
            for upload in s3.list_multipart_uploads(Bucket=bucket).get("Uploads", []):
                try:
                    s3.abort_multipart_upload(Bucket=bucket, Key=upload["Key"], UploadId=upload["UploadId"])
                except botocore.exceptions.ClientError as failure:
                    assert failure.response["Error"]["Code"] == "NoSuchUpload", failure
