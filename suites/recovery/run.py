"""The checks of recovery.sh. Prints a line for each; its last one is "N passed, N failed"."""

import argparse
import concurrent.futures
import random
import re
import sys
import threading
import time

import botocore.exceptions
from cluster import NAMES, Cluster
import checks
from checks import say, succeeds
from load import PLAIN, VERSIONED, Load, digest

READERS = 8
REST = 480
PAUSE = 2
DAMAGED_SHARE = 0.01
DELETED = 5
MOST_TOLD = 20


def told(report):
    """What an audit found, but for what is as it should be, shortened."""
    return {**report, "examples": report["examples"][:MOST_TOLD]}


def undecided(report):
    return report["versions"]["undecided"] + sum(
        store["found"]["undecided"]["fragments"] for store in report["dataCenters"].values()
    )


def await_even(cluster, seconds=REST):
    """Takes one account after the other until one says that all is as it should be."""
    end = time.time() + seconds
    while True:
        report = cluster.audit()
        if report["even"] and undecided(report) == 0:
            return report
        assert time.time() < end, f"not even after {seconds} s: {told(report)}"
        time.sleep(PAUSE)


def assert_as_on_disk(cluster, report):
    """The files that lie there, as many and as large as the account says."""
    for dc in NAMES:
        sizes = [path.stat().st_size for path in cluster.paths([dc])]
        lying = report["dataCenters"][dc]["lying"]
        assert lying == {"fragments": len(sizes), "bytes": sum(sizes)}, (dc, lying, len(sizes), sum(sizes))


def assert_same(before, after):
    """The same files with the same bytes."""
    found = {
        "gone": before.keys() - after.keys(),
        "new": after.keys() - before.keys(),
        "changed": {path for path in before.keys() & after.keys() if before[path] != after[path]},
    }
    told = {what: (len(paths), sorted(map(str, paths))[:MOST_TOLD]) for what, paths in found.items() if paths}
    assert not told, f"of {len(before)} files differ: {told}"


def listed(s3, operation, bucket, *names):
    for page in s3.get_paginator(operation).paginate(Bucket=bucket):
        for name in names:
            yield from page.get(name, [])


def all_of(work, items):
    """Does something with all items, several at a time; returns what is wrong with which."""
    wrong = []

    def one(item):
        try:
            work(*item)
        except Exception as failure:
            wrong.append(f"{item[0]}: {failure!r}")

    with concurrent.futures.ThreadPoolExecutor(READERS) as pool:
        list(pool.map(one, items))
    assert not wrong, f"{len(wrong)} of {len(items)}: {wrong[:MOST_TOLD]}"


def get(cluster, dcs, bucket, key, **version):
    """Returns the digest of what is read through one of the data centers, None if nothing is."""
    s3 = cluster.s3(random.choice(dcs))
    try:
        return digest(s3.get_object(Bucket=bucket, Key=key, **version)["Body"].read())
    except botocore.exceptions.ClientError as failure:
        if failure.response["ResponseMetadata"]["HTTPStatusCode"] == 404:
            return None
        raise


def assert_reads(cluster, load, dcs):
    """What was acknowledged is read, and nothing else; where nobody knows, either."""

    def plain(name, key):
        found = get(cluster, dcs, PLAIN, name)
        assert found in key.possible, f"found {found}, not one of {key.possible}"

    all_of(plain, list(load.keys[PLAIN].items()))
    names = {each["Key"] for each in listed(cluster.s3(dcs[0]), "list_objects_v2", PLAIN, "Contents")}
    for name, key in load.keys[PLAIN].items():
        assert (name in names) or None in key.possible, f"not listed: {name}"
        assert name not in names or key.possible != {None}, f"deleted and listed: {name}"
    assert names <= set(load.keys[PLAIN]), names - set(load.keys[PLAIN])


def assert_versions(cluster, load, dcs):
    """Likewise for each version that was ever acknowledged."""
    found = {}
    for each in listed(cluster.s3(dcs[0]), "list_object_versions", VERSIONED, "Versions"):
        found.setdefault(each["Key"], set()).add(each["VersionId"])

    def versions(name, key):
        there = found.get(name, set())
        missing = set(key.versions) - there - key.maybe_deleted
        assert not missing, f"not listed: {missing}"
        assert not there & key.deleted, f"deleted and listed: {there & key.deleted}"
        for version in there:
            content = get(cluster, dcs, VERSIONED, name, VersionId=version)
            expected = {key.versions[version]} if version in key.versions else key.maybe
            assert content in expected, f"{version} is {content}, not one of {expected}"
        for version in key.deleted:
            assert get(cluster, dcs, VERSIONED, name, VersionId=version) is None, f"deleted and read: {version}"

    all_of(versions, list(load.keys[VERSIONED].items()))
    assert set(found) <= set(load.keys[VERSIONED]), set(found) - set(load.keys[VERSIONED])


def assert_all_reads_without(cluster, load, dc):
    """Reads all while the stores of a data center are down, so that what another was given is needed."""
    others = [each for each in NAMES if each != dc]
    cluster.kill_stores(dc)
    try:
        assert_reads(cluster, load, others)
        assert_versions(cluster, load, others)
    finally:
        cluster.start_stores(dc)


