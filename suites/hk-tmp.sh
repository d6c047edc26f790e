export GIZA_X=1
cd /work/h-kube
set -euo pipefail
source suites/lib/suite.sh; source suites/lib/containerd.sh; source suites/lib/kubernetes.sh
time kubernetes_install
