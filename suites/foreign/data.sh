#!/usr/bin/env bash
# minutes: 15
# shared
# all
# Data tools of Python with their defaults, against a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

mapfile -t packages < <(grep -v '^#' "$root/suites/foreign/data-requirements.txt")
python_environment foreign-data "${packages[@]}"
start_cluster

count_checks python3 "$root/suites/foreign/data_clients.py" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
