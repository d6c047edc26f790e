"""The fire drill: what can be provoked is, and each alert must reach the receiver with its labels."""

import os
import pathlib
import shutil
import subprocess
import threading
import time
from contextlib import contextmanager

import load
from checks import check
from cluster import NAMES, Cluster
from watch import Watch

DISK = "2g"
FILLED = 0.55
NEARLY_FULL = 0.9
FULL = 0.965
ARRIVES = 240
WRITERS = 14
SIZE = 300_000
PAUSE = 0.5
BUCKET = "drill"


@contextmanager
def environment(**values: str):
    """Processes that are started meanwhile have these variables."""
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]


class Drill:
    """The steps, on a cluster that is watched and under load."""

    def __init__(self, cluster: Cluster, watch: Watch, clients: load.Load, folder: pathlib.Path):
        self.cluster = cluster
        self.watch = watch
        self.clients = clients
        self.folder = folder
        self.disk = cluster.data / "dc3/fragments"
        self.began = time.time()
        self.files: dict[str, dict[str, list[pathlib.Path]]] = {}

    def say(self, text: str) -> None:
        print(f"{time.time() - self.began:6.1f} s  {text}", flush=True)

    def arrives(self, alert: str, ended: bool = False, since: float = 0, **labels: str) -> None:
        """Counts whether an alert with these labels reaches the receiver, or its end does."""
        wanted = {"alertname": alert, **labels}
        end = time.time() + ARRIVES
        while not (found := self.watch.receiver.find(wanted, ended, since)) and time.time() < end:
            time.sleep(PAUSE)
        said = " ".join([alert, *(f"{key}={value}" for key, value in sorted(labels.items()))])
        what = f"drill: {said} {'ends' if ended else 'arrives'}"
        check(bool(found) and "<error" not in str(found[0]["annotations"]), what, found or self.current())
        if found:
            self.say(what)

    def current(self) -> list[dict]:
        """What fires or is about to."""
        return [each["metric"] for each in self.watch.ask("ALERTS")]

    def prepare(self) -> None:
        """Puts the store of dc3 on a small disk, and objects whose files are known."""
        self.cluster.kill("dc3/fragment")
        kept = self.folder / "kept"
        shutil.copytree(self.disk, kept)
        shutil.rmtree(self.disk)
        self.disk.mkdir(mode=0o700)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=0700", "tmpfs", str(self.disk)], check=True)
        shutil.copytree(kept, self.disk, dirs_exist_ok=True)
        self.cluster.start("dc3/fragment")
        s3 = self.s3()
        s3.create_bucket(Bucket=BUCKET)
        for key in ("damaged", "lost"):
            before = {dc: set(self.cluster.paths([dc])) for dc in NAMES}
            s3.put_object(Bucket=BUCKET, Key=key, Body=os.urandom(SIZE))
            self.files[key] = {dc: [path for path in self.cluster.paths([dc]) if path not in before[dc]] for dc in NAMES}
        assert all(len(files) == 1 for each in self.files.values() for files in each.values()), self.files

    def clean_up(self) -> None:
        """Takes the small disk away."""
        subprocess.run(["umount", "--lazy", str(self.disk)], check=False)

    def s3(self):
        return load.client(self.clients.endpoints[0], 8)

    def fill(self, share: float) -> None:
        """Fills the small disk up to a share."""
        room = os.statvfs(self.disk)
        total = room.f_blocks * room.f_frsize
        missing = int(share * total) - (total - room.f_bavail * room.f_frsize)
        ballast = self.disk.parent / "fragments" / f"ballast-{share}"
        subprocess.run(["fallocate", "-l", str(max(missing, 4096)), str(ballast)], check=True)

    def run(self) -> None:
        """All steps; what waits longest begins first."""
        self.fill(FILLED)
        self.quiet_jobs()
        self.data_is_damaged()
        self.a_crowd_writes()
        self.a_data_center_dies()
        self.no_quorum()
        self.a_worker_restarts()
        self.a_gateway_is_far_away()
        self.disks_fill()

    def quiet_jobs(self) -> None:
        """Jobs that ended when the cluster began are overdue by shortened measures."""
        self.arrives("GizaSweepStalled", severity="ticket", reason="overdue", job="gc/rows/dc1")
        self.arrives("GizaRecoveryStalled", severity="ticket", reason="overdue", job="recovery/catch-up/dc2")
        self.arrives("GizaScrubOverdue", severity="ticket", job="scrub/fragments/dc3")
        self.watch.scrape_guest(f"127.0.0.1:{self.watch.port + 1}")
        self.await_series('up{job="giza-guest"} == 1')
        self.watch.scrape_guest(None)
        self.arrives("GizaTargetsGone", severity="page", job="giza-guest")

    def await_series(self, expr: str) -> None:
        end = time.time() + ARRIVES
        while not self.watch.ask(expr):
            assert time.time() < end, f"never: {expr}"
            time.sleep(PAUSE)

    def data_is_damaged(self) -> None:
        """Bytes of a fragment change, and two of the three fragments of another object vanish."""
        path = self.files["damaged"]["dc1"][0]
        path.chmod(0o600)
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2)
            was = file.read(64)
            file.seek(-64, os.SEEK_CUR)
            file.write(bytes(255 - each for each in was))
        for dc in ("dc2", "dc3"):
            self.files["lost"][dc][0].unlink()
        self.say("a fragment is damaged, and two of another object are gone")
        try:
            load.client(self.clients.endpoints[0], 2).get_object(Bucket=BUCKET, Key="lost")["Body"].read()
            check(False, "drill: an object is lost", "it was read")
        except Exception as failure:
            check(True, "drill: an object is lost", failure)
        for dc in NAMES:
            self.cluster.ask(dc, "recovery/scrub", "POST")
        self.arrives("GizaVersionLost", severity="page", home="dc1")
        self.arrives("GizaFragmentDamaged", severity="ticket", dc="dc1")
        self.cluster.audit()
        self.arrives("GizaAuditUneven", severity="ticket", home="dc1", kind="missing")

    def a_crowd_writes(self) -> None:
        ended = threading.Event()
        self.clients.crowd(self.clients.endpoints[1], WRITERS, ended)
        self.arrives("GizaQueueRefuses", severity="ticket", home="dc2")
        ended.set()

    def a_data_center_dies(self) -> None:
        self.say("kill -9 dc2")
        self.cluster.kill("dc2")
        for service in ("metadata", "fragments"):
            self.arrives("GizaDataCenterUnreachable", severity="page", dc="dc2", service=service)
        self.arrives("GizaQuorumAtRisk", severity="page")
        for service in range(5):
            job = "giza-gateway" if service == 0 else "giza-internal"
            instance = f"127.0.0.1:{self.cluster.port_of('dc2', service)}"
            self.arrives("GizaProcessDown", severity="page", job=job, instance=instance)
        self.arrives("GizaPutsDegraded", severity="ticket", home="dc1", dc="dc2")
        self.cluster.ask("dc1", "recovery/catch-up", "POST")
        self.arrives("GizaDurabilityAtRisk", severity="page", reason="data-center-away")
        self.arrives("GizaDurabilityAtRisk", severity="page", reason="not-repaired")
        began = time.time()
        with environment(GIZA_ERASURE_KERNEL="table"):
            self.cluster.start("dc2")
        self.say("dc2 is back, and its gateway computes with the table")
        for service in ("metadata", "fragments"):
            self.arrives("GizaDataCenterUnreachable", ended=True, since=began, dc="dc2", service=service)
        self.arrives("GizaProcessDown", ended=True, since=began, job="giza-gateway")
        self.arrives("GizaVectorsMissing", severity="ticket", home="dc2")

    def no_quorum(self) -> None:
        self.say("kill -9 dc1/metadata dc3/metadata")
        began = time.time()
        self.cluster.kill("dc1/metadata")
        self.cluster.kill("dc3/metadata")
        for severity, window in (("page", "1h"), ("page", "6h"), ("ticket", "3d")):
            self.arrives("GizaAvailabilityBurn", since=began, severity=severity, window=window, home="dc2")
        self.arrives("GizaOutcomeUnknown", severity="page", home="dc2")
        self.arrives("GizaJobUnheld", since=began, severity="ticket", job="gc/rows/dc1")
        self.cluster.start("dc1/metadata")
        self.cluster.start("dc3/metadata")

    def certificate(self, days: int) -> dict[str, str]:
        """The settings of a process that has a certificate for so long."""
        key, certificate = (self.folder / f"{days}.{each}" for each in ("key", "crt"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
            + ["-days", str(days), "-subj", "/CN=drill", "-keyout", str(key), "-out", str(certificate)],
            check=True,
            capture_output=True,
        )
        bundle = "SPRING_SSL_BUNDLE_PEM_DRILL_KEYSTORE_"
        return {f"{bundle}CERTIFICATE": f"file:{certificate}", f"{bundle}PRIVATEKEY": f"file:{key}"}

    def restart(self, process: str, instance: str, **settings: str) -> None:
        """Has a process of other settings take the place of one, and waits until it was scraped."""
        before = self.watch.ask(f'process_start_time_seconds{{instance="{instance}"}}')
        self.cluster.kill(process)
        with environment(**settings):
            self.cluster.start(process)
        if before:
            old = before[0]["value"][1]
            self.await_series(f'process_start_time_seconds{{instance="{instance}"}} > {old}')

    def a_worker_restarts(self) -> None:
        """Again and again, at last of another version, with other accounts and certificates."""
        instance = f"127.0.0.1:{self.cluster.port_of('dc3', 3)}"
        two = self.certificate(2)
        settings = {**two, "GIZA_BUILD_COMMIT": "other", "GIZA_ACCOUNTS_DEFAULT_STRIPESIZE": "8MiB"}
        for _ in range(3):
            self.restart("dc3/gc", instance, **settings)
        self.arrives("GizaRestarting", severity="ticket", home="dc3", instance=instance)
        self.arrives("GizaCertificateExpires", severity="page", home="dc3", bundle="drill")
        self.arrives("GizaTopologyDiffers", severity="ticket")
        self.arrives("GizaVersionsDiffer", severity="ticket")
        self.restart("dc3/gc", instance, **self.certificate(10))
        self.arrives("GizaCertificateExpires", severity="ticket", home="dc3", bundle="drill")

    def a_gateway_is_far_away(self) -> None:
        instance = f"127.0.0.1:{self.cluster.port_of('dc3')}"
        began = time.time()
        far = {f"GIZA_EXPERIMENTS_DELAYS_{dc}": "700ms" for dc in ("DC1", "DC2")}
        self.restart("dc3/gateway", instance, **far)
        self.say("the gateway of dc3 is far from dc1 and dc2")
        for kind in ("get-first-byte", "put-small"):
            self.arrives("GizaLatencyBurn", since=began, severity="page", window="1h", home="dc3", **{"class": kind})
        self.arrives("GizaLatencyBurn", severity="page", window="6h", home="dc3")
        self.arrives("GizaLatencyBurn", severity="ticket", window="3d", home="dc3")
        self.arrives("GizaDataCenterSlow", since=began, severity="ticket", home="dc3", dc="dc1", service="metadata")

    def disks_fill(self) -> None:
        self.fill(NEARLY_FULL)
        self.arrives("GizaDiskFilling", severity="ticket", home="dc3", store="fragments")
        self.fill(FULL)
        self.arrives("GizaDiskFull", severity="page", home="dc3", store="fragments")
