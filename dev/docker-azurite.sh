#!/usr/bin/env bash
# A Docker engine with Azurite's image where neither is there and no image can be pulled: the engine
# is Debian's, the image is made of this machine's node and the npm package. Usage: see --help.
set -euo pipefail

# As in AzuriteInstallation.
version=3.37.0
lock="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/azurite/src/main/resources/io/giza/azurite"
image="mcr.microsoft.com/azure-storage/azurite:$version"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/giza"
folder="${GIZA_DOCKER_FOLDER:-/var/tmp/giza-docker}"
socket="$folder/docker.sock"

usage() {
    cat <<'TEXT'
Usage: dev/docker-azurite.sh up              install, start and fill an engine of its own
       dev/docker-azurite.sh run COMMAND...  up, then COMMAND with that engine, then down
       dev/docker-azurite.sh down            stop the engine and delete all that it has

Needs root, since an engine does; Debian's docker.io is installed if there is no
dockerd, and Azurite by npm. The engine listens on a socket of its own and touches
neither iptables nor another engine. GIZA_DOCKER_FOLDER is where its images and its
socket are (default /var/tmp/giza-docker).

Such as:
  dev/docker-azurite.sh run ./mvnw -pl system-tests -am verify \
    -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test='*InDockerIT'
TEXT
}

fail() {
    printf 'docker-azurite.sh: %s\n' "$*" >&2
    exit 1
}

say() {
    printf '%s\n' "$*" >&2
}

on_engine() {
    docker -H "unix://$socket" "$@"
}

answers() {
    on_engine version >/dev/null 2>&1
}

install_engine() {
    command -v dockerd >/dev/null && return
    command -v apt-get >/dev/null ||
        fail "there is no dockerd and no apt-get to install one: install Docker and use it as it is."
    say "Installing docker.io ..."
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends docker.io >"$folder/apt.log" 2>&1 ||
        fail "apt-get install docker.io failed, see $folder/apt.log."
}

start_engine() {
    answers && return
    say "Starting an engine in $folder ..."
    rm -f "$folder/docker.pid"
    nohup dockerd --data-root "$folder/data" --exec-root "$folder/run" \
        --pidfile "$folder/docker.pid" --host "unix://$socket" \
        --storage-driver overlay2 --iptables=false --ip-forward=false --ip-masq=false \
        --bip 172.31.0.1/24 >"$folder/dockerd.log" 2>&1 &
    for _ in $(seq 60); do
        answers && return
        sleep 1
    done
    tail -n 5 "$folder/dockerd.log" >&2
    fail "the engine did not come up within a minute, see $folder/dockerd.log."
}

install_azurite() {
    [[ -d "$cache/azurite-$version/node_modules/azurite" ]] && return
    command -v npm >/dev/null || fail "npm is not on the path: install Node.js."
    say "Installing azurite@$version ..."
    local made
    mkdir -p "$cache"
    made="$(mktemp -d "$cache/azurite-$version-XXXXXX")"
    cp "$lock/package.json" "$lock/package-lock.json" "$made"
    npm ci --prefix "$made" --omit=optional --ignore-scripts --no-audit --no-fund >&2
    mv -T "$made" "$cache/azurite-$version" 2>/dev/null || rm -rf "$made"
}

# Copies a program and the libraries that it is linked with.
copy_program() {
    local program="$1" root="$2" file
    install -D "$program" "$root$program"
    while read -r file; do
        install -D "$file" "$root$file"
    done < <(ldd "$program" | grep -o '/[^ ]*')
}

make_image() {
    on_engine image inspect "$image" >/dev/null 2>&1 && return
    say "Making $image ..."
    local root node
    node="$(readlink -f "$(command -v node)")" || fail "node is not on the path: install Node.js."
    root="$(mktemp -d "$folder/image-XXXXXX")"
    copy_program "$node" "$root"
    copy_program "$(readlink -f "$(command -v bash)")" "$root"
    mkdir -p "$root/bin" "$root/usr/bin" "$root/usr/local/bin" "$root/opt" "$root/data" "$root/etc"
    mkdir -p -m 1777 "$root/tmp"
    ln -sf "$(readlink -f "$(command -v bash)")" "$root/bin/sh"
    [[ -e "$root/bin/bash" ]] || ln -sf "$(readlink -f "$(command -v bash)")" "$root/bin/bash"
    cp -r "$cache/azurite-$version" "$root/opt/azurite"
    printf 'root:x:0:0:root:/:/bin/sh\n' >"$root/etc/passwd"
    local service
    for service in azurite azurite-blob azurite-table azurite-queue; do
        local main="azurite.js"
        case "$service" in azurite-*) main="${service#azurite-}/main.js" ;; esac
        printf '#!/bin/sh\nexec %s /opt/azurite/node_modules/azurite/dist/src/%s "$@"\n' "$node" "$main" \
            >"$root/usr/local/bin/$service"
        chmod +x "$root/usr/local/bin/$service"
    done
    tar -C "$root" -c . | on_engine import \
        --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin' --change 'WORKDIR /opt/azurite' \
        --change 'EXPOSE 10000 10001 10002' \
        --change 'CMD ["azurite", "-l", "/data", "--blobHost", "0.0.0.0", "--queueHost", "0.0.0.0", "--tableHost", "0.0.0.0"]' \
        - "$image" >/dev/null
    rm -rf "$root"
}

up() {
    [[ "$(id -u)" -eq 0 ]] || fail "needs root, since an engine does."
    mkdir -p "$folder"
    install_engine
    start_engine
    install_azurite
    make_image
    say "An engine with $image answers at unix://$socket"
}

down() {
    local pid=""
    [[ -r "$folder/docker.pid" ]] && pid="$(<"$folder/docker.pid")"
    if [[ -n "$pid" ]] && kill -TERM "$pid" 2>/dev/null; then
        for _ in $(seq 30); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 1
        done
    fi
    if [[ -d "$folder" ]]; then
        # What a killed engine left mounted would not be deleted.
        awk -v under="$folder/" 'index($2, under) == 1 {print $2}' /proc/mounts | sort -r |
            while read -r mount; do umount -l "$mount" || true; done
        rm -rf "$folder"
    fi
}

case "${1:-}" in
    -h | --help) usage ;;
    up) up && printf 'export DOCKER_HOST=unix://%s TESTCONTAINERS_RYUK_DISABLED=true\n' "$socket" ;;
    down) down ;;
    run)
        shift
        [[ $# -gt 0 ]] || { usage >&2 && fail "run what?"; }
        trap down EXIT
        up
        DOCKER_HOST="unix://$socket" TESTCONTAINERS_RYUK_DISABLED=true "$@"
        ;;
    *) usage >&2 && fail "unknown command '${1:-}'." ;;
esac
