#!/usr/bin/env bash
# minutes: 3
# idle
# The scripts of the console's pages: their types are written in comments, and checked strictly.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

modules="$(node_modules "$root/suites/console")"
check "types of the console's scripts" "$modules/.bin/tsc" --checkJs --strict --noEmit \
    --target es2022 --module es2022 --moduleResolution bundler --lib es2022,dom,dom.iterable \
    "$root"/console-service/src/main/resources/console/*.js

finish
