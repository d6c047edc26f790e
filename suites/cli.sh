#!/usr/bin/env bash
# minutes: 15
# shared
# The command giza as its users run it: profiles, exit codes, JSON, clients, completion.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib/suite.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/suite.sh"

python_environment s3cmd s3cmd==2.4.0
debian_program zsh zsh-common
start_cluster

# Nothing of the user's own profiles, and nothing of the environment, says which cluster is meant.
export HOME="$scratch/home" XDG_CONFIG_HOME="$scratch/home/.config"
mkdir -p "$HOME"
operator="$GIZA_ACCESS_KEY"
printf '%s\n' "$GIZA_SECRET_KEY" >"$scratch/secret"
unset GIZA_ACCESS_KEY GIZA_SECRET_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
secret="$(<"$scratch/secret")"
cd "$scratch"

g() {
    "$root/giza" "$@"
}

exits() { # CODE COMMAND...: succeeds if the command exits with the code
    local code="$1" found=0
    shift
    "$@" || found=$?
    [[ "$found" -eq "$code" ]] || { printf 'exited with %s\n' "$found" && return 1; }
}

refuses() { # CODE SENTENCE COMMAND...: succeeds if it exits with the code and says the sentence
    local code="$1" sentence="$2" output found=0
    shift 2
    output="$("$@" 2>&1)" || found=$?
    [[ "$found" -eq "$code" ]] && grep -qF -- "$sentence" <<<"$output" || {
        printf 'exited with %s: %s\n' "$found" "$output"
        return 1
    }
}

json() { # EXPRESSION COMMAND...: succeeds if it holds of 'it', the JSON that the command prints
    local expression="$1" output
    shift
    output="$("$@")" || { printf '%s\n' "$output" && return 1; }
    python3 -c 'import json, sys; it = json.loads(sys.argv[1]); assert eval(sys.argv[2]), it' \
        "$output" "$expression"
}

add() { # NAME ENDPOINTS [OPTION...]
    local name="$1" endpoints="$2"
    shift 2
    g profile add "$name" --endpoint "$endpoints" --access-key "$operator" --secret-file "$scratch/secret" "$@"
}

check "without a cluster it is misuse, and says what to do" refuses 2 "no other is named" g status
check "a secret is no argument" exits 2 g profile add a --endpoint http://a --access-key b --secret-key c
check "profile add" add here "$(endpoint dc1),$(endpoint dc2)"
check "the first profile is the current one" prints '^\* +here +' g profile list
check "nobody else may read profiles" test "$(stat -c %a "$XDG_CONFIG_HOME/giza/config.json")" = 600
check "profile check" prints 'operator of account default' g profile check
check "whoami" prints "^$operator +default +operator\$" g whoami
check "status is fine" exits 0 g status
check "status in JSON" json 'it["schema"] == "giza.status/1" and it["fine"]' g status -o json
check "a profile whose first gateway is silent" add half "http://127.0.0.1:1,$(endpoint dc3)"
check "asks the next one" prints operator g whoami --profile half
check "profile check names the silent one" refuses 1 "http://127.0.0.1:1 cannot be reached" g profile check half
check "a profile of nobody" add nobody http://127.0.0.1:1
check "is unreachable" exits 3 g whoami --profile nobody
check "profile use" g profile use half
check "profile remove" g profile remove nobody
check "what was removed is gone" refuses 2 "there are half, here" g whoami --profile nobody

