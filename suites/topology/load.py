"""Clients that put small objects through every gateway, get each back, and never try again."""

import threading
import time

BUCKET = "topology"
# Seconds between two objects of a client. The suite tests changes, not speed.
REST = 0.05


class Load:
    def __init__(self, cluster, names):
        self.cluster = cluster
        self.stopped = False
        self.done = []
        self.failures = []
        self.threads = [threading.Thread(target=self.work, args=(dc,)) for dc in names]

    def start(self):
        self.cluster.s3("dc1").create_bucket(Bucket=BUCKET)
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopped = True
        for thread in self.threads:
            thread.join()

    def work(self, dc):
        number = 0
        while not self.stopped:
            number += 1
            key = f"{dc}/{number}"
            try:
                self.cluster.s3(dc).put_object(Bucket=BUCKET, Key=key, Body=key.encode())
                self.done.append(time.monotonic())
                read = self.cluster.s3(dc).get_object(Bucket=BUCKET, Key=key)["Body"].read()
                assert read == key.encode(), f"{key} is {read}"
            except Exception as e:
                self.failures.append((time.monotonic(), dc, f"{key}: {e}"))
            time.sleep(REST)

    def puts(self):
        return len(self.done)

    def failed_since(self, moment, dcs):
        return [each for each in self.failures if each[0] >= moment and each[1] in dcs]

    def longest_gap(self, since):
        """The longest time without a put that was done, through whichever gateway."""
        times = [since] + sorted(each for each in self.done if each >= since)
        return max((b - a for a, b in zip(times, times[1:])), default=float("inf"))
