#!/usr/bin/env bash
# Installs three regions of one cluster of Giza into three namespaces of one Kubernetes cluster.
set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
chart="$(cd "$here/../.." && pwd)"
folder=giza-three-regions
regions=(dc1 dc2 dc3)
options=()

usage() {
    cat <<'TEXT'
Usage: up.sh up [--folder DIR] [-- OPTION-OF-HELM...]   install all regions and wait until they serve
       up.sh secrets DC [--folder DIR]   make the namespace and the Secrets of one region again
       up.sh env [--folder DIR]          print the S3 key and the CA for a shell's eval
       up.sh down [--folder DIR]         delete the three namespaces and what they store

The folder (default ./giza-three-regions) keeps what all regions share: the secrets and the key of the
CA. Options of helm go to each region, such as: -- --set image.prefix=registry.example.net/giza
TEXT
}

fail() {
    printf 'up.sh: %s\n' "$*" >&2
    exit 1
}

# What all regions share, drawn once.
draw_secrets() {
    [[ -s "$folder/giza.gateway.secret-key" ]] && return 0
    "$chart/../../giza" secrets new "$folder" \
        --only giza.cluster-token,giza.master-key,giza.gateway.access-key,giza.gateway.secret-key >/dev/null
}

make_authority() { # NAME TITLE
    [[ -s "$folder/$1.crt" ]] && return 0
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
        -subj "/CN=$2" -keyout "$folder/$1.key" -out "$folder/$1.crt" 2>/dev/null
}

# certify NAME AUTHORITY USAGE HOST...: a key and a certificate for a year.
certify() {
    local name="$folder/$1" authority="$folder/$2" usage="$3" names
    shift 3
    names="$(printf 'DNS:%s,' "$@")"
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$1" \
        -keyout "$name.key" -out "$name.csr" 2>/dev/null
    openssl x509 -req -in "$name.csr" -CA "$authority.crt" -CAkey "$authority.key" -CAcreateserial \
        -days 365 -out "$name.crt" \
        -extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=%s\n' "${names%,}" "$usage") 2>/dev/null
}

# The namespace of a region, and the three Secrets that its release demands.
make_region() { # DC
    local namespace="giza-$1" service hosts=()
    kubectl create namespace "$namespace" --dry-run=client -o yaml | kubectl apply -f - >/dev/null
    kubectl label namespace "$namespace" --overwrite pod-security.kubernetes.io/enforce=restricted >/dev/null
    apply_secret "$namespace" generic giza \
        --from-literal=giza.cluster-token="$(cat "$folder/giza.cluster-token")" \
        --from-literal=giza.master-key="$(cat "$folder/giza.master-key")" \
        --from-literal=giza.gateway.access-key="$(cat "$folder/giza.gateway.access-key")" \
        --from-literal=giza.gateway.secret-key="$(cat "$folder/giza.gateway.secret-key")"
    for service in metadata fragment gc recovery; do
        hosts+=("giza-$service.$namespace.svc")
    done
    certify "$1" ca serverAuth,clientAuth "${hosts[@]}"
    certify "$1-s3" s3-ca serverAuth "giza-gateway.$namespace.svc" localhost
    apply_secret "$namespace" generic giza-tls --from-file=ca.crt="$folder/ca.crt" \
        --from-file=tls.crt="$folder/$1.crt" --from-file=tls.key="$folder/$1.key"
    apply_secret "$namespace" generic giza-s3-tls --from-file=ca.crt="$folder/s3-ca.crt" \
        --from-file=tls.crt="$folder/$1-s3.crt" --from-file=tls.key="$folder/$1-s3.key"
}

apply_secret() { # NAMESPACE OPTION...
    local namespace="$1"
    shift
    kubectl create secret "$@" --namespace "$namespace" --dry-run=client -o yaml |
        kubectl apply --namespace "$namespace" -f - >/dev/null
}

make_secrets() { # DC
    umask 077
    draw_secrets
    make_authority ca "Giza internal CA"
    make_authority s3-ca "Giza S3 CA"
    make_region "$1"
}

release() { # install|upgrade DC OPTION...
    local verb="$1" dc="$2"
    shift 2
    helm "$verb" giza "$chart" --namespace "giza-$dc" -f "$here/topology.yaml" -f "$here/regions.yaml" \
        -f "$here/$dc.yaml" ${options[@]+"${options[@]}"} "$@" >"$folder/$dc.$verb.log" ||
        fail "helm $verb of $dc failed: see above."
}

await() { # DC: until all of it is there, and of the configuration that was given last
    local each
    for each in statefulset/giza-metadata statefulset/giza-fragment deployment/giza-gateway \
        deployment/giza-gc deployment/giza-recovery; do
        kubectl rollout status --namespace "giza-$1" "$each" --timeout=15m >/dev/null ||
            fail "$each of $1 is not ready after 15 minutes: look at its pod's log."
    done
}

up() {
    local dc
    for dc in "${regions[@]}"; do
        make_secrets "$dc"
    done
    # Stores of a new cluster may be empty until all of them have begun, and never again.
    for dc in "${regions[@]}"; do
        if ! helm status giza --namespace "giza-$dc" >/dev/null 2>&1; then
            if [[ -e "$folder/begun" ]]; then
                release install "$dc"
            else
                release install "$dc" --set initialize=true
            fi
            printf '%s is installed\n' "$dc"
        fi
    done
    for dc in "${regions[@]}"; do
        await "$dc"
        printf '%s serves\n' "$dc"
    done
    touch "$folder/begun"
    # One region after the other: the other two go on meanwhile.
    for dc in "${regions[@]}"; do
        release upgrade "$dc"
        await "$dc"
        printf '%s can no longer begin with empty stores\n' "$dc"
    done
    printf "Try it: helm test giza --namespace giza-dc1\n"
}

env_of_key() {
    printf 'export AWS_ACCESS_KEY_ID=%s\n' "$(cat "$folder/giza.gateway.access-key")"
    printf 'export AWS_SECRET_ACCESS_KEY=%s\n' "$(cat "$folder/giza.gateway.secret-key")"
    printf 'export AWS_DEFAULT_REGION=us-east-1\n'
    printf 'export AWS_CA_BUNDLE=%q\n' "$(cd "$folder" && pwd)/s3-ca.crt"
}

down() {
    kubectl delete namespace --ignore-not-found "${regions[@]/#/giza-}"
    rm -rf "$folder"
}

command="${1:-}"
[[ $# -eq 0 ]] || shift
if [[ "$command" == secrets ]]; then
    dc="${1:-}"
    [[ " ${regions[*]} " == *" $dc "* ]] || fail "name one of ${regions[*]}."
    shift
fi
while [[ $# -gt 0 ]]; do
    case "$1" in
        --folder) folder="${2:?--folder needs a folder}" && shift 2 ;;
        --) shift && options=("$@") && break ;;
        *) usage >&2 && fail "unknown option '$1'." ;;
    esac
done
for program in kubectl helm openssl; do
    command -v "$program" >/dev/null || fail "needs $program on the PATH."
done
case "$command" in
    up) up ;;
    secrets) make_secrets "$dc" ;;
    env) env_of_key ;;
    down) down ;;
    -h | --help) usage ;;
    *) usage >&2 && exit 2 ;;
esac
