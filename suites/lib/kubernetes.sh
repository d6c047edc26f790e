# A Kubernetes cluster of a suite's own on this machine: the real components of one node, and kwok for
# nodes that only seem to be there.
# Sourced after suite.sh and containerd.sh, never run by itself. Needs root.
# It lives in a folder and in namespaces for network, mounts and processes, and its pods in a cgroup of
# its own: nothing of it clashes with anything else, and all of it ends with its first process.
# shellcheck shell=bash
# What suite.sh sets and what containerd.sh reads: the two are sourced before.
# shellcheck disable=SC2154,SC2034

kubernetes_version=v1.34.2
kubernetes_folder=""
kubernetes_name="giza-kubernetes-$$"
kubernetes_sources="$root/suites/kubernetes"

# Builds or fetches all components once; the first time takes about a quarter of an hour on two cores.
kubernetes_install() {
    local folder
    command -v ip >/dev/null || give_up "needs ip (iproute2)."
    command -v openssl >/dev/null || give_up "needs openssl."
    containerd_install
    debian_packages etcd-server
    debian_packages nftables libnftables1 libedit2 libjansson4 libmnl0 libnftnl11 libxtables12 libgmp10 libbsd0 libmd0
    folder="$cache/kubernetes-$kubernetes_version-$(cd "$kubernetes_sources" &&
        cat cluster/go.mod cluster/go.sum cluster/*.go cluster/pause/*.go image.py | cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time kubernetes
        [[ ! -e "$folder/pause.tar" ]] || exit 0
        kubernetes_build "$folder"
    ) || exit 1
    export PATH="$folder:$PATH"
    go_program coredns github.com/coredns/coredns v1.12.4
    go_program kwok sigs.k8s.io/kwok/cmd/kwok v0.7.0
    go_program helm helm.sh/helm/v3/cmd/helm v3.22.0
}

kubernetes_build() { # FOLDER
    printf 'Building Kubernetes %s, which takes minutes the first time ...\n' "$kubernetes_version" >&2
    mkdir -p "$1"
    (
        cd "$kubernetes_sources/cluster" && export GOTOOLCHAIN=local GOFLAGS="-mod=readonly -trimpath -buildvcs=false"
        go build -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$kubernetes_version \
            -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=34" \
            -o "$1/kube" . &&
            CGO_ENABLED=0 go build -ldflags '-s -w' -o "$1/pause" ./pause
    ) >&2 || give_up "could not build Kubernetes $kubernetes_version."
    python3 "$kubernetes_sources/image.py" "$1/pause" localhost/giza-suite/pause:1 "$1/pause.tar.new" &&
        mv "$1/pause.tar.new" "$1/pause.tar"
}

# Starts the cluster and waits until its node is ready.
kubernetes_start() { # FOLDER
    kubernetes_folder="$1"
    containerd_folder="$1/containerd"
    containerd_namespace=k8s.io
    mkdir -p "$1"/{log,certificates,containerd}
    kubernetes_configure "$1"
    cgroups_sweep giza-kubernetes
    cgroups_make "$kubernetes_name"
    (
        export cache
        exec setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc \
            bash "$kubernetes_sources/node.sh" "$1" "$kubernetes_name"
    ) >"$1/log/node.log" 2>&1 &
    containerd_pid=$!
    kubernetes_await "an API server" test -e "$1/begun"
    kubernetes_wrappers
    containerd_await
    containerd_import "$(dirname "$(command -v kube)")/pause.tar"
    kubernetes_await "a node" kubectl wait --for=condition=Ready node/node-1 --timeout=5s
}

# Makes kubectl and helm those of this cluster, for this suite, for scripts that it starts and for people.
kubernetes_wrappers() {
    local bin="$kubernetes_folder/bin" enter
    enter="nsenter --target $(containerd_inside) --net"
    mkdir -p "$bin"
    cat >"$bin/kubectl" <<SCRIPT
#!/usr/bin/env bash
exec $enter $(command -v kube) kubectl --kubeconfig $kubernetes_folder/kubeconfig "\$@"
SCRIPT
    cat >"$bin/helm" <<SCRIPT
#!/usr/bin/env bash
export KUBECONFIG=$kubernetes_folder/kubeconfig HELM_CACHE_HOME=$kubernetes_folder/helm
export HELM_CONFIG_HOME=$kubernetes_folder/helm HELM_DATA_HOME=$kubernetes_folder/helm
exec $enter $(command -v helm) "\$@"
SCRIPT
    chmod +x "$bin"/*
    export PATH="$bin:$PATH"
}

kubernetes_await() { # WHAT COMMAND...
    local what="$1" deadline=$((SECONDS + 240))
    shift
    until "$@" >/dev/null 2>&1; do
        kill -0 "$containerd_pid" 2>/dev/null || give_up "Kubernetes ended: $(kubernetes_complaints)"
        ((SECONDS < deadline)) || give_up "Kubernetes has not $what: $(kubernetes_complaints)"
        sleep 0.3
    done
}

kubernetes_complaints() {
    tail -n 3 "$kubernetes_folder"/log/*.log
}

# Ends the cluster with all its pods.
kubernetes_stop() {
    [[ -n "$containerd_pid" ]] || return 0
    kill -KILL "$containerd_pid" 2>/dev/null || true
    wait "$containerd_pid" 2>/dev/null || true
    containerd_pid=""
    cgroups_remove "$kubernetes_name"
}

# Runs a command on the cluster's node: in its network, with its names, in the root folder.
in_kubernetes() { # COMMAND...
    nsenter --target "$(containerd_inside)" --net --mount "$@"
}

# Makes a cgroup in all hierarchies. On a busy machine its processes get as much as eight others.
cgroups_make() { # NAME
    local each setting hierarchies=(/sys/fs/cgroup)
    [[ -e /sys/fs/cgroup/cgroup.controllers ]] || hierarchies=(/sys/fs/cgroup/*/)
    for each in "${hierarchies[@]}"; do
        each="${each%/}"
        [[ ! -L "$each" ]] || continue
        mkdir -p "$each/$1"
        for setting in cpuset.cpus cpuset.mems; do
            [[ ! -e "$each/$setting" ]] || cat "$each/$setting" >"$each/$1/$setting"
        done
        [[ ! -e "$each/$1/cpu.shares" ]] || printf 8192 >"$each/$1/cpu.shares"
        [[ ! -e "$each/$1/cpu.weight" ]] || printf 800 >"$each/$1/cpu.weight"
    done
}

