#!/usr/bin/env bash
# minutes: 12
# prepares
# restic keeps backups of this repository's own files in a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

debian_program restic
start_cluster

export RESTIC_PASSWORD=of-a-test RESTIC_CACHE_DIR="$scratch/cache"
mkdir -p "$scratch/folder" "$scratch/restored"
cp -r "$root"/{common,gateway-service,docs} "$scratch/folder"
head -c 20000000 /dev/urandom >"$scratch/folder/random"

run() { # DC COMMAND...
    local dc="$1"
    shift
    restic --quiet --repo "s3:$(endpoint "$dc")/restic/backups" "$@"
}

snapshots() { # DC NUMBER
    [[ "$(run "$1" snapshots --json | grep -o '"short_id"' | wc -l)" == "$2" ]]
}

check "init makes bucket and repository" run dc1 init
check "backup" run dc1 backup "$scratch/folder"
check "check through another data center" run dc2 check --read-data
printf 'changed' >"$scratch/folder/docs/new"
rm -r "$scratch/folder/common"
check "backup of what changed" run dc3 backup "$scratch/folder"
check "snapshots" snapshots dc2 2
check "restore of the newest" run dc1 restore latest --target "$scratch/restored"
check "what was restored is the same" diff -r "$scratch/folder" "$scratch/restored$scratch/folder"
check "stop dc2" dc stop dc2
head -c 5000000 /dev/urandom >"$scratch/folder/random-too"
check "backup while dc2 is down" run dc1 backup "$scratch/folder"
check "check while dc2 is down" run dc3 check
check "start dc2" dc start dc2
check "forget and prune" run dc2 forget --keep-last 1 --prune
check "snapshots that are left" snapshots dc1 1
check "check after the prune" run dc3 check --read-data
rm -r "$scratch/restored"
check "restore through the one that was down" run dc2 restore latest --target "$scratch/restored"
check "what was restored is the same again" diff -r "$scratch/folder" "$scratch/restored$scratch/folder"
check "stats" run dc1 stats

finish
