#!/usr/bin/env python3
"""Looks at the images of two builds: what differs between them, and what is in them.

Usage: look.py FIRST SECOND JDK

FIRST and SECOND are folders of archives, JDK is the one that they were built with.
"""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

from checks import check, finish

from archive import Archive

SHELLS = {"sh", "bash", "dash", "ash", "busybox", "zsh", "ksh", "csh", "env", "perl", "python3"}
SHARED = ["base", "runtime"]
SHARED_BY_SERVICES = ["libraries of all services"]
NOT_REPRODUCIBLE = {"cache"}
WRITABLE = {"tmp", "data"}
COMMANDS = "giza-cli"
PORTS = {
    "giza-gateway-service": 9000,
    "giza-metadata-service": 9001,
    "giza-fragment-service": 9002,
    "giza-gc-worker": 9003,
    "giza-recovery-worker": 9004,
    "giza-console-service": 9005,
}
SPECIAL_MODES = 0o7000
ANYONE_WRITES = 0o002


def compare_builds(first: dict[str, Archive], second: dict[str, Archive]) -> None:
    """Compares the layers of each image of two builds."""
    for name, image in first.items():
        ours = {k: v for k, v in image.digests().items() if k not in NOT_REPRODUCIBLE}
        theirs = {k: v for k, v in second[name].digests().items() if k not in NOT_REPRODUCIBLE}
        differ = [layer for layer in ours if ours[layer] != theirs.get(layer)]
        check(
            not differ and ours.keys() == theirs.keys() and len(ours) >= 4,
            f"{name}: both builds have the same layers but the cache",
            f"these differ: {differ}",
        )


def compare_images(images: dict[str, Archive]) -> None:
    """Checks that all images begin with the same layers."""
    services = [image for name, image in images.items() if name != COMMANDS]
    for layers, sharing in ((SHARED, list(images.values())), (SHARED_BY_SERVICES, services)):
        for layer in layers:
            digests = {image.digests()[layer] for image in sharing}
            check(len(digests) == 1, f"all images share their layer '{layer}'", str(digests))


def look_at_files(name: str, members: list[tarfile.TarInfo], scripts: list[str]) -> None:
    """Checks that nothing is in an image that helps an intruder."""
    names = {pathlib.PurePath(each.name).name for each in members if not each.isdir()}
    check(not names & SHELLS, f"{name}: has no shell", str(names & SHELLS))
    check(not scripts, f"{name}: has no script", str(scripts))
    special = [each.name for each in members if each.mode & SPECIAL_MODES and not each.isdir()]
    check(not special, f"{name}: has no file with setuid or setgid", str(special))
    links = [each.name for each in members if not each.isfile() and not each.isdir()]
    check(not links, f"{name}: has files and folders alone", str(links))
    open_to_all = [e.name for e in members if e.mode & ANYONE_WRITES and e.name not in WRITABLE]
    check(not open_to_all, f"{name}: nobody may write but in /tmp", str(open_to_all))
    owned = [each.name for each in members if each.uid != 0 and each.name not in WRITABLE]
    check(not owned, f"{name}: its user owns nothing but /tmp and /data", str(owned))


def look_at_labels(name: str, image: Archive) -> None:
    """Checks what an image says of itself."""
    labels = image.labels
    for key, wanted in {
        "title": name,
        "licenses": "Apache-2.0",
        "version": r"\d+\.\d+\.\d+.*",
        "revision": ".+",
    }.items():
        found = labels.get(f"org.opencontainers.image.{key}", "")
        check(bool(re.fullmatch(wanted, found)), f"{name}: its label tells its {key}", found)
    config = image.config["config"]
    check(config["User"] == "10001:10001", f"{name}: runs as 10001:10001", config["User"])
    ports = {f"{PORTS[name]}/tcp", "9100/tcp"} if name in PORTS else set()
    check(set(config.get("ExposedPorts") or {}) == ports, f"{name}: names its ports")


def look_at_components(name: str, image: Archive, folder: pathlib.Path, root: pathlib.Path) -> None:
    """Checks that the list of components is beside the archive and in the image, and is whole."""
    inside = (root / image.labels["io.giza.components"].lstrip("/")).read_bytes()
    beside = (folder / f"{name}.cdx.json").read_bytes()
    named = image.labels["io.giza.components.sha256"]
    check(
        inside == beside and hashlib.sha256(inside).hexdigest() == named,
        f"{name}: its list of components is the one that its label names",
    )
    listed = json.loads(inside)
    check(listed["bomFormat"] == "CycloneDX", f"{name}: the list is CycloneDX")
    known = {f"{each['name']}-{each['version']}.jar" for each in listed["components"]}
    missing = {each.name for each in (root / "app/lib").glob("*.jar")} - known
    check(not missing, f"{name}: the list has each library", str(missing))
    packages = {each["name"] for each in listed["components"]}
    check(
        {"libc6", "libstdc++6", "libgcc-s1", "ca-certificates", "openjdk"} <= packages,
        f"{name}: the list has the JVM and Debian's packages",
    )


def look_at_modules(jdk: str, root: pathlib.Path, classes: pathlib.Path) -> None:
    """Checks that the JVM has the modules that all classes of all services name."""
    needed = subprocess.run(
        [f"{jdk}/bin/jdeps", "--ignore-missing-deps", "--print-module-deps", str(classes)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    release = (root / "opt/jre/release").read_text()
    linked = set(re.search(r'MODULES="(.*)"', release).group(1).split())
    check(
        needed != "" and set(needed.split(",")) <= linked,
        "the JVM has each module that services use",
        f"lacks {set(needed.split(',')) - linked}",
    )


def unpack(image: Archive, root: pathlib.Path) -> tuple[list[tarfile.TarInfo], list[str]]:
    """Unpacks an image; returns all that is in it, and the names of scripts."""
    members, scripts = [], []
    for layer in image.layers():
        with layer.files() as files:
            for each in files:
                members.append(each)
                content = files.extractfile(each) if each.isfile() else None
                if content and content.read(2) == b"#!":
                    scripts.append(each.name)
            files.extractall(root, filter="tar")
    return members, scripts


def unpack_classes(root: pathlib.Path, classes: pathlib.Path) -> None:
    """Unpacks the classes of all jars into one folder, without the modules that they are."""
    for jar in [*(root / "app/lib").glob("*.jar"), *(root / "app").glob("*.jar")]:
        with zipfile.ZipFile(jar) as content:
            for each in content.namelist():
                if each.endswith(".class") and not each.endswith("module-info.class"):
                    content.extract(each, classes)


def main() -> int:
    """Looks at all images."""
    first, second = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    names = [*PORTS, COMMANDS]
    images = {name: Archive(str(first / f"{name}.tar")) for name in names}
    compare_builds(images, {name: Archive(str(second / f"{name}.tar")) for name in names})
    compare_images(images)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        classes = folder / "classes"
        for name, image in images.items():
            root = folder / name
            members, scripts = unpack(image, root)
            look_at_files(name, members, scripts)
            look_at_labels(name, image)
            look_at_components(name, image, first, root)
            unpack_classes(root, classes)
        natives = [each.name for each in (folder / "giza-metadata-service/app/native").iterdir()]
        check(len(natives) == 1, "tables have one native library", str(natives))
        look_at_modules(sys.argv[3], folder / "giza-gc-worker", classes)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
