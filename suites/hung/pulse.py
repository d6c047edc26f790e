"""Tells when the machine stood still, of which no cluster on it is at fault."""

import os
import threading
import time

# Between two beats, in seconds.
REST = 0.01
# A beat that takes longer is a halt.
TOLERANCE = 0.1


class Pulse:
    """Sleeps and syncs a small file again and again; a beat takes long if a processor or the disk is late."""

    def __init__(self, path):
        self.path = path
        self.halts = []
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        with open(self.path, "wb", buffering=0) as file:
            while True:
                begin = time.perf_counter()
                time.sleep(REST)
                os.pwrite(file.fileno(), b"beat", 0)
                os.fsync(file.fileno())
                end = time.perf_counter()
                if end - begin > TOLERANCE:
                    self.halts.append((begin, end))

    def seconds(self, begin, end):
        """Returns how long the machine stood still within a stretch of time."""
        return sum(max(0, min(end, until) - max(begin, since)) for since, until in tuple(self.halts))
