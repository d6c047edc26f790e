#!/usr/bin/env bash
# Runs the three data centers of './giza up' as fifteen processes, so that one of them can be killed
# for real. Usage: dev/cluster.sh up|prepare|down|env|status|kill|start|pause|resume, see --help.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# What is stored is for the eyes of its owner.
umask 077
data="$root/giza-dev-data"
port=9000
dcs=3
only=""
console=""
endpoints=""
services=(metadata fragment gateway gc recovery)
# shellcheck source=dev/build.sh
. "$root/dev/build.sh"
# shellcheck source=dev/memory.properties
. "$root/dev/memory.properties"
version="$(version_in "$root/pom.xml")"

usage() {
    cat <<'TEXT'
Usage: dev/cluster.sh up                 start every process and wait until all are healthy
       dev/cluster.sh prepare            do beforehand what the first start of a build takes long for
       dev/cluster.sh env                print its keys and endpoint for a shell's eval
       dev/cluster.sh status             show each process, its port and its health
       dev/cluster.sh kill DC|SERVICE    kill -9 a data center (dc2) or one process (dc2/metadata)
       dev/cluster.sh start DC|SERVICE   start it again and wait until it is healthy
       dev/cluster.sh pause DC|SERVICE   freeze it (STOP): its ports accept and nobody answers
       dev/cluster.sh resume DC|SERVICE  let it go on (CONT), unaware of the time that passed
       dev/cluster.sh preflight DC       wait until the others can do without it, 2 minutes at most
       dev/cluster.sh wipe DC            kill -9 it and throw away all that it stores
       dev/cluster.sh replace DC         have an empty one take the place of one that was wiped
       dev/cluster.sh down               stop every process (TERM, then KILL after 15 s)

Services: metadata fragment gateway gc recovery, and of dc1 console if it was asked for
Options, after the command:
  --data DIR   where everything is stored (default giza-dev-data beside README.md)
  --port N     first port of three blocks of ten (default 9000)
  --services LIST    with up: only these, such as metadata,fragment,gateway
  --console          with up: a console too, a process of dc1
  --endpoints FILE   with up: how data centers reach each other where that is not directly, in
                     lines 'FROM TO metadata|fragment URL', such as
                     'dc1 dc2 metadata http://127.0.0.1:7001' for a proxy between the two
GIZA_JVM_OPTIONS adds options of each JVM, such as "-Xmx128m"; their heaps have shares of the
machine's memory, which dev/memory.properties says. GIZA_ACCESS_KEY and
GIZA_SECRET_KEY, both, take the place of the random S3 key that the first start makes.
GIZA_PRELOAD names libraries that are preloaded, separated by spaces: those of suites/lib give a
process its own wall clock and disk, by the files DIR/DC.SERVICE.clock and DIR/DC.SERVICE.disk.

Build first: ./mvnw -DskipTests package
TEXT
}

fail() {
    printf 'cluster.sh: %s\n' "$*" >&2
    exit 1
}

# The module of a service, and its place in a block of ten ports.
module() {
    case "$1" in
        gc | recovery) printf '%s-worker' "$1" ;;
        *) printf '%s-service' "$1" ;;
    esac
}

offset() {
    case "$1" in
        gateway) printf 0 ;;
        metadata) printf 1 ;;
        fragment) printf 2 ;;
        gc) printf 3 ;;
        recovery) printf 4 ;;
        console) printf 5 ;;
    esac
}

port_of() { # dc service
    printf '%s' "$((port + 10 * (${1#dc} - 1) + $(offset "$2")))"
}

health_of() { # dc service
    local path=/actuator/health
    [[ "$2" == gateway ]] && path=/_giza/health
    printf 'http://127.0.0.1:%s%s' "$(port_of "$1" "$2")" "$path"
}

# Whether a URL answers 200, with nothing but bash.
healthy() {
    local url="$1" address path status=""
    address="${url#http://}"
    path="/${address#*/}"
    address="${address%%/*}"
    {
        exec 3<>"/dev/tcp/${address%:*}/${address#*:}" &&
            printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "$path" "$address" >&3 &&
            read -r -t 5 -u 3 _ status _
    } 2>/dev/null || true
    { exec 3>&-; } 2>/dev/null || true
    [[ "$status" == 200 ]]
}

token() {
    if [[ ! -s "$data/cluster.token" ]]; then
        od -An -N32 -tx1 /dev/urandom | tr -d ' \n' >"$data/cluster.token"
    fi
    cat "$data/cluster.token"
}

