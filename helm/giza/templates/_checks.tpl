{{- /* What a schema cannot say: each refusal names the key and the fix. */ -}}
{{- define "giza.checks" -}}
{{- include "giza.check-cluster" . -}}
{{- include "giza.check-accounts" . -}}
{{- include "giza.check-stores" . -}}
{{- include "giza.check-tls" . -}}
{{- include "giza.check-ways-in" . -}}
{{- include "giza.check-console" . -}}
{{- include "giza.check-monitoring" . -}}
{{- include "giza.check-extra" . -}}
{{- end -}}

{{- define "giza.check-cluster" -}}
{{- $v := .Values -}}
{{- if not $v.dc -}}
{{- fail "dc is empty: set it to the data center that this release is, one of topology.dataCenters." -}}
{{- end -}}
{{- if not $v.image.prefix -}}
{{- fail "image.prefix is empty: set it to where the images are, so that PREFIX/giza-gateway-service is one." -}}
{{- end -}}
{{- if not $v.secret.existing -}}
{{- fail "secret.existing is empty: make the Secret as README.md says, the same in all regions, and set this to its name." -}}
{{- end -}}
{{- if lt (int64 $v.topology.epoch) 1 -}}
{{- fail "topology.epoch is 0: set it to 1 for a new cluster, and raise it by one with every change of the map." -}}
{{- end -}}
{{- if not $v.topology.clusterId -}}
{{- fail "topology.clusterId is empty: have './giza cluster init' draw one, and use it in all regions." -}}
{{- end -}}
{{- if not $v.topology.dataCenters -}}
{{- fail "topology.dataCenters is empty: list all data centers of the cluster, the same in all regions." -}}
{{- end -}}
{{- $names := list -}}
{{- range $v.topology.dataCenters -}}
  {{- if has .name $names -}}
  {{- fail (printf "topology.dataCenters names %s twice: give each data center its own name." .name) -}}
  {{- end -}}
  {{- $names = append $names .name -}}
  {{- if gt (int64 (.since | default 0)) (int64 $v.topology.epoch) -}}
  {{- fail (printf "topology.dataCenters %s: since is %d, later than topology.epoch: raise the epoch to it." .name (int64 .since)) -}}
  {{- end -}}
{{- end -}}
{{- if not (has $v.dc $names) -}}
{{- fail (printf "dc is %s, which topology.dataCenters does not list: use one of %s, or add it there." $v.dc (join ", " $names)) -}}
{{- end -}}
{{- if $v.initialize -}}
  {{- if .Release.IsUpgrade -}}
  {{- fail "initialize is true in an upgrade: it is for the very first install alone, since it lets a store that lost its volume begin anew. Set it to false. If the first install of this data center of a new cluster never came up, uninstall the release and install it again." -}}
  {{- end -}}
  {{- $own := include "giza.own-entry" . | fromYaml -}}
  {{- if $own.since -}}
  {{- fail (printf "initialize is true, and %s took the place of a lost data center (since is %d): set initialize to false, its empty stores wait to be filled." $v.dc (int64 $own.since)) -}}
  {{- end -}}
{{- end -}}
{{- if and $v.networkPolicy.enabled (not $v.dev) (not $v.networkPolicy.peers.cidrs) (not $v.networkPolicy.peers.namespaceSelectors) -}}
{{- fail "networkPolicy.peers is empty: other regions could not reach these stores, nor these pods theirs. Set cidrs to their networks, or networkPolicy.enabled to false." -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-accounts" -}}
{{- $v := .Values -}}
{{- $names := list -}}
{{- range $v.topology.dataCenters -}}{{- $names = append $names .name -}}{{- end -}}
{{- if not $v.accounts -}}
{{- fail "accounts is empty: add one, such as default, the same in all regions." -}}
{{- end -}}
{{- if not (hasKey $v.accounts $v.gateway.account) -}}
{{- fail (printf "gateway.account is %s, which accounts does not name: use one of %s." $v.gateway.account (keys $v.accounts | sortAlpha | join ", ")) -}}
{{- end -}}
{{- $deciding := "" -}}
{{- range $name := keys $v.accounts | sortAlpha -}}
  {{- $account := index $v.accounts $name -}}
  {{- range $key := list "metadata-dcs" "data-dcs" -}}
    {{- range index $account $key -}}
      {{- if not (has . $names) -}}
      {{- fail (printf "accounts.%s.%s names %s, which topology.dataCenters does not list: add it there, or take it out." $name $key .) -}}
      {{- end -}}
    {{- end -}}
  {{- end -}}
  {{- $own := index $account "metadata-dcs" | sortAlpha | join ", " -}}
  {{- if and $deciding (ne $deciding $own) -}}
  {{- fail (printf "accounts.%s.metadata-dcs is [%s], and another account has [%s]: they must be the same for all accounts." $name $own $deciding) -}}
  {{- end -}}
  {{- $deciding = $own -}}
  {{- $numbers := regexFindAll "[0-9]+" $account.coding -1 -}}
  {{- $fragments := 0 -}}
  {{- range $numbers -}}{{- $fragments = add $fragments (int64 .) -}}{{- end -}}
  {{- if gt (int64 $fragments) (len (index $account "data-dcs")) -}}
  {{- fail (printf "accounts.%s.coding is %s, which makes %d fragments, and data-dcs has %d data centers: list more, or choose another code." $name $account.coding (int64 $fragments) (len (index $account "data-dcs"))) -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-stores" -}}
{{- range $name := list "metadata" "fragment" -}}
  {{- $store := index $.Values $name -}}
  {{- if eq $store.store "azure" -}}
    {{- if and (not $store.azure.accountName) (ne $store.azure.credential "connection-string") -}}
    {{- fail (printf "%s.azure.accountName is empty: set it to the storage account of this data center." $name) -}}
    {{- end -}}
  {{- else -}}
    {{- if not $store.storage.size -}}
    {{- fail (printf "%s.storage.size is empty: set it to the size of the volume, such as 50Gi." $name) -}}
    {{- end -}}
    {{- if not $store.storage.class -}}
    {{- fail (printf "%s.storage.class is empty: set it to a StorageClass; 'kubectl get storageclass' lists them." $name) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- if and .Values.gateway.autoscaling.enabled (gt (int64 .Values.gateway.autoscaling.min) (int64 .Values.gateway.autoscaling.max)) -}}
{{- fail "gateway.autoscaling.min is more than max: lower it, or raise max." -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-tls" -}}
{{- $v := .Values -}}
{{- if and (eq $v.tls.mode "off") (not $v.dev) -}}
{{- fail "tls.mode is off: calls between services carry the cluster's token. Use certManager or secret, or set dev to true to try things out." -}}
{{- end -}}
{{- if and (eq $v.tls.s3.mode "off") (not $v.dev) -}}
{{- fail "tls.s3.mode is off: use certManager or secret, or set dev to true to try things out." -}}
{{- end -}}
{{- if and (eq $v.tls.mode "secret") (not $v.tls.secretName) -}}
{{- fail "tls.secretName is empty: set it to the Secret with tls.crt, tls.key and ca.crt, or tls.mode to certManager." -}}
{{- end -}}
{{- if and (eq $v.tls.s3.mode "secret") (not $v.tls.s3.secretName) -}}
{{- fail "tls.s3.secretName is empty: set it to the Secret with tls.crt and tls.key, or tls.s3.mode to certManager." -}}
{{- end -}}
{{- if and (eq $v.tls.mode "certManager") (not $v.tls.issuerRef.name) -}}
{{- fail "tls.issuerRef.name is empty: set it to the issuer whose CA all regions share, or tls.mode to secret." -}}
{{- end -}}
{{- if eq $v.tls.s3.mode "certManager" -}}
  {{- if not $v.tls.s3.issuerRef.name -}}
  {{- fail "tls.s3.issuerRef.name is empty: set it to the issuer that clients trust, or tls.s3.mode to secret." -}}
  {{- end -}}
  {{- $own := include "giza.own-entry" . | fromYaml -}}
  {{- if not (or $v.gateway.domains $v.tls.s3.hosts $own.gateway $v.tls.s3.inCluster) -}}
  {{- fail "tls.s3 has no name to certify: set gateway.domains, tls.s3.hosts or the gateway of this data center in topology.dataCenters." -}}
  {{- end -}}
{{- end -}}
{{- if and (or (eq $v.tls.mode "certManager") (eq $v.tls.s3.mode "certManager")) (not (.Capabilities.APIVersions.Has "cert-manager.io/v1/Certificate")) -}}
{{- fail "tls.mode or tls.s3.mode is certManager, and this Kubernetes has no cert-manager.io/v1/Certificate: install cert-manager, or use secret. 'helm template' needs --api-versions cert-manager.io/v1/Certificate." -}}
{{- end -}}
{{- $scheme := include "giza.inner-scheme" . -}}
{{- range $v.topology.dataCenters -}}
  {{- if not (and (hasPrefix (printf "%s://" $scheme) .metadata) (hasPrefix (printf "%s://" $scheme) .fragments)) -}}
  {{- fail (printf "topology.dataCenters %s: its metadata and fragments must begin with %s://, since tls.mode is %s." .name $scheme $v.tls.mode) -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-ways-in" -}}
{{- $v := .Values -}}
{{- if and (eq $v.gateway.proxyProtocol "v2") (not $v.gateway.trustedProxies) -}}
{{- fail "gateway.trustedProxies is empty, and gateway.proxyProtocol is v2: set it to the addresses of the load balancers that speak the PROXY protocol." -}}
{{- end -}}
{{- if and $v.ingress.enabled (not $v.ingress.hosts) (not $v.gateway.domains) -}}
{{- fail "ingress.hosts is empty: set it to the names that the Ingress answers to, or set gateway.domains." -}}
{{- end -}}
{{- if $v.gatewayApi.enabled -}}
  {{- if not (.Capabilities.APIVersions.Has "gateway.networking.k8s.io/v1/HTTPRoute") -}}
  {{- fail "gatewayApi.enabled is true, and this Kubernetes has no gateway.networking.k8s.io/v1/HTTPRoute: install the Gateway API, or set it to false. 'helm template' needs --api-versions gateway.networking.k8s.io/v1/HTTPRoute." -}}
  {{- end -}}
  {{- if and (ne $v.tls.s3.mode "off") (not (.Capabilities.APIVersions.Has "gateway.networking.k8s.io/v1/BackendTLSPolicy")) -}}
  {{- fail "gatewayApi.enabled is true, gateways speak TLS, and this Kubernetes has no gateway.networking.k8s.io/v1/BackendTLSPolicy: install the Gateway API 1.4 or later. 'helm template' needs --api-versions gateway.networking.k8s.io/v1/BackendTLSPolicy." -}}
  {{- end -}}
  {{- if not $v.gatewayApi.parentRefs -}}
  {{- fail "gatewayApi.parentRefs is empty: name the Gateway that the route belongs to." -}}
  {{- end -}}
  {{- if and (not $v.gatewayApi.hosts) (not $v.gateway.domains) -}}
  {{- fail "gatewayApi.hosts is empty: set it to the names that the route answers to, or set gateway.domains." -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-console" -}}
{{- $v := .Values -}}
{{- $console := .Values.console -}}
{{- if $console.enabled -}}
  {{- if not $console.url -}}
  {{- fail "console.url is empty: set it to the URL under which browsers reach the console, such as https://console.example.net." -}}
  {{- end -}}
  {{- $own := include "giza.own-entry" . | fromYaml -}}
  {{- if not (or $console.s3Urls $own.gateway) -}}
  {{- fail (printf "console.s3Urls is empty, and %s has no gateway in topology.dataCenters: set one of them to where browsers reach S3." $v.dc) -}}
  {{- end -}}
  {{- $gateways := include "giza.gateways" . | fromYamlArray -}}
  {{- if and $console.s3Urls (ne (len $console.s3Urls) (len $gateways)) -}}
  {{- fail (printf "console.s3Urls has %d entries: it needs %d, in this order: %s." (len $console.s3Urls) (len $gateways) (join ", " $gateways)) -}}
  {{- end -}}
  {{- if and (eq $console.tls.mode "secret") (not $console.tls.secretName) -}}
  {{- fail "console.tls.secretName is empty: set it to the Secret with tls.crt and tls.key, or console.tls.mode to certManager." -}}
  {{- end -}}
  {{- if eq $console.tls.mode "certManager" -}}
    {{- if not $v.tls.s3.issuerRef.name -}}
    {{- fail "tls.s3.issuerRef.name is empty, and console.tls.mode is certManager: set it to the issuer that browsers trust, or console.tls.mode to secret." -}}
    {{- end -}}
    {{- if not (.Capabilities.APIVersions.Has "cert-manager.io/v1/Certificate") -}}
    {{- fail "console.tls.mode is certManager, and this Kubernetes has no cert-manager.io/v1/Certificate: install cert-manager, or use secret. 'helm template' needs --api-versions cert-manager.io/v1/Certificate." -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-monitoring" -}}
{{- $v := .Values -}}
{{- if and $v.monitoring.serviceMonitor (not (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1/ServiceMonitor")) -}}
{{- fail "monitoring.serviceMonitor is true, and this Kubernetes has no monitoring.coreos.com/v1/ServiceMonitor: install the Prometheus operator, or set it to false. 'helm template' needs --api-versions monitoring.coreos.com/v1/ServiceMonitor." -}}
{{- end -}}
{{- if $v.monitoring.rules.enabled -}}
  {{- if not (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1/PrometheusRule") -}}
  {{- fail "monitoring.rules.enabled is true, and this Kubernetes has no monitoring.coreos.com/v1/PrometheusRule: install the Prometheus operator, or set it to false. 'helm template' needs --api-versions monitoring.coreos.com/v1/PrometheusRule." -}}
  {{- end -}}
  {{- if not $v.monitoring.rules.runbooks -}}
  {{- fail "monitoring.rules.runbooks is empty: set it to the URL of a copy of docs/runbooks, which alerts link to." -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.check-extra" -}}
{{- range $key, $instead := dict "dc" "dc" "topology" "topology" "cluster-id" "topology.clusterId" "accounts" "accounts" "initialize" "initialize" "accept-epoch" "acceptEpoch" "tls" "tls" -}}
  {{- if hasKey $.Values.extra.giza $key -}}
  {{- fail (printf "extra.giza.%s: set %s instead." $key $instead) -}}
  {{- end -}}
{{- end -}}
{{- range $path := list "cluster-token" "cluster-token-accepted" "master-key" "master-key-accepted" "gateway.access-key" "gateway.secret-key" "console.session-key" "metadata.azure.account-key" "metadata.azure.sas-token" "metadata.azure.connection-string" "fragment.azure.account-key" "fragment.azure.sas-token" "fragment.azure.connection-string" -}}
  {{- if dig (splitList "." $path | first) "" $.Values.extra.giza -}}
    {{- $at := $.Values.extra.giza -}}
    {{- range splitList "." $path -}}
      {{- $at = ternary (get (ternary $at (dict) (kindIs "map" $at)) .) "" (kindIs "map" $at) -}}
    {{- end -}}
    {{- if $at -}}
    {{- fail (printf "extra.giza.%s is a secret, and a ConfigMap is not: put it into the Secret %s as giza.%s." $path $.Values.secret.existing $path) -}}
    {{- end -}}
  {{- end -}}
{{- end -}}
{{- end -}}

{{- /*
What is no mistake for sure, and may open buckets to everybody: the notes say it. Each proxy puts its own
address in the place of its clients', unless gateways are told which addresses are proxies.
*/ -}}
{{- define "giza.address-warnings" -}}
{{- $v := .Values -}}
{{- $trusted := or $v.gateway.trustedProxies (dig "gateway" "trusted-proxies" "" $v.extra.giza) -}}
{{- $ways := list -}}
{{- if $v.ingress.enabled -}}{{- $ways = append $ways "an Ingress" -}}{{- end -}}
{{- if $v.gatewayApi.enabled -}}{{- $ways = append $ways "a Gateway" -}}{{- end -}}
{{- $isCluster := and (ne $v.gateway.service.type "ClusterIP") (eq $v.gateway.service.externalTrafficPolicy "Cluster") -}}
{{- if $isCluster -}}{{- $ways = append $ways "a Service with externalTrafficPolicy Cluster" -}}{{- end -}}
{{- if and $ways (not $trusted) -}}
WARNING: clients reach the gateways through {{ join " and " $ways }}, and gateway.trustedProxies is empty.
The condition aws:SourceIp in policies sees the address of the proxy or node, not that of the client: a policy
that admits 10.0.0.0/8 may admit EVERYBODY. Logs, audit and limits see it, too.
{{- if or $v.ingress.enabled $v.gatewayApi.enabled }}
Set gateway.trustedProxies to the addresses of the controller's pods.
{{- end }}
{{- if $isCluster }}
Set gateway.service.externalTrafficPolicy to Local, or have the load balancer speak the PROXY protocol
(gateway.proxyProtocol v2, and gateway.trustedProxies the addresses that its connections come from).
{{- end }}
How: docs/how-to/run-behind-a-proxy.md
{{- end -}}
{{- if and (eq $v.gateway.proxyProtocol "v2") (or $v.ingress.enabled $v.gatewayApi.enabled) }}
WARNING: gateway.proxyProtocol is v2. The controller of the Ingress or Gateway must begin each connection with a
PROXY header: if it is a trusted proxy and does not, its connections are closed.
{{- end -}}
{{- end -}}
