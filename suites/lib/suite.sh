# What the suites share: a cached Python environment, built services, a cluster of their own, and
# counted checks.
# Sourced by suites/*.sh, never run by itself.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
# The name of suites/foreign/python.sh is foreign-python.
suite="$(realpath --relative-to "$root/suites" "$0")"
suite="${suite%.sh}"
suite="${suite//\//-}"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/giza"
passed=0
failed=0
began="$(date -u +%FT%T)"
# With --update a suite adds what passes to its list.
update=()
if [[ "${1:-}" == --update ]]; then update=(--update); fi
# Of a suite that is short where GIZA_SUITES_ALL is not yes, the pattern of the names of checks left out.
left_out=""
cluster_pid=""

# Nothing of the user's own settings may change what the clients do by default.
unset AWS_CA_BUNDLE AWS_PROFILE AWS_SESSION_TOKEN AWS_ENDPOINT_URL AWS_ENDPOINT_URL_S3 GIZA_JVM_OPTIONS
# Clusters and clients of one run share a key of its own, unless they are given a cluster that runs:
# GIZA_SUITE_PORT is its first port, GIZA_ACCESS_KEY and GIZA_SECRET_KEY its key.
if [[ -z "${GIZA_SUITE_PORT:-}" ]]; then
    GIZA_ACCESS_KEY="giza-suite"
    GIZA_SECRET_KEY="$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')"
fi
export GIZA_ACCESS_KEY GIZA_SECRET_KEY
export AWS_ACCESS_KEY_ID="$GIZA_ACCESS_KEY" AWS_SECRET_ACCESS_KEY="$GIZA_SECRET_KEY"
export AWS_DEFAULT_REGION=eu-central-1 AWS_EC2_METADATA_DISABLED=true

scratch="$(mktemp -d "${TMPDIR:-/tmp}/giza-suite.XXXXXX")"
export AWS_CONFIG_FILE="$scratch/no-config" AWS_SHARED_CREDENTIALS_FILE="$scratch/no-credentials"
export NO_PROXY="127.0.0.1,localhost" no_proxy="127.0.0.1,localhost"

give_up() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

# Prints the last warnings of the cluster since the suite began.
show_warnings() {
    find "${GIZA_SUITE_DATA:-$scratch/data}" -maxdepth 1 -name '*.log' -exec cat {} + 2>/dev/null |
        grep -E '^[^ ]+ (WARN|ERROR) ' | grep -v SlowRequestLog | sort |
        awk -v began="$began" '$1 >= began' | tail -n 20 | cut -c 1-500 || true
}

clean_up() {
    [[ "$?" -eq 0 && "$failed" -eq 0 ]] || show_warnings
    stop_cluster
    rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# Lets one suite at a time make what all of them use.
one_at_a_time() { # WHAT: until the subshell that calls it ends
    command -v flock >/dev/null || return 0
    mkdir -p "$cache"
    exec 9>"$cache/$1.lock"
    flock 9
}

# python_environment NAME PACKAGE==VERSION...: makes it once and puts its programs on the PATH.
python_environment() {
    local name="$1" folder
    shift
    command -v python3 >/dev/null || give_up "needs python3 with venv."
    folder="$cache/$name-$(printf '%s\n' "$(python3 --version)" "$@" | cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time "$name"
        [[ ! -e "$folder/complete" ]] || exit 0
        rm -rf "$folder"
        python3 -m venv "$folder" || give_up "python3 cannot make a virtual environment in $folder."
        "$folder/bin/pip" install --quiet --disable-pip-version-check "$@" ||
            give_up "could not install $*."
        touch "$folder/complete"
    ) || exit 1
    export PATH="$folder/bin:$PATH"
}

