{{- /*
The giza.yaml of one component: what all share, and what concerns it alone, so that a pod is replaced
when its own text changes and not before. It has no secret: those are files beside it.
(dict "root" "component")
*/ -}}
{{- define "giza.configuration" -}}
{{- $root := .root -}}
{{- $v := .root.Values -}}
{{- $full := include "giza.fullname" $root -}}
{{- $scheme := include "giza.inner-scheme" $root -}}
{{- $dcs := list -}}
{{- range $v.topology.dataCenters -}}
  {{- $dc := omit . "gateway" -}}
  {{- $gateway := include "giza.gateway-of" (dict "root" $root "entry" .) -}}
  {{- if and $gateway (eq $.component "gateway") -}}
    {{- $_ := set $dc "gateway" $gateway -}}
  {{- end -}}
  {{- if and $v.topology.localEndpoints (eq .name $v.dc) -}}
    {{- $dc = merge (dict
      "metadata" (printf "%s://%s-metadata.%s.svc:9001" $scheme $full $root.Release.Namespace)
      "fragments" (printf "%s://%s-fragment.%s.svc:9002" $scheme $full $root.Release.Namespace)) $dc -}}
  {{- end -}}
  {{- if hasKey $dc "since" -}}{{- $_ := set $dc "since" (int64 $dc.since) -}}{{- end -}}
  {{- $dcs = append $dcs $dc -}}
{{- end -}}
{{- $giza := dict
  "dc" $v.dc
  "cluster-id" $v.topology.clusterId
  "topology" (dict "epoch" (int64 $v.topology.epoch) "data-centers" $dcs)
  "accounts" $v.accounts -}}
{{- if eq .component "metadata" -}}
  {{- $_ := set $giza "metadata" (include "giza.store-of-rows" $root | fromYaml) -}}
{{- else if eq .component "fragment" -}}
  {{- $_ := set $giza "fragment" (include "giza.store-of-fragments" $root | fromYaml) -}}
{{- else if eq .component "console" -}}
  {{- /* It is a client of gateways, and is told nothing of the cluster. */ -}}
  {{- $urls := include "giza.gateways" $root | fromYamlArray -}}
  {{- $console := dict "gateways" $urls "s3-urls" ($v.console.s3Urls | default $urls) -}}
  {{- if ne $v.tls.s3.mode "off" -}}{{- $_ := set $console "gateway-ca" "/etc/giza-s3-tls/ca.crt" -}}{{- end -}}
  {{- $giza = dict "console" $console -}}
{{- else if eq .component "gateway" -}}
  {{- $gateway := dict
    "account" $v.gateway.account
    "form-space" (printf "%dMiB" (int64 $v.gateway.formSpaceMiB))
    "access-log" $v.gateway.accessLog
    "workers" (dict
      "gc" (printf "%s://%s-gc.%s.svc:9003" $scheme $full $root.Release.Namespace)
      "recovery" (printf "%s://%s-recovery.%s.svc:9004" $scheme $full $root.Release.Namespace)) -}}
  {{- with $v.gateway.domains }}{{- $_ := set $gateway "domains" . -}}{{- end -}}
  {{- with $v.gateway.trustedProxies }}{{- $_ := set $gateway "trusted-proxies" . -}}{{- end -}}
  {{- if ne $v.gateway.proxyProtocol "off" -}}{{- $_ := set $gateway "proxy-protocol" $v.gateway.proxyProtocol -}}{{- end -}}
  {{- with $v.gateway.websiteDomains }}{{- $_ := set $gateway "website-domains" . -}}{{- end -}}
  {{- if or $v.gateway.sts.issuers $v.gateway.sts.roles -}}
    {{- $_ := set $gateway "sts" (pick $v.gateway.sts "issuers" "roles") -}}
  {{- end -}}
  {{- if $v.console.enabled -}}
    {{- $_ := set $gateway "console-origins" (list ($v.console.url | trimSuffix "/")) -}}
  {{- end -}}
  {{- $_ := set $giza "gateway" $gateway -}}
  {{- $_ := set $giza "spool" (dict "size" (printf "%dMiB" (int64 $v.gateway.spoolMiB))) -}}
  {{- $encryption := dict -}}
  {{- with $v.encryption.defaultKey }}{{- $_ := set $encryption "default-key" . -}}{{- end -}}
  {{- if $v.encryption.keyVault.url -}}
    {{- $vault := dict "url" $v.encryption.keyVault.url -}}
    {{- with $v.encryption.keyVault.clientId }}{{- $_ := set $vault "client-id" . -}}{{- end -}}
    {{- $_ := set $encryption "key-vault" $vault -}}
  {{- end -}}
  {{- if $encryption -}}{{- $_ := set $giza "encryption" $encryption -}}{{- end -}}
{{- end -}}
{{- if and $v.notifications.webhooks (has .component (list "gateway" "gc")) -}}
  {{- $webhooks := dict -}}
  {{- range $name, $webhook := $v.notifications.webhooks -}}
    {{- $_ := set $webhooks $name (mustMerge (dict "secret-file" (printf "/etc/giza/webhooks/%s" $name)) $webhook) -}}
  {{- end -}}
  {{- $_ := set $giza "notifications" (dict "webhooks" $webhooks "keep-for" $v.notifications.keepFor) -}}
{{- end -}}
{{- $spring := dict -}}
{{- $bundles := dict -}}
{{- $server := dict -}}
{{- if eq .component "console" -}}
  {{- if ne $v.console.tls.mode "off" -}}
    {{- $_ := set $bundles "web" (dict
      "reload-on-update" true
      "keystore" (dict "certificate" "file:/etc/giza-console-tls/tls.crt" "private-key" "file:/etc/giza-console-tls/tls.key")) -}}
  {{- end -}}
  {{- /* What a proxy says of a request is believed where there is one. */ -}}
  {{- if or $v.console.ingress.enabled (eq $v.console.tls.mode "off") -}}
    {{- $_ := set $server "forward-headers-strategy" "native" -}}
  {{- end -}}
{{- else if ne $v.tls.mode "off" -}}
  {{- $_ := set $giza "tls" (dict "bundle" "internal") -}}
  {{- $_ := set $bundles "internal" (dict
    "reload-on-update" true
    "keystore" (dict "certificate" "file:/etc/giza-tls/tls.crt" "private-key" "file:/etc/giza-tls/tls.key")
    "truststore" (dict "certificate" "file:/etc/giza-tls/ca.crt")) -}}
{{- end -}}
{{- if and (eq .component "gateway") (ne $v.tls.s3.mode "off") -}}
  {{- $_ := set $giza "tls" (mustMerge (dict "gateway-ca" "/etc/giza-s3-tls/ca.crt") ($giza.tls | default dict)) -}}
  {{- $_ := set $bundles "s3" (dict
    "reload-on-update" true
    "keystore" (dict "certificate" "file:/etc/giza-s3-tls/tls.crt" "private-key" "file:/etc/giza-s3-tls/tls.key")) -}}
{{- end -}}
{{- if $bundles -}}
  {{- $_ := set $spring "ssl" (dict "bundle" (dict "pem" $bundles)) -}}
{{- end -}}
{{- /* Of the sections that are of one service, each gets its own. */ -}}
{{- $more := deepCopy $v.extra.giza -}}
{{- range $section := list "metadata" "fragment" "gateway" "gc" "recovery" "console" -}}
  {{- if ne $section $.component -}}{{- $more = omit $more $section -}}{{- end -}}
{{- end -}}
{{- $all := dict "giza" (mustMergeOverwrite (deepCopy $giza) $more) -}}
{{- if $spring -}}{{- $_ := set $all "spring" $spring -}}{{- end -}}
{{- if $server -}}{{- $_ := set $all "server" $server -}}{{- end -}}
{{- toYaml (mustMergeOverwrite $all (deepCopy $v.extra.configuration)) -}}
{{- end -}}

