#!/usr/bin/env bash
# minutes: 30
# prepares
# The integration tests of versitygw, another gateway, against a cluster of three data centers of
# its own. versitygw/pass.txt lists those that must pass, versitygw/fail.txt the others and why.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/versitygw.sh [--update] [--keep FILE] [TEST...]

  --update     add what passes to versitygw/pass.txt, and new failures to fail.txt
  --keep FILE  keep a line per test
  TEST...      run only these
TEXT
}

# build_tests VERSION: builds the gateway with its tests, and puts it on the PATH. Its tests are changed
# where they take their own gateway's users and buckets for S3's (versitygw/patch.py).
build_tests() {
    local patch="$root/suites/versitygw/patch.py" folder source
    folder="$cache/versitygw-$1-$(sha256sum "$patch" | cut -c 1-12)"
    command -v go >/dev/null || give_up "needs Go 1.25 or later: https://go.dev/dl/."
    (
        one_at_a_time versitygw
        [[ ! -x "$folder/versitygw" ]] || exit 0
        printf 'Building versitygw %s, which takes minutes the first time ...\n' "$1" >&2
        export GOTOOLCHAIN=local GOFLAGS=-mod=mod
        cd "$scratch"
        source="$(go mod download -json "github.com/versity/versitygw@$1" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')" ||
            give_up "could not fetch versitygw $1."
        cp -r "$source" versitygw-source && chmod -R u+w versitygw-source && cd versitygw-source
        python3 "$patch" tests/integration || give_up "the tests of versitygw $1 make their users in another way."
        go build -o "$folder/versitygw" ./cmd/versitygw >&2 || give_up "could not build versitygw $1."
        cd .. && rm -rf versitygw-source
    ) || exit 1
    export PATH="$folder:$PATH"
}

kept=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) update=(--update) && shift ;;
        --keep) kept="$(realpath "${2:?--keep needs a file}")" && shift 2 ;;
        -h | --help) usage && exit 0 ;;
        -*) usage >&2 && give_up "unknown option '$1'." ;;
        *) break ;;
    esac
done

python_environment boto3 boto3==1.43.11 botocore==1.43.11
build_tests v1.8.0
start_cluster --accounts user1,user2,user3,user4

# The tests run an executable of the gateway beside them to make users and to give buckets away.
cd "$scratch"
GIZA_SUITE_ENDPOINT="$(endpoint dc1)"
export GIZA_SUITE_ENDPOINT
printf '#!/bin/sh\nexec python3 -S -E "%s/suites/versitygw/ask.py" "$@"\n' "$root" >versitygw
chmod +x versitygw
if [[ $# -gt 0 ]]; then
    printf '%s\n' "$@" | python3 "$root/suites/versitygw/run.py" "$(endpoint dc1)"
    exit
fi
lists=("$root/suites/versitygw/pass.txt" "$root/suites/versitygw/fail.txt")
cut -f 1 "${lists[@]}" | python3 "$root/suites/versitygw/run.py" "$(endpoint dc1)" >results.txt
[[ -z "$kept" ]] || cp results.txt "$kept"
python3 "$root/suites/versitygw/results.py" ${update[@]+"${update[@]}"} <results.txt
