#!/usr/bin/env bash
# minutes: 15
# prepares
# The AWS CLI with its default settings against a cluster of three data centers of its own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

python_environment aws-cli awscli==1.45.11 botocore==1.43.11
command -v curl >/dev/null || give_up "needs curl."

bucket=cli
sizes=(0 1 100000 4194304 4194305 67108864)
dcs=(dc1 dc2 dc3)
mkdir -p "$scratch/source" "$scratch/got"
# What is large goes through dc1 alone where time is short: boto3, whose transfers are those of the
# CLI, has it everywhere.
large=67108864
[[ "${GIZA_SUITES_ALL:-}" == yes ]] || left_out="$large (of dc[23]|through dc[23]$|while dc[23])"
sizes_of() { # DC: those that are put through it, and got while it is down
    local size
    for size in "${sizes[@]}"; do
        [[ -n "$left_out" && "$size" == "$large" && "$1" != dc1 ]] || printf '%s\n' "$size"
    done
}

s3() { # DC COMMAND...
    local dc="$1"
    shift
    aws --endpoint-url "$(endpoint "$dc")" s3 "$@"
}

s3api() { # DC COMMAND...
    local dc="$1"
    shift
    aws --endpoint-url "$(endpoint "$dc")" s3api "$@"
}

sum() {
    sha256sum "$1" | cut -d ' ' -f 1
}

# The largest is put in parts and got in ranges, several at a time.
put() { # DC SIZE KEY
    s3 "$1" cp --quiet "$scratch/source/$2" "s3://$bucket/$3"
}

get() { # DC SIZE KEY
    rm -f "$scratch/got/object"
    s3 "$1" cp --quiet "s3://$bucket/$3" "$scratch/got/object" &&
        [[ "$(sum "$scratch/got/object")" == "$(sum "$scratch/source/$2")" ]]
}

# A writer is read through one other.
after() { # DC [DOWN]: the next one that is up
    local next="dc$((${1#dc} % 3 + 1))"
    [[ "$next" != "${2:-}" ]] || next="dc$((${next#dc} % 3 + 1))"
    printf '%s' "$next"
}

for size in "${sizes[@]}"; do
    head -c "$size" /dev/urandom >"$scratch/source/$size"
done
start_cluster

# Loading itself is most of what a command of the CLI does: after the first, each is a fork of one
# that is loaded.
load_once() {
    local deadline=$((SECONDS + 60))
    mkdir "$scratch/bin"
    python3 "$root/suites/aws-cli/warm.py" "$scratch/bin" >"$scratch/warm.log" 2>&1 &
    warm=$!
    trap 'kill "$warm" 2>/dev/null || true; clean_up' EXIT
    until [[ -x "$scratch/bin/aws" ]]; do
        ((SECONDS < deadline)) || give_up "the AWS CLI is not loaded: $(cat "$scratch/warm.log")"
        sleep 0.1
    done
    export PATH="$scratch/bin:$PATH"
    hash -r
}

check "mb" s3 dc1 mb "s3://$bucket"
load_once
check "ls shows the bucket elsewhere" bash -c "aws --endpoint-url $(endpoint dc2) s3 ls | grep -q ' $bucket\$'"
check "mb of a bucket that is there" refused BucketAlreadyOwnedByYou \
    s3api dc2 create-bucket --bucket "$bucket" --create-bucket-configuration LocationConstraint=eu-west-1

for dc in "${dcs[@]}"; do
    for size in $(sizes_of "$dc"); do
        check "put $size through $dc" put "$dc" "$size" "$dc/$size"
        check "get $size through $dc" get "$dc" "$size" "$dc/$size"
        check "get $size of $dc through $(after "$dc")" get "$(after "$dc")" "$size" "$dc/$size"
    done
done

for down in "${dcs[@]}"; do
    check "stop $down" dc stop "$down"
    for size in $(sizes_of "$down"); do
        writer="$(after "$down")"
        reader="$(after "$writer" "$down")"
        check "get $size of $down while it is down" get "$writer" "$size" "$down/$size"
        check "put $size while $down is down" put "$writer" "$size" "without-$down/$size"
        check "get $size while $down is down" get "$reader" "$size" "without-$down/$size"
    done
    check "start $down" dc start "$down"
    check "get what $down missed" get "$down" 4194305 "without-$down/4194305"
done

stop_cluster
start_cluster
for dc in "${dcs[@]}"; do
    for size in $(sizes_of "$dc"); do
        check "get $size of $dc after a restart" get "$(after "$dc")" "$size" "$dc/$size"
    done
done

mkdir -p "$scratch/tree/a/b"
for name in one two a/three a/b/four; do
    printf 'content of %s\n' "$name" >"$scratch/tree/$name"
