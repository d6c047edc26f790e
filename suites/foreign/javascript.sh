#!/usr/bin/env bash
# minutes: 6
# shared
# all
# prepares
# Clients of JavaScript with their defaults, against a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

modules="$(node_modules "$root/suites/foreign/javascript")"
# Node looks for modules beside the program.
cp "$root/suites/foreign/javascript/clients.mjs" "$scratch"
ln -s "$modules" "$scratch/node_modules"
start_cluster

# A note that the SDK's version 2 is old would stand in the middle of what the checks print.
export AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE=1
count_checks node "$scratch/clients.mjs" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
