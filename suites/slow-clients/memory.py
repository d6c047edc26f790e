"""What the process of a gateway has, if it is known: resident memory, and what lives on its heap."""

import pathlib
import re
import subprocess
import time

# Of each generation, in what jcmd says.
USED = re.compile(r"total \d+K, used (\d+)K")


class Memory:
    """What the process of the gateway has, if it is known."""

    def __init__(self, loop, given):
        self.loop = loop
        self.pid = given.pid
        self.jcmd = given.jcmd
        self.most = 0
        if self.pid:
            loop.at(time.monotonic(), self.look)

    def look(self, now):
        self.most = max(self.most, self.resident() or 0)
        self.loop.at(now + 1, self.look)

    def field(self, name):
        try:
            for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
                if line.startswith(name + ":"):
                    return round(int(line.split()[1]) / 1024)
        except OSError:
            pass
        return None

    def resident(self):
        return self.field("VmRSS") if self.pid else None

    def peak(self):
        return self.field("VmHWM") if self.pid else None

    def collect(self):
        """Has the JVM collect what is garbage, and say what lives then; nobody waits for it."""
        if not self.pid or not self.jcmd:
            return None
        script = '"$0" "$1" GC.run && "$0" "$1" GC.heap_info'
        return subprocess.Popen(["sh", "-c", script, self.jcmd, str(self.pid)], stdout=subprocess.PIPE, text=True)

    @staticmethod
    def collected(process):
        """Returns the MiB that lived."""
        try:
            text, _ = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return None
        return round(sum(int(used) for used in USED.findall(text)) / 1024)