done
check "sync up" s3 dc1 sync --quiet "$scratch/tree" "s3://$bucket/tree"
check "sync down elsewhere" s3 dc3 sync --quiet "s3://$bucket/tree" "$scratch/copy"
check "both trees are the same" diff -r "$scratch/tree" "$scratch/copy"
rm "$scratch/tree/two"
check "sync --delete" s3 dc2 sync --quiet --delete "$scratch/tree" "s3://$bucket/tree"
check "what was deleted is gone" bash -c \
    "[[ \$(aws --endpoint-url $(endpoint dc3) s3 ls --recursive s3://$bucket/tree/ | wc -l) == 3 ]]"
check "ls shows folders" bash -c \
    "aws --endpoint-url $(endpoint dc2) s3 ls s3://$bucket/tree/ | grep -q 'PRE a/'"

presigned="$(s3 dc2 presign "s3://$bucket/tree/one")"
check "presign and curl" bash -c "curl -sf '$presigned' | cmp - '$scratch/tree/one'"
check "a forged signature" bash -c \
    "curl -s '${presigned%????}0000' | grep -q SignatureDoesNotMatch"
check "an unsigned request" bash -c \
    "curl -s '$(endpoint dc1)/$bucket/tree/one' | grep -q AccessDenied"

check "cp within the cluster" s3 dc2 cp --quiet "s3://$bucket/dc1/4194305" "s3://$bucket/copied"
check "what was copied" get dc3 4194305 copied
check "mv within the cluster" s3 dc1 mv --quiet "s3://$bucket/copied" "s3://$bucket/moved"
check "what was moved" get dc2 4194305 moved
check "what was moved is gone" refused "does not exist" s3 dc3 cp "s3://$bucket/copied" "$scratch/got/none"

vault=cli-vault
version() { # KEY: of the object in the vault
    s3api dc2 list-object-versions --bucket "$vault" --prefix "$1" --query 'Versions[0].VersionId' --output text
}
check "a bucket with object lock" s3api dc1 create-bucket --bucket "$vault" --object-lock-enabled-for-bucket
check "put under a legal hold" s3api dc2 put-object --bucket "$vault" --key a \
    --body "$scratch/source/1" --object-lock-legal-hold-status ON
check "delete of a locked version" refused "protected by object lock" \
    s3api dc3 delete-object --bucket "$vault" --key a --version-id "$(version a)"
check "suspend versioning of a bucket with locks" refused InvalidBucketState \
    s3api dc1 put-bucket-versioning --bucket "$vault" --versioning-configuration Status=Suspended
check "end the legal hold" s3api dc3 put-object-legal-hold --bucket "$vault" --key a --legal-hold Status=OFF
check "delete of what was locked" s3api dc1 delete-object --bucket "$vault" --key a --version-id "$(version a)"
check "rb of a bucket with locks" s3 dc2 rb "s3://$vault"

safe=cli-safe
says() { # TEXT COMMAND...: whether it succeeds and prints that
    local text="$1"
    shift
    [[ "$("$@")" == *"$text"* ]]
}
head -c 32 /dev/urandom >"$scratch/key"
head -c 32 /dev/urandom >"$scratch/other-key"
check "a bucket to encrypt in" s3 dc1 mb "s3://$safe"
check "default encryption of a bucket" s3api dc1 put-bucket-encryption --bucket "$safe" \
    --server-side-encryption-configuration '{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"AES256"}}]}'
check "the default encryption elsewhere" says AES256 s3api dc2 get-bucket-encryption --bucket "$safe"
check "put of parts by the default" s3 dc2 cp --quiet "$scratch/source/67108864" "s3://$safe/large"
check "what the default encrypted says so" says AES256 s3api dc3 head-object --bucket "$safe" --key large
check "get of encrypted parts elsewhere" s3 dc3 cp --quiet "s3://$safe/large" "$scratch/got/large"
check "what was encrypted in parts" cmp "$scratch/got/large" "$scratch/source/67108864"
check "a range of encrypted parts" s3api dc1 get-object --bucket "$safe" --key large --range bytes=8388000-8389000 "$scratch/got/range"
check "what the range is" cmp "$scratch/got/range" <(tail -c +8388001 "$scratch/source/67108864" | head -c 1001)
check "delete of the default encryption" s3api dc3 delete-bucket-encryption --bucket "$safe"
check "no default encryption any more" refused ServerSideEncryptionConfigurationNotFoundError \
    s3api dc2 get-bucket-encryption --bucket "$safe"
check "cp with SSE-S3" s3 dc3 cp --quiet --sse AES256 "$scratch/source/100000" "s3://$safe/managed"
check "what SSE-S3 encrypted says so" says AES256 s3api dc1 head-object --bucket "$safe" --key managed
check "cp with a key of the client" s3 dc1 cp --quiet --sse-c AES256 --sse-c-key "fileb://$scratch/key" \
    "$scratch/source/4194305" "s3://$safe/own"
