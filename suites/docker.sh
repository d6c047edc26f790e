#!/usr/bin/env bash
# minutes: 12
# alone
# all
# Azure's stores against the emulator's own image: the tests that need containers, with an engine of
# their own where none answers. Alone, since a busy machine starves the emulator.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

cd "$root"
engine=own
if docker info >/dev/null 2>&1; then engine=others; fi

stop_engine() {
    [[ "$engine" != own ]] || dev/docker-azurite.sh down
    clean_up
}
trap stop_engine EXIT

if [[ "$engine" == own ]]; then
    settings="$(dev/docker-azurite.sh up)" || give_up "no Docker engine answers, and none can be started."
    eval "$settings"
fi
touch "$scratch/begun"
# Nothing is packaged: other suites start what lies there.
JAVA_HOME="$(jdk)" ./mvnw -B -ntp -q test-compile surefire:test failsafe:integration-test \
    -pl metadata-service,fragment-service,system-tests -am -Dmaven.test.failure.ignore=true -Dspotless.check.skip=true \
    -Dtest='*InDockerTest' -Dsurefire.failIfNoSpecifiedTests=false \
    -Dit.test='*InDockerIT' -Dfailsafe.failIfNoSpecifiedTests=false >"$scratch/maven.log" 2>&1 ||
    { tail -n 40 "$scratch/maven.log" && give_up "Maven did not come to its end."; }
for report in ./*/target/{surefire,failsafe}-reports/TEST-*InDocker*.xml; do
    [[ "$report" -nt "$scratch/begun" ]] || give_up "${report##*/} was not written anew."
    count_reports "$report"
done
[[ "$failed" -eq 0 ]] || tail -n 60 "$scratch/maven.log"
finish
