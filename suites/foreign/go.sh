#!/usr/bin/env bash
# minutes: 12
# prepares
# all
# Clients of Go with their defaults: the AWS SDK v2, the functional tests of minio-go, mc, s5cmd and
# docker-registry, against three data centers that tell a webhook of the suite of their events.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=../lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/../lib/suite.sh"

# The tests as they come, but for what would keep most of them from running: those by signatures of
# version 2 are taken out or sign by version 4, and the text of an error is a sentence with its full
# stop.
functional_tests() { # OUTPUT
    local source
    source="$(go list -mod=readonly -m -f '{{.Dir}}' github.com/minio/minio-go/v7)"
    sed -e '/^\/\/go:build mint$/d' -e '/^\t\ttest[A-Za-z0-9]*V2()$/d' -e 's/CredsV2: true/CredsV2: false/' \
        -e 's/"The specified bucket does not exist"/"The specified bucket does not exist."/' "$source/functional_tests.go" >"$scratch/functional.go"
    go build -mod=readonly -o "$1" "$scratch/functional.go"
}

# Prints the folder of the programs that go.mod names, built once.
programs() {
    local folder
    command -v go >/dev/null || give_up "needs Go 1.26 or later: https://go.dev/dl/."
    folder="$cache/$suite-$( (go version && cat "$root"/suites/foreign/go/{go.*,sdk.go} "$0") | cksum | cut -d ' ' -f 1)"
    (
        one_at_a_time "$suite"
        [[ ! -e "$folder/complete" ]] || exit 0
        printf 'Building s5cmd and the tests of minio-go and the SDK, which takes minutes the first time ...\n'
        rm -rf "$folder" && mkdir -p "$folder"
        cd "$root/suites/foreign/go" && export GOTOOLCHAIN=local
        { go mod download && go build -mod=readonly -o "$folder/s5cmd" github.com/peak/s5cmd/v2 &&
            go build -mod=readonly -o "$folder/sdk" . && functional_tests "$folder/functional"; } ||
            give_up "could not build what suites/foreign/go/go.mod names."
        touch "$folder/complete"
    ) >&2 || exit 1
    printf '%s' "$folder"
}

go_programs="$(programs)"
export PATH="$go_programs:$PATH"
go_program mc github.com/minio/mc v0.0.0-20250313080218-cf909e1063a9
debian_program docker-registry

start_webhook() {
    local deadline=$((SECONDS + 30))
    python3 "$root/suites/foreign/go/webhook.py" "$scratch/webhook" >"$scratch/webhook.log" 2>&1 &
    webhook=$!
    trap 'kill "$webhook" 2>/dev/null || true; clean_up' EXIT
    until [[ -s "$scratch/webhook/configuration.json" ]]; do
        ((SECONDS < deadline)) || give_up "the webhook does not listen: $(cat "$scratch/webhook.log")"
        sleep 0.1
    done
    SPRING_APPLICATION_JSON="$(cat "$scratch/webhook/configuration.json")"
    export SPRING_APPLICATION_JSON
}
start_webhook
start_cluster

count_checks sdk "$(endpoint dc1)" "$(endpoint dc2)" "$(endpoint dc3)"

minio_go() (
    # Some leave what they fetch where they run.
    mkdir -p "$scratch/minio-go" && cd "$scratch/minio-go"
    s5cmd --endpoint-url "$(endpoint dc1)" mb s3://minio-go-events >/dev/null
    export NOTIFY_BUCKET=minio-go-events NOTIFY_SERVICE=sns NOTIFY_REGION=us-east-1 NOTIFY_ACCOUNTID=suite NOTIFY_RESOURCE=webhook
    env SERVER_ENDPOINT="127.0.0.1:$port" ACCESS_KEY="$AWS_ACCESS_KEY_ID" SECRET_KEY="$AWS_SECRET_ACCESS_KEY" \
        ENABLE_HTTPS=0 ENABLE_KMS=1 MINT_MODE=full RUN_ON_FAIL=1 functional |
        python3 "$root/suites/foreign/go/minio_go.py" "$root/suites/foreign/go/minio_go_fail.txt"
)
count_checks minio_go

mkdir -p "$scratch/source/a/b"
for size in 0 1 100000 20000001; do
    head -c "$size" /dev/urandom >"$scratch/source/$size"
done
printf 'one' >"$scratch/source/a/one"
printf 'two' >"$scratch/source/a/b/two and+three ü"
# Lists tell whole seconds: what is written in the second of its upload would look newer to mc.
find "$scratch/source" -type f -exec touch -t 202601010000 {} +

same() { # COMMAND... prints what FILE holds, the last argument
    "${@:1:$#-1}" | cmp - "${*: -1}"
}

