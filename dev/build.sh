# What ./giza and dev/cluster.sh know of the build. To be sourced by a script that has fail().
# shellcheck shell=bash
jdk_release=25

# Prints the version of Giza that a root pom gives.
version_in() { # POM
    sed -n 's:.*<version>\(.*\)</version>.*:\1:p' "$1" | head -n 1
}

# Prints the major release of the JDK in a folder, or nothing if it is none.
release_of() {
    [[ -x "$1/bin/javac" && -x "$1/bin/java" && -r "$1/release" ]] || return 0
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Sets JAVA_HOME to the first JDK of the right release.
find_jdk() {
    local candidate on_path=""
    if command -v java >/dev/null 2>&1; then
        on_path="$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")"
    fi
    for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/* "$on_path" "$HOME"/.sdkman/candidates/java/* \
        "$HOME"/.jdks/* /opt/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        if [[ -n "$candidate" && "$(release_of "$candidate")" == "$jdk_release" ]]; then
            export JAVA_HOME="$candidate"
            return
        fi
    done
    fail "needs a JDK $jdk_release and found none in JAVA_HOME, /usr/lib/jvm, PATH, ~/.sdkman or /opt:" \
        "unpack one from https://adoptium.net/temurin/releases/?version=$jdk_release anywhere and set JAVA_HOME to it."
}