{{- /*
Where a region's gateway is asked for operators by those of others, empty if nowhere. Gateways alone
ask each other, with the cluster's token: over TLS. (dict "root" "entry")
*/ -}}
{{- define "giza.gateway-of" -}}
{{- with .entry.gateway -}}
{{- if or $.root.Values.dev (hasPrefix "https://" .) -}}
{{- printf "%s://%s:%s" (regexFind "^https?" .) (include "giza.host-of" .) (include "giza.port-of" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "giza.store-of-rows" -}}
{{- $s := .Values.metadata -}}
store: {{ $s.store }}
{{- if eq $s.store "azure" }}
azure:
  account-name: {{ $s.azure.accountName | quote }}
  table: {{ $s.azure.table }}
  {{- with $s.azure.endpoint }}
  table-endpoint: {{ . | quote }}
  {{- end }}
  {{- include "giza.azure-identity" $s.azure | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "giza.store-of-fragments" -}}
{{- $s := .Values.fragment -}}
store: {{ $s.store }}
{{- if eq $s.store "azure" }}
azure:
  account-name: {{ $s.azure.accountName | quote }}
  container: {{ $s.azure.container }}
  {{- with $s.azure.endpoint }}
  blob-endpoint: {{ . | quote }}
  {{- end }}
  {{- include "giza.azure-identity" $s.azure | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "giza.azure-identity" -}}
{{- if eq .credential "identity" }}
identity:
  enabled: true
  {{- with .clientId }}
  client-id: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* The keys of the Secret that a component needs, as a list in YAML. (dict "root" "component") */ -}}
{{- define "giza.secret-keys" -}}
{{- if eq .component "console" }}
- giza.console.session-key
{{- else }}
- giza.cluster-token
{{- if .root.Values.secret.clusterTokenAccepted }}
- giza.cluster-token-accepted
{{- end }}
{{- if eq .component "gateway" }}
- giza.master-key
{{- if .root.Values.secret.masterKeyAccepted }}
- giza.master-key-accepted
{{- end }}
- giza.gateway.access-key
- giza.gateway.secret-key
{{- else if has .component (list "metadata" "fragment") }}
{{- $s := index .root.Values .component }}
{{- if and (eq $s.store "azure") (ne $s.azure.credential "identity") }}
- giza.{{ .component }}.azure.{{ $s.azure.credential }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- /*
The text whose change replaces the pods of a component: its configuration. Of stores, the epoch and
'since' are left out. The recovery-workers order a new epoch of stores that run, and to restart the
last two regions' stores at a time, after a third was lost, would stop the cluster.
(dict "root" "component")
*/ -}}
{{- define "giza.rolled-by" -}}
{{- $text := include "giza.configuration" . -}}
{{- if has .component (list "metadata" "fragment") -}}
{{- $all := $text | fromYaml -}}
{{- $topology := $all.giza.topology -}}
{{- $dcs := list -}}
{{- range index $topology "data-centers" -}}{{- $dcs = append $dcs (omit . "since") -}}{{- end -}}
{{- toYaml $dcs -}}
{{- toYaml (omit $all.giza "topology") -}}
{{- toYaml (omit $all "giza") -}}
{{- else -}}
{{- $text -}}
{{- end -}}
{{- end -}}
