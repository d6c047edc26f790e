# Three regions as three namespaces of one Kubernetes cluster: what they need, how they come up, and
# what the suite does to them. Sourced by suites/kubernetes.sh.
# shellcheck shell=bash
# What suite.sh sets: it is sourced before.
# shellcheck disable=SC2154

chart="$root/helm/giza"
example="$chart/examples/three-regions"
services=(metadata fragment gateway gc recovery)
values=(--values "$root/suites/kubernetes/values.yaml")
load_pid=""
token=""

# Loads the images of a folder, or those that are built now, under the names that the values have.
images_load() { # [FOLDER]
    local folder="${1:-$root/target/images}" tag each
    [[ -n "$1" ]] || "$root/giza" image build >&2 || give_up "could not build the images."
    tag="$(sed -n 's/^appVersion: *//p' "$chart/Chart.yaml")"
    for each in gateway-service metadata-service fragment-service gc-worker recovery-worker cli; do
        [[ -f "$folder/giza-$each.tar" ]] || give_up "there is no $folder/giza-$each.tar."
        containerd_import "$folder/giza-$each.tar" "localhost/giza-suite/giza-$each:$tag"
    done
}

# Makes folders into volumes of the class 'local'. A volume is never given a second time.
volumes_make() { # COUNT
    local number
    {
        printf 'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: local}\n'
        printf 'provisioner: kubernetes.io/no-provisioner\nvolumeBindingMode: WaitForFirstConsumer\n'
        for ((number = 1; number <= $1; number++)); do
            mkdir -p "$scratch/volumes/$number"
            volume "$number"
        done
    } | kubectl apply --filename - >/dev/null
}

volume() { # NUMBER
    cat <<YAML
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: "volume-$1"}
spec:
  capacity: {storage: 10Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  storageClassName: local
  local: {path: "$scratch/volumes/$1"}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-1]}]}]}}
YAML
}

# Three regions as the example for them brings them up.
regions_begin() {
    local before="$failed"
    check "the example brings three regions up" "$example/up.sh" up --folder "$scratch/regions" -- "${values[@]}"
    [[ "$failed" == "$before" ]] || give_up "without regions there is nothing to look at."
    token="$(<"$scratch/regions/giza.cluster-token")"
    eval "$("$example/up.sh" env --folder "$scratch/regions")"
}

# Upgrades the release of a region, or installs it, with the topology as it is now.
region_apply() { # REGION [OPTION...]
    local region="$1"
    shift
    helm upgrade giza "$chart" --install --namespace "giza-dc$region" --values "$example/topology.yaml" \
        --values "$example/regions.yaml" --values "$example/dc$region.yaml" "${values[@]}" \
        --wait --timeout 9m "$@"
}

regions_say() {
    printf 'S3 of region 1 is %s, its keys are\n' "$(gateway 1)"
    "$example/up.sh" env --folder "$scratch/regions"
    printf 'and programs reach it that run as\n  nsenter --target %s --net --mount PROGRAM\n' "$(containerd_inside)"
}

gateway() { # REGION
    printf 'https://giza-gateway.giza-dc%s.svc' "$1"
}

# A new region in place of region 3, which is gone. The others hear of it first, and both at once: in
# between, gateways of one epoch are refused by stores of the other.
region_replaced() {
    sed -E 's/^  epoch: 1$/  epoch: 2/; s/^( *)(- name: dc3)$/\1\2\n\1  since: 2/' "$example/topology.yaml" >"$scratch/topology.yaml"
    values+=(--values "$scratch/topology.yaml")
    check "regions 1 and 2 hear that region 3 is replaced" regions_hear
    check "the new region 3 has its Secrets" "$example/up.sh" secrets dc3 --folder "$scratch/regions"
    check "the new region 3 is installed" region_apply 3
    recovery active dc3 "the new region 3 is filled"
}

# The preflight of either refuses, since a region is lost: that is why they are told.
regions_hear() {
    local first
    region_apply 1 --set preflight.enabled=false &
    first=$!
    region_apply 2 --set preflight.enabled=false && wait "$first"
}

# What the hooks of a release say, and whether its pods stay what they are where one refuses.
refused_before() { # REGION JOB SENTENCE [OPTION...]
    local region="$1" job="$2" sentence="$3" before
    shift 3
    before="$(kubectl --namespace "giza-dc$region" get pods --output name | sort)"
    refused "$job" region_apply "$region" "$@" &&
        prints "$sentence" kubectl --namespace "giza-dc$region" logs "job/$job" --all-containers &&
        diff <(printf '%s\n' "$before") \
            <(kubectl --namespace "giza-dc$region" get pods --output name | sort | grep -v "$job")
}

even() { # WHAT
    recovery even "$1"
}

