#!/usr/bin/env bash
# minutes: 5
# shared
# s3cmd with its default settings against a cluster of three data centers of its own.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

python_environment s3cmd s3cmd==2.4.0
start_cluster

bucket=s3cmd
mkdir -p "$scratch/source/a/b" "$scratch/got"
sizes=(0 1 100000 4194305)
for size in "${sizes[@]}"; do
    head -c "$size" /dev/urandom >"$scratch/source/$size"
done
printf 'one' >"$scratch/source/a/one"
printf 'two' >"$scratch/source/a/b/two and+three"

# Everything but where the endpoint is and who asks stays as s3cmd has it.
s3() { # DC COMMAND...
    local host
    host="$(endpoint "$1")"
    shift
    s3cmd --config "$scratch/no-s3cfg" --no-ssl --host "${host#http://}" --host-bucket "${host#http://}" \
        --access_key "$AWS_ACCESS_KEY_ID" --secret_key "$AWS_SECRET_ACCESS_KEY" --no-progress "$@"
}
touch "$scratch/no-s3cfg"

same() { # FILE FILE
    cmp "$1" "$2"
}

check "mb" s3 dc1 mb "s3://$bucket"
check "ls shows the bucket elsewhere" prints "s3://$bucket\$" s3 dc2 ls
for size in "${sizes[@]}"; do
    check "put $size" s3 dc1 put "$scratch/source/$size" "s3://$bucket/$size"
    check "get $size elsewhere" s3 dc2 get --force "s3://$bucket/$size" "$scratch/got/$size"
    check "$size bytes are the same" same "$scratch/source/$size" "$scratch/got/$size"
done
check "ls" prints " 4194305 +s3://$bucket/4194305" s3 dc3 ls "s3://$bucket"
check "info" prints "File size: +100000" s3 dc3 info "s3://$bucket/100000"
check "du" prints "^ *4294306 +4 objects" s3 dc1 du "s3://$bucket"
check "sync up" s3 dc1 sync "$scratch/source/a" "s3://$bucket/tree/"
check "ls --recursive" prints "tree/a/b/two and\+three\$" s3 dc2 ls --recursive "s3://$bucket/tree/"
check "ls shows folders" prints "DIR +s3://$bucket/tree/" s3 dc2 ls "s3://$bucket"
check "sync down" s3 dc3 sync "s3://$bucket/tree/a/" "$scratch/copy/"
check "both trees are the same" diff -r "$scratch/source/a" "$scratch/copy"
rm "$scratch/source/a/one"
check "sync --delete-removed" s3 dc2 sync --delete-removed "$scratch/source/a" "s3://$bucket/tree/"
check "what was deleted is gone" refused 404 s3 dc1 info "s3://$bucket/tree/a/one"
check "cp" s3 dc1 cp "s3://$bucket/100000" "s3://$bucket/copied"
check "get of the copy" s3 dc2 get --force "s3://$bucket/copied" "$scratch/got/copied"
check "the copy is the same" same "$scratch/source/100000" "$scratch/got/copied"
check "mv" s3 dc2 mv "s3://$bucket/copied" "s3://$bucket/moved"
check "modify" s3 dc3 modify --add-header 'x-amz-meta-colour: blue' "s3://$bucket/moved"
check "what was modified" prints "x-amz-meta-colour: +blue" s3 dc1 info "s3://$bucket/moved"
check "settagging" s3 dc1 settagging "s3://$bucket/moved" "colour=blue"
check "gettagging" prints "colour:[[:space:]]+blue" s3 dc2 gettagging "s3://$bucket/moved"
printf '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::%s/moved"}]}' \
    "$bucket" >"$scratch/policy"
check "setpolicy" s3 dc1 setpolicy "$scratch/policy" "s3://$bucket"
check "the policy elsewhere" prints "s3:GetObject" s3 dc2 info "s3://$bucket"
check "anybody reads what it opens" soon curl --silent --fail --output "$scratch/got/open" "$(endpoint dc3)/$bucket/moved"
check "what anybody reads is the same" same "$scratch/source/100000" "$scratch/got/open"
check "delpolicy" s3 dc3 delpolicy "s3://$bucket"
check "put that the cluster encrypts" s3 dc1 put --server-side-encryption "$scratch/source/100000" "s3://$bucket/encrypted"
check "info of what is encrypted" prints "SSE: +AES256" s3 dc2 info "s3://$bucket/encrypted"
check "get of what is encrypted" s3 dc3 get --force "s3://$bucket/encrypted" "$scratch/got/encrypted"
check "what was encrypted is the same" same "$scratch/source/100000" "$scratch/got/encrypted"
check "setownership" s3 dc1 setownership "s3://$bucket" ObjectWriter
check "setacl" soon s3 dc1 setacl --acl-public "s3://$bucket"
check "the list elsewhere" prints "anon.*READ" s3 dc2 info "s3://$bucket"
check "setacl back" s3 dc3 setacl --acl-private "s3://$bucket"
check "setblockpublicaccess" s3 dc2 setblockpublicaccess "s3://$bucket" BlockPublicAcls,IgnorePublicAcls
check "ws-create" s3 dc1 ws-create --ws-index=index.html --ws-error=error.html "s3://$bucket"
check "ws-info" prints "index.html" s3 dc2 ws-info "s3://$bucket"
check "ws-delete" s3 dc3 ws-delete "s3://$bucket"
check "rb of a bucket with objects" refused BucketNotEmpty s3 dc1 rb "s3://$bucket"
check "del" s3 dc1 del "s3://$bucket/moved"
check "get of what was deleted" refused "does not exist" s3 dc2 get --force "s3://$bucket/moved" "$scratch/got/moved"
check "del --recursive" s3 dc2 del --recursive --force "s3://$bucket"
check "rb" s3 dc3 rb "s3://$bucket"

finish
