#!/usr/bin/env bash
# minutes: 5
# The AWS SDK for Java v2: counts what the project's own tests with it came to, which Maven has run.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

cd "$root"
reports=()
# Some have a class of the tests sign with it.
for source in $(grep -rlE 'import (software\.amazon\.awssdk|io\.giza\.gateway\.fake\.PresignedUrl;)' --include='*Test.java' --include='*IT.java' ./*/src/test/java | sort); do
    class="$(basename "$source" .java)"
    for report in ./*/target/{surefire,failsafe}-reports/TEST-*."$class".xml; do
        [[ -e "$report" ]] || continue
        [[ "$report" -nt "$source" ]] || give_up "$class has changed since it was run: ./giza test runs it."
        reports+=("$report")
    done
done
[[ "${#reports[@]}" -gt 0 ]] || give_up "no reports: ./giza test writes them."
count_reports "${reports[@]}"
finish
