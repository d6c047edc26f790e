#!/usr/bin/env bash
# minutes: 30
# alone
# all
# The container images: two builds at different places have the same layers, nothing is in them that
# should not be, and containerd runs each with a root that nobody writes, as nobody of importance, and
# without capabilities. Needs Linux, root and Debian's packages.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"
# shellcheck source=../dev/memory.properties
source "$root/dev/memory.properties"
# shellcheck source-path=SCRIPTDIR source=lib/containerd.sh
source "$root/suites/lib/containerd.sh"

usage() {
    cat <<'TEXT'
Usage: suites/images.sh [--update] [--images DIR]

  --images DIR   look at the archives of this folder, and build them only once more
TEXT
}

images=""
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --images)
            images="$(realpath "${2:?--images needs a folder}")" && shift 2
            ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

running=""
registry_pid=""
end_images() {
    [[ -z "$registry_pid" ]] || kill "$registry_pid" 2>/dev/null || true
    containerd_stop
    clean_up
}
trap end_images EXIT

command -v python3 >/dev/null || give_up "needs python3."
command -v curl >/dev/null || give_up "needs curl."
command -v ip >/dev/null || give_up "needs ip (iproute2)."
services=(gateway-service metadata-service fragment-service gc-worker recovery-worker console-service)
# Both builds say that they are of this commit; a copy of the sources has none.
revision=of-the-suite

about() { # WHAT SERVICE [FOLDER]
    python3 "$root/suites/images/archive.py" "$1" "${3:-$images}/giza-$2.tar"
}

# The sources as git knows them, at another place.
copy_sources() { # FOLDER
    mkdir -p "$1"
    (cd "$root" && git ls-files -z --cached --others --exclude-standard |
        tar --create --null --files-from - --ignore-failed-read) | tar --extract --directory "$1"
}

build() { # ROOT OUT [OPTION...]
    local sources="$1" out="$2"
    shift 2
    "$sources/giza" image build --out "$out" --revision "$revision" "$@" >"$scratch/build.log" 2>&1 || {
        tail -n 20 "$scratch/build.log"
        return 1
    }
}

