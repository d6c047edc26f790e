#!/usr/bin/env bash
# minutes: 15
# shared
# all
# litestream and s3fs-fuse with their defaults, against three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

[[ -w /dev/fuse && "$(id -u)" == 0 ]] || give_up "needs /dev/fuse, and root to mount by it."
debian_program s3fs libfuse2
go_program litestream github.com/benbjohnson/litestream/cmd/litestream v0.5.18
python_environment boto3 boto3==1.43.11 botocore==1.43.11
start_cluster

bucket() { # NAME
    python3 -c 'import boto3, sys; boto3.client("s3", endpoint_url=sys.argv[1]).create_bucket(Bucket=sys.argv[2])' \
        "$(endpoint dc1)" "$1"
}
check "litestream: its bucket" bucket litestream
check "s3fs: its bucket" bucket s3fs-fuse

replica() { # DC
    cat <<YAML
type: s3
bucket: litestream
path: database
region: $AWS_DEFAULT_REGION
endpoint: $(endpoint "$1")
force-path-style: true
YAML
}
sql() { # STATEMENT...
    python3 - "$scratch/database" "$@" <<'PYTHON'
import sqlite3, sys

with sqlite3.connect(sys.argv[1], timeout=30) as database:
    database.execute("PRAGMA journal_mode=WAL")
    for statement in sys.argv[2:]:
        for row in database.execute(statement):
            print(row[0])
PYTHON
}
settings() { # DC
    printf 'dbs:\n  - path: %s\n    replica:\n' "$scratch/database"
    replica "$1" | sed 's/^/      /'
}
for dc in dc1 dc3; do settings "$dc" >"$scratch/$dc.yml"; done
sql "CREATE TABLE rows (content)" "INSERT INTO rows VALUES (randomblob(3000000))" >/dev/null
litestream replicate -config "$scratch/dc1.yml" >"$scratch/litestream.log" 2>&1 &
replicating=$!
restored() { # ROWS: until a restore through another data center has as many
    local end=$((SECONDS + 120))
    while rm -f "$scratch"/restored*; do
        litestream restore -config "$scratch/dc3.yml" -o "$scratch/restored" "$scratch/database" || true
        [[ "$(rows 2>/dev/null)" != "$1" ]] || return 0
        ((SECONDS < end)) || return 1
        sleep 1
    done
}
rows() {
    python3 -c 'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT count(*) FROM rows").fetchone()[0])' \
        "$scratch/restored"
}
check "litestream: a database is restored elsewhere" restored 1
for number in {1..20}; do sql "INSERT INTO rows VALUES (randomblob($number * 10000))" >/dev/null; done
check "litestream: what was added while it replicates" restored 21
kill -INT "$replicating" && wait "$replicating" || true
no_error() {
    ! grep -i "level=error" "$scratch/litestream.log"
}
check "litestream: it replicated without an error" no_error

mounted=()
unmount_all() {
    local each
    for each in ${mounted[@]+"${mounted[@]}"}; do umount -l "$each" 2>/dev/null || true; done
}
trap 'unmount_all; clean_up' EXIT
printf '%s:%s' "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY" >"$scratch/password"
chmod 600 "$scratch/password"
mount_s3() { # DC
    mkdir -p "$scratch/$1" "$scratch/cache-$1"
    s3fs s3fs-fuse "$scratch/$1" -o "passwd_file=$scratch/password" -o "url=$(endpoint "$1")" \
        -o use_path_request_style -o "endpoint=$AWS_DEFAULT_REGION" -o "tmpdir=$scratch/cache-$1"
    mounted+=("$scratch/$1")
    mountpoint --quiet "$scratch/$1"
}
check "s3fs: mount" mount_s3 dc1
check "s3fs: mount elsewhere" mount_s3 dc2
mkdir -p "$scratch/folder/a"
head -c 60000001 /dev/urandom >"$scratch/folder/large"
printf 'one' >"$scratch/folder/a/one"
check "s3fs: cp of a folder" cp -r "$scratch/folder" "$scratch/dc1/folder"
check "s3fs: it is the same elsewhere" diff -r "$scratch/folder" "$scratch/dc2/folder"
append() {
    printf 'more' | tee -a "$scratch/folder/a/one" >>"$scratch/dc1/folder/a/one"
}
check "s3fs: append" append
check "s3fs: mv of a large file" mv "$scratch/dc1/folder/large" "$scratch/dc1/folder/moved"
mv "$scratch/folder/large" "$scratch/folder/moved"
check "s3fs: chmod of a large file" chmod 600 "$scratch/dc1/folder/moved"
check "s3fs: truncate" truncate -s 1000 "$scratch/dc1/folder/moved"
truncate -s 1000 "$scratch/folder/moved"
check "s3fs: ln -s" ln -s one "$scratch/dc1/folder/a/link"
ln -s one "$scratch/folder/a/link"
check "s3fs: mount a third" mount_s3 dc3
check "s3fs: all is the same there" diff -r "$scratch/folder" "$scratch/dc3/folder"
check "s3fs: rm -r" rm -r "$scratch/dc1/folder"
check "s3fs: umount" umount "$scratch/dc1"

finish