# Keys and files of configuration.
kubernetes_configure() { # FOLDER
    local token
    token="$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')"
    openssl genrsa -out "$1/certificates/accounts.key" 2048 2>/dev/null
    printf '%s,admin,admin,system:masters\n' "$token" >"$1/tokens.csv"
    cat >"$1/kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: giza, cluster: {server: "https://127.0.0.1:6443", insecure-skip-tls-verify: true}}]
users: [{name: admin, user: {token: "$token"}}]
contexts: [{name: giza, context: {cluster: giza, user: admin}}]
current-context: giza
YAML
    cat >"$1/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$kubernetes_name
clusterDNS: [172.30.0.1]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix://$1/containerd/containerd.sock
evictionHard: {memory.available: 100Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
failCgroupV1: false
failSwapOn: false
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
oomScoreAdj: 0
podLogsDir: $1/log/pods
resolvConf: ""
volumePluginDir: $1/plugins
YAML
    cat >"$1/Corefile" <<TEXT
.:53 {
    bind 172.30.0.1
    errors
    kubernetes cluster.local {
        endpoint https://127.0.0.1:6443
        kubeconfig $1/kubeconfig giza
    }
}
TEXT
    printf 'nameserver 172.30.0.1\nsearch svc.cluster.local cluster.local\n' >"$1/resolv.conf"
    mkdir -p "$1/containerd/cni"
    # Pods are routed one by one: on a bridge, answers between two of them would bypass the proxy.
    cat >"$1/containerd/cni/pods.conflist" <<JSON
{"cniVersion": "0.4.0", "name": "pods", "plugins": [{"type": "ptp", "ipam": {"type": "host-local",
  "dataDir": "$1/addresses", "ranges": [[{"subnet": "10.244.0.0/16"}]], "routes": [{"dst": "0.0.0.0/0"}]}}]}
JSON
}
