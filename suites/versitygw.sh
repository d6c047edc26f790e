#!/usr/bin/env bash
# minutes: 20
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
go_program versitygw github.com/versity/versitygw/cmd/versitygw v1.8.0
start_cluster

# The tests look for an executable of the gateway beside them, which is not what is tested.
cd "$scratch"
if [[ $# -gt 0 ]]; then
    printf '%s\n' "$@" | python3 "$root/suites/versitygw/run.py" "$(endpoint dc1)"
    exit
fi
lists=("$root/suites/versitygw/pass.txt" "$root/suites/versitygw/fail.txt")
cut -f 1 "${lists[@]}" | python3 "$root/suites/versitygw/run.py" "$(endpoint dc1)" >results.txt
[[ -z "$kept" ]] || cp results.txt "$kept"
python3 "$root/suites/versitygw/results.py" ${update[@]+"${update[@]}"} <results.txt
