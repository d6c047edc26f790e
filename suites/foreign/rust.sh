#!/usr/bin/env bash
# minutes: 10
# shared
# all
# rust-s3 with its defaults, against three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

command -v cargo >/dev/null || give_up "needs Rust 1.85 or later with cargo: https://rustup.rs."
program="$cache/$suite-$( (cargo --version && cat "$root"/suites/foreign/rust/{Cargo.*,src/main.rs}) | cksum | cut -d ' ' -f 1)"
(
    one_at_a_time "$suite"
    [[ ! -x "$program/release/clients" ]] || exit 0
    cargo build --quiet --release --locked --manifest-path "$root/suites/foreign/rust/Cargo.toml" \
        --target-dir "$program" >&2 || give_up "could not build suites/foreign/rust."
) || exit 1
start_cluster

count_checks "$program/release/clients" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