made="$(g key create --role user -o json)"
id="$(python3 -c 'import json, sys; print(json.loads(sys.argv[1])["id"])' "$made")"
python3 -c 'import json, sys; print(json.loads(sys.argv[1])["secret"])' "$made" >"$scratch/user.secret"
user() {
    GIZA_ACCESS_KEY="$id" GIZA_SECRET_KEY="$(<"$scratch/user.secret")" g "$@" --endpoint "$(endpoint dc2)"
}
check "a user knows who they are" prints "^$id +default +user\$" user whoami
check "a user may not see the cluster" refuses 5 "takes the role auditor" user status
check "a user may not have a support bundle" refuses 5 "takes the role" user support bundle --file other.zip
check "nothing is left of what was refused" test ! -e other.zip
check "a wrong secret is not let in" exits 5 env GIZA_ACCESS_KEY="$id" GIZA_SECRET_KEY=wrong "$root/giza" whoami --endpoint "$(endpoint dc2)"
check "half a key in the environment is misuse" exits 2 env GIZA_ACCESS_KEY="$id" "$root/giza" whoami --endpoint "$(endpoint dc2)"
check "key list in lines" prints "\"id\":\"$id\"" g key list -o jsonl
check "key delete asks for a yes" exits 2 g key delete "$id"
check "key delete" g key delete "$id" --yes
check "a key that is gone is refused" exits 4 g key enable "$id"

check "account list" prints '^default +rs\(2,1\) ' g account list
check "bucket list of no buckets" prints '^BUCKET +ACCOUNT' g bucket list
check "usage of an account" json 'it["schema"] == "giza.account-usage/1" and it["quota"] is None' g account usage default -o json
# Others store objects in the same account meanwhile.
check "a quota of an account" prints 'quota of default: 10.0 TiB, 5000000 objects' g account quota default --bytes 10TiB --objects 5000000
check "is shown" prints '10.0 TiB, 5000000 objects' g account quota default
check "is lifted" prints 'quota of default: none' g account quota default --none
check "a quota in no unit is misuse" exits 2 g account quota default --bytes 10TB
check "a quota and none is misuse" exits 2 g bucket quota bucket --bytes 1GiB --none
check "a bucket that is not there has no quota" exits 4 g bucket quota nobody --bytes 1GiB
check "gc status" prints '^  clock +shared by a quorum' g gc status
check "recovery status of all data centers" json 'sorted(it["data_centers"]) == ["dc1", "dc2", "dc3"]' g recovery status -o json
check "an object that is not there" exits 4 g object stat none/none

g secrets new "$scratch/drawn" >"$scratch/drawn.log"
check "secrets are drawn into files" test "$(find "$scratch/drawn" -type f -perm 600 | wc -l)" = 6
check "and never over others" refuses 4 "is there" g secrets new "$scratch/drawn"
check "a Secret for Kubernetes" prints '^  giza.cluster-token: "[0-9a-f]{64}"$' g secrets new -o kubernetes
check "variables of services" prints '^GIZA_GATEWAY_SECRETKEY=[0-9a-f]{40}$' g secrets new -o env
check "a form or a folder is needed" exits 2 g secrets new

dc_yaml() { # DC
    cat <<YAML
spring: {config: {import: "configtree:$scratch/drawn/"}}
giza:
  dc: $1
  topology:
    epoch: 1
    data-centers:
      - {name: dc1, metadata: "http://127.0.0.1:1", fragments: "http://127.0.0.1:2"}
      - {name: dc2, metadata: "http://127.0.0.1:3", fragments: "http://127.0.0.1:4"}
      - {name: dc3, metadata: "http://127.0.0.1:5", fragments: "http://127.0.0.1:6"}
  accounts:
    default: {metadata-dcs: [dc1, dc2, dc3], data-dcs: [dc1, dc2, dc3], coding: "rs(2,1)"}
YAML
}
dc_yaml dc1 >dc1.yaml
dc_yaml dc2 >dc2.yaml
check "a configuration with the drawn secrets is fine" prints '^dc2.yaml is fine$' g config check dc1.yaml dc2.yaml
sed -i 's/epoch: 1/epoc: 1/' dc2.yaml
check "a misspelled key is found with the nearest" refuses 1 "the nearest one is giza.topology.epoch" g config check dc1.yaml dc2.yaml
check "findings in JSON" refuses 1 '"schema":"giza.config-check/1","fine":false' g config check --json dc2.yaml
check "a file that is not there is misuse" exits 2 g config check nowhere.yaml