# Has workers say that all is well.
recovery() { # ARGUMENT...
    count_checks in_kubernetes env GIZA_TOKEN="$token" TLS_FOLDER="$scratch/regions" PYTHONPATH="$root/suites/lib" \
        python3 "$root/suites/kubernetes/recovery.py" "$@" https://giza-recovery.giza-dc{1,2,3}.svc:9004
}

# Puts and gets in the background, at the gateways of regions 1 and 2.
load_begin() { # NAME
    in_kubernetes env PYTHONPATH="$root/suites/lib" python3 "$root/suites/kubernetes/load.py" run "$scratch/$1.jsonl" \
        --stop "$scratch/$1.stop" --prefix "$1" --ca "$scratch/regions/s3-ca.crt" \
        --endpoint "$(gateway 1)" --endpoint "$(gateway 2)" >"$scratch/load.log" 2>&1 &
    load_pid=$!
    until [[ -s "$scratch/$1.jsonl" ]]; do
        kill -0 "$load_pid" 2>/dev/null || give_up "the load ended: $(tail -n 3 "$scratch/load.log")"
        sleep 0.2
    done
}

load_end() { # NAME WHAT AT_LEAST [OPTION...]
    local name="$1" what="$2" least="$3"
    shift 3
    touch "$scratch/$name.stop"
    wait "$load_pid" || give_up "the load failed: $(tail -n 3 "$scratch/load.log")"
    load_pid=""
    count_checks python3 "$root/suites/kubernetes/load.py" check "$scratch/$name.jsonl" "$what" --at-least "$least" "$@"
}

load_abandon() {
    [[ -z "$load_pid" ]] || kill -KILL "$load_pid" 2>/dev/null || true
}

readable() { # NAME WHAT REGION
    count_checks in_kubernetes env PYTHONPATH="$root/suites/lib" python3 "$root/suites/kubernetes/load.py" read \
        "$scratch/$1.jsonl" "$2" --ca "$scratch/regions/s3-ca.crt" --endpoint "$(gateway "$3")"
}

pods_of() { # REGION SERVICE
    kubectl --namespace "giza-dc$1" get pods --output name \
        --selector "app.kubernetes.io/component=$2" --field-selector status.phase=Running
}

available() { # REGION OBJECT
    kubectl --namespace "giza-dc$1" rollout status "$2" --timeout 4m
}

ready() { # REGION STORE
    kubectl --namespace "giza-dc$1" wait --for=condition=Ready "pod/giza-$2-0" --timeout 4m
}

evict() { # REGION POD
    local name="${2#pod/}"
    printf '{"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": "%s", "namespace": "giza-dc%s"}}' \
        "$name" "$1" | kubectl create --raw "/api/v1/namespaces/giza-dc$1/pods/$name/eviction" --filename -
}

# As a drain of its node does; the budget lets one go at a time.
evict_gateways() { # REGION
    local pods
    mapfile -t pods < <(pods_of "$1" gateway)
    [[ "${#pods[@]}" == 2 ]] || { printf 'not 2 gateways: %s\n' "${pods[*]}" && return 1; }
    evict "$1" "${pods[0]}" && refused "disruption budget" evict "$1" "${pods[1]}" &&
        kubectl --namespace "giza-dc$1" wait --for=delete "${pods[0]}" --timeout 4m
}

# Ends the process of a store as a crash would, and waits until Kubernetes has noticed.
kill_store() { # REGION STORE
    local pod="giza-$2-0" path='{.status.containerStatuses[0].containerID}' container
    container="$(kubectl --namespace "giza-dc$1" get pod "$pod" --output jsonpath="$path")"
    containerd_ctr --namespace k8s.io tasks kill --signal SIGKILL "${container#containerd://}" &&
        kubectl --namespace "giza-dc$1" wait --for=jsonpath='{.status.containerStatuses[0].restartCount}'=1 \
            "pod/$pod" --timeout 2m
}

