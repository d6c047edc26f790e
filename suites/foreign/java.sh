#!/usr/bin/env bash
# minutes: 6
# shared
# all
# The AWS SDK for Java v1 and minio-java with their defaults, against a cluster of three data centers.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

jars="$(maven_jars "$root/suites/foreign/java/pom.xml")"
start_cluster

count_checks "$(jdk)/bin/java" -Xmx512m -Djava.io.tmpdir="$scratch" \
    -cp "$jars/*" "$root/suites/foreign/java/Clients.java" "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"
finish
