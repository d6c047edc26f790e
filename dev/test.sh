# What './giza test' does. Sourced by it, never run by itself.
# shellcheck shell=bash disable=SC2154

# How many steps and test classes the table at the end names.
longest=10

# Whether a line of a suite's script says this of it: '# alone', '# idle', '# shared', '# prepares' or '# all'.
says() { # SCRIPT WHAT
    grep -q "^# $2\$" "$1"
}

# How many minutes a suite may take, which a line '# minutes: N' of its script says.
minutes_of() { # SCRIPT
    sed -n 's/^# minutes: *\([0-9][0-9]*\).*/\1/p' "$1" | head -n 1
}

# Keeps how a step ended and how long it took, in the folder of results.
note() { # FOLDER NAME SECONDS passed|failed
    printf '%s\n' "$4" >>"$1/outcomes"
    printf '%s\t%s\n' "$3" "$2" >>"$1/steps"
    [[ "$4" == passed ]] || printf 'FAILED: %s\n' "$2"
}

# Runs one suite under its time limit. Its output comes as a whole, since others may run beside it.
run_suite() { # FOLDER NUMBER SCRIPT
    local folder="$1" number="$2" script="$3" minutes began=$SECONDS result=passed
    local name="${script#"$here"/}" log="$1/$2.log"
    minutes="$(minutes_of "$script")"
    # Others come first.
    ! says "$script" idle || minutes=$((3 * minutes))
    printf '== %s begins (at most %s minutes)\n' "$name" "$minutes"
    # Each looks for free ports where no other does, but for those that share a cluster.
    (
        cd "$here"
        says "$script" shared || unset GIZA_SUITE_PORT GIZA_SUITE_DATA
        GIZA_SUITE_PORTS="$((20000 + 300 * number))" \
            timeout --kill-after=30 "${minutes}m" bash "$script" >"$log" 2>&1
    ) || result=failed
    printf '== %s %s (%s s)\n%s\n' "$name" "$result" "$((SECONDS - began))" "$(<"$log")"
    note "$folder" "$name" "$((SECONDS - began))" "$result"
}

# Prints a line 'WHEN MINUTES NUMBER SCRIPT' for each suite; WHEN is idle, alone, together or never.
list_suites() { # yes|all
    local script number=0 when
    for script in "$here"/suites/*.sh "$here"/suites/foreign/*.sh; do
        number=$((number + 1))
        when=together
        if [[ "$1" != all ]] && says "$script" all; then
            when=never
        elif says "$script" alone; then
            when=alone
        elif says "$script" idle; then
            when=idle
        fi
        printf '%s %s %s %s\n' "$when" "$(minutes_of "$script")" "$number" "$script"
    done
}

# Runs the suites of a list that run at a certain time, so many at once, the longest first.
run_listed() { # FOLDER WHEN AT_ONCE [COMMAND...]: a command that runs them
    local folder="$1" when="$2" at_once="$3"
    shift 3
    # Two that install or build the same thing need a lock.
    command -v flock >/dev/null || at_once=1
    sed -n "s/^$when //p" "$folder/suites" | sort -rn | sed 's/^[0-9]* \([0-9]*\) \(.*\)/\1\n\2/' | tr '\n' '\0' |
        "$@" xargs -0 -r -n 2 -P "$at_once" bash -c 'run_suite "$0" "$1" "$2"' "$folder" ||
        printf 'failed\n' >>"$folder/outcomes"
}

check_models() { # FOLDER OPTION...
    local began=$SECONDS result=passed
    printf '== models (docs/tla)\n'
    "$here/docs/tla/check.sh" "${@:2}" || result=failed
    note "$1" models "$((SECONDS - began))" "$result"
}

# Has the suites with a line '# prepares' download and build their clients, in this process group. A failure is reported when the suite runs.
prepare_suites() { # FOLDER
    local script
    sed -n 's/^together [0-9]* [0-9]* //p' "$1/suites" | while IFS= read -r script; do
        ! says "$script" prepares || GIZA_SUITE_PREPARE=yes timeout --foreground 20m bash "$script" >/dev/null 2>&1 || true
    done
}

# Runs at idle priority from now on, with all child processes.
give_way() {
    chrt --idle -p 0 "$BASHPID" 2>/dev/null || renice -n 19 -p "$BASHPID" >/dev/null || true
}

# Waits for the preparation of suites, at normal priority: the suites would wait for it anyway.
await_preparation() { # FOLDER GROUP
    local each
    until [[ -e "$1/clients-prepared" ]] || ! kill -0 "$2" 2>/dev/null; do
        for each in $(pgrep -g "$2"); do
            chrt --other -p 0 "$each" 2>/dev/null || true
        done
        sleep 1
    done
}

# Runs what needs nothing that Maven builds, in the time that nobody else wants: Maven and the suites
# that measure often leave a processor idle.
run_when_idle() { # FOLDER no|yes|all
    give_way
    if [[ "$2" != no ]]; then
        prepare_suites "$1"
        touch "$1/clients-prepared"
        give_way
    fi
    if [[ "$2" != no ]] || "$here/docs/tla/check.sh" --available; then
        if [[ "$2" == all ]]; then check_models "$1" --long --again; else check_models "$1" --short; fi
    else
        printf '%s\n' "== models (docs/tla) are left out: their checker is downloaded by python3's pip, which is not there."
    fi
    [[ "$2" == no ]] || run_listed "$1" idle 1
}

# Has Maven run the tests, two modules at a time. Simulations keep one core busy, and clusters wait for
# disks: two forks each. Only a Maven that runs on the JDK of the tests can share them out.
run_maven() { # FOLDER no|yes|all
    local began=$SECONDS result=passed seeds=1
    [[ "$2" != all ]] || seeds=2
    touch "$1/begun"
    printf '== maven verify\n'
    maven -B -ntp -T 2 -DforkCount=2 -Dgiza.seeds=$seeds verify 2>&1 | tee "$1/maven.log" || result=failed
    note "$1" "maven" "$((SECONDS - began))" "$result"
    [[ "$result" == failed ]] || touch "$1/built"
}

# Runs the suites that need what Maven built: one by one those that measure, and then the others, of
# which many wait most of their time. Those that only need a cluster share one.
run_suites() { # FOLDER GROUP
    local began=$SECONDS
    [[ ! -e "$1/built" ]] || take_built
    build
    build_cli
    build_bench
    # Otherwise each of the first that start processes would, in each other's way.
    "$here/dev/cluster.sh" prepare --data "$1/prepared" || fail "the services cannot be prepared."
    printf '%s\t%s\n' "$((SECONDS - began))" "preparation of the suites" >>"$1/steps"
    run_listed "$1" alone 1
    await_preparation "$1" "$2"
    GIZA_SUITE_PORTS=20000 run_listed "$1" together 3 bash "$here/suites/lib/with_cluster"
}

check_compatibility() { # FOLDER
    local result=passed
    printf '== suites/compatibility\n'
    "$here/suites/compatibility" --check || result=failed
    note "$1" "suites/compatibility" 0 "$result"
}

# Prints 'SECONDS NAME' of each module that Maven's summary names, as [  3.845 s], [01:10 min] or [01:02 h].
times_of_modules() { # LOG
    sed -nE 's/^\[INFO\] (.*[^. ]) \.* *(SUCCESS|FAILURE) \[ *([0-9:.]+) (s|min|h)\]$/\3 \4 \1/p' "$1" |
        awk '{ split($1, part, ":"); name = $0; sub(/^[^ ]+ [^ ]+ /, "", name)
            printf "%d\tmaven: %s\n", $2 == "s" ? $1 : $2 == "min" ? 60 * part[1] + part[2] : 3600 * part[1] + 60 * part[2], name }'
}

# Prints 'SECONDS CLASS' of each test class that Maven ran since a file was written.
times_of_classes() { # FILE
    find "$here" -path '*-reports/TEST-*.xml' -newer "$1" -exec grep -hoE -m 1 '<testsuite [^>]*' {} + |
        sed -nE 's/.* name="([^"]*)".* time="([^"]*)".*/\2\t\1/p' | tr -d ,
}