def killed(cluster, operations, seed):
    """A data center is killed under load and comes back."""
    load = Load(cluster, operations, seed)
    began_again = threading.Event()

    def kill():
        say("kill -9 dc2")
        cluster.kill("dc2")
        load.up = {"dc1", "dc3"}

    def start():
        say("start dc2")
        load.starting = True
        cluster.start("dc2")
        load.starting = False
        load.up = set(NAMES)
        began_again.set()
        say("dc2 is back")

    s3 = cluster.s3("dc1")
    s3.create_bucket(Bucket=PLAIN)
    s3.create_bucket(Bucket=VERSIONED)
    s3.put_bucket_versioning(Bucket=VERSIONED, VersioningConfiguration={"Status": "Enabled"})
    load.at(0.3, kill)
    load.at(0.7, start)
    with succeeds("killed: clients put, overwrite and delete while dc2 is killed and comes back"):
        load.run()
        load.keep_upload(PLAIN)
        assert began_again.is_set(), "dc2 did not come back"
        unknown = sum(key.unknown for keys in load.keys.values() for key in keys.values())
        say(f"{load.operations} operations: {dict(load.outcomes)}; {unknown} keys with an unknown outcome")
        assert unknown <= operations // 50, "too little is known to be checked"
        load.abort_uploads(s3)
    with succeeds("killed: the workers come to rest"):
        cluster.await_rest(REST)
        say("at rest")
    with succeeds("killed: the audit says that all is even"):
        report = await_even(cluster)
        say(f"even: {told(report)}")
        assert report["versions"]["parts"] > 0, "no parts"
        assert_as_on_disk(cluster, report)
    with succeeds("killed: all reads without dc1, byte for byte, and nothing that was deleted"):
        assert_all_reads_without(cluster, load, "dc1")
        say("all was read")
    return load


def put_of(path):
    """A fragment's version."""
    return re.sub(r"\.\d+$", "", "/".join(path.parts[-4:]))


def flip(path, chance):
    content = bytearray(path.read_bytes())
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def damaged(cluster, load, seed):
    """Disks flip bits of fragments and lose some."""
    chance = random.Random(seed)
    with succeeds("damaged: even before"):
        load.settle()
        await_even(cluster)
    before = cluster.fragments()
    # Never two of one version: more than one loss is too many for rs(2,1).
    paths = sorted(before)
    chance.shuffle(paths)
    victims = list({put_of(path): path for path in paths}.values())
    count = max(DELETED, round(DAMAGED_SHARE * len(before)))
    chance.shuffle(victims)
    flipped, lost = victims[:count], victims[count : count + DELETED]
    for path in flipped:
        flip(path, chance)
    for path in lost:
        path.unlink()
    say(f"flipped a bit in {len(flipped)} of {len(before)} fragments and deleted {len(lost)}")
    with succeeds("damaged: the audit tells what is missing"):
        report = cluster.audit()
        assert report["complete"] and not report["even"], told(report)
        missing = sum(each["found"]["missing"]["fragments"] for each in report["dataCenters"].values())
        assert missing == DELETED, told(report)
        named = {each["fragment"] for each in report["examples"] if each["what"] == "missing"}
        assert named == {"/".join(path.parts[-4:]) for path in lost}, named
    with succeeds("damaged: a scrub makes anew what is damaged or missing, byte for byte"):
        for dc in NAMES:
            cluster.ask(dc, "recovery/scrub", "POST")
        end = time.time() + REST
        while (after := cluster.fragments()) != before:
            different = [path for path in before if after.get(path) != before[path]]
            assert time.time() < end, f"{len(different)} differ: {different[:MOST_TOLD]}"
            time.sleep(PAUSE)
        say("all files are as before")
    with succeeds("damaged: the audit says that all is even"):
        report = await_even(cluster)
        assert_as_on_disk(cluster, report)
    with succeeds("damaged: all reads without dc3"):
        assert_all_reads_without(cluster, load, "dc3")


def at_work(cluster, dcs):
    """Waits for a worker that fills a data center, and returns whose it is."""
    end = time.time() + REST
    while True:
        for dc, filling in cluster.filling(dcs).items():
            if filling["phase"] != "counting":
                return dc
        assert time.time() < end, f"nobody filled anything in {REST} s"
        time.sleep(PAUSE / 100)


def replaced(cluster, load):
    """A data center loses everything, and an empty one takes its place."""
    with succeeds("replaced: even before"):
        await_even(cluster)
    before = cluster.fragments()
    with succeeds("replaced: a data center that lost everything is not started as if it were new"):
        cluster.wipe("dc2")
        try:
            cluster.start("dc2")
        except AssertionError as refused:
            assert "replace dc2" in str(refused), refused
        else:
            raise AssertionError("dc2 is started on nothing")
    with succeeds("replaced: an empty one is filled, though who fills it is killed"):
        others = [dc for dc in NAMES if dc != "dc2"]
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            replacement = pool.submit(cluster.replace, "dc2")
            worker = at_work(cluster, others)
            cluster.kill(f"{worker}/recovery")
            say(f"kill -9 the worker of {worker}, which was filling dc2")
            replacement.result()
        cluster.start(f"{worker}/recovery")
        asked = next(dc for dc in others if dc != worker)
        end = time.time() + REST
        while not cluster.is_filled("dc2", asked):
            assert time.time() < end, f"not filled after {REST} s: {cluster.filling(NAMES)}"
            time.sleep(PAUSE)
        say("dc2 is filled")
    with succeeds("replaced: the audit says that all is even, and all files are as before"):
        report = await_even(cluster)
        assert_as_on_disk(cluster, report)
        assert_same(before, cluster.fragments())
    with succeeds("replaced: all reads without dc1"):
        assert_all_reads_without(cluster, load, "dc1")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("--script", "--data", "--port"):
        options.add_argument(name, required=True)
    options.add_argument("--operations", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    cluster = Cluster(given.script, given.data, given.port)
    load = killed(cluster, given.operations, given.seed)
    # What follows would only say the same once more.
    if checks.failed == 0:
        damaged(cluster, load, given.seed)
    if checks.failed == 0:
        replaced(cluster, load)
    return checks.finish()


if __name__ == "__main__":
    sys.exit(main())
