{{- /* Names, labels and what is known of each component. */ -}}

{{- define "giza.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "giza.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "giza.name" . -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* What selects pods; it can never change, so nothing else is in it. (dict "root" "component") */ -}}
{{- define "giza.selector" -}}
app.kubernetes.io/name: {{ include "giza.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- if .component }}
app.kubernetes.io/component: {{ .component }}
{{- end }}
{{- end -}}

{{- define "giza.labels" -}}
{{ include "giza.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: giza
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | quote }}
{{- with .root.Values.extra.labels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* The name and the labels of an object. (dict "root" "component" "name") */ -}}
{{- define "giza.metadata" -}}
name: {{ .name | default (printf "%s-%s" (include "giza.fullname" .root) .component) }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "giza.labels" . | nindent 2 }}
{{- end -}}

{{- /* Of each component: its image, its port, and what its ports are called. */ -}}
{{- define "giza.components" -}}
metadata: {image: giza-metadata-service, port: 9001, portName: metadata}
fragment: {image: giza-fragment-service, port: 9002, portName: fragment}
gateway: {image: giza-gateway-service, port: 9000, portName: s3}
gc: {image: giza-gc-worker, port: 9003, portName: gc}
recovery: {image: giza-recovery-worker, port: 9004, portName: recovery}
console: {image: giza-console-service, port: 9005, portName: console}
commands: {image: giza-cli}
{{- end -}}

{{- /* The services that this release has, as a list in YAML. */ -}}
{{- define "giza.services" -}}
- metadata
- fragment
- gateway
- gc
- recovery
{{- if .Values.console.enabled }}
- console
{{- end }}
{{- end -}}

{{- define "giza.image" -}}
{{- $known := index (include "giza.components" .root | fromYaml) .component -}}
{{- printf "%s/%s:%s" (.root.Values.image.prefix | trimSuffix "/") $known.image (.root.Values.image.tag | default .root.Chart.AppVersion) -}}
{{- end -}}

{{- define "giza.inner-scheme" -}}
{{- ternary "http" "https" (eq .Values.tls.mode "off") -}}
{{- end -}}

{{- define "giza.tls-secret" -}}
{{- ternary .Values.tls.secretName (printf "%s-tls" (include "giza.fullname" .)) (eq .Values.tls.mode "secret") -}}
{{- end -}}

{{- define "giza.s3-tls-secret" -}}
{{- ternary .Values.tls.s3.secretName (printf "%s-s3-tls" (include "giza.fullname" .)) (eq .Values.tls.s3.mode "secret") -}}
{{- end -}}

{{- define "giza.console-tls-secret" -}}
{{- ternary .Values.console.tls.secretName (printf "%s-console-tls" (include "giza.fullname" .)) (eq .Values.console.tls.mode "secret") -}}
{{- end -}}

{{- /* The authority of S3's certificates, for pods that are clients. Where it is not there, the JVM's own do. */ -}}
{{- define "giza.s3-ca-volume" -}}
- name: s3-ca
  secret:
    secretName: {{ .Values.test.caSecretName | default (include "giza.s3-tls-secret" .) }}
    optional: true
    items: [{key: ca.crt, path: ca.crt}]
{{- end -}}

{{- /* The entry of this data center in the topology, as YAML. */ -}}
{{- define "giza.own-entry" -}}
{{- range .Values.topology.dataCenters -}}
{{- if eq .name $.Values.dc -}}
{{- toYaml . -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* The URL of S3 of this region, for its own pods. */ -}}
{{- define "giza.own-gateway" -}}
{{- $own := include "giza.own-entry" . | fromYaml -}}
{{- $scheme := ternary "http" "https" (eq .Values.tls.s3.mode "off") -}}
{{- $own.gateway | default (printf "%s://%s-gateway.%s.svc:%d" $scheme (include "giza.fullname" .) .Release.Namespace (int64 .Values.gateway.service.port)) -}}
{{- end -}}

{{- /* The URLs of S3 of all regions that have one, this one first, as a list in YAML. */ -}}
{{- define "giza.gateways" -}}
- {{ include "giza.own-gateway" . | quote }}
{{- range .Values.topology.dataCenters }}
{{- if and .gateway (ne .name $.Values.dc) }}
- {{ .gateway | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "giza.host-of" -}}
{{- . | trimPrefix "https://" | trimPrefix "http://" | regexFind "^(\\[[^]]*\\]|[^:/]*)" -}}
{{- end -}}

{{- define "giza.port-of" -}}
{{- $port := regexFind ":[0-9]+/?$" . | trimPrefix ":" | trimSuffix "/" -}}
{{- $port | default (ternary "443" "80" (hasPrefix "https://" .)) -}}
{{- end -}}

{{- /* The names of a component's Service within the cluster, as a list in YAML. (dict "root" "component") */ -}}
{{- define "giza.inner-names" -}}
{{- $short := printf "%s-%s" (include "giza.fullname" .root) .component -}}
{{- $namespace := .root.Release.Namespace -}}
- {{ $short }}
- {{ $short }}.{{ $namespace }}
- {{ $short }}.{{ $namespace }}.svc
- {{ $short }}.{{ $namespace }}.svc.{{ .root.Values.clusterDomain }}
{{- end -}}
