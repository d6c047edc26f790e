#!/usr/bin/env bash
# The first process in the namespaces of a Kubernetes cluster: starts its components and ends when
# one of them does, and then everything ends. suites/lib/kubernetes.sh starts it:
# node.sh FOLDER NAME, with the program 'kube' and what it needs on the PATH.
set -euo pipefail
folder="$1"
name="$2"
address=172.30.0.1
# shellcheck source-path=SCRIPTDIR source=../lib/containerd.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/containerd.sh"

# Containers see mounts that are made later, the machine does not.
mount --make-rprivate / && mount --make-rshared /
# What the kubelet and plugins write outside of folders that can be named.
for each in /run /var/lib /var/log; do mount -t tmpfs tmpfs "$each"; done
# Who enters finds the names of Services.
resolver="$(realpath --canonicalize-missing /etc/resolv.conf)"
mkdir -p "${resolver%/*}" && touch "$resolver"
mount --bind "$folder/resolv.conf" "$resolver"

# The kubelet demands settings of the kernel, which are the machine's: it reads that they are so.
mkdir -p "$folder/kernel"
for each in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
    kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
    setting="${each%=*}"
    printf '%s\n' "${each#*=}" >"$folder/kernel/${setting//\//.}"
    mount --bind "$folder/kernel/${setting//\//.}" "/proc/sys/$setting"
done

# Some kernels have no dummy device; an empty bridge has an address and a route just as well.
ip link set lo up
ip link add eth0 type bridge
ip address add "$address/24" dev eth0
ip link set eth0 up
ip route add default dev eth0
printf 1 >/proc/sys/net/ipv4/ip_forward

begin() { # LOG COMMAND...
    local log="$folder/log/$1.log"
    shift
    "$@" >"$log" 2>&1 &
}

begin etcd etcd --data-dir "$folder/etcd" --unsafe-no-fsync \
    --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
    --listen-peer-urls http://127.0.0.1:2380
begin containerd containerd_serve "$folder/containerd"
begin apiserver kube apiserver --etcd-servers=http://127.0.0.1:2379 --secure-port=6443 \
    --advertise-address="$address" --service-cluster-ip-range=10.96.0.0/16 --cert-dir="$folder/certificates" \
    --service-account-key-file="$folder/certificates/accounts.key" \
    --service-account-signing-key-file="$folder/certificates/accounts.key" \
    --service-account-issuer=https://kubernetes.default.svc --token-auth-file="$folder/tokens.csv" \
    --authorization-mode=RBAC --allow-privileged --kubelet-preferred-address-types=InternalIP
until curl --insecure --silent --fail --output /dev/null https://127.0.0.1:6443/readyz; do sleep 0.2; done
begin controllers kube controllers --kubeconfig="$folder/kubeconfig" --leader-elect=false \
    --flex-volume-plugin-dir="$folder/plugins" --service-account-private-key-file="$folder/certificates/accounts.key" \
    --root-ca-file="$folder/certificates/apiserver.crt"
begin scheduler kube scheduler --kubeconfig="$folder/kubeconfig" --leader-elect=false
begin coredns coredns -conf "$folder/Corefile"
begin kubelet kube kubelet --kubeconfig="$folder/kubeconfig" --config="$folder/kubelet.yaml" \
    --root-dir="$folder/kubelet" --hostname-override=node-1 --node-ip="$address" \
    --node-labels=topology.kubernetes.io/zone=zone-0
begin proxy kube proxy --kubeconfig="$folder/kubeconfig" --proxy-mode=nftables \
    --hostname-override=node-1 --cluster-cidr=10.244.0.0/16 --conntrack-max-per-core=0 \
    --conntrack-tcp-timeout-established=0 --conntrack-tcp-timeout-close-wait=0
begin kwok kwok --kubeconfig="$folder/kubeconfig" --manage-all-nodes=false \
    --manage-nodes-with-annotation-selector=kwok.x-k8s.io/node=fake
touch "$folder/begun"
# A component that ends takes the others with it.
wait -n
printf 'a component of %s ended\n' "$name" >&2
exit 1
