#!/usr/bin/env bash
# minutes: 8
# Clients of Python with their defaults, against a cluster of three data centers of their own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

mapfile -t packages < <(grep -v '^#' "$root/suites/foreign/python-requirements.txt")
python_environment foreign-python "${packages[@]}"
start_cluster

output="$(python3 "$root/suites/foreign/python_clients.py" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)" 2>&1)" || true
printf '%s\n' "$output" | sed -n "s/^PASSED: //p" >>"$scratch/passed"
printf '%s\n' "$output" | sed -e '$d' -e '/^PASSED: /d'
if [[ "$(tail -n 1 <<<"$output")" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
else
    failed=$((failed + 1))
    printf 'FAILED: the program ended early\n%s\n' "$output"
fi
finish