check "a probe of the system" json 'it["schema"] == "giza.probe/1" and it["fine"] and len(it["steps"]) == 3' g probe -o json
check "a probe draws bars" prints '^put +0\.[0-9] +[0-9.]+ ms  #' g probe
check "a bucket that is not there" refuses 4 "there is no bucket 'nowhere'" g probe nowhere
check "hot keys of all data centers" json 'sorted(it["data_centers"]) == ["dc1", "dc2", "dc3"]' g hot -o json
check "a bundle is written" prints "^bundle.zip, " g support bundle --file bundle.zip
check "for its owner alone" test "$(stat -c %a bundle.zip)" = 600
check "and never over another" refuses 4 "bundle.zip is there" g support bundle --file bundle.zip
mkdir "$scratch/bundle"
check "it has what its manifest says" python3 -c '
import hashlib, json, sys, zipfile
bundle = zipfile.ZipFile(sys.argv[1])
manifest = json.loads(bundle.read("giza-support/manifest.json"))
assert not manifest["errors"], manifest["errors"]
for each in manifest["files"]:
    assert hashlib.sha256(bundle.read("giza-support/" + each["name"])).hexdigest() == each["sha256"], each
names = {each["name"] for each in manifest["files"]}
for dc in "dc1", "dc2", "dc3":
    for service in "gateway-service", "metadata-service", "fragment-service", "gc-worker", "recovery-worker":
        assert f"{dc}/{service}/log.txt" in names, names
bundle.extractall(sys.argv[2])' bundle.zip "$scratch/bundle"
# A cluster that is shared keeps its token to itself.
token="$(cat "$scratch/data/cluster.token" 2>/dev/null || printf '%s' "$secret")"
check "no secret is in it" bash -c '! grep -rqF -e "$0" -e "$2" "$1"' "$secret" "$scratch/bundle" "$token"

g client-config s3cmd --profile here >"$scratch/s3cfg"
check "s3cmd works with its configuration" s3cmd --config "$scratch/s3cfg" ls
check "a shell works with its own" prints '' bash -c 'eval "$("$0" client-config env --profile here)" && "$0" whoami' "$root/giza"
check "the secret is where a client needs it" prints "$secret" g client-config rclone --profile here

check "an archive is made" g dist "$scratch/dist"
mkdir "$scratch/unpacked"
check "and unpacked elsewhere" bash -c 'tar -C "$1" -xzf "$0"/*.tar.gz && mv "$1"/giza-* "$1/moved"' "$scratch/dist" "$scratch/unpacked"
check "and runs there without a JDK" env -i HOME="$HOME" XDG_CONFIG_HOME="$XDG_CONFIG_HOME" PATH=/usr/bin:/bin \
    "$scratch/unpacked/moved/bin/giza" whoami --profile here

g completion bash >"$scratch/completion"
# Debian's zsh, unpacked, does not find what it came with.
zsh_finds=""
if [[ -d "$cache/debian-zsh" ]]; then
    FPATH="$(find "$cache/debian-zsh/usr/share/zsh/functions" -type d -printf '%p:')"
    export FPATH
    modules="$(find "$cache/debian-zsh" -path "*/zsh/*/zsh/zle.so")"
    zsh_finds="module_path=(${modules%/zsh/zle.so}); "
fi
completes() { # SHELL
    case "$1" in
        bash) bash -c 'source "$0" && COMP_WORDS=(giza ke) COMP_CWORD=1 && _complete_giza && printf "%s\n" "${COMPREPLY[@]}"' "$scratch/completion" ;;
        zsh) zsh -f -c "$zsh_finds"'autoload -U +X compinit bashcompinit && compinit -u -d "$1" && bashcompinit && source "$0" && print "$_comps[giza]"' "$scratch/completion" "$scratch/zcompdump" ;;
    esac
}
check "completion in bash" prints '^key$' completes bash
check "completion in zsh" prints '_complete_giza' completes zsh
check "no secret was printed where none was asked for" bash -c '! grep -qF -- "$0" "$1"/check.log' "$secret" "$scratch"

finish