export MC_CONFIG_DIR="$scratch/mc"
for number in 1 2 3; do
    check "mc: alias of dc$number" mc alias set "dc$number" "$(endpoint "dc$number")" "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"
done
shared() { # COMMAND...: fetches the link that it prints
    curl --silent --fail "$("$@" | sed -n 's/^Share: //p')"
}
check "mc: mb" mc mb dc1/mc-suite
check "mc: ls elsewhere" prints " mc-suite/\$" mc ls dc2
check "mc: mirror up" mc mirror "$scratch/source" dc1/mc-suite/tree
check "mc: diff elsewhere" prints "^\$" mc diff "$scratch/source" dc2/mc-suite/tree
check "mc: mirror down" mc mirror dc3/mc-suite/tree "$scratch/mc-copy"
check "mc: both trees are the same" diff -r "$scratch/source" "$scratch/mc-copy"
check "mc: cp within the cluster" mc cp dc2/mc-suite/tree/20000001 dc2/mc-suite/copied
check "mc: cat of what was copied" same mc cat dc1/mc-suite/copied "$scratch/source/20000001"
check "mc: mv" mc mv dc1/mc-suite/copied dc1/mc-suite/moved
check "mc: stat of what was moved is refused" refused "does not exist" mc stat dc3/mc-suite/copied
check "mc: pipe" bash -c "printf piped | mc pipe dc2/mc-suite/piped"
check "mc: stat" prints "^Size *: 5 B" mc stat dc1/mc-suite/piped
check "mc: find" prints "two and\+three" mc find dc2/mc-suite --name "two*"
check "mc: du" prints "6 objects" mc du dc3/mc-suite/tree
check "mc: tag" mc tag set dc1/mc-suite/piped "a=b"
check "mc: tags elsewhere" prints "^a *: b" mc tag list dc2/mc-suite/piped
check "mc: a link to get" same shared mc share download dc3/mc-suite/tree/100000 "$scratch/source/100000"
check "mc: cp with SSE-S3" mc cp --enc-s3 dc1/mc-suite "$scratch/source/100000" dc1/mc-suite/encrypted
check "mc: stat says how it is encrypted" prints "SSE-S3" mc stat dc2/mc-suite/encrypted
check "mc: cat of what was encrypted" same mc cat dc3/mc-suite/encrypted "$scratch/source/100000"
check "mc: default encryption" mc encrypt set sse-s3 dc1/mc-suite
check "mc: the default encryption elsewhere" prints "[Ss][Ss][Ee]-[Ss]3|AES256" mc encrypt info dc2/mc-suite
check "mc: the end of it" mc encrypt clear dc3/mc-suite
key="$(head -c 32 /dev/urandom | base64 | tr -d '=')"
check "mc: cp with a key of the client" mc cp --enc-c "dc1/mc-suite=$key" "$scratch/source/100000" dc1/mc-suite/own
check "mc: cat with the key" same mc cat --enc-c "dc2/mc-suite=$key" dc2/mc-suite/own "$scratch/source/100000"
check "mc: cat without the key" refused "400 Bad Request" mc cat dc3/mc-suite/own
check "mc: a policy that lets everybody read" mc anonymous set download dc1/mc-suite
check "mc: the policy elsewhere" prints "download" mc anonymous get dc2/mc-suite
check "mc: everybody reads" soon same curl --silent --fail "$(endpoint dc3)/mc-suite/encrypted" "$scratch/source/100000"
check "mc: the policy is removed" mc anonymous set private dc3/mc-suite
check "mc: a bucket with locks" mc mb --with-lock dc1/mc-vault
check "mc: default retention" mc retention set --default governance 1d dc2/mc-vault
check "mc: the default elsewhere" prints "GOVERNANCE" mc retention info --default dc3/mc-vault
check "mc: cp of what is retained" mc cp "$scratch/source/a/one" dc1/mc-vault/one
check "mc: how it is retained" prints "GOVERNANCE" mc retention info dc2/mc-vault/one
check "mc: a legal hold" mc legalhold set dc3/mc-vault/one
check "mc: the legal hold elsewhere" prints "ON" mc legalhold info dc1/mc-vault/one
check "mc: rm of what is locked" refused "lock" mc rm --versions --force dc2/mc-vault/one
check "mc: the end of the legal hold" mc legalhold clear dc1/mc-vault/one
check "mc: rm past the retention" mc rm --versions --force --bypass dc3/mc-vault/one
check "mc: rb of the bucket with locks" mc rb dc2/mc-vault
# A busy machine may take longer to tell of a change than to make it.
eventually() {
    PATIENCE=180 soon "$@"
}

