#!/usr/bin/env bash
# minutes: 6
# idle
# The Helm chart without a cluster: every example and many small value files are rendered and
# validated against the schemas of Kubernetes and of the operators, what must be refused is refused
# with its sentence, and a model of the NetworkPolicies allows just the written pairs.
# '--update' also writes the golden renderings and the table of values anew.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

# schemas: prints the folder of the schemas of all objects, made once: those of Kubernetes come with a
# Python package, those of the operators are made of the CRDs that their Go modules carry.
schemas() {
    local folder modules=(
        github.com/prometheus-operator/prometheus-operator@v0.85.0
        github.com/cert-manager/cert-manager@v1.21.2
        sigs.k8s.io/gateway-api@v1.4.1
    ) module sources=()
    folder="$cache/helm-schemas-$(printf '%s\n' "${modules[@]}" | cat - "$root/suites/helm/schemas.py" |
        cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time helm-schemas
        [[ ! -e "$folder/complete" ]] || exit 0
        rm -rf "$folder" && mkdir -p "$folder" && cd "$scratch"
        for module in "${modules[@]}"; do
            sources+=("$(GOTOOLCHAIN=local GOFLAGS=-mod=mod go mod download -json "$module" |
                sed -n 's/^\t"Dir": "\(.*\)",$/\1/p')")
            [[ -n "${sources[-1]}" ]] || give_up "could not fetch $module."
        done
        python3 "$root/suites/helm/schemas.py" "$folder" "${sources[@]}" ||
            give_up "could not make the schemas of ${modules[*]}."
        touch "$folder/complete"
    ) || exit 1
    printf '%s' "$folder"
}

python_environment helm kubernetes-validate==1.34.1 PyYAML==6.0.4 jsonschema==4.26.0
go_program helm helm.sh/helm/v3/cmd/helm v3.22.0
go_program kubeconform github.com/yannh/kubeconform/cmd/kubeconform v0.8.0
schemas="$(schemas)" || exit 1

# Nothing of the user's own Helm is read or written.
export HELM_CACHE_HOME="$scratch/helm" HELM_CONFIG_HOME="$scratch/helm" HELM_DATA_HOME="$scratch/helm"
export KUBECONFIG="$scratch/no-kubeconfig"

cp -r "$root/helm/giza" "$scratch/giza"
check "helm lint --strict" helm lint --strict --kube-version 1.34.0 "$scratch/giza" \
    -f "$root/helm/giza/examples/three-regions/topology.yaml" \
    -f "$root/helm/giza/examples/three-regions/regions.yaml" \
    -f "$root/helm/giza/examples/three-regions/dc1.yaml"
check "helm package" helm package "$scratch/giza" --destination "$scratch"
check "up.sh tells its usage" prints "^Usage: up.sh up" "$root/helm/giza/examples/three-regions/up.sh" --help
count_checks python3 "$root/suites/helm/check_chart.py" "$root" "$schemas" "$scratch" ${update[@]+"${update[@]}"}

finish