# Says where the time went.
tell_longest() { # FOLDER
    printf '== longest steps, in seconds; modules of Maven run two at a time, suites three at a time\n'
    { grep -v $'\tmaven$' "$1/steps" && times_of_modules "$1/maven.log"; } | most
    printf '== longest test classes, in seconds\n'
    times_of_classes "$1/begun" | most
}

most() {
    sort -rn | sed -n "1,${longest}p" | awk -F '\t' '{ printf "%6.0f  %s\n", $1, $2 }'
}

run_tests() {
    local suites=no passed failed began=$SECONDS folder idle
    case "${1:-}" in
        "") ;;
        --suites) suites=yes ;;
        --suites=all) suites=all ;;
        *) usage_test >&2 && fail "unknown option '$1'." ;;
    esac
    folder="$(mktemp -d "${TMPDIR:-/tmp}/giza-test.XXXXXX")"
    list_suites "$suites" >"$folder/suites"
    export here
    export -f run_suite says minutes_of note
    [[ "$suites" != all ]] || export GIZA_SUITES_ALL=yes
    # A group of its own, so that it ends with this.
    set -m
    run_when_idle "$folder" "$suites" >"$folder/idle.log" 2>&1 </dev/null &
    idle=$!
    set +m
    # shellcheck disable=SC2064 # what they are now
    trap "kill -TERM -- -$idle 2>/dev/null || true; rm -rf '$folder'" EXIT
    run_maven "$folder" "$suites"
    [[ "$suites" == no ]] || run_suites "$folder" "$idle"
    wait "$idle" || printf 'failed\n' >>"$folder/outcomes"
    cat "$folder/idle.log"
    if [[ "$suites" != no ]]; then
        sed -n "s:^never [0-9]* [0-9]* $here/\(.*\):== \1 is left out\: --suites=all runs it:p" "$folder/suites"
        check_compatibility "$folder"
    fi
    tell_longest "$folder"
    passed="$(grep -c passed "$folder/outcomes" || true)"
    failed="$(grep -c failed "$folder/outcomes" || true)"
    printf '%s passed, %s failed (%s s)\n' "$passed" "$failed" "$((SECONDS - began))"
    [[ "$failed" -eq 0 ]]
}
