#!/usr/bin/env bash
# minutes: 6
# Clients of JavaScript with their defaults, against a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

modules="$(node_modules "$root/suites/foreign/javascript")"
# Node looks for modules beside the program.
cp "$root/suites/foreign/javascript/clients.mjs" "$scratch"
ln -s "$modules" "$scratch/node_modules"
start_cluster

count_checks node "$scratch/clients.mjs" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