hook="arn:minio:sqs::suite:webhook"
told() { # LINE
    grep -qxF "$1" "$scratch/webhook/events"
}
check "mc: event add" mc event add dc1/mc-suite "$hook" --event put,delete --prefix told/
check "mc: event ls elsewhere" prints "$hook.*told/" mc event ls dc2/mc-suite
check "mc: event add of a webhook that is not there" refused "no webhook" mc event add dc1/mc-suite arn:minio:sqs::absent:webhook --event put
check "mc: cp of what is told" mc cp "$scratch/source/a/b/two and+three ü" "dc2/mc-suite/told/two and+three ü"
check "mc: the event of the put arrives" eventually told "ObjectCreated:Put told/two and+three ü"
check "mc: rm of what was told" mc rm "dc3/mc-suite/told/two and+three ü"
check "mc: the event of the deletion arrives" eventually told "ObjectRemoved:Delete told/two and+three ü"
check "mc: event rm" mc event rm dc3/mc-suite "$hook" --event put,delete --prefix told/
check "mc: event ls of what is no more" prints "^\$" mc event ls dc1/mc-suite
check "mc: a lifecycle" mc ilm rule add --expire-days 30 --prefix old/ dc1/mc-suite
check "mc: the lifecycle elsewhere" prints "old/" mc ilm rule ls dc2/mc-suite
check "mc: the lifecycle is removed" mc ilm rule rm --all --force dc3/mc-suite
check "mc: versions" mc version enable dc1/mc-suite
check "mc: a new version" mc cp "$scratch/source/a/one" dc2/mc-suite/piped
check "mc: both versions" prints "v2 PUT piped" mc ls --versions dc3/mc-suite/piped
check "mc: undo" mc undo dc1/mc-suite/piped --force
check "mc: what was there before" prints "^piped" mc cat dc2/mc-suite/piped
check "mc: stat of a bucket says that nobody else may read it" prints "Anonymous: Disabled" mc stat dc3/mc-suite
check "mc: rm of a folder" mc rm --recursive --force --versions dc1/mc-suite/tree
check "mc: rb" mc rb --force dc2/mc-suite
check "mc: the bucket is gone" refused "does not exist" mc ls dc3/mc-suite

s5() { # DC ARGUMENT...
    s5cmd --endpoint-url "$(endpoint "$1")" "${@:2}"
}
check "s5cmd: mb" s5 dc1 mb s3://s5cmd
check "s5cmd: sync up" s5 dc1 sync "$scratch/source/" s3://s5cmd/tree/
check "s5cmd: ls elsewhere" prints " 20000001 +20000001\$" s5 dc2 ls "s3://s5cmd/tree/*"
check "s5cmd: cp down" s5 dc3 cp "s3://s5cmd/tree/*" "$scratch/s5cmd-copy/"
check "s5cmd: both trees are the same" diff -r "$scratch/source" "$scratch/s5cmd-copy"
check "s5cmd: cp within the cluster" s5 dc2 cp s3://s5cmd/tree/20000001 s3://s5cmd/copied
check "s5cmd: cat of what was copied" same s5 dc1 cat s3://s5cmd/copied "$scratch/source/20000001"
check "s5cmd: mv" s5 dc1 mv s3://s5cmd/copied s3://s5cmd/moved
check "s5cmd: what was moved is gone" refused "not found" s5 dc3 head s3://s5cmd/copied
check "s5cmd: pipe" bash -c "printf piped | s5cmd --endpoint-url $(endpoint dc2) pipe s3://s5cmd/piped"
check "s5cmd: cat" prints "^piped\$" s5 dc3 cat s3://s5cmd/piped
check "s5cmd: du" prints " 6 objects" s5 dc1 du "s3://s5cmd/tree/*"
check "s5cmd: a link to get" prints "^piped\$" bash -c "curl -sf \"\$(s5cmd --endpoint-url $(endpoint dc2) presign s3://s5cmd/piped)\""
check "s5cmd: versions" s5 dc1 bucket-version --set Enabled s3://s5cmd
check "s5cmd: a new version" s5 dc2 cp "$scratch/source/a/one" s3://s5cmd/piped
check "s5cmd: both versions" bash -c "[[ \$(s5cmd --endpoint-url $(endpoint dc3) ls --all-versions s3://s5cmd/piped | wc -l) == 2 ]]"
rm "$scratch/source/1"
check "s5cmd: sync that deletes" s5 dc1 sync --delete "$scratch/source/" s3://s5cmd/tree/
check "s5cmd: what was deleted is gone" refused "not found" s5 dc2 head s3://s5cmd/tree/1
check "s5cmd: rm of all versions" s5 dc3 rm --all-versions "s3://s5cmd/*"
check "s5cmd: rb" s5 dc1 rb s3://s5cmd