master_key() {
    if [[ ! -s "$data/master.key" ]]; then
        head -c 32 /dev/urandom | base64 | tr -d '\n' >"$data/master.key"
    fi
    cat "$data/master.key"
}

# Keeps the S3 key that is chosen, or else one made at random: its id and its secret, a line each.
remember_key() {
    if [[ -n "${GIZA_ACCESS_KEY:-}${GIZA_SECRET_KEY:-}" ]]; then
        [[ -n "${GIZA_ACCESS_KEY:-}" && -n "${GIZA_SECRET_KEY:-}" ]] ||
            fail "set both GIZA_ACCESS_KEY and GIZA_SECRET_KEY, or neither for a random key."
        [[ "$GIZA_ACCESS_KEY$GIZA_SECRET_KEY" != *[![:graph:]]* ]] ||
            fail "GIZA_ACCESS_KEY and GIZA_SECRET_KEY must be visible characters without spaces."
        printf '%s\n' "$GIZA_ACCESS_KEY" "$GIZA_SECRET_KEY" >"$data/access.key"
    elif [[ ! -s "$data/access.key" ]]; then
        printf 'GIZA%s\n%s\n' "$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n' | tr a-f A-F)" \
            "$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')" >"$data/access.key"
    fi
}

# A line of the S3 key: 1 its id, 2 its secret.
access_key() { # line
    sed -n "$1p" "$data/access.key"
}

# As it is to a shell, whatever it contains.
quoted() {
    local apostrophe="'\\''"
    printf "'%s'" "${1//\'/"$apostrophe"}"
}

# As it is to YAML and to Spring, which puts settings in place of what is between braces behind '$'.
verbatim() {
    printf '%s' "$1" | sed "s/'/''/g; s/\\\${/\\\\&/g; s/.*/'&'/"
}

# The epoch of the topology: the number of times that a data center was replaced, and 1.
epoch() {
    cat "$data/epoch" 2>/dev/null || printf 1
}

# The epoch in which a data center was replaced last, 0 if it never was.
since() { # dc
    cat "$data/$1.since" 2>/dev/null || printf 0
}

# Which cluster this is, drawn once. Only then may stores be empty: each has a mark until it began.
cluster_id() {
    local number
    if [[ ! -s "$data/cluster.id" ]]; then
        for ((number = 1; number <= dcs; number++)); do
            [[ ! -e "$data/dc$number" && ! -e "$data/dc$number.wiped" ]] || continue
            # Within its folder, so that whoever loses that loses the mark.
            mkdir -p "$data/dc$number"
            touch "$data/dc$number/new"
        done
        od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$data/cluster.id"
    fi
    cat "$data/cluster.id"
}

# How the processes of one data center reach a service of one: as the endpoints say, or directly.
endpoint() { # from to service
    local from to service url
    if [[ -s "$data/endpoints" ]]; then
        while read -r from to service url; do
            if [[ "$from $to $service" == "$1 $2 $3" ]]; then
                printf '%s' "$url"
                return
            fi
        done <"$data/endpoints"
    fi
    printf 'http://127.0.0.1:%s' "$(port_of "$2" "$3")"
}