# node_modules FOLDER: installs what its package-lock.json names once, and prints where it is.
node_modules() {
    local folder
    command -v npm >/dev/null || give_up "needs Node.js 20 or later with npm."
    folder="$cache/$suite-$( (node --version && cat "$1/package-lock.json") | cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time "$suite"
        [[ ! -e "$folder/complete" ]] || exit 0
        rm -rf "$folder" && mkdir -p "$folder"
        cp "$1/package.json" "$1/package-lock.json" "$folder"
        npm ci --prefix "$folder" --ignore-scripts --no-audit --no-fund --loglevel=error >&2 ||
            give_up "could not install what $1/package-lock.json names."
        touch "$folder/complete"
    ) || exit 1
    printf '%s' "$folder/node_modules"
}

# jdk: prints where the JDK is that giza finds.
jdk() {
    "$root/giza" version | sed -n 's/^jdk .* (\(.*\))$/\1/p'
}

# maven_jars POM: fetches the jars that it names once, and prints their folder.
maven_jars() {
    local folder
    folder="$cache/$suite-$(cksum <"$1" | cut -d ' ' -f 1)"
    (
        one_at_a_time "$suite"
        [[ ! -e "$folder/complete" ]] || exit 0
        rm -rf "$folder" && cd "$root"
        JAVA_HOME="$(jdk)" ./mvnw -q -B -f "$1" dependency:copy-dependencies -DoutputDirectory="$folder" >&2 ||
            give_up "could not fetch what $1 names."
        touch "$folder/complete"
    ) || exit 1
    printf '%s' "$folder"
}

# go_program NAME PACKAGE VERSION: builds it once and puts it on the PATH.
go_program() {
    local name="$1" package="$2" version="$3"
    local folder="$cache/$1-$3"
    command -v go >/dev/null || give_up "needs Go 1.24 or later: https://go.dev/dl/."
    (
        one_at_a_time "$name"
        [[ ! -x "$folder/$name" ]] || exit 0
        printf 'Building %s %s, which takes minutes the first time ...\n' "$name" "$version" >&2
        cd "$scratch"
        GOBIN="$folder" GOTOOLCHAIN=local GOFLAGS=-mod=mod go install "$package@$version" >&2 ||
            give_up "could not build $package@$version."
    ) || exit 1
    export PATH="$folder:$PATH"
}

# debian_program NAME [LIBRARY]: the machine's own, or that of Debian's package, unpacked without
# installing, with a library's package that it needs.
debian_program() { # NAME [LIBRARY]
    ! command -v "$1" >/dev/null || return 0
    debian_packages "$@"
}