# Empties the volume of a metadata-service, and looks what the service says about it.
refuses_emptied_volume() { # REGION
    local namespace="giza-dc$1" pod=giza-metadata-0 claim volume
    claim="$(kubectl --namespace "$namespace" get pod "$pod" \
        --output jsonpath='{.spec.volumes[?(@.persistentVolumeClaim)].persistentVolumeClaim.claimName}')"
    volume="$(kubectl --namespace "$namespace" get pvc "$claim" --output jsonpath='{.spec.volumeName}')"
    kubectl --namespace "$namespace" scale statefulset/giza-metadata --replicas 0 &&
        kubectl --namespace "$namespace" wait --for=delete "pod/$pod" --timeout 4m || return 1
    [[ -n "$(ls -A "$scratch/volumes/${volume#volume-}")" ]] || { printf 'the volume is empty already\n' && return 1; }
    find "$scratch/volumes/${volume#volume-}" -mindepth 1 -delete
    kubectl --namespace "$namespace" scale statefulset/giza-metadata --replicas 1
    kubectl --namespace "$namespace" wait --for=create "pod/$pod" --timeout 1m &&
        kubectl --namespace "$namespace" wait --for=jsonpath='{.status.containerStatuses[0].lastState.terminated.exitCode}' \
            "pod/$pod" --timeout 3m &&
        kubernetes_await "the reason in its log" \
            prints "is empty" kubectl --namespace "$namespace" logs "$pod" --previous &&
        prints False kubectl --namespace "$namespace" get pod "$pod" \
            --output jsonpath='{.status.conditions[?(@.type=="Ready")].status}'
}

privileged_pod() {
    kubectl --namespace giza-dc1 run privileged --image localhost/giza-suite/pause:1 --privileged
}

# Nodes that only seem to be there, in three zones, and a release whose gateways go there.
gateways_over_zones() {
    local each
    for each in 1 2 3 4 5 6; do fake_node "$each"; done | kubectl apply --filename - >/dev/null
    check "a release with six gateways is installed on nodes of three zones" \
        helm install giza "$chart" --namespace spread --create-namespace --values "$example/topology.yaml" \
        --values "$example/regions.yaml" --values "$example/dc1.yaml" "${values[@]}" --set gateway.replicas=6 --set check.enabled=false \
        --set "$(for each in "${services[@]}"; do printf '%s.nodeSelector.type=fake,' "$each"; done)"
    check "all six gateways run" kubectl --namespace spread rollout status deployment/giza-gateway --timeout 2m
    check "the six gateways spread over zones and nodes" prints '^2 2 2 1 1 1 1 1 1$' spread
    check "a drain may take one of the six gateways" prints '^1$' kubectl --namespace spread get poddisruptionbudget/giza-gateway \
        --output jsonpath='{.status.disruptionsAllowed}'
    check "a drain may take the only metadata-service" prints '^1$' kubectl --namespace spread get poddisruptionbudget/giza-metadata \
        --output jsonpath='{.spec.maxUnavailable}'
    # Pods that only seem to be there need no time to end.
    kubectl --namespace spread delete deployments,statefulsets --all >/dev/null
    kubectl --namespace spread delete pods --all --force --grace-period 0 >/dev/null 2>&1
    kubectl delete namespace spread --wait=false >/dev/null
    kubectl delete nodes --selector type=fake >/dev/null
}

# How many gateways are in each zone, and how many on each node.
spread() {
    local nodes
    nodes="$(kubectl --namespace spread get pods --selector app.kubernetes.io/component=gateway \
        --output jsonpath='{range .items[*]}{.spec.nodeName}{"\n"}{end}')"
    { awk -F - '{print $3}' <<<"$nodes" | sort | uniq -c && sort <<<"$nodes" | uniq -c; } |
        awk '{printf "%s%s", separator, $1; separator = " "}'
}

fake_node() { # NUMBER
    cat <<YAML
---
apiVersion: v1
kind: Node
metadata:
  name: fake-$1-$(($1 % 3))
  annotations: {kwok.x-k8s.io/node: fake}
  labels: {type: fake, kubernetes.io/hostname: "fake-$1-$(($1 % 3))", topology.kubernetes.io/zone: "zone-$(($1 % 3))"}
status:
  allocatable: {cpu: "8", memory: 32Gi, pods: "20"}
  capacity: {cpu: "8", memory: 32Gi, pods: "20"}
YAML
}

# Installs the definitions of cert-manager, the Prometheus operator and the Gateway API, and has the
# API server take what the chart makes of them. Nobody acts on them, and no node takes the pods.
custom_resources() {
    local folder each
    for each in github.com/prometheus-operator/prometheus-operator@v0.85.0/example/prometheus-operator-crd \
        github.com/cert-manager/cert-manager@v1.21.2/deploy/crds \
        sigs.k8s.io/gateway-api@v1.4.1/config/crd/standard; do
        folder="$(go_module "$(sed -E 's,(@[^/]*)/.*,\1,' <<<"$each")")/${each#*@*/}"
        check "definitions: $each" kubectl apply --server-side --filename "$folder"
    done
    kubectl wait --for=condition=Established customresourcedefinitions --all --timeout 1m >/dev/null
    check "a release with all custom resources is installed" helm install giza "$chart" --namespace resources \
        --create-namespace --values "$example/topology.yaml" --values "$example/regions.yaml" \
        --values "$example/dc1.yaml" "${values[@]}" --values "$root/suites/kubernetes/resources.yaml" --set check.enabled=false
    for each in certificates servicemonitors prometheusrules httproutes backendtlspolicies; do
        check "there are $each" prints giza kubectl --namespace resources get "$each" --output name
    done
    kubectl delete namespace resources --wait=false >/dev/null
}

# go_module MODULE@VERSION: fetches it once and prints its folder.
go_module() {
    (cd "$scratch" && GOTOOLCHAIN=local go mod download -json "$1") | sed -n 's/^\t"Dir": "\(.*\)",$/\1/p' | grep . ||
        give_up "could not fetch $1."
}