# Keeps what 'up' was told beside the data, for the commands that follow.
remember() {
    local service
    mkdir -p "$data" && [[ -w "$data" ]] || fail "cannot write in $data: use --data."
    rm -f "$data/endpoints" "$data/services"
    if [[ -n "$endpoints" ]]; then
        [[ -r "$endpoints" ]] || fail "cannot read $endpoints."
        ! grep -qvE '^dc[1-9] dc[1-9] (metadata|fragment) https?://[^ ]+$' "$endpoints" ||
            fail "each line of $endpoints must be 'FROM TO metadata|fragment URL'."
        cp "$endpoints" "$data/endpoints"
    fi
    if [[ -n "$only" ]]; then
        for service in ${only//,/ }; do
            [[ " ${services[*]} " == *" $service "* ]] ||
                fail "there is no service '$service': choose from ${services[*]}."
        done
        read -r -a services <<<"${only//,/ }"
    fi
    [[ -z "$console" ]] || services+=(console)
    [[ -z "$only$console" ]] || printf '%s\n' "${services[*]}" >"$data/services"
}

recall() {
    [[ ! -s "$data/services" ]] || read -r -a services <"$data/services"
}

# Writes the YAML of one data center, which all its processes share.
configure() { # dc
    local dc="$1" number secret id
    secret="$(token)"
    id="$(cluster_id)"
    mkdir -p "$data/$dc/metadata" "$data/$dc/fragments"
    {
        printf 'giza:\n  dc: %s\n  cluster-token: %s\n  cluster-id: "%s"\n' "$dc" "$secret" "$id"
        # This folder is where the epoch is raised: who was down meanwhile may jump.
        printf '  accept-epoch: %s\n' "$(epoch)"
        printf '  master-key: "%s"\n' "$(master_key)"
        printf '  topology:\n    epoch: %s\n    data-centers:\n' "$(epoch)"
        for ((number = 1; number <= dcs; number++)); do
            printf '      - {name: dc%s, metadata: "%s", fragments: "%s", gateway: "%s", group: local, since: %s}\n' \
                "$number" "$(endpoint "$dc" "dc$number" metadata)" "$(endpoint "$dc" "dc$number" fragment)" \
                "$(endpoint "$dc" "dc$number" gateway)" "$(since "dc$number")"
        done
        cat <<YAML
  accounts:
    default: {metadata-dcs: [dc1, dc2, dc3], data-dcs: [dc1, dc2, dc3], coding: "rs(2,1)", stripe-size: 4MiB, inline-below: 8KiB}
  metadata: {data-dir: $(verbatim "$data/$dc/metadata")}
  fragment: {data-dir: $(verbatim "$data/$dc/fragments")}
  gateway:
    access-key: $(verbatim "$(access_key 1)")
    secret-key: $(verbatim "$(access_key 2)")
    account: default
    console-origins: ["http://127.0.0.1:$(port_of dc1 console)", "http://localhost:$(port_of dc1 console)"]
    workers: {gc: "$(endpoint "$dc" "$dc" gc)", recovery: "$(endpoint "$dc" "$dc" recovery)"}
  console: {gateways: [$(for ((number = 1; number <= dcs; number++)); do printf '"%s", ' "$(endpoint dc1 "dc$number" gateway)"; done)]}
server:
  address: 127.0.0.1
spring:
  threads.virtual.enabled: true
YAML
    } >"$data/$dc.yaml.$$"
    # At once, since another start may be reading it.
    mv "$data/$dc.yaml.$$" "$data/$dc.yaml"
}

pid_of() { # dc service: prints the id of the running process, or nothing
    local file="$data/$1.$2.pid" pid
    [[ -s "$file" ]] || return 0
    pid="$(cat "$file")"
    # A number may have been given to another process since: look whether it is still ours.
    if { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qF -- "$data/$1.yaml" ||
        { [[ ! -d /proc ]] && kill -0 "$pid" 2>/dev/null; }; then
        printf '%s' "$pid"
    fi
}

built() { # service: the jar that the build made
    printf '%s/%s/target/giza-%s-%s-exec.jar' "$root" "$(module "$1")" "$(module "$1")" "$version"
}

app() { # service: the folder of the jar as it is started from
    printf '%s/%s/target/app' "$root" "$(module "$1")"
}

# Unpacks what was built since, and records once how each service starts: unpacked, and with its
# classes loaded and linked from that record, a service starts with a third of the work.
prepare() {
    if command -v flock >/dev/null; then
        # Who comes while another cluster of this folder prepares waits, and finds it done.
        mkdir -p "$root/gateway-service/target"
        (flock 8 && prepare_alone) 8>"$root/gateway-service/target/prepare.lock"
    else
        prepare_alone
    fi
}

prepare_alone() {
    local service jar trained=()
    # Nothing is stored in training, so it begins as if nothing had ever been.
    (umask 077 && sed 's/, since: [0-9]*}/}/' "$data/dc1.yaml" >"$data/training.yaml")
    for service in "${services[@]}"; do
        jar="$(built "$service")"
        [[ -f "$jar" ]] || fail "${jar#"$root"/} is not built: run ./mvnw -DskipTests package."
        # The build gives jars a modification time of its own, so when it made them is their ctime.
        [[ -z "$(find "$(app "$service")/ready" -newermc "$jar" 2>/dev/null)" ]] || continue
        rm -rf "$(app "$service")"
        "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$jar" extract --destination "$(app "$service")" ||
            fail "could not unpack ${jar#"$root"/}."
        train "$service" &
        trained+=("$!")
    done
    for service in ${trained[@]+"${trained[@]}"}; do
        wait "$service" || fail "a service does not start: see *-service/target/app/training.log."
    done
}

# The options that a service needs to compute codes with vectors; the others compute none.
modules() { # service
    [[ "$1" != gateway ]] || printf -- '--add-modules jdk.incubator.vector'
}

train() { # service
    local folder jar modules
    read -r -a modules <<<"$(modules "$1")"
    folder="$(app "$1")"
    jar="$(built "$1")"
    "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xmx512m \
        -XX:+ExitOnOutOfMemoryError \
        "-XX:AOTCacheOutput=$folder/classes.aot" -Dspring.context.exit=onRefresh \
        ${modules[@]+"${modules[@]}"} -jar "$folder/${jar##*/}" "--spring.config.additional-location=file:$data/training.yaml" \
        --server.port=0 --giza.initialize=true "--giza.metadata.data-dir=$folder/training" \
        "--giza.fragment.data-dir=$folder/training" >"$folder/training.log" 2>&1 </dev/null &&
        rm -rf "$folder/training" && touch "$folder/ready"
}

launch() { # dc service
    local dc="$1" service="$2" jar own tries=50 options=() more=() heap="$heap_of_service"
    read -r -a options <<<"$(modules "$service")"
    [[ -z "$(pid_of "$dc" "$service")" ]] || return 0
    jar="$(built "$service")"
    jar="$(app "$service")/${jar##*/}"
    own="$(port_of "$dc" "$service")"
    # A process that was just killed may not have closed its port yet.
    while (exec 3<>"/dev/tcp/127.0.0.1/$own") 2>/dev/null; do
        ((tries-- > 0)) && sleep 0.1 && continue
        fail "port $own ($service of $dc) is taken: stop what listens there or use --port."
    done
    # The workers run little code; without C2 they leave the processors to the others at start.
    case "$service" in gc | recovery) options+=(-XX:TieredStopAtLevel=1) ;; esac
    case "$service" in gc | recovery | console) heap="$heap_of_worker" ;; esac
    read -r -a more <<<"${GIZA_JVM_OPTIONS:-}"
    # Who was killed left its temporary files: native libraries, the folder of its server.
    rm -rf "$data/$dc.$service.tmp"
    mkdir -m 700 "$data/$dc.$service.tmp"
    local begins=false
    [[ ! -e "$data/$dc/new" ]] || begins=true
    [[ -z "${GIZA_PRELOAD:-}" ]] ||
        export LD_PRELOAD="$GIZA_PRELOAD" FALSE_CLOCK="$data/$dc.$service.clock" FALSE_DISK="$data/$dc.$service.disk"
    nohup "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -XX:+UseSerialGC \
        "-XX:MaxRAMPercentage=$heap" -XX:+ExitOnOutOfMemoryError \
        "-XX:AOTCache=${jar%/*}/classes.aot" "-Djava.io.tmpdir=$data/$dc.$service.tmp" \
        ${options[@]+"${options[@]}"} \
        ${more[@]+"${more[@]}"} -jar "$jar" \
        "--spring.config.additional-location=file:$data/$dc.yaml" "--server.port=$own" \
        "--giza.initialize=$begins" >>"$data/$dc.$service.log" 2>&1 </dev/null &
    printf '%s\n' "$!" >"$data/$dc.$service.pid"
    [[ -z "${GIZA_PRELOAD:-}" ]] || unset LD_PRELOAD FALSE_CLOCK FALSE_DISK
    # Until it has become java, a slow machine could take it for somebody else's process.
    until [[ -n "$(pid_of "$dc" "$service")" ]] || ! kill -0 "$!" 2>/dev/null; do sleep 0.05; done
}

await() { # dc service
    local deadline=$((SECONDS + 300))
    until healthy "$(health_of "$1" "$2")"; do
        [[ -n "$(pid_of "$1" "$2")" ]] ||
            fail "$2 of $1 ended: the reason is at the end of $data/$1.$2.log."
        ((SECONDS < deadline)) || fail "$2 of $1 is not healthy after 300 s: see $data/$1.$2.log."
        sleep 0.3
    done
}

# Prints the 'dc service' pairs that DC, DC/SERVICE or nothing (all) means.
targets() {
    local want="${1:-}" number service found=no
    for ((number = 1; number <= dcs; number++)); do
        for service in "${services[@]}"; do
            # A cluster needs one console.
            [[ "$service" != console || "$number" == 1 ]] || continue
            if [[ -z "$want" || "$want" == "dc$number" || "$want" == "dc$number/$service" ]]; then
                printf 'dc%s %s\n' "$number" "$service"
                found=yes
            fi
        done
    done
    [[ "$found" == yes ]] || fail "there is no '$want': name a data center (dc2) or a process (dc2/metadata)."
}

start() {
    local list dc service began=$SECONDS
    list="$(targets "${1:-}")"
    mkdir -p "$data" && [[ -w "$data" ]] || fail "cannot write in $data: use --data."
    while read -r dc service; do
        [[ ! -e "$data/$dc.wiped" ]] ||
            fail "$dc has lost all that it stored: use 'dev/cluster.sh replace $dc'."
    done <<<"$list"
    configure dc1
    prepare
    # A metadata-service serves once those of other data centers answer, so none is waited for first.
    while read -r dc service; do
        [[ "$service" == metadata ]] || continue
        configure "$dc"
        launch "$dc" "$service"
    done <<<"$list"
    # As many at a time as there are processors: those that are up answer while the rest start.
    local waiting=() width
    width="$(nproc 2>/dev/null || echo 2)"
    while read -r dc service; do
        [[ "$service" != metadata ]] || continue
        if ((${#waiting[@]} >= width)); then
            await "${waiting[0]% *}" "${waiting[0]#* }"
            waiting=("${waiting[@]:1}")
        fi
        configure "$dc"
        launch "$dc" "$service"
        waiting+=("$dc $service")
    done <<<"$list"
    while read -r dc service; do await "$dc" "$service"; done <<<"$list"
    # Both stores of a data center have begun, so from now on neither may be found empty.
    while read -r dc service; do
        [[ -z "$(pid_of "$dc" metadata)" || -z "$(pid_of "$dc" fragment)" ]] || rm -f "$data/$dc/new"
    done <<<"$list"
    printf 'Healthy after %s s:\n' "$((SECONDS - began))"
    status "${1:-}"
}

wipe() { # dc
    [[ "$1" != */* ]] || fail "only a whole data center can be wiped, such as ${1%/*}."
    stop KILL "$1"
    touch "$data/$1.wiped"
    rm -rf "${data:?}/$1"
    printf '%s has lost all that it stored.\n' "$1"
}

