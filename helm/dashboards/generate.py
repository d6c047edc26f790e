"""Writes the dashboards as Grafana reads them. Usage: generate.py FOLDER

The chart takes them from helm/giza/dashboards. suites/observability.sh has the packages that this
needs, and fails if a file there is not what this writes.
"""

import json
import pathlib
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder

import background
import consensus
import data_path
import jvm
import overview
import s3
import stores
import usage

BOARDS = {
    "overview": overview,
    "s3": s3,
    "consensus": consensus,
    "data-path": data_path,
    "stores": stores,
    "background": background,
    "usage": usage,
    "jvm": jvm,
}


def main(folder: pathlib.Path) -> None:
    """Writes a file for each dashboard."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, module in BOARDS.items():
        made = json.loads(JSONEncoder().encode(module.board().build()))
        for variable in made["templating"]["list"]:
            # Of variables of another kind, and not in Grafana's schema.
            for field in ("auto", "auto_count", "auto_min"):
                variable.pop(field, None)
        (folder / f"{name}.json").write_text(json.dumps(made, indent=2, sort_keys=True, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