# A registry at each data center, so that a layer begun at one goes on at the next.
registries=()
stop_registries() {
    [[ "${#registries[@]}" == 0 ]] || kill "${registries[@]}" 2>/dev/null || true
}
trap 'stop_registries; kill "$webhook" 2>/dev/null || true; clean_up' EXIT

registry() { # 1
    printf 'http://127.0.0.1:%s' "$((registry_port + $1))"
}

start_registries() {
    local number
    registry_port="$(free_ports)"
    s5 dc1 mb s3://registry
    for number in 1 2 3; do
        cat >"$scratch/registry$number.yml" <<YAML
version: 0.1
log: {level: error, accesslog: {disabled: true}}
storage:
  s3:
    regionendpoint: $(endpoint "dc$number")
    region: $AWS_DEFAULT_REGION
    bucket: registry
    secure: false
    forcepathstyle: true
  delete: {enabled: true}
http:
  addr: 127.0.0.1:$((registry_port + number))
  secret: of-this-suite
YAML
        docker-registry serve "$scratch/registry$number.yml" >"$scratch/registry$number.log" 2>&1 &
        registries+=($!)
    done
    for number in 1 2 3; do
        curl --silent --show-error --fail --retry 100 --retry-connrefused --retry-delay 1 --retry-max-time 60 "$(registry "$number")/v2/" || return 1
    done
}

# Pushes a layer in two pieces, through the second and the third; the first begins and ends it.
push() { # FILE
    local place digest
    digest="sha256:$(sha256sum "$1" | cut -d ' ' -f 1)"
    place="$(piece "$(registry 1)/v2/app/blobs/uploads/" -X POST)"
    place="$(head -c 12000000 "$1" | piece "$(registry 2)$place" -X PATCH --data-binary @-)"
    place="$(tail -c +12000001 "$1" | piece "$(registry 3)$place" -X PATCH --data-binary @-)"
    piece "$(registry 1)$place&digest=$digest" -X PUT >/dev/null
}

# Prints the path at which the upload goes on.
piece() { # URL OPTION...
    curl --silent --show-error --fail -D - -o /dev/null -H 'Content-Type: application/octet-stream' "${@:2}" "$1" |
        tr -d '\r' | sed -n 's#^[Ll]ocation: http://[^/]*##p'
}

push_whole() { # FILE
    local place
    place="$(piece "$(registry 2)/v2/app/blobs/uploads/" -X POST)"
    piece "$(registry 3)$place&digest=sha256:$(sha256sum "$1" | cut -d ' ' -f 1)" -X PUT --data-binary "@$1" >/dev/null
}

manifest="application/vnd.docker.distribution.manifest.v2+json"
described() { # TYPE FILE
    printf '{"mediaType": "application/vnd.docker.%s", "size": %s, "digest": "sha256:%s"}' \
        "$1" "$(stat -c %s "$2")" "$(sha256sum "$2" | cut -d ' ' -f 1)"
}

layer="$scratch/source/20000001"
printf '{"architecture": "amd64", "os": "linux"}' >"$scratch/image.json"
printf '{"schemaVersion": 2, "mediaType": "%s", "config": %s, "layers": [%s]}' "$manifest" \
    "$(described container.image.v1+json "$scratch/image.json")" \
    "$(described image.rootfs.diff.tar.gzip "$layer")" >"$scratch/manifest.json"
digest="sha256:$(sha256sum "$scratch/manifest.json" | cut -d ' ' -f 1)"

check "docker-registry: one for each data center" start_registries
check "docker-registry: a layer in pieces, through all three" push "$layer"
check "docker-registry: the layer, by the link to it" same curl -sfL "$(registry 2)/v2/app/blobs/sha256:$(sha256sum "$layer" | cut -d ' ' -f 1)" "$layer"
check "docker-registry: what describes an image" push_whole "$scratch/image.json"
check "docker-registry: its manifest" curl -sf -X PUT -H "Content-Type: $manifest" --data-binary "@$scratch/manifest.json" "$(registry 1)/v2/app/manifests/one"
check "docker-registry: the manifest elsewhere" same curl -sf -H "Accept: $manifest" "$(registry 3)/v2/app/manifests/one" "$scratch/manifest.json"
check "docker-registry: the image is in the catalog" prints '"app"' curl -sf "$(registry 2)/v2/_catalog"
check "docker-registry: the manifest is deleted" curl -sf -X DELETE "$(registry 2)/v2/app/manifests/$digest"
check "docker-registry: it is gone elsewhere" refused "MANIFEST_UNKNOWN" curl -s --fail-with-body -H "Accept: $manifest" "$(registry 1)/v2/app/manifests/$digest"
stop_registries

finish