# Runs a command of the operator against the gateways that run.
ask() { # PURPOSE COMMAND...
    local number gateways="" what="$1"
    shift
    for ((number = 1; number <= dcs; number++)); do
        [[ -n "$(pid_of "dc$number" gateway)" ]] || continue
        gateways+="${gateways:+,}http://127.0.0.1:$(port_of "dc$number" gateway)"
    done
    [[ -n "$gateways" ]] || fail "no gateway runs that could be asked $what: start the others first."
    GIZA_ACCESS_KEY="$(access_key 1)" GIZA_SECRET_KEY="$(access_key 2)" \
        "$root/giza" "$@" --endpoint "$gateways"
}

# A gateway has the cluster decide the next epoch, and all processes that run take it up.
replace() { # dc
    local answer next
    [[ -e "$data/$1.wiped" ]] ||
        fail "$1 has what it stored: start it, or throw that away first with 'wipe $1'."
    [[ " ${services[*]} " == *" recovery "* ]] ||
        fail "recovery-workers fill $1, and 'up --services' left them out: delete $data/services first."
    answer="$(ask "to replace $1" topology replace "$1" --yes -o json)" ||
        fail "the cluster did not decide that $1 is replaced: $answer"
    next="$(sed -n 's/.*"epoch" *: *\([0-9]*\).*/\1/p' <<<"$answer")"
    [[ "$next" =~ ^[0-9]+$ ]] || fail "the cluster does not say the epoch: $answer"
    printf '%s' "$next" >"$data/epoch"
    epoch >"$data/$1.since"
    rm "$data/$1.wiped"
    start "$1"
}

