"""Writes an OCI archive whose image holds one static program.

Usage: image.py PROGRAM IMAGE TAR
"""

import hashlib
import io
import json
import platform
import sys
import tarfile
from pathlib import Path

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
OCI = "application/vnd.oci.image."


def archive(files: dict[str, tuple[bytes, int]]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name, (content, mode) in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(content), mode
            tar.addfile(entry, io.BytesIO(content))
    return packed.getvalue()


def main(program: Path, image: str, target: Path) -> None:
    blobs: dict[str, tuple[bytes, int]] = {}

    def blob(content: bytes, kind: str) -> dict[str, object]:
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = (content, 0o644)
        return {"mediaType": OCI + kind, "digest": f"sha256:{digest}", "size": len(content)}

    layer = blob(archive({program.name: (program.read_bytes(), 0o755)}), "layer.v1.tar")
    configuration = {
        "architecture": ARCHITECTURES[platform.machine()],
        "os": "linux",
        "config": {"Entrypoint": [f"/{program.name}"], "User": "65535:65535"},
        "rootfs": {"type": "layers", "diff_ids": [layer["digest"]]},
    }
    manifest = {
        "schemaVersion": 2,
        "mediaType": OCI + "manifest.v1+json",
        "config": blob(json.dumps(configuration).encode(), "config.v1+json"),
        "layers": [layer],
    }
    entry = blob(json.dumps(manifest).encode(), "manifest.v1+json")
    entry["annotations"] = {"io.containerd.image.name": image}
    index = {"schemaVersion": 2, "manifests": [entry]}
    files = {
        "oci-layout": (b'{"imageLayoutVersion": "1.0.0"}', 0o644),
        "index.json": (json.dumps(index).encode(), 0o644),
    }
    target.write_bytes(archive(files | blobs))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