# Waits until a command succeeds, while what was started last runs.
await() { # WHAT COMMAND...
    local what="$1" deadline=$((SECONDS + 120))
    shift
    until "$@" >/dev/null 2>&1; do
        if ! kill -0 "$running" 2>/dev/null || ((SECONDS > deadline)); then
            printf 'no %s:\n' "$what"
            tail -n 20 "$scratch"/*.log || true
            return 1
        fi
        sleep 0.1
    done
}

# --- What is in them.
if [[ -z "$images" ]]; then
    images="$scratch/first"
    check "the images are built" build "$root" "$images"
else
    check "the images are built" test -f "$images/giza-cli.tar"
    revision="$(about revision gc-worker)"
fi
copy_sources "$scratch/elsewhere"
check "the images are built at another place" build "$scratch/elsewhere" "$scratch/second"
count_checks python3 "$root/suites/images/look.py" "$images" "$scratch/second" "$(jdk)"

# --- Where they go.
debian_packages docker-registry
registry="127.0.0.1:$(free_ports)"
cat >"$scratch/registry.yml" <<YAML
version: 0.1
storage: {filesystem: {rootdirectory: $scratch/registry}}
http: {addr: "$registry"}
YAML
docker-registry serve "$scratch/registry.yml" >"$scratch/registry.log" 2>&1 &
registry_pid=$!
running=$registry_pid
await "a registry" curl --silent --fail "http://$registry/v2/" || give_up "the registry does not start."

registry_has() { # IMAGE DIGEST
    prints "^[Dd]ocker-[Cc]ontent-[Dd]igest: $2" curl --silent --fail --head \
        --header "Accept: application/vnd.oci.image.manifest.v1+json" "http://$registry/v2/$1"
}

begins_with() { # SERVICE IMAGE FOLDER: its first layers are all of the image of another folder
    python3 "$root/suites/images/archive.py" layers "$3/giza-$1.tar" >"$scratch/lower"
    about layers "$1" "$2" | head -n "$(wc -l <"$scratch/lower")" | diff - "$scratch/lower"
}

check "an image is pushed" build "$root" "$scratch/pushed" gc-worker --tag pushed --plain-http \
    --push "$registry/giza"
digest="$(about digest gc-worker "$scratch/pushed")"
check "the registry has it" registry_has giza/giza-gc-worker/manifests/pushed "$digest"
check "an image begins with that of a registry" build "$root" "$scratch/based" gc-worker --plain-http \
    --base "$registry/giza/giza-gc-worker@$digest"
check "it has the layers of that" begins_with gc-worker "$scratch/based" "$scratch/pushed"

# --- How they run.
containerd_install
containerd_start "$scratch/containerd"
config="$scratch/config"
mkdir -p "$config/secrets"
cp "$root/suites/images/giza.yaml" "$config/"
printf '%s' "a-token-of-the-suite" >"$config/secrets/giza.cluster-token"
printf '%s' "$GIZA_ACCESS_KEY" >"$config/secrets/giza.gateway.access-key"
printf '%s' "$GIZA_SECRET_KEY" >"$config/secrets/giza.gateway.secret-key"
head -c 32 /dev/zero | base64 | tr -d '\n' >"$config/secrets/giza.master-key"
capabilities=()
for each in CHOWN DAC_OVERRIDE FSETID FOWNER MKNOD NET_RAW SETGID SETUID SETFCAP SETPCAP NET_BIND_SERVICE SYS_CHROOT KILL AUDIT_WRITE; do
    capabilities+=(--cap-drop "CAP_$each")
done

inside() { # COMMAND...: where containers' processes and mounts are
    nsenter --target "$(containerd_inside)" --mount --pid "$@"
}

# Runs a service of a data center that is alone, until it ends, with options of its JVM.
run_container() { # SERVICE OPTIONS
    local service="$1" data="$scratch/data/$1" command
    mapfile -t command < <(about entrypoint "$service")
    mkdir -p "$data"
    chown 10001:10001 "$data"
    rm -f "$scratch/$service.pid"
    containerd_ctr --namespace "$containerd_namespace" run --rm --read-only "${capabilities[@]}" \
        --memory-limit 536870912 --pid-file "$scratch/$service.pid" --env "JAVA_TOOL_OPTIONS=$2" \
        --mount type=tmpfs,src=tmpfs,dst=/tmp,options=mode=1777 \
        --mount "type=bind,src=$data,dst=/data,options=rbind:rw" \
        --mount "type=bind,src=$config,dst=/etc/giza,options=rbind:ro" \
        "$(about name "$service")" "$service" "${command[@]}" \
        --spring.config.additional-location=file:/etc/giza/giza.yaml \
        --spring.config.import=configtree:/etc/giza/secrets/ \
        --giza.initialize="$begins" --giza.metadata.rollback-guard=false \
        --giza.fragment.rollback-guard=false >"$scratch/$service.log" 2>&1 </dev/null
}

in_its_network() { # SERVICE COMMAND...
    local service="$1"
    shift
    inside nsenter --target "$(cat "$scratch/$service.pid")" --net "$@"
}

# Starts a service and waits until it is alive.
start_container() { # SERVICE OPTIONS
    run_container "$@" &
    running=$!
    await "a process of $1" test -s "$scratch/$1.pid" || return 1
    in_its_network "$1" ip link set lo up
    await "$1" asks "$1" health/liveness
}

asks() { # SERVICE PATH
    in_its_network "$1" curl --silent --show-error --fail --max-time 5 "http://127.0.0.1:9100/actuator/$2"
}

# Ends a service and succeeds if it does so by itself, having been told to once.
end_container() { # SERVICE
    local code=0
    containerd_ctr --namespace "$containerd_namespace" tasks kill --signal SIGTERM "$1" &&
        await_end "$1" && { wait "$running" || code=$?; }
    [[ "$code" == 143 || "$code" == 0 ]] || {
        printf '%s ended with %s:\n' "$1" "$code"
        tail -n 20 "$scratch/$1.log"
        return 1
    }
}

await_end() { # SERVICE
    local deadline=$((SECONDS + 60))
    while kill -0 "$running" 2>/dev/null; do
        ((SECONDS < deadline)) || { printf '%s does not end.\n' "$1" && return 1; }
        sleep 0.1
    done
}

# What the kernel says of its process: the suite would prove nothing if it ran as root.
is_confined() { # SERVICE
    local pid each
    pid="$(cat "$scratch/$1.pid")"
    {
        inside grep -E '^(Uid|CapEff|CapBnd):' "/proc/$pid/status"
        inside grep -E '^[0-9]+ [0-9]+ [0-9:]+ / / ' "/proc/$pid/mountinfo"
    } | tee "$scratch/confined"
    for each in '^Uid:\s+10001\s' '^CapEff:\s+0+$' '^CapBnd:\s+0+$' ' / / ro'; do
        grep -qE "$each" "$scratch/confined" || return 1
    done
}

# A store alone is ready, and so is a console. Whoever asks tables for the format level is not, where
# there are none.
check_readiness() { # SERVICE
    case "$1" in
        metadata-service | fragment-service | console-service)
            check "$1: is ready though it is alone" await "readiness of $1" asks "$1" health/readiness
            ;;
        *) check "$1: is not ready where no table answers" refused " 503" asks "$1" health/readiness ;;
    esac
}

begins=true
for service in "${services[@]}"; do
    containerd_import "$images/giza-$service.tar"
    # With this mode it does not start where its record of classes cannot be used.
    check "$service: starts from its record of classes" \
        start_container "$service" "-XX:+UseSerialGC -XX:MaxRAMPercentage=$heap_in_container -XX:AOTMode=on"
    check_readiness "$service"
    check "$service: tells what it was built from" prints "\"commit\":\"$revision\"" asks "$service" info
    check "$service: tells which service it is" prints "\"service\":\"$service\"" asks "$service" info
    check "$service: has metrics" prints '^giza_build' asks "$service" prometheus
    check "$service: runs as nobody, without capabilities, on a root that it cannot write" \
        is_confined "$service"
    check "$service: operators may look into its JVM" prints "giza-$service.jar" \
        containerd_ctr --namespace "$containerd_namespace" tasks exec --exec-id look "$service" \
        /opt/jre/bin/jcmd 1 VM.command_line
    check "$service: ends when it is told to" end_container "$service"
done

# The commands end by themselves; nobody answers at the endpoint that this one is given.
run_commands() { # ARGUMENT...
    local command
    mapfile -t command < <(about entrypoint cli)
    containerd_ctr --namespace "$containerd_namespace" run --rm --read-only "${capabilities[@]}" \
        --memory-limit 134217728 --env JAVA_TOOL_OPTIONS=-XX:AOTMode=on --env GIZA_ACCESS_KEY=nobody \
        --env GIZA_SECRET_KEY=nobody --mount type=tmpfs,src=tmpfs,dst=/tmp,options=mode=1777 \
        "$(about name cli)" commands "${command[@]}" "$@" </dev/null
}

containerd_import "$images/giza-cli.tar"
check "cli: starts from its record of classes" prints "^giza [0-9]" run_commands --version
check "cli: asks a cluster" refused "cannot be reached" run_commands status --endpoint http://127.0.0.1:1

begins=false
check "metadata-service: starts again on its table, with other options of its JVM" \
    start_container metadata-service "-XX:+UseG1GC -Xmx128m"
check "metadata-service: ends again" end_container metadata-service

finish
