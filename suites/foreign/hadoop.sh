#!/usr/bin/env bash
# minutes: 12
# shared
# all
# Hadoop's S3A with its committers, against a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

jars="$(maven_jars "$root/suites/foreign/hadoop/pom.xml")"
start_cluster

count_checks "$(jdk)/bin/java" -Xmx512m -Djava.io.tmpdir="$scratch" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -cp "$jars/*" "$root/suites/foreign/hadoop/S3a.java" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