stop() { # signal target
    local signal="$1" list dc service pid deadline=$((SECONDS + 15))
    list="$(targets "${2:-}")"
    while read -r dc service; do
        pid="$(pid_of "$dc" "$service")"
        [[ -z "$pid" ]] || kill "-$signal" "$pid"
        # One that is paused hears of it only when it goes on.
        [[ -z "$pid" || "$signal" == KILL ]] || kill -CONT "$pid"
    done <<<"$list"
    while read -r dc service; do
        while pid="$(pid_of "$dc" "$service")" && [[ -n "$pid" ]]; do
            ((SECONDS < deadline)) || kill -KILL "$pid" 2>/dev/null || true
            sleep 0.1
        done
        rm -f "$data/$dc.$service.pid"
    done <<<"$list"
}

# Sends STOP or CONT.
signal() { # signal target
    local list dc service pid
    list="$(targets "$2")"
    while read -r dc service; do
        pid="$(pid_of "$dc" "$service")"
        [[ -n "$pid" ]] || fail "$service of $dc does not run."
        kill "-$1" "$pid"
    done <<<"$list"
}

paused() { # pid
    { grep -q '^State:[[:space:]]*T' "/proc/$1/status"; } 2>/dev/null
}

status() { # target, or nothing for all
    local list dc service pid state
    list="$(targets "${1:-}")"
    while read -r dc service; do
        pid="$(pid_of "$dc" "$service")"
        state=down
        if [[ -n "$pid" ]]; then
            state=starting
            if paused "$pid"; then
                state=paused
            elif healthy "$(health_of "$dc" "$service")"; then
                state=healthy
            fi
        fi
        printf '%-4s %-9s %-6s %-9s %s\n' "$dc" "$service" "$(port_of "$dc" "$service")" "$state" "${pid:--}"
    done <<<"$list"
}

