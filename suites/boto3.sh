#!/usr/bin/env bash
# minutes: 12
# prepares
# boto3 with its default settings against a cluster of three data centers of its own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

python_environment boto3 boto3==1.43.11 botocore==1.43.11
start_cluster

# A phase is a run of the suite's program, which counts its checks on its last line.
phase() {
    local output
    output="$(python3 "$root/suites/boto3_objects.py" "$1" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)" 2>&1)" || true
    printf '%s\n' "$output" | sed -n "s/^PASSED: /$1: /p" >>"$scratch/passed"
    printf '%s\n' "$output" | sed -e '$d' -e '/^PASSED: /d'
    if [[ "$(tail -n 1 <<<"$output")" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1))
        printf 'FAILED: %s ended early\n%s\n' "$1" "$output"
    fi
}

phase write
for down in dc1 dc2 dc3; do
    check "stop $down" dc stop "$down"
    phase "without-$down"
    check "start $down" dc start "$down"
done
stop_cluster
start_cluster
phase read
phase operations
finish
