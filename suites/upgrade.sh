#!/usr/bin/env bash
# minutes: 30
# all
# alone
# Three data centers of the release before are upgraded process by process, one of them back and
# forth, and the upgrade is finalized, while clients of all gateways put, get, list and delete few
# keys; Porcupine checks what they saw. Afterwards the release before must not start.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

usage() {
    cat <<'TEXT'
Usage: suites/upgrade.sh [--hold SECONDS] [--seed N] [--keep]

  --hold SECONDS  how long each state with two releases lasts (default 20)
  --seed N        repeats the choice of operations, though not their timing
  --keep          keep the history and draw it even if everything passed

The release before is the commit in suites/upgrade/from. It is built once. What
suites/upgrade/from.patch adds to it is what every later release has: it asks for the format level.
TEXT
}

hold=20
options=()
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --hold)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "--hold needs a number of seconds."
            hold="$2" && shift 2
            ;;
        --seed)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || give_up "--seed needs a number."
            options+=("$1" "$2") && shift 2
            ;;
        --keep) options+=("$1") && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

build_checker

services=(metadata-service fragment-service gateway-service gc-worker recovery-worker)

# Builds the release before, unless that was done, and prints its folder. It is not below this one:
# what reads all sources of a clone would read those too.
release_before() {
    local commit folder
    commit="$(<"$root/suites/upgrade/from")"
    folder="$cache/upgrade-$(cat "$root/suites/upgrade/from" "$root/suites/upgrade/from.patch" |
        cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time upgrade
        [[ ! -e "$folder/complete" ]] || exit 0
        printf 'Building the release before, %s ...\n' "$commit" >&2
        rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
        git -C "$root" archive "$commit" | tar --extract ||
            give_up "there is no commit $commit: fetch the whole history."
        git apply "$root/suites/upgrade/from.patch" ||
            give_up "suites/upgrade/from.patch does not fit $commit."
        JAVA_HOME="$(jdk)"
        export JAVA_HOME
        IFS=,
        ./mvnw -q -B -DskipTests -Dspotless.check.skip=true -pl "${services[*]}" -am package >&2 ||
            give_up "could not build the release before."
        touch "$folder/complete"
    ) || exit 1
    printf '%s' "$folder"
}

# Should the program be killed before it can end its processes.
end_processes() {
    [[ ! -d "$scratch/data" ]] || "$root/dev/cluster.sh" down --data "$scratch/data" >/dev/null
    clean_up
}
trap end_processes EXIT

before="$(release_before)" || exit 1
build_services "${services[@]}"
"$root/giza" upgrade --help >/dev/null || give_up "giza upgrade does not run."
# No client should have to wait for what the first start of a build takes.
"$root/dev/cluster.sh" prepare --data "$scratch/prepared" >&2 || give_up "the services do not start."
"$scratch/linearizability" --from "$before/dev/cluster.sh" --script "$root/dev/cluster.sh" \
    --giza "$root/giza" --hold "${hold}s" --data "$scratch/data" \
    --folder "$root/target/linearizability/$(date +%Y%m%dT%H%M%S)" ${options[@]+"${options[@]}"}
