#!/usr/bin/env bash
# minutes: 12
# shared
# all
# prepares
# Clients of Python with their defaults, against a cluster of three data centers of their own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

mapfile -t packages < <(grep -v '^#' "$root/suites/foreign/python-requirements.txt")
python_environment foreign-python "${packages[@]}"
start_cluster

count_checks python3 "$root/suites/foreign/python_clients.py" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
