{{- /*
The pod of a component: not privileged in any way (PodSecurity 'restricted'), nothing writable but
/tmp and /data, no token of Kubernetes.
(dict "root" "component")
*/ -}}
{{- define "giza.pod" -}}
{{- $root := .root -}}
{{- $v := .root.Values -}}
{{- $component := .component -}}
{{- $own := index $v $component -}}
{{- $known := index (include "giza.components" $root | fromYaml) $component -}}
{{- $isStore := has $component (list "metadata" "fragment") -}}
{{- $isGateway := eq $component "gateway" -}}
{{- $isOnDisk := and $isStore (ne ($own.store | default "") "azure") -}}
{{- $isAzure := and $isStore (not $isOnDisk) -}}
{{- $isKeyVault := and $isGateway (ne $v.encryption.keyVault.url "") -}}
{{- $innerTls := and (ne $v.tls.mode "off") (ne $component "console") -}}
{{- $isConsole := eq $component "console" -}}
{{- $s3Tls := and $isGateway (ne $v.tls.s3.mode "off") -}}
{{- $webTls := and $isConsole (ne $v.console.tls.mode "off") -}}
metadata:
  # Not the version of the chart: a new one alone is no reason to replace a pod.
  labels:
    {{- include "giza.selector" . | nindent 4 }}
    {{- with $v.extra.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- if or $isKeyVault (and $isAzure (eq $own.azure.credential "identity")) }}
    azure.workload.identity/use: "true"
    {{- end }}
    {{- with $own.labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/configuration: {{ include "giza.rolled-by" . | sha256sum }}
    {{- with $own.annotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "giza.fullname" $root }}-{{ $component }}
  automountServiceAccountToken: false
  # Kubernetes would set variables such as GIZA_GATEWAY_PORT, which are no settings of Giza's.
  enableServiceLinks: false
  terminationGracePeriodSeconds: 150
  {{- with $own.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $v.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: {type: RuntimeDefault}
  {{- with $own.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $isGateway }}
  topologySpreadConstraints:
    {{- if $own.topologySpreadConstraints }}
    {{- toYaml $own.topologySpreadConstraints | nindent 4 }}
    {{- else }}
    {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - topologyKey: {{ $key }}
      maxSkew: 1
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "giza.selector" $ | nindent 10 }}
      matchLabelKeys: [pod-template-hash]
    {{- end }}
    {{- end }}
  {{- end }}
  containers:
    - name: {{ $component }}
      image: {{ include "giza.image" . }}
      imagePullPolicy: {{ $v.image.pullPolicy }}
      args:
        - --spring.config.additional-location=file:/etc/giza/giza.yaml
        - --spring.config.import=configtree:/etc/giza/secrets/
        {{- if $isOnDisk }}
        # Below the root of the volume, which is not the service's own and may have a lost+found.
        - --giza.{{ $component }}.data-dir=/data/{{ ternary "metadata" "fragments" (eq $component "metadata") }}
        {{- end }}
        {{- if and $isStore $v.initialize }}
        - --giza.initialize=true
        {{- end }}
        {{- if and $isStore $v.acceptEpoch }}
        - --giza.accept-epoch={{ int64 $v.acceptEpoch }}
        {{- end }}
        {{- if $s3Tls }}
        - --server.ssl.bundle=s3
        {{- else if $webTls }}
        - --server.ssl.bundle=web
        {{- else if and $innerTls (not $isGateway) }}
        - --server.ssl.bundle=internal
        - --server.ssl.client-auth=need
        {{- end }}
      {{- if or $own.javaToolOptions $v.extra.env }}
      env:
        {{- with $own.javaToolOptions }}
        - name: JAVA_TOOL_OPTIONS
          value: {{ . | quote }}
        {{- end }}
        {{- with $v.extra.env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
      ports:
        - {name: {{ $known.portName }}, containerPort: {{ $known.port }}}
        - {name: management, containerPort: 9100}
      resources:
        {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      # A store may take long to read its log, and is not ready as long as it waits for others; it is
      # alive all the while.
      startupProbe:
        httpGet: {path: /actuator/health/liveness, port: management}
        periodSeconds: 2
        timeoutSeconds: 5
        failureThreshold: {{ ternary 900 150 $isStore }}
      livenessProbe:
        httpGet: {path: /actuator/health/liveness, port: management}
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: {path: /actuator/health/readiness, port: management}
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      {{- if or $isGateway $isConsole }}
      # Load balancers and proxies need that long to hear that it goes.
      lifecycle:
        preStop:
          sleep: {seconds: 10}
      {{- end }}
      volumeMounts:
        - {name: configuration, mountPath: /etc/giza, readOnly: true}
        {{- if $innerTls }}
        - {name: tls, mountPath: /etc/giza-tls, readOnly: true}
        {{- end }}
        {{- if $s3Tls }}
        - {name: s3-tls, mountPath: /etc/giza-s3-tls, readOnly: true}
        {{- end }}
        {{- if $webTls }}
        - {name: web-tls, mountPath: /etc/giza-console-tls, readOnly: true}
        {{- end }}
        {{- if and $isConsole (ne $v.tls.s3.mode "off") }}
        - {name: s3-ca, mountPath: /etc/giza-s3-tls, readOnly: true}
        {{- end }}
        - {name: tmp, mountPath: /tmp}
        {{- if $isOnDisk }}
        - {name: data, mountPath: /data}
        {{- end }}
  volumes:
    - name: configuration
      projected:
        defaultMode: 0440
        sources:
          - configMap:
              name: {{ include "giza.fullname" $root }}-configuration
              items:
                - {key: {{ $component }}.yaml, path: giza.yaml}
                {{- if eq $component "gateway" }}
                {{- range $name, $_ := $v.gateway.sts.keys }}
                - {key: keys-{{ $name }}.json, path: keys/{{ $name }}.json}
                {{- end }}
                {{- end }}
          - secret:
              name: {{ $v.secret.existing }}
              items:
                {{- range include "giza.secret-keys" . | fromYamlArray }}
                - {key: {{ . }}, path: secrets/{{ . }}}
                {{- end }}
                {{- if eq $component "gc" }}
                {{- range $name, $_ := $v.notifications.webhooks }}
                - {key: webhook-{{ $name }}, path: webhooks/{{ $name }}}
                {{- end }}
                {{- end }}
    # Volumes of their own: a service sees a renewed file where the folder's own link is changed.
    {{- if $innerTls }}
    - name: tls
      secret: {secretName: {{ include "giza.tls-secret" $root }}, defaultMode: 0440}
    {{- end }}
    {{- if $s3Tls }}
    - name: s3-tls
      secret: {secretName: {{ include "giza.s3-tls-secret" $root }}, defaultMode: 0440}
    {{- end }}
    {{- if $webTls }}
    - name: web-tls
      secret: {secretName: {{ include "giza.console-tls-secret" $root }}, defaultMode: 0440}
    {{- end }}
    {{- if and $isConsole (ne $v.tls.s3.mode "off") }}
    {{- include "giza.s3-ca-volume" $root | nindent 4 }}
    {{- end }}
    - name: tmp
      emptyDir: {sizeLimit: {{ ternary (printf "%dMi" (add (int64 ($own.formSpaceMiB | default 0)) (int64 ($own.spoolMiB | default 0)) 512)) "256Mi" $isGateway }}}
{{- end -}}

{{- /* How a pod is that does something once: of a hook, or of 'helm test'. */ -}}
{{- define "giza.short-pod" -}}
restartPolicy: Never
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- /* A PodDisruptionBudget: one at a time. With minAvailable 1, one replica could never be drained. */ -}}
{{- define "giza.disruption-budget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "giza.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "giza.selector" . | nindent 6 }}
{{- end -}}

{{- define "giza.service-account" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "giza.metadata" . | nindent 2 }}
  {{- $own := index .root.Values .component }}
  {{- $annotations := deepCopy .root.Values.serviceAccount.annotations }}
  {{- if and (has .component (list "metadata" "fragment")) (eq $own.store "azure") (eq $own.azure.credential "identity") }}
  {{- with $own.azure.clientId }}
  {{- $_ := set $annotations "azure.workload.identity/client-id" . }}
  {{- end }}
  {{- end }}
  {{- $vault := .root.Values.encryption.keyVault }}
  {{- if and (eq .component "gateway") $vault.url $vault.clientId }}
  {{- $_ := set $annotations "azure.workload.identity/client-id" $vault.clientId }}
  {{- end }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{- /* The Service of a component within the cluster. (dict "root" "component") */ -}}
{{- define "giza.service" -}}
{{- $known := index (include "giza.components" .root | fromYaml) .component -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "giza.metadata" . | nindent 2 }}
spec:
  {{- if has .component (list "metadata" "fragment") }}
  # Stores that start ask each other, and are ready only then: they must be reached before.
  publishNotReadyAddresses: true
  {{- end }}
  selector:
    {{- include "giza.selector" . | nindent 4 }}
  ports:
    - {name: {{ $known.portName }}, port: {{ $known.port }}, targetPort: {{ $known.portName }}}
{{- end -}}

{{- /* A store: one pod, since one process alone may own what it stores. */ -}}
{{- define "giza.store" -}}
{{- $own := index .root.Values .component -}}
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "giza.metadata" . | nindent 2 }}
spec:
  replicas: 1
  serviceName: {{ include "giza.fullname" .root }}-{{ .component }}
  # A pod that cannot start is replaced when its configuration is corrected, not only once it is ready.
  podManagementPolicy: Parallel
  selector:
    matchLabels:
      {{- include "giza.selector" . | nindent 6 }}
  template:
    {{- include "giza.pod" . | nindent 4 }}
  {{- if ne $own.store "azure" }}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
  volumeClaimTemplates:
    - apiVersion: v1
      kind: PersistentVolumeClaim
      metadata:
        name: data
        labels:
          {{- include "giza.selector" . | nindent 10 }}
      spec:
        accessModes: [{{ $own.storage.accessMode }}]
        storageClassName: {{ $own.storage.class }}
        resources:
          requests:
            storage: {{ $own.storage.size }}
  {{- end }}
---
{{ include "giza.service" . }}
{{- with $own.expose }}
{{- if .type }}
---
{{ include "giza.exposed-service" (dict "root" $.root "component" $.component "expose" .) }}
{{- end }}
{{- end }}
---
{{ include "giza.service-account" . }}
---
{{ include "giza.disruption-budget" . }}
{{- end -}}

{{- /* The Service by which other regions reach a store. (dict "root" "component" "expose") */ -}}
{{- define "giza.exposed-service" -}}
{{- $known := index (include "giza.components" .root | fromYaml) .component -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "giza.metadata" (merge (dict "name" (printf "%s-%s-exposed" (include "giza.fullname" .root) .component)) .) | nindent 2 }}
  {{- with .expose.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: {{ .expose.type }}
  publishNotReadyAddresses: true
  externalTrafficPolicy: {{ .expose.externalTrafficPolicy }}
  {{- with .expose.loadBalancerClass }}
  loadBalancerClass: {{ . }}
  {{- end }}
  {{- with .expose.sourceRanges }}
  loadBalancerSourceRanges:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  selector:
    {{- include "giza.selector" . | nindent 4 }}
  ports:
    - {name: {{ $known.portName }}, port: {{ int64 .expose.port }}, targetPort: {{ $known.portName }}}
{{- end -}}

{{- define "giza.worker" -}}
{{- $own := index .root.Values .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "giza.metadata" . | nindent 2 }}
spec:
  replicas: {{ int64 $own.replicas }}
  selector:
    matchLabels:
      {{- include "giza.selector" . | nindent 6 }}
  template:
    {{- include "giza.pod" . | nindent 4 }}
---
{{ include "giza.service" . }}
---
{{ include "giza.service-account" . }}
---
{{ include "giza.disruption-budget" . }}
{{- end -}}