command="${1:---help}"
[[ $# -eq 0 ]] || shift
target=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        --data) data="${2:?--data needs a folder}" && shift 2 ;;
        --port) port="${2:?--port needs a number}" && shift 2 ;;
        --services) only="${2:?--services needs a list}" && shift 2 ;;
        --console) console=yes && shift ;;
        --endpoints) endpoints="${2:?--endpoints needs a file}" && shift 2 ;;
        -9) shift ;; # kill is always kill -9
        -h | --help) usage && exit 0 ;;
        -*) fail "unknown option '$1': see --help." ;;
        *) target="$1" && shift ;;
    esac
done
[[ "$data" == /* ]] || data="$PWD/$data"
[[ "$port" =~ ^[0-9]+$ ]] || fail "--port needs a number, not '$port'."

case "$command" in
    up)
        find_jdk
        remember
        remember_key
        recall
        start
        printf 'S3: http://127.0.0.1:%s (dc1), %s (dc2), %s (dc3); data and logs in %s\n' \
            "$port" "$((port + 10))" "$((port + 20))" "$data"
        [[ " ${services[*]} " != *" console "* ]] ||
            printf 'Console: http://127.0.0.1:%s\n' "$(port_of dc1 console)"
        printf 'Access key %s; "%s env --data %q --port %s" prints its secret\n' \
            "$(access_key 1)" "$0" "$data" "$port"
        ;;
    prepare)
        find_jdk
        remember
        remember_key
        recall
        configure dc1
        prepare
        ;;
    start)
        [[ -s "$data/access.key" ]] || fail "there is no cluster in $data: use 'up', or --data."
        find_jdk
        recall
        start "${target:?start needs a data center or a process}"
        ;;
    kill)
        recall
        stop KILL "${target:?kill needs a data center or a process}"
        status "$target"
        ;;
    preflight)
        find_jdk
        recall
        ask "about $target" preflight "${target:?preflight needs a data center}" --wait 2m
        ;;
    wipe)
        recall
        wipe "${target:?wipe needs a data center}"
        ;;
    replace)
        find_jdk
        recall
        replace "${target:?replace needs a data center}"
        ;;
    pause | resume)
        recall
        [[ -n "$target" ]] || fail "$command needs a data center or a process."
        if [[ "$command" == pause ]]; then signal STOP "$target"; else signal CONT "$target"; fi
        status "$target"
        ;;
    env)
        [[ -s "$data/access.key" ]] || fail "there is no cluster in $data: use 'up', or --data."
        printf 'export AWS_ACCESS_KEY_ID=%s\nexport AWS_SECRET_ACCESS_KEY=%s\n' \
            "$(quoted "$(access_key 1)")" "$(quoted "$(access_key 2)")"
        printf 'export AWS_DEFAULT_REGION=eu-central-1\nexport AWS_ENDPOINT_URL=http://127.0.0.1:%s\n' "$port"
        ;;
    down)
        recall
        stop TERM
        ;;
    status)
        recall
        status "$target"
        ;;
    -h | --help | help) usage ;;
    *) usage >&2 && fail "unknown command '$command'." ;;
esac
