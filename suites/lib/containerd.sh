# A containerd of a suite's own, with runc and the CNI plugins, from Debian's packages.
# Sourced after suite.sh, never run by itself. Needs root, for containers of the real kind need it.
# It runs in a folder and in namespaces for mounts and processes: when its first process ends, all
# containers end and all mounts are gone.
# shellcheck shell=bash

containerd_folder=""
containerd_pid=""
# What containerd calls a namespace, which is also the name of its containers' cgroup.
containerd_namespace="giza-suite-$$"

# Puts containerd, ctr, runc and runc's library on the PATH.
containerd_install() {
    local each
    [[ "$(uname -s)" == Linux && "$(id -u)" == 0 ]] ||
        give_up "needs Linux and root: containerd mounts and makes cgroups."
    for each in unshare nsenter; do
        command -v "$each" >/dev/null || give_up "needs $each (util-linux)."
    done
    debian_packages containerd runc libseccomp2 containernetworking-plugins
}

# Prints containerd's configuration. Pods have PAUSE as their first process; the network plugins
# read CNI_FOLDER.
containerd_configuration() { # FOLDER
    cat <<TOML
version = 2
root = "$1/root"
state = "$1/state"
oom_score = 0
[grpc]
  address = "$1/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "$1/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/giza-suite/pause:1"
  restrict_oom_score_adj = true
  disable_tcp_service = true
  stream_server_address = "127.0.0.1"
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$cache/debian-containerd/usr/lib/cni"
    conf_dir = "$1/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
      SystemdCgroup = false
TOML
}

# Runs containerd in the namespaces of the caller, until it is ended.
containerd_serve() { # FOLDER
    mkdir -p "$1/cni"
    containerd_configuration "$1" >"$1/containerd.toml"
    exec containerd --config "$1/containerd.toml"
}

# Starts a containerd with namespaces of its own and waits until it answers.
containerd_start() { # FOLDER
    containerd_folder="$1"
    mkdir -p "$1"
    cgroups_sweep giza-suite
    (
        # With a shell as first process, for it has to reap what containers leave.
        export -f containerd_serve containerd_configuration
        export cache
        # shellcheck disable=SC2016
        exec unshare --mount --pid --fork --kill-child --mount-proc \
            bash -c 'containerd_serve "$1" & wait' bash "$1"
    ) >"$1/containerd.log" 2>&1 &
    containerd_pid=$!
    containerd_await
}

containerd_await() {
    local deadline=$((SECONDS + 60))
    until containerd_ctr version >/dev/null 2>&1; do
        kill -0 "$containerd_pid" 2>/dev/null ||
            give_up "containerd ended: $(tail -n 5 "$containerd_folder/containerd.log")"
        ((SECONDS < deadline)) ||
            give_up "containerd does not answer: $(tail -n 5 "$containerd_folder/containerd.log")"
        sleep 0.2
    done
}

# The first process within containerd's namespaces.
containerd_inside() {
    local child
    child="$(cat "/proc/$containerd_pid/task/$containerd_pid/children")" && printf '%s' "${child%% *}"
}

# ctr, with containerd's socket and in its namespaces.
containerd_ctr() { # ARGUMENT...
    nsenter --target "$(containerd_inside)" --mount --pid ctr --address "$containerd_folder/containerd.sock" "$@"
}

# Loads an OCI archive into containerd's namespace of this suite: as NAME, or as its index says. With a
# NAME it has no other, for a name without a registry's would keep the kubelet from finding it.
containerd_import() { # TAR [NAME]
    local names=()
    [[ -z "${2:-}" ]] || names=(--base-name "${2%:*}" --index-name "$2")
    containerd_ctr --namespace "$containerd_namespace" images import ${names[@]+"${names[@]}"} "$(realpath "$1")" \
        >/dev/null || give_up "containerd does not take $1."
}

# Ends containerd and with it all containers. Their mounts go by themselves, their cgroups do not.
containerd_stop() {
    [[ -n "$containerd_pid" ]] || return 0
    kill -KILL "$containerd_pid" 2>/dev/null || true
    wait "$containerd_pid" 2>/dev/null || true
    containerd_pid=""
    cgroups_remove "$containerd_namespace"
}

# Removes a cgroup and those below it from all hierarchies, once the last process has left them.
cgroups_remove() { # NAME
    local deadline=$((SECONDS + 30)) each
    for each in /sys/fs/cgroup/"$1" /sys/fs/cgroup/*/"$1"; do
        while [[ -d "$each" ]]; do
            find "$each" -depth -type d -exec rmdir {} \; 2>/dev/null || true
            ((SECONDS < deadline)) || give_up "processes stay in $each."
            [[ ! -d "$each" ]] || sleep 0.2
        done
    done
}

# Removes the cgroups of suites that were killed: their names end with the number of their process.
cgroups_sweep() { # PREFIX
    local each
    for each in /sys/fs/cgroup/"$1"-* /sys/fs/cgroup/*/"$1"-*; do
        if [[ -d "$each" && ! -d "/proc/${each##*-}" ]]; then
            find "$each" -depth -type d -exec rmdir {} \; 2>/dev/null || true
        fi
    done
}
