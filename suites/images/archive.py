#!/usr/bin/env python3
"""Reads images in OCI archives.

Usage: archive.py name|revision|entrypoint|layers|digest ARCHIVE

Prints what an image is called in its archive, the commit that it says it was built from, its command
with an argument per line, the digests of its layers, or the digest of its manifest.
"""

import gzip
import io
import json
import sys
import tarfile
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Layer:
    """A layer: what it is called, its digest, and its compressed bytes."""

    name: str
    digest: str
    content: bytes

    def files(self) -> tarfile.TarFile:
        """Opens what is in it."""
        return tarfile.open(fileobj=io.BytesIO(gzip.decompress(self.content)))


class Archive:
    """An OCI archive with one image."""

    def __init__(self, path: str) -> None:
        self._tar = tarfile.open(path)
        described = json.loads(self._read("index.json"))["manifests"][0]
        self.name: str = described["annotations"]["org.opencontainers.image.ref.name"]
        self.digest: str = described["digest"]
        self.manifest: dict[str, Any] = json.loads(self._blob(self.digest))
        self.config: dict[str, Any] = json.loads(self._blob(self.manifest["config"]["digest"]))

    def _read(self, name: str) -> bytes:
        found = self._tar.extractfile(name)
        assert found is not None, name
        return found.read()

    def _blob(self, digest: str) -> bytes:
        return self._read("blobs/" + digest.replace(":", "/"))

    @property
    def labels(self) -> dict[str, str]:
        """What the image says of itself."""
        return self.config["config"]["Labels"]

    def digests(self) -> dict[str, str]:
        """The digests of its layers by their names, from the lowest to the highest."""
        names = [each["comment"] for each in self.config["history"]]
        return dict(zip(names, [each["digest"] for each in self.manifest["layers"]], strict=True))

    def layers(self) -> list[Layer]:
        """Its layers, from the lowest to the highest."""
        return [Layer(name, digest, self._blob(digest)) for name, digest in self.digests().items()]


def main() -> None:
    """Prints what is asked for."""
    archive = Archive(sys.argv[2])
    match sys.argv[1]:
        case "name":
            print(archive.name)
        case "revision":
            print(archive.labels["org.opencontainers.image.revision"])
        case "entrypoint":
            print("\n".join(archive.config["config"]["Entrypoint"]))
        case "layers":
            print("\n".join(each["digest"] for each in archive.manifest["layers"]))
        case "digest":
            print(archive.digest)


if __name__ == "__main__":
    main()
