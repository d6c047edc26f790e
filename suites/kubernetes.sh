#!/usr/bin/env bash
# minutes: 45
# alone
# all
# Three regions on a real Kubernetes of this machine, as three namespaces of the chart: helm test, an
# upgrade, an eviction, killed stores, an emptied volume, and a region that is lost and replaced, all
# under a client that tries nothing twice. Needs Linux and root; takes a quarter of an hour once
# everything is built.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"
# shellcheck source-path=SCRIPTDIR source=lib/containerd.sh
source "$root/suites/lib/containerd.sh"
# shellcheck source-path=SCRIPTDIR source=lib/kubernetes.sh
source "$root/suites/lib/kubernetes.sh"
# shellcheck source-path=SCRIPTDIR source=kubernetes/regions.sh
source "$root/suites/kubernetes/regions.sh"

usage() {
    cat <<'TEXT'
Usage: suites/kubernetes.sh [--update] [--images FOLDER] [--keep | --regions | --cluster]

  --images FOLDER  take the images from the archives of this folder (*.tar) instead of building them
  --keep           after the checks, also failed ones, let everything run until Ctrl-C
  --regions        no checks: start three regions and let them run until Ctrl-C
  --cluster        no checks and no regions: only an empty Kubernetes, until Ctrl-C

What failed keeps its logs in target/kubernetes/.
TEXT
}

images=""
mode=check
keep=no
while [[ $# -gt 0 ]]; do
    case "$1" in
        --update) shift ;;
        --images)
            [[ -d "${2:-}" ]] || give_up "--images needs a folder."
            images="$(realpath "$2")" && shift 2
            ;;
        --keep) keep=yes && shift ;;
        --regions | --cluster) mode="${1#--}" keep=yes && shift ;;
        -h | --help) usage && exit 0 ;;
        *) usage >&2 && give_up "unknown option '$1'." ;;
    esac
done

# Logs of what failed are kept.
end_kubernetes() {
    local kept
    if [[ -n "$containerd_pid" && ("$failed" -gt 0 || "$ended" == no) ]]; then
        kept="$root/target/kubernetes/$(date +%Y%m%dT%H%M%S)"
        mkdir -p "$kept"
        kubectl get pods,events --all-namespaces >"$kept/objects.txt" 2>&1 || true
        cp -r "$scratch/kubernetes/log" "$scratch"/*.jsonl "$kept/" 2>/dev/null || true
        printf 'logs: %s\n' "${kept#"$root"/}"
    fi
    load_abandon
    kubernetes_stop
    clean_up
}
ended=no
trap end_kubernetes EXIT

# Says how to use what runs, and waits for Ctrl-C.
let_run() {
    ended=yes
    printf 'Kubernetes runs until Ctrl-C. kubectl is:\n  %s\n' "$scratch/kubernetes/bin/kubectl"
    [[ "$mode" == cluster ]] || regions_say
    while kill -0 "$containerd_pid" 2>/dev/null; do sleep 1; done
    give_up "Kubernetes ended: $(kubernetes_complaints)"
}

phase() { # WHAT
    printf '%4s s: %s\n' "$SECONDS" "$1"
}

python_environment boto3 boto3==1.43.11 botocore==1.43.11
kubernetes_install
phase "Kubernetes starts"
kubernetes_start "$scratch/kubernetes"
if [[ "$mode" == cluster ]]; then let_run; fi
phase "images"
images_load "$images"
volumes_make 12

if [[ "$mode" == check ]]; then
    phase "custom resources"
    custom_resources
    phase "gateways over zones"
    gateways_over_zones
fi
phase "three regions"
regions_begin
if [[ "$mode" == regions ]]; then let_run; fi

for each in 1 2 3; do
    check "helm test of region $each" helm test giza --namespace "giza-dc$each" --timeout 5m --logs
done
check "a pod with more rights is refused in a region" refused "violates PodSecurity" privileged_pod

phase "region 2 is upgraded"
load_begin upgrade
check "an upgrade of region 2" region_apply 2 --set extra.configuration.logging.level.root=warn
load_end upgrade "while region 2 is upgraded" 50
even "all is even after the upgrade"
check "a configuration with a mistake is refused before anything changes" \
    refused_before 2 giza-check "giza.recovery.interval" --set extra.giza.recovery.interval=often

phase "a gateway is evicted"
load_begin eviction
check "a gateway is evicted, and a second one meanwhile is not" evict_gateways 1
check "region 1 has all its gateways again" available 1 deployment/giza-gateway
load_end eviction "while a gateway is evicted" 50

phase "stores are killed"
load_begin kill
check "the metadata-service of region 1 is killed" kill_store 1 metadata
check "the killed metadata-service is back" ready 1 metadata
even "all is even after the metadata-service was killed"
check "the fragment-service of region 2 is killed" kill_store 2 fragment
check "the killed fragment-service is back" ready 2 fragment
load_end kill "while stores are killed" 50
even "all is even after stores were killed"

phase "a volume is emptied"
load_begin volume
check "a pod whose volume was emptied says why it refuses" refuses_emptied_volume 3
phase "region 3 is lost"
check "region 3 is deleted with its volumes" kubectl delete namespace giza-dc3 --timeout=4m
load_end volume "while region 3 is lost" 50

check "an upgrade of region 1 is refused while region 3 is lost" \
    refused_before 1 giza-preflight "refused.*dc3" --set preflight.waitSeconds=0

phase "region 3 is replaced"
load_begin replacement
region_replaced
load_end replacement "while region 3 is replaced" 50 --allow 503
even "all is even with the new region 3"
load_begin after
check "helm test of the new region 3" helm test giza --namespace giza-dc3 --timeout 5m --logs
load_end after "after region 3 was replaced" 20
for each in upgrade eviction kill volume replacement after; do
    readable "$each" "what was put before ($each) is read in the new region 3" 3
done

if [[ "$keep" == yes ]]; then let_run; fi
ended=yes
phase "the end"
finish
