#!/usr/bin/env bash
# minutes: 12
# prepares
# rclone with its default settings against a cluster of three data centers of its own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

go_program rclone github.com/rclone/rclone v1.75.1
start_cluster

mkdir -p "$scratch/source/a/b"
for size in 0 1 100000 4194305 20000000; do
    head -c "$size" /dev/urandom >"$scratch/source/$size"
done
printf 'one' >"$scratch/source/a/one"
printf 'two' >"$scratch/source/a/b/two and+three ü"

export RCLONE_CONFIG="$scratch/rclone.conf"
for number in 1 2 3; do
    cat >>"$RCLONE_CONFIG" <<CONFIG
[dc$number]
type = s3
provider = Other
access_key_id = $AWS_ACCESS_KEY_ID
secret_access_key = $AWS_SECRET_ACCESS_KEY
endpoint = $(endpoint "dc$number")

CONFIG
done

same() { # COMMAND... prints what FILE holds, the last argument
    "${@:1:$#-1}" | cmp - "${*: -1}"
}

check "mkdir" rclone mkdir dc1:rclone
check "lsd elsewhere" prints " rclone\$" rclone lsd dc2:
check "copy up" rclone copy "$scratch/source" dc1:rclone/tree
check "check elsewhere" rclone check "$scratch/source" dc2:rclone/tree
check "check by reading" rclone check --download "$scratch/source" dc3:rclone/tree
check "ls" prints " 20000000 20000000\$" rclone ls dc2:rclone/tree
check "lsf shows folders" prints "^a/\$" rclone lsf dc3:rclone/tree
check "size" prints "Total objects: 7$" rclone size dc1:rclone/tree
check "copy down" rclone copy dc3:rclone/tree "$scratch/copy"
check "both trees are the same" diff -r "$scratch/source" "$scratch/copy"
check "cat" same rclone cat dc2:rclone/tree/100000 "$scratch/source/100000"
check "cat of a part" same rclone cat --offset 4194300 dc2:rclone/tree/4194305 <(tail -c 5 "$scratch/source/4194305")
check "stop dc3" dc stop dc3
printf 'changed' >"$scratch/source/a/one"
rm "$scratch/source/1"
check "sync while dc3 is down" rclone sync "$scratch/source" dc1:rclone/tree
check "check while dc3 is down" rclone check "$scratch/source" dc2:rclone/tree
check "start dc3" dc start dc3
check "check through the one that was down" rclone check "$scratch/source" dc3:rclone/tree
check "copy within the cluster" rclone copyto dc1:rclone/tree/100000 dc1:rclone/copied
check "what was copied is the same" same rclone cat dc2:rclone/copied "$scratch/source/100000"
check "moveto" rclone moveto dc2:rclone/copied dc2:rclone/moved
check "what was moved is gone" bash -c "[[ -z \$(rclone lsf dc3:rclone --files-only --include copied) ]]"
check "touch" rclone touch --timestamp 2020-01-02T03:04:05 dc1:rclone/moved
check "what was touched" prints "2020-01-02 03:04:05" rclone lsl --use-server-modtime=false dc2:rclone/moved
check "link" bash -c "curl -sf \"\$(rclone link dc1:rclone/moved)\" | cmp - '$scratch/source/100000'"
own_key=(--s3-sse-customer-algorithm AES256 --s3-sse-customer-key-base64 "$(head -c 32 /dev/urandom | base64)")
check "copy with a key of the client" rclone copyto "${own_key[@]}" "$scratch/source/20000000" dc1:rclone/own
check "cat with the key" same rclone cat "${own_key[@]}" dc2:rclone/own "$scratch/source/20000000"
check "cat without the key" refused 400 rclone cat --retries 1 --low-level-retries 1 dc3:rclone/own
check "copy that the cluster encrypts" rclone copyto --s3-server-side-encryption AES256 "$scratch/source/20000000" dc3:rclone/managed
check "cat of what it encrypted" same rclone cat dc1:rclone/managed "$scratch/source/20000000"
check "deletefile of what was encrypted" rclone deletefile dc2:rclone/managed
check "deletefile of what the client encrypted" rclone deletefile "${own_key[@]}" dc2:rclone/own
check "backend versioning" prints "Enabled" rclone backend versioning dc1:rclone Enabled
check "a new version" rclone copyto "$scratch/source/a/one" dc1:rclone/moved
check "versions" prints "moved-v20" rclone lsf --s3-versions dc2:rclone
check "cleanup-hidden" rclone backend cleanup-hidden dc1:rclone
check "one version is left" bash -c "[[ \$(rclone lsf --s3-versions dc3:rclone | grep -c moved) == 1 ]]"
check "deletefile" rclone deletefile dc2:rclone/moved
check "rmdir of a bucket with objects" refused BucketNotEmpty rclone rmdir dc2:rclone
check "purge" rclone purge dc3:rclone

finish