check "cp back with the key" s3 dc2 cp --quiet --sse-c AES256 --sse-c-key "fileb://$scratch/key" "s3://$safe/own" "$scratch/got/own"
check "what the key opened" cmp "$scratch/got/own" "$scratch/source/4194305"
check "cp with another key" refused 403 s3 dc3 cp --sse-c AES256 --sse-c-key "fileb://$scratch/other-key" \
    "s3://$safe/own" "$scratch/got/none"
check "cp without the key" refused 400 s3 dc3 cp "s3://$safe/own" "$scratch/got/none"
check "cp from a client's key to the cluster's" s3 dc2 cp --quiet --sse-c-copy-source AES256 \
    --sse-c-copy-source-key "fileb://$scratch/key" --sse AES256 "s3://$safe/own" "s3://$safe/theirs"
check "get of what was encrypted anew" s3 dc1 cp --quiet "s3://$safe/theirs" "$scratch/got/theirs"
check "what was encrypted anew" cmp "$scratch/got/theirs" "$scratch/source/4194305"
check "a named key that nobody keeps" refused "not configured" s3api dc1 put-object --bucket "$safe" --key kms \
    --server-side-encryption aws:kms --ssekms-key-id photos
check "rb --force of the bucket that encrypted" s3 dc1 rb --force "s3://$safe"

open=cli-open
reads_all() { # DC KEY: anybody does
    curl --silent --fail-with-body "$(endpoint "$1")/$open/$2"
}
policy='{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::cli-open/open/*"}]}'
block="BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true"
check "a bucket to open" s3 dc1 mb "s3://$open"
check "an object that is to be open" s3 dc2 cp --quiet "$scratch/tree/one" "s3://$open/open/one"
check "one that is not" s3 dc2 cp --quiet "$scratch/tree/one" "s3://$open/closed/one"
check "put of a policy" s3api dc1 put-bucket-policy --bucket "$open" --policy "$policy"
check "the policy elsewhere" says s3:GetObject s3api dc2 get-bucket-policy --bucket "$open"
check "the policy is public" says true s3api dc3 get-bucket-policy-status --bucket "$open"
check "anybody reads what it opens" soon reads_all dc3 open/one
check "nobody reads the rest" refused AccessDenied reads_all dc3 closed/one
check "a public access block" s3api dc2 put-public-access-block --bucket "$open" --public-access-block-configuration "$block"
check "nobody reads behind it" soon refused AccessDenied reads_all dc1 open/one
check "no public policy behind it" refused AccessDenied s3api dc2 put-bucket-policy --bucket "$open" --policy "$policy"
check "the end of the block" s3api dc3 delete-public-access-block --bucket "$open"
check "the end of the policy" s3api dc1 delete-bucket-policy --bucket "$open"
check "ownership that allows lists" s3api dc2 put-bucket-ownership-controls --bucket "$open" \
    --ownership-controls 'Rules=[{ObjectOwnership=ObjectWriter}]'
check "a list that lets everybody list" soon s3api dc2 put-bucket-acl --bucket "$open" --acl public-read
check "the list elsewhere" says AllUsers s3api dc3 get-bucket-acl --bucket "$open"
check "everybody lists" soon reads_all dc1 ""
check "the list is put back" s3api dc1 put-bucket-acl --bucket "$open" --acl private
check "a web site" s3 dc2 website "s3://$open" --index-document index.html --error-document error.html
check "the web site elsewhere" says index.html s3api dc3 get-bucket-website --bucket "$open"
check "put only where nothing is" refused PreconditionFailed s3api dc1 put-object --bucket "$open" --key open/one --if-none-match '*'
check "delete only what is meant" refused PreconditionFailed s3api dc2 delete-object --bucket "$open" --key open/one --if-match '"other"'
check "a checksum that is asked for" says ChecksumSHA256 s3api dc3 put-object --bucket "$open" --key hashed \
    --body "$scratch/tree/one" --checksum-algorithm SHA256
check "who asks" says arn:aws aws --endpoint-url "$(endpoint dc1)" sts get-caller-identity
check "rb --force of the open bucket" s3 dc3 rb --force "s3://$open"

check "rb of a bucket with objects" refused BucketNotEmpty s3 dc2 rb "s3://$bucket"
check "rm" s3 dc3 rm --quiet "s3://$bucket/tree/one"
check "get of what was removed" refused NoSuchKey \
    s3api dc1 get-object --bucket "$bucket" --key tree/one "$scratch/got/none"
check "rm --recursive" s3 dc1 rm --quiet --recursive "s3://$bucket"
check "rb" s3 dc2 rb "s3://$bucket"
check "ls of what was removed" refused NoSuchBucket s3 dc3 ls "s3://$bucket"

finish