# debian_packages NAME [PACKAGE...]: unpacks Debian's packages once, without installing them, and puts
# their programs on the PATH. Nothing of the machine changes, and no service of it is started.
debian_packages() {
    local folder="$cache/debian-$1" libraries=() each
    (
        one_at_a_time "debian-$1"
        [[ ! -e "$folder/complete" ]] || exit 0
        command -v apt-get >/dev/null || give_up "needs $1, and can fetch it on Debian only."
        rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
        { apt-get -qq -o APT::Sandbox::User=root download "$@" && for each in *.deb; do dpkg -x "$each" . && rm "$each"; done; } >&2 ||
            give_up "could not fetch $* from Debian; install what is missing, or run apt-get update."
        touch complete
    ) || exit 1
    export PATH="$folder/usr/bin:$folder/usr/sbin:$folder/bin:$PATH"
    for each in "$folder"/{,usr/}lib/*-linux-gnu*; do
        [[ ! -d "$each" ]] || libraries+=("$each")
    done
    [[ "${#libraries[@]}" -gt 0 ]] || return 0
    LD_LIBRARY_PATH="$(IFS=: && printf '%s' "${libraries[*]}")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export LD_LIBRARY_PATH
}

# build_checker: builds the clients whose histories are checked, as $scratch/linearizability, once
# they pass their own tests.
build_checker() {
    command -v go >/dev/null || give_up "needs Go 1.24 or later: https://go.dev/dl/."
    export GOTOOLCHAIN=local GOFLAGS=-mod=readonly
    (
        cd "$root/suites/linearizability" && go vet ./... && go test ./... &&
            go build -o "$scratch/linearizability" .
    ) >&2 || give_up "the checker does not build, or does not pass its own tests."
}

# build_services MODULE...: packages the modules whose jars are missing or older than their sources.
build_services() {
    (
        one_at_a_time build
        build_stale "$@"
    ) || exit 1
}

build_stale() {
    local module jar stale=()
    for module in "$@"; do
        # Builds give jars a modification time of their own; when they were made is their ctime.
        jar="$(find "$root/$module/target" -maxdepth 1 -name '*-exec.jar' 2>/dev/null | head -n 1)"
        if [[ -z "$jar" || -n "$(find "$root"/{common/core,common/engine,common/transport,azure,service,"$module"}/{pom.xml,src/main} -newermc "$jar" -print -quit)" ]]; then
            stale+=("$module")
        fi
    done
    [[ "${#stale[@]}" -gt 0 ]] || return 0
    # The JDK that giza finds is the one to build with.
    JAVA_HOME="$(jdk)"
    export JAVA_HOME
    (
        cd "$root" && IFS=, &&
            ./mvnw -q -B -DskipTests -Dspotless.check.skip=true -pl "${stale[*]}" -am package >&2
    ) || give_up "could not build ${stale[*]}."
}

# Prints the first port of thirty that are free, below those of outgoing connections; within the
# three hundred from GIZA_SUITE_PORTS where another suite may be looking at the same time.
free_ports() {
    python3 - <<'PYTHON'
import os, random, socket

given = os.environ.get("GIZA_SUITE_PORTS")
lowest, highest = (int(given), int(given) + 270) if given else (20000, 32000)

def free(port):
    with socket.socket() as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True

while True:
    first = random.randrange(lowest, highest)
    if all(free(port) for port in range(first, first + 30)):
        print(first)
        break
PYTHON
}

# Starts three data centers in the scratch folder, with more options of 'giza up'; again on the same
# folder after stop_cluster. A cluster that was given takes their place.
start_cluster() { # [OPTION...]
    local deadline=$((SECONDS + 240)) dc
    # The clients of the suite are installed.
    [[ -z "${GIZA_SUITE_PREPARE:-}" ]] || exit 0
    if [[ -n "${GIZA_SUITE_PORT:-}" ]]; then
        port="$GIZA_SUITE_PORT"
        return 0
    fi
    port="${port:-$(free_ports)}"
    "$root/giza" up --data "$scratch/data" --port "$port" "$@" >"$scratch/up.log" 2>&1 &
    cluster_pid=$!
    for dc in 1 2 3; do
        until curl --silent --fail --max-time 5 --output /dev/null "$(endpoint "dc$dc")/_giza/health"; do
            kill -0 "$cluster_pid" 2>/dev/null || give_up "giza up ended: $(tail -n 5 "$scratch/up.log")"
            ((SECONDS < deadline)) || give_up "giza up is not healthy: $(tail -n 5 "$scratch/up.log")"
            sleep 0.3
        done
    done
}

stop_cluster() {
    [[ -n "$cluster_pid" ]] || return 0
    kill -TERM "$cluster_pid" 2>/dev/null || true
    local deadline=$((SECONDS + 60))
    while kill -0 "$cluster_pid" 2>/dev/null; do
        ((SECONDS < deadline)) || kill -KILL "$cluster_pid" 2>/dev/null || true
        sleep 0.1
    done
    wait "$cluster_pid" 2>/dev/null || true
    cluster_pid=""
}

# Ends the processes of dev/cluster.sh. Keeps data and logs in target/ after a failure, or if the suite
# sets keep=yes. A suite sets ended=yes after its last check.
end_cluster() {
    local kept
    [[ ! -d "$scratch/data" ]] || "$root/dev/cluster.sh" down --data "$scratch/data" --port "$port" >/dev/null || true
    if [[ -d "$scratch/data" && ("${keep:-no}" == yes || "$failed" -gt 0 || "${ended:-no}" == no) ]]; then
        show_warnings
        kept="$root/target/$suite/$(date +%Y%m%dT%H%M%S)"
        mkdir -p "$kept"
        mv "$scratch"/* "$kept/"
        printf 'data and logs: %s\n' "${kept#"$root"/}"
    fi
    clean_up
}

endpoint() { # dc1
    printf 'http://127.0.0.1:%s' "$((port + 10 * (${1#dc} - 1)))"
}

dc() { # stop|start NAME
    "$root/giza" dc "$1" "$2" --data "$scratch/data" >/dev/null
}

# check WHAT COMMAND...: counts whether a command succeeds; what it printed is shown if it does not.
check() {
    local what="$1"
    shift
    if "$@" >"$scratch/check.log" 2>&1; then
        passed=$((passed + 1))
        printf '%s\n' "$what" >>"$scratch/passed"
    else
        failed=$((failed + 1))
        printf 'FAILED: %s\n  %s\n' "$what" "$*"
        sed 's/^/    /' "$scratch/check.log" | tail -n 30
    fi
}

# count_checks COMMAND...: runs a program that prints a line for each check, "PASSED: WHAT" or
# "FAILED: WHAT", and at last "N passed, N failed"; in Python with lib/checks.py.
count_checks() {
    local log="$scratch/count.log"
    PYTHONPATH="$root/suites/lib" "$@" 2>&1 | tee "$log" || true
    sed -n 's/^PASSED: //p' "$log" >>"$scratch/passed"
    if [[ "$(tail -n 1 "$log")" =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1))
        printf 'FAILED: the program ended early\n'
    fi
}

# count_reports REPORT...: counts the test methods of reports of JUnit's; one that was skipped fails.
count_reports() {
    local outcome name found
    found="$(python3 "$root/suites/lib/junit.py" "$@")" || give_up "cannot read $*."
    while IFS=$'\t' read -r outcome name; do
        if [[ "$outcome" == PASS ]]; then
            passed=$((passed + 1))
            printf '%s\n' "$name" >>"$scratch/passed"
        else
            failed=$((failed + 1))
            printf 'FAILED: %s\n' "$name"
        fi
    done <<<"$found"
}

# refused CODE COMMAND...: succeeds if the command fails and names the code.
refused() {
    local code="$1" output
    shift
    if output="$("$@" 2>&1)"; then
        printf 'was not refused: %s\n' "$output"
        return 1
    fi
    grep -qF -- "$code" <<<"$output" || {
        printf 'expected %s: %s\n' "$code" "$output"
        return 1
    }
}

# prints PATTERN COMMAND...: succeeds if the command does and a line of its output matches.
prints() {
    local pattern="$1" output
    shift
    output="$("$@" 2>&1)" || { printf '%s\n' "$output" && return 1; }
    grep -qE -- "$pattern" <<<"$output" || {
        printf 'expected %s:\n%s\n' "$pattern" "$output"
        return 1
    }
}

# soon COMMAND...: the command succeeds within half a minute, or PATIENCE seconds, as what gateways remember is forgotten.
soon() {
    local deadline=$((SECONDS + ${PATIENCE:-30})) output
    until output="$("$@" 2>&1)"; do
        ((SECONDS < deadline)) || {
            printf 'not within %s s:\n%s\n' "${PATIENCE:-30}" "$output"
            return 1
        }
        sleep 0.2
    done
}

# Ends the suite with its sentence. What is on its list and did not pass counts as failed.
finish() {
    local missing=0
    touch "$scratch/passed"
    python3 "$root/suites/lib/compare.py" "$root/suites/passed/$suite.txt" \
        ${update[@]+"${update[@]}"} ${left_out:+--without "$left_out"} <"$scratch/passed" || missing=$?
    [[ "$failed" -gt 0 ]] || failed="$missing"
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [[ "$failed" -eq 0 ]]
}
